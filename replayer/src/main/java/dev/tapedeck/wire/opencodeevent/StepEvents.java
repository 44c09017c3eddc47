package dev.tapedeck.wire.opencodeevent;

import static dev.tapedeck.canonical.EventType.CONTENT_DELTA;
import static dev.tapedeck.canonical.EventType.ITEM_COMPLETED;
import static dev.tapedeck.canonical.EventType.ITEM_STARTED;
import static dev.tapedeck.canonical.EventType.RUNTIME_ERROR;
import static dev.tapedeck.canonical.EventType.THREAD_METADATA_UPDATED;
import static dev.tapedeck.canonical.EventType.THREAD_STATE_CHANGED;
import static dev.tapedeck.canonical.EventType.THREAD_TOKEN_USAGE_UPDATED;
import static dev.tapedeck.rules.Concept.COMPACTION;
import static dev.tapedeck.rules.Concept.COST;
import static dev.tapedeck.rules.Concept.DROPPED_TODAY;
import static dev.tapedeck.rules.Concept.ERROR;
import static dev.tapedeck.rules.Concept.MULTIMODAL;
import static dev.tapedeck.rules.Concept.OTHER;
import static dev.tapedeck.rules.Concept.REASONING;
import static dev.tapedeck.rules.Concept.TEXT;
import static dev.tapedeck.rules.Concept.TOOL_CALL;
import static dev.tapedeck.rules.Concept.TOOL_INPUT;
import static dev.tapedeck.rules.Concept.TOOL_OUTPUT;
import static dev.tapedeck.rules.Concept.TOOL_STATE;
import static dev.tapedeck.rules.Concept.TURN_END;
import static dev.tapedeck.rules.Concept.USAGE;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.Attachment;
import dev.tapedeck.canonical.Compaction;
import dev.tapedeck.canonical.EventType;
import dev.tapedeck.canonical.ItemPayload.ContentDelta;
import dev.tapedeck.canonical.ItemPayload.ItemCompleted;
import dev.tapedeck.canonical.ItemPayload.ItemStarted;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemStatus;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.canonical.SessionFacts;
import dev.tapedeck.canonical.StreamKind;
import dev.tapedeck.canonical.ThreadPayload.ThreadMetadataUpdated;
import dev.tapedeck.canonical.ThreadPayload.ThreadStateChanged;
import dev.tapedeck.canonical.ThreadState;
import dev.tapedeck.canonical.TurnState;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.Rule;
import dev.tapedeck.rules.RuleBook;
import java.util.List;
import java.util.Set;

/**
 * The newer events, each about one step of the model: {@code session.next.*} in release 1.18, the same without
 * {@code next} in 2.x. A family says by its name what begins and ends a turn: {@link #next} has nothing but prompts and
 * steps for that.
 */
public final class StepEvents {
    /** How the vendor words the end of a step that somebody stopped; nothing else tells it. */
    private static final String INTERRUPTED = "Provider turn interrupted";

    private StepEvents() {}

    /** The family of release 1.18: a prompt begins a turn, a step that calls no tools ends it. */
    static void next(RuleBook.Builder book) {
        String family = "session.next.";
        common(book, family);
        Set<EventType> step = Turns.and(THREAD_TOKEN_USAGE_UPDATED);
        Set<EventType> begun = Turns.and(THREAD_METADATA_UPDATED);
        book.map(family + "prompted", TEXT, Turns.and(), StepEvents::prompted)
                .also(MULTIMODAL, DROPPED_TODAY)
                .duplicate(family + "prompt.admitted", family + "prompted")
                .map(family + "step.started", OTHER, begun, StepEvents::stepStarted)
                .map(family + "step.ended", TURN_END, step, StepEvents::stepEnded)
                .also(USAGE, COST, ERROR)
                .gap("a turn that a rejected question ends, or that is interrupted between steps, has no end here")
                .map(family + "step.failed", ERROR, Turns.and(RUNTIME_ERROR), StepEvents::stepFailed)
                .also(TURN_END, USAGE, COST)
                .map(family + "retried", ERROR, RUNTIME_ERROR, StepEvents::retried)
                .map(family + "agent.switched", OTHER, THREAD_METADATA_UPDATED, settings("agent"))
                .map(family + "model.switched", OTHER, THREAD_METADATA_UPDATED, settings("model"))
                .drop(family + "context.updated", "instructions that the provider writes into the context");
    }

