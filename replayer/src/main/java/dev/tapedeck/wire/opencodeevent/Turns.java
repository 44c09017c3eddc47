package dev.tapedeck.wire.opencodeevent;

import static dev.tapedeck.canonical.EventType.ITEM_COMPLETED;
import static dev.tapedeck.canonical.EventType.THREAD_STATE_CHANGED;
import static dev.tapedeck.canonical.EventType.TURN_COMPLETED;
import static dev.tapedeck.canonical.EventType.TURN_STARTED;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.EventType;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.canonical.StopReason;
import dev.tapedeck.canonical.ThreadPayload.ThreadStateChanged;
import dev.tapedeck.canonical.ThreadState;
import dev.tapedeck.canonical.TurnPayload.TurnCompleted;
import dev.tapedeck.canonical.TurnPayload.TurnStarted;
import dev.tapedeck.canonical.TurnState;
import dev.tapedeck.canonical.Usage;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.OpenRequests;
import dev.tapedeck.rules.Resumed;
import dev.tapedeck.scratch.Scratch;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The turns of the session that a frame is about. They have no ids on this wire, so they are numbered. */
public final class Turns {
    /** Name of the error of a turn that somebody stopped. */
    static final String ABORTED = "MessageAbortedError";

    private static final String COMPACTING = "compacting";
    private static final List<String> OF_A_TURN = List.of("abort", "error", "finish");

    private final Emitter out;
    private final Refs refs;
    private final String session;
    final SessionMemory memory;

    /** @throws dev.tapedeck.rules.FrameFault if the frame names no session */
    public Turns(FrameView frame, Emitter out) {
        this.out = out;
        this.refs = out.refs();
        this.session = refs.thread() == null ? frame.text("/sessionID") : refs.thread();
        this.memory = new SessionMemory(out.scratch(), session);
    }

    /**
     * After frames were lost, a session goes on from what history says; what belongs to a turn that is over is gone.
     */
    static void resume(Resumed thread, Scratch.Editor scratch) {
        SessionMemory memory = new SessionMemory(scratch, thread.thread());
        if (thread.turnNumber() != memory.number("n") || !thread.running()) {
            OF_A_TURN.forEach(memory::remove);
        }
        if (thread.turnNumber() > 0) {
            memory.put("n", thread.turnNumber());
        }
        memory.mark("open", thread.running());
        if (thread.running() && thread.error() != null) {
            resumeError(thread.error(), memory);
        }
        Past.resume(thread, memory);
        Prompts.resume(thread, memory);
        String compaction = resumeCompaction(thread, memory);
        new OpenParts(scratch).resume(thread, compaction != null);
        new OpenTools(scratch).resume(thread);
        new McpServers(scratch).resume(thread);
        StepUsage.resume(thread, memory);
        SessionRules.resume(memory);
    }

    /** What history calls the error is it, save that history tells an abort by the turn's end only. */
    private static void resumeError(String told, SessionMemory memory) {
        JsonNode before = memory.get("error");
        boolean known = before != null && before.path(1).asText().equals(told);
        if (!known && (before == null || !before.path(0).asText().equals(ABORTED))) {
            memory.put("error", EventJson.array().add("error").add(told));
        }
    }

    /** Why a compaction began that history knows as open is not known to it. */
    private static @Nullable String resumeCompaction(Resumed thread, SessionMemory memory) {
        String open = null;
        for (Resumed.Item item : thread.items()) {
            open = item.open() && item.type() == ItemType.CONTEXT_COMPACTION ? item.id() : open;
        }
        JsonNode before = memory.get(COMPACTING);
        if (open == null) {
            memory.remove(COMPACTING);
        } else if (before == null || !before.path(0).asText().equals(open)) {
            memory.put(COMPACTING, EventJson.array().add(open));
        }
        return open;
    }

    /** What a rule may emit that begins or ends a turn beside what it tells. */
    public static Set<EventType> and(EventType... types) {
        Set<EventType> all = EnumSet.of(TURN_STARTED, TURN_COMPLETED, THREAD_STATE_CHANGED, ITEM_COMPLETED);
        all.addAll(List.of(types));
        return all;
    }

