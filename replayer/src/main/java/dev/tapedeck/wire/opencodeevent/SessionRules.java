package dev.tapedeck.wire.opencodeevent;

import static dev.tapedeck.canonical.EventType.ITEM_COMPLETED;
import static dev.tapedeck.canonical.EventType.RUNTIME_ERROR;
import static dev.tapedeck.canonical.EventType.THREAD_METADATA_UPDATED;
import static dev.tapedeck.canonical.EventType.THREAD_STARTED;
import static dev.tapedeck.canonical.EventType.THREAD_STATE_CHANGED;
import static dev.tapedeck.canonical.EventType.THREAD_TOKEN_USAGE_UPDATED;
import static dev.tapedeck.canonical.EventType.TURN_DIFF_UPDATED;
import static dev.tapedeck.canonical.EventType.TURN_PLAN_UPDATED;
import static dev.tapedeck.rules.Concept.DROPPED_TODAY;
import static dev.tapedeck.rules.Concept.ERROR;
import static dev.tapedeck.rules.Concept.OTHER;
import static dev.tapedeck.rules.Concept.SESSION;
import static dev.tapedeck.rules.Concept.TURN_END;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.canonical.Compaction;
import dev.tapedeck.canonical.EventType;
import dev.tapedeck.canonical.ItemPayload.ItemCompleted;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemStatus;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.canonical.SessionFacts;
import dev.tapedeck.canonical.StepStatus;
import dev.tapedeck.canonical.ThreadPayload.ThreadMetadataUpdated;
import dev.tapedeck.canonical.ThreadPayload.ThreadStarted;
import dev.tapedeck.canonical.ThreadPayload.ThreadStateChanged;
import dev.tapedeck.canonical.ThreadState;
import dev.tapedeck.canonical.TurnPayload.TurnDiffUpdated;
import dev.tapedeck.canonical.TurnPayload.TurnPlanUpdated;
import dev.tapedeck.rules.Concept;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.RuleBook;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Sessions: their beginning and settings, whether they are busy, what they have to do, and what went wrong. */
final class SessionRules {
    /** What a session is set up with, as far as it is no title, figure or time. */
    private static final String[] SETTINGS = {"directory", "agent", "model", "permission", "share", "revert",
            "version"};

    private static final Pattern UNTITLED = Pattern.compile("(New|Child) session - \\d{4}-");

    private SessionRules() {}

    static void rules(RuleBook.Builder book) {
        Set<EventType> told =
                Set.of(THREAD_STARTED, THREAD_METADATA_UPDATED, THREAD_TOKEN_USAGE_UPDATED);
        book.discriminate("session.status", "/status/type")
                .map("session.created", SESSION, told, SessionRules::told)
                .map("session.updated", SESSION, told, SessionRules::told)
                .also(Concept.USAGE, Concept.COST)
                .gap("counts of changed lines and files are carried by raw only")
                .map("session.deleted", OTHER, THREAD_STATE_CHANGED, SessionRules::deleted)
                .map("session.status:busy", OTHER, Turns.and(), SessionRules::busy)
                .map("session.status:retry", ERROR, Turns.and(RUNTIME_ERROR), SessionRules::retry)
                .map("session.status:idle", TURN_END, Turns.and(), SessionRules::idle)
                .also(Concept.USAGE, Concept.COST, ERROR)
                .map("session.idle", TURN_END, Turns.and(), SessionRules::idle)
                .also(Concept.USAGE, Concept.COST, ERROR)
                .map("session.error", ERROR, RUNTIME_ERROR, SessionRules::error)
                .map("session.compacted", Concept.COMPACTION, Set.of(ITEM_COMPLETED, THREAD_STATE_CHANGED),
                        SessionRules::compacted)
                .gap("how many tokens a compaction saved is not told")
                .map("session.diff", OTHER, TURN_DIFF_UPDATED, SessionRules::diff)
                .also(Concept.TOOL_OUTPUT)
                .map("todo.updated", DROPPED_TODAY, TURN_PLAN_UPDATED, SessionRules::todo)
                .gap("priority of a step is carried by raw only; a cancelled step is left out");
    }

    private static void told(FrameView frame, Emitter out) {
        Turns turns = new Turns(frame, out);
        JsonNode info = frame.optionalNode("/info") == null ? frame.node("") : frame.node("/info");
        SessionMemory memory = turns.memory;
        String title = title(info);
        ObjectNode settings = EventJson.only(info, SETTINGS);
        JsonNode before = memory.get("settings");
        boolean renamed = !Objects.equals(title, memory.text("title"));
        boolean changed = !settings.equals(before);
        memory.put("settings", settings);
        Past.sessionTold(info, frame.message().kind().path().equals("session.created"), memory);
        if (title != null) {
            memory.put("title", title);
        }
        SessionFacts facts = new SessionFacts(
                info.path("directory").textValue(), info.at("/model/id").textValue(), null, title);
        if (before == null) {
            out.emit(new ThreadStarted(turns.session(), EventJson.firstText(info, "parentID"), settings, facts));
            if (title != null) {
                out.emit(new ThreadMetadataUpdated(title, null, null, null));
            }
        } else if (renamed || changed) {
            out.emit(new ThreadMetadataUpdated(
                    renamed ? title : null,
                    null,
                    null,
                    changed ? withLost(before, settings) : null,
                    changed ? facts : null));
        }
        StepUsage.total(info.path("tokens"), info.path("cost"), memory, turns.now(), out);
    }