    /** What both families have. */
    public static void common(RuleBook.Builder book, String family) {
        Set<EventType> started = Set.of(ITEM_STARTED);
        Set<EventType> compacted = Set.of(ITEM_COMPLETED, THREAD_STATE_CHANGED);
        book.map(family + "text.started", TEXT, started, begun(ItemType.ASSISTANT_MESSAGE))
                .map(family + "text.delta", TEXT, CONTENT_DELTA, extended(StreamKind.ASSISTANT_TEXT))
                .map(family + "text.ended", TEXT, ITEM_COMPLETED, whole(ItemType.ASSISTANT_MESSAGE))
                .map(family + "reasoning.started", REASONING, started, begun(ItemType.REASONING))
                .map(family + "reasoning.delta", REASONING, CONTENT_DELTA, extended(StreamKind.REASONING_TEXT))
                .map(family + "reasoning.ended", REASONING, ITEM_COMPLETED, whole(ItemType.REASONING))
                .map(family + "shell.started", TOOL_CALL, ITEM_STARTED, StepEvents::shellStarted)
                .also(TOOL_INPUT, TOOL_STATE)
                .map(family + "shell.ended", TOOL_OUTPUT, ITEM_COMPLETED, StepEvents::shellEnded)
                .also(TOOL_STATE)
                .map(family + "compaction.started", COMPACTION, ITEM_STARTED, StepEvents::compactionStarted)
                .map(family + "compaction.delta", COMPACTION, CONTENT_DELTA, StepEvents::compactionDelta)
                .also(TEXT)
                .map(family + "compaction.ended", COMPACTION, compacted, StepEvents::compactionEnded)
                .map(family + "moved", OTHER, THREAD_METADATA_UPDATED, settings("location"))
                .map(family + "revert.staged", OTHER, THREAD_METADATA_UPDATED, StepEvents::reverted)
                .map(family + "revert.cleared", OTHER, THREAD_METADATA_UPDATED, StepEvents::reverted)
                .map(family + "revert.committed", OTHER, THREAD_METADATA_UPDATED, StepEvents::reverted)
                .gap("the seed has no event for messages that are taken back")
                .drop(family + "synthetic", "text that the provider itself writes into the conversation");
        StepTools.rules(book, family);
    }

    private static void prompted(FrameView frame, Emitter out) {
        Turns turns = new Turns(frame, out);
        turns.begin();
        Past.happens(frame.at("/timestamp"), turns.memory);
        user(frame.text("/messageID"), frame.node("/prompt"), turns.now(), out);
    }

    /** A user's message, as it stands in the conversation. */
    public static void user(String message, JsonNode prompt, Refs refs, Emitter out) {
        List<Attachment> files = Prompts.files(prompt);
        out.emit(refs.withItem(message), null, new ItemCompleted(ItemSnapshot.of(ItemType.USER_MESSAGE)
                .status(ItemStatus.COMPLETED)
                .text(prompt.path("text").textValue())
                .attachments(files.isEmpty() ? null : files)
                .build()));
    }

    private static void stepStarted(FrameView frame, Emitter out) {
        Turns turns = new Turns(frame, out);
        turns.begin();
        turns.called();
        runsWith(frame, turns, out);
    }