    String session() {
        return session;
    }

    boolean running() {
        return memory.is("open");
    }

    /** What the frame is about: with the turn that runs, or else the last one, whose parts may come late. */
    public Refs now() {
        int number = memory.number("n");
        return refs.withTurn(number == 0 ? null : Integer.toString(number));
    }

    /** The same for what a user sends: with the turn that runs, or else the one that it will begin. */
    public Refs next() {
        return running() ? now() : refs.withTurn(Integer.toString(nextNumber()));
    }

    private int nextNumber() {
        return 1 + Math.max(memory.number("n"), (out.epoch() - 1) * Resumed.PROCESS);
    }

    /** Begins a turn, unless one runs. */
    public void begin() {
        if (running()) {
            return;
        }
        memory.put("n", nextNumber());
        memory.mark("open", true);
        OF_A_TURN.forEach(memory::remove);
        StepUsage.turnBegins(memory);
        out.emit(refs, null, new ThreadStateChanged(ThreadState.ACTIVE, null, null));
        JsonNode settings = memory.get("settings");
        String model = settings == null ? null : settings.at("/model/id").textValue();
        out.emit(now(), null, new TurnStarted(model, null, null));
    }

    /** Somebody asked to abort the running turn. */
    public void abortAsked() {
        if (running()) {
            memory.mark("abort", true);
        }
    }

    boolean isAbortAsked() {
        return memory.is("abort");
    }

    /** Something went wrong; the first error of a turn is the one that it ends with. Returns whether it is news. */
    boolean failed(String name, String message) {
        JsonNode error = EventJson.array().add(name).add(message);
        JsonNode before = memory.get("error");
        if (running() && before == null) {
            memory.put("error", error);
        }
        return !error.equals(before);
    }

    /** The model is called once more: what went wrong before was overcome. */
    void called() {
        memory.remove("error");
        memory.remove("finish");
    }

    /** A model call ended. */
    public void finished(String reason) {
        memory.put("finish", reason);
    }

    /** Ends the turn, if one runs, as what was told of it says. */
    public void end() {
        end(told());
    }

    /** Ends the turn, if one runs. */
    public void end(TurnState state) {
        if (!running()) {
            return;
        }
        Refs turn = now();
        JsonNode error = memory.get("error");
        String finish = memory.text("finish");
        String message = state == TurnState.FAILED && error != null ? error.path(1).asText() : null;
        Usage usage = StepUsage.turn(memory);
        memory.mark("open", false);
        new Prompts(this, out).complete();
        new OpenParts(out.scratch()).endAll(session);
        new OpenTools(out.scratch()).endAll(session);
        new OpenRequests(out.scratch()).turnEnds(turn);
        memory.remove(COMPACTING);
        out.emit(turn, null, new TurnCompleted(
                state, finish, null, null, null, message, usage, null, stop(state, finish)));
        out.emit(refs, null, new ThreadStateChanged(ThreadState.IDLE, null, null));
    }

    /** A call that never finished and that somebody asked to abort was aborted, even where no error says so. */
    private TurnState told() {
        JsonNode error = memory.get("error");
        String finish = memory.text("finish");
        if (error != null) {
            return error.path(0).asText().equals(ABORTED) ? TurnState.INTERRUPTED : TurnState.FAILED;
        }
        if (finish == null) {
            return isAbortAsked() ? TurnState.INTERRUPTED : TurnState.COMPLETED;
        }
        return finish.equals("error") ? TurnState.FAILED : TurnState.COMPLETED;
    }

    private static @Nullable StopReason stop(TurnState state, @Nullable String finish) {
        if (state != TurnState.COMPLETED || finish == null) {
            return null;
        }
        return switch (finish) {
            case "length" -> StopReason.MAX_TOKENS;
            case "content-filter" -> StopReason.REFUSAL;
            default -> null;
        };
    }
}