    /** A setting that is no longer told is none any more, for instance a revert that was taken back. */
    private static ObjectNode withLost(JsonNode before, ObjectNode settings) {
        ObjectNode told = settings;
        for (Iterator<String> names = before.fieldNames(); names.hasNext(); ) {
            String name = names.next();
            told = settings.has(name) ? told : EventJson.with(told, name, NullNode.getInstance());
        }
        return told;
    }

    /** After frames were lost, nobody knows what was told last, so that what comes next is told whole. */
    static void resume(SessionMemory memory) {
        if (memory.get("settings") != null) {
            ObjectNode unknown = EventJson.object();
            for (String setting : SETTINGS) {
                unknown.putNull(setting);
            }
            memory.put("settings", unknown);
            memory.remove("title");
        }
    }

    /** The vendor's stand-in for a title is none. */
    private static @Nullable String title(JsonNode info) {
        String title = EventJson.firstText(info, "title");
        return title == null || UNTITLED.matcher(title).lookingAt() ? null : title;
    }

    private static void deleted(FrameView frame, Emitter out) {
        new Turns(frame, out).memory.forget();
        out.emit(new ThreadStateChanged(ThreadState.CLOSED, null, null));
    }

    private static void busy(FrameView frame, Emitter out) {
        Turns turns = new Turns(frame, out);
        turns.begin();
        new Prompts(turns, out).complete();
    }

    private static void retry(FrameView frame, Emitter out) {
        busy(frame, out);
        out.emit(new Turns(frame, out).now(), null, Errors.retry(frame.node("/status")));
    }

    private static void idle(FrameView frame, Emitter out) {
        Turns turns = new Turns(frame, out);
        new Prompts(turns, out).complete();
        turns.end();
    }

    /** An abort is told by the turn's end; an error ends no turn by itself, since the provider may overcome it. */
    private static void error(FrameView frame, Emitter out) {
        JsonNode error = frame.at("/error");
        String name = error.path("name").asText();
        if (out.refs().thread() == null) {
            out.emit(Errors.event(error, null));
            return;
        }
        Turns turns = new Turns(frame, out);
        turns.failed(name, Errors.message(error));
        if (!name.equals(Turns.ABORTED)) {
            out.emit(turns.now(), null, Errors.event(error, null));
        }
    }

    private static void compacted(FrameView frame, Emitter out) {
        Turns turns = new Turns(frame, out);
        Refs refs = turns.now();
        JsonNode running = turns.memory.get("compacting");
        String reason = running == null ? null : running.path(1).textValue();
        Compaction compaction = reason == null ? null : new Compaction(reason, null, null, null);
        if (running != null) {
            turns.memory.remove("compacting");
            out.emit(refs.withItem(running.path(0).asText()), null, new ItemCompleted(
                    ItemSnapshot.of(ItemType.CONTEXT_COMPACTION)
                            .status(ItemStatus.COMPLETED)
                            .compaction(compaction)
                            .build()));
        }
        out.emit(refs, null, new ThreadStateChanged(ThreadState.COMPACTED, null, compaction));
    }

    /** Files whose change is not told as a patch are left out. */
    private static void diff(FrameView frame, Emitter out) {
        StringBuilder patches = new StringBuilder();
        for (JsonNode file : frame.array("/diff")) {
            String patch = file.path("patch").asText();
            patches.append(patch).append(patch.isEmpty() || patch.endsWith("\n") ? "" : "\n");
        }
        if (!patches.isEmpty()) {
            out.emit(new Turns(frame, out).now(), null, new TurnDiffUpdated(patches.toString()));
        }
    }

    /**
     * A step has no id that could be relied on, its place tells it; a cancelled one keeps its place, and stays undone.
     */
    private static void todo(FrameView frame, Emitter out) {
        List<TurnPlanUpdated.Step> steps = new ArrayList<>();
        for (JsonNode todo : frame.array("/todos")) {
            StepStatus status = switch (todo.path("status").asText()) {
                case "completed" -> StepStatus.COMPLETED;
                case "in_progress" -> StepStatus.IN_PROGRESS;
                default -> StepStatus.PENDING;
            };
            steps.add(new TurnPlanUpdated.Step(todo.path("content").asText(), status));
        }
        out.emit(new Turns(frame, out).now(), null, new TurnPlanUpdated(null, steps));
    }
}