    /** A step tells model and agent; a session of this family tells them nowhere else when it begins. */
    public static void runsWith(FrameView frame, Turns turns, Emitter out) {
        JsonNode told = EventJson.only(frame.node(""), "agent", "model");
        JsonNode before = turns.memory.get("settings");
        if (!EventJson.only(before == null ? told : before, "agent", "model").equals(told) || before == null) {
            JsonNode settings = before;
            for (var setting : told.properties()) {
                settings = EventJson.with(settings, setting.getKey(), setting.getValue());
            }
            turns.memory.put("settings", settings == null ? told : settings);
            SessionFacts facts = SessionFacts.of(null, told.at("/model/id").textValue());
            out.emit(new ThreadMetadataUpdated(null, null, null, told, facts));
        }
    }

    private static void stepEnded(FrameView frame, Emitter out) {
        Turns turns = new Turns(frame, out);
        usage(frame, turns, out);
        String finish = frame.text("/finish");
        turns.finished(finish);
        if (turns.isAbortAsked()) {
            turns.end(TurnState.INTERRUPTED);
        } else if (!finish.equals("tool-calls")) {
            turns.end();
        }
    }

    /** Tokens and cost of a step. */
    public static void usage(FrameView frame, Turns turns, Emitter out) {
        String step = frame.text("/assistantMessageID");
        StepUsage.step(step, frame.at("/tokens"), frame.at("/cost"), turns.memory, turns.now(), out);
    }

    private static void stepFailed(FrameView frame, Emitter out) {
        Turns turns = new Turns(frame, out);
        JsonNode error = frame.node("/error");
        if (turns.isAbortAsked() || Errors.message(error).equals(INTERRUPTED)) {
            turns.end(TurnState.INTERRUPTED);
            return;
        }
        error(frame, out);
        turns.end(TurnState.FAILED);
    }

    /** Something went wrong; it is told again where it ends the turn. */
    public static void error(FrameView frame, Emitter out) {
        Turns turns = new Turns(frame, out);
        JsonNode error = frame.node("/error");
        if (turns.failed("error", Errors.message(error))) {
            out.emit(turns.now(), null, Errors.event(error, null));
        }
    }

    /** What a session used so far. */
    public static void totals(FrameView frame, Emitter out) {
        Turns turns = new Turns(frame, out);
        StepUsage.total(frame.node("/tokens"), frame.at("/cost"), turns.memory, turns.now(), out);
    }

    /** The provider tries once more by itself. */
    public static void retried(FrameView frame, Emitter out) {
        out.emit(new Turns(frame, out).now(), null, Errors.event(frame.node("/error"), true));
    }

    private static Rule.Mapping begun(ItemType type) {
        return (frame, out) -> out.emit(item(frame, out), null, new ItemStarted(
                ItemSnapshot.of(type).status(ItemStatus.IN_PROGRESS).build()));
    }

    private static Rule.Mapping extended(StreamKind stream) {
        return (frame, out) -> out.emit(
                item(frame, out), null, new ContentDelta(stream, frame.text("/delta"), null, null));
    }

    private static Rule.Mapping whole(ItemType type) {
        return (frame, out) -> {
            String text = frame.text("/text");
            boolean withheld = type == ItemType.REASONING
                    && text.isEmpty()
                    && !(frame.at("/providerMetadata").isEmpty() && frame.at("/state").isEmpty());
            out.emit(item(frame, out), null, new ItemCompleted(ItemSnapshot.of(type)
                    .status(ItemStatus.COMPLETED)
                    .text(text)
                    .redacted(withheld ? true : null)
                    .build()));
        };
    }

    /** A text or thought, by its id within its message, or by its place, where it has no id. */
    private static Refs item(FrameView frame, Emitter out) {
        JsonNode body = frame.node("");
        String part = EventJson.firstText(body, "textID", "reasoningID");
        if (part == null) {
            boolean thought = frame.message().kind().path().contains(".reasoning.");
            part = (thought ? "reasoning-" : "text-") + frame.integer("/ordinal");
        }
        return new Turns(frame, out).now().withItem(frame.text("/assistantMessageID") + ":" + part);
    }

    private static void shellStarted(FrameView frame, Emitter out) {
        JsonNode body = frame.node("");
        JsonNode shell = body.path("shell").isObject() ? body.get("shell") : body;
        out.emit(new Turns(frame, out).next().withItem(EventJson.id(shell, "callID", "id")), null, new ItemStarted(
                OpenCodeTool.named("shell").item(shell).status(ItemStatus.IN_PROGRESS).build()));
    }

    private static void shellEnded(FrameView frame, Emitter out) {
        JsonNode body = frame.node("");
        JsonNode shell = body.path("shell").isObject() ? body.get("shell") : body;
        JsonNode output = body.path("output");
        JsonNode exit = shell.path("exit");
        out.emit(new Turns(frame, out).next().withItem(EventJson.id(shell, "callID", "id")), null, new ItemCompleted(
                ItemSnapshot.of(ItemType.COMMAND_EXECUTION)
                        .status(exit.asInt() == 0 ? ItemStatus.COMPLETED : ItemStatus.FAILED)
                        .text(output.isTextual() ? output.textValue() : output.path("output").textValue())
                        .exitCode(exit.isInt() ? (Integer) exit.intValue() : null)
                        .build()));
    }

    private static void compactionStarted(FrameView frame, Emitter out) {
        Turns turns = new Turns(frame, out);
        String told = frame.optionalText("/messageID");
        String item = told == null ? "compaction:" + frame.message().seq() : told;
        turns.memory.put("compacting", EventJson.array().add(item).add(frame.text("/reason")));
        out.emit(turns.now().withItem(item), null, new ItemStarted(
                ItemSnapshot.of(ItemType.CONTEXT_COMPACTION).status(ItemStatus.IN_PROGRESS).build()));
    }

    private static void compactionDelta(FrameView frame, Emitter out) {
        Turns turns = new Turns(frame, out);
        MessageRules.append(ItemType.CONTEXT_COMPACTION, compaction(frame, turns), frame.text("/text"), turns, out);
    }

    private static void compactionEnded(FrameView frame, Emitter out) {
        Turns turns = new Turns(frame, out);
        Compaction compaction = new Compaction(frame.text("/reason"), null, null, null);
        Refs item = turns.now().withItem(compaction(frame, turns));
        turns.memory.remove("compacting");
        out.emit(item, null, new ItemCompleted(ItemSnapshot.of(ItemType.CONTEXT_COMPACTION)
                .status(ItemStatus.COMPLETED)
                .text(frame.text("/text"))
                .compaction(compaction)
                .build()));
        out.emit(turns.now(), null, new ThreadStateChanged(ThreadState.COMPACTED, null, compaction));
    }

    /** A compaction came to nothing. */
    public static void compactionFailed(FrameView frame, Emitter out) {
        Turns turns = new Turns(frame, out);
        Refs item = turns.now().withItem(compaction(frame, turns));
        turns.memory.remove("compacting");
        out.emit(item, null, new ItemCompleted(ItemSnapshot.of(ItemType.CONTEXT_COMPACTION)
                .status(ItemStatus.FAILED)
                .detail(Errors.message(frame.node("/error")))
                .build()));
    }

    private static String compaction(FrameView frame, Turns turns) {
        String told = frame.optionalText("/messageID");
        return told == null ? MessageRules.compacting(turns, "compaction:" + frame.message().seq()) : told;
    }

    /** A setting of the session changed. */
    public static Rule.Mapping settings(String member) {
        return (frame, out) -> {
            JsonNode changed = EventJson.only(frame.node(""), member);
            SessionMemory memory = new Turns(frame, out).memory;
            JsonNode before = memory.get("settings");
            memory.put("settings", EventJson.with(before, member, frame.node("/" + member)));
            out.emit(new ThreadMetadataUpdated(null, null, null, changed));
        };
    }

    private static void reverted(FrameView frame, Emitter out) {
        String kind = frame.message().kind().path();
        JsonNode revert = EventJson.only(frame.node(""), "revert", "messageID", "to");
        out.emit(new ThreadMetadataUpdated(
                null, EventJson.object().set(kind.substring(kind.indexOf("revert.")), revert), null, null));
    }
}
