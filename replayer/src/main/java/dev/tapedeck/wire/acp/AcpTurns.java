package dev.tapedeck.wire.acp;

import static dev.tapedeck.canonical.EventType.ITEM_COMPLETED;
import static dev.tapedeck.canonical.EventType.RUNTIME_ERROR;
import static dev.tapedeck.canonical.EventType.SESSION_STATE_CHANGED;
import static dev.tapedeck.canonical.EventType.TURN_COMPLETED;
import static dev.tapedeck.canonical.EventType.TURN_STARTED;
import static dev.tapedeck.rules.Concept.COST;
import static dev.tapedeck.rules.Concept.ERROR;
import static dev.tapedeck.rules.Concept.OTHER;
import static dev.tapedeck.rules.Concept.TOOL_STATE;
import static dev.tapedeck.rules.Concept.TURN_END;
import static dev.tapedeck.rules.Concept.USAGE;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.EventType;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.canonical.SessionPayload.SessionStateChanged;
import dev.tapedeck.canonical.SessionState;
import dev.tapedeck.canonical.StopReason;
import dev.tapedeck.canonical.TelemetryPayload.RuntimeError;
import dev.tapedeck.canonical.TurnPayload.TurnCompleted;
import dev.tapedeck.canonical.TurnState;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.RuleBook;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Beginning and end of turns: in version 1 a prompt and its answer, in version 2 what a state update says
 * (decision D11).
 */
final class AcpTurns {
    private AcpTurns() {}

    static void rules(RuleBook.Builder book) {
        Set<EventType> ends = Emits.contentAndEnd();
        book.map(
                        "session/prompt",
                        OTHER,
                        EnumSet.of(TURN_STARTED, TURN_COMPLETED, ITEM_COMPLETED),
                        Version.byVersion(AcpTurns::prompted, AcpTurns::asked))
                .gap("the prompt itself is no item; only an agent's echo of it is")
                .map(
                        "session/prompt#result",
                        TURN_END,
                        ends,
                        Version.byVersion(AcpTurns::answered, AcpTurns::accepted))
                .also(USAGE, COST, TOOL_STATE)
                .gap("an estimate: version 1 leaves open what is counted, "
                        + "and some agents count only the last model call of the turn")
                .map(
                        "session/prompt#error",
                        ERROR,
                        Emits.contentAndEnd(RUNTIME_ERROR),
                        Version.byVersion(AcpTurns::failed, AcpErrors::refused))
                .also(TURN_END, TOOL_STATE, USAGE, COST)
                .map("#result", TURN_END, ends, AcpTurns::unasked)
                .also(USAGE, COST, TOOL_STATE)
                .refine(Acp.UPDATE + "state_update", "/params/update/state")
                .map(Acp.UPDATE + "state_update", OTHER, SESSION_STATE_CHANGED, Version.onlyV2(AcpTurns::otherState))
                .map(
                        Acp.UPDATE + "state_update:running",
                        OTHER,
                        Emits.content(SESSION_STATE_CHANGED),
                        Version.onlyV2(AcpTurns::running))
                .gap("work in the background is carried by raw only")
                .map(Acp.UPDATE + "state_update:requires_action", OTHER, SESSION_STATE_CHANGED, (frame, out) ->
                        out.emit(new Conversation(frame, out).now(), null,
                                new SessionStateChanged(SessionState.WAITING, "requires_action", null)))
                .map(
                        Acp.UPDATE + "state_update:idle",
                        TURN_END,
                        Emits.contentAndEnd(SESSION_STATE_CHANGED, RUNTIME_ERROR),
                        Version.onlyV2(AcpTurns::idle))
                .also(USAGE, COST, ERROR, TOOL_STATE)
                .drop("session/cancel", "the agent ends the turn by itself, with the stop reason that says so")
                .drop("session/cancel#result", "the turn's end says what came of it")
                .map("session/cancel#error", ERROR, EventType.RUNTIME_WARNING, AcpErrors::cannotCancel);
    }

    /** A session that nobody has told of may not exist: there the agent's first word of it begins the turn. */
    private static void prompted(FrameView frame, Emitter out) {
        String session = frame.at("/params/sessionId").textValue();
        new Asked(out.scratch()).add(frame, null, false);
        opened(session, out);
        if (session != null && new Threads(out.scratch()).get(session) != null) {
            new Turns(out).prompted(out.refs(), Asked.key(frame));
        }
    }

    /** In version 2 a prompt is a wish; the agent says when it begins to work. */
    private static void asked(FrameView frame, Emitter out) {
        new Asked(out.scratch()).add(frame, null, false);
        opened(frame.at("/params/sessionId").textValue(), out);
    }

    /** Who prompts a session knows that it is open; a client that names none gets the agent's refusal. */
    private static void opened(@Nullable String session, Emitter out) {
        new History(out).end(out.refs());
        if (isNew(session, out)) {
            new Asked(out.scratch()).madeUnseen();
        }
    }

    private static void answered(FrameView frame, Emitter out) {
        String reason = frame.optionalText("/result/stopReason");
        if (reason == null && frame.at("/result/messageId").isTextual()) {
            Version.onlyV2(AcpTurns::accepted).map(frame, out);
            return;
        }
        Asked.Question question = new Asked(out.scratch()).answer(frame);
        if (question.answered()) {
            return;
        }
        begin(question, frame, out);
        end(question, reason == null ? "" : reason, usage(frame), frame, out);
    }

    private static boolean isNew(@Nullable String session, Emitter out) {
        return session != null && new Threads(out.scratch()).get(session) == null;
    }

    /** An answer tells that there was a turn, though nobody saw it begin. */
    private static void begin(Asked.Question question, FrameView frame, Emitter out) {
        Conversation conversation = new Conversation(frame, out);
        Refs refs = refs(question, conversation, out).withTurn(null);
        if (refs.thread() != null && !new Turns(out).runs(refs.thread())) {
            conversation.begin(refs, null);
            new Turns(out).begin(refs, Asked.key(frame), false);
        }
    }

    /** The answer to a prompt that nobody saw: it ends the only turn that runs, or tells of one that is over. */
    private static void unasked(FrameView frame, Emitter out) {
        String reason = frame.at("/result/stopReason").textValue();
        if (reason != null && !new Asked(out.scratch()).answer(frame).answered()) {
            begin(Asked.Question.UNKNOWN, frame, out);
            end(Asked.Question.UNKNOWN, reason, usage(frame), frame, out);
        }
    }

    /** What the turn used: by the protocol, or, of agents that do not speak of it there, by their extension. */
    private static @Nullable JsonNode usage(FrameView frame) {
        JsonNode told = frame.optionalNode("/result/usage");
        return told == null ? frame.optionalNode("/result/_meta/quota/token_count") : told;
    }

    private static void accepted(FrameView frame, Emitter out) {
        new Asked(out.scratch()).take(frame);
    }

    private static void failed(FrameView frame, Emitter out) {
        Asked.Question question = new Asked(out.scratch()).answer(frame);
        if (question.answered()) {
            return;
        }
        RuntimeError error = AcpErrors.error(frame.node("/error"));
        Conversation conversation = new Conversation(frame, out);
        Refs refs = refs(question, conversation, out);
        out.emit(conversation.refused(question), null, error);
        if (refs.thread() != null && new Turns(out).endsWith(refs.thread(), Asked.key(frame))) {
            new Turns(out).end(refs, new TurnCompleted(
                    TurnState.FAILED, null, null, null, null, error.message(),
                    AcpUsage.turn(null, refs, out), null));
        }
    }

    private static void end(
            Asked.Question question, String reason, @Nullable JsonNode usage, FrameView frame, Emitter out) {
        Conversation conversation = new Conversation(frame, out);
        Refs refs = refs(question, conversation, out);
        if (question == Asked.Question.UNKNOWN) {
            new Turns(out).answersUnseen(Asked.key(frame));
        }
        if (refs.thread() != null && new Turns(out).endsWith(refs.thread(), Asked.key(frame))) {
            new Turns(out).end(refs, completed(reason, usage, null, refs, out));
        }
    }

    private static Refs refs(Asked.Question question, Conversation conversation, Emitter out) {
        String unasked = new Threads(out.scratch()).onlyUnasked();
        String thread = question.session() == null ? unasked : question.session();
        return thread == null ? conversation.now() : conversation.of(thread);
    }

    private static void running(FrameView frame, Emitter out) {
        Conversation conversation = new Conversation(frame, out);
        Refs refs = out.refs();
        if (refs.thread() != null && !new Turns(out).runs(refs.thread())) {
            conversation.begin(refs, null);
            new Turns(out).begin(refs, null, false);
        }
        out.emit(conversation.now(), null, new SessionStateChanged(SessionState.RUNNING, "running", null));
    }

    /** Ends the turn that runs; told again, it changes nothing. An end without a reason is one nobody complained of. */
    private static void idle(FrameView frame, Emitter out) {
        Conversation conversation = new Conversation(frame, out);
        Refs refs = conversation.now();
        out.emit(refs, null, new SessionStateChanged(SessionState.READY, "idle", null));
        if (refs.thread() == null || !new Turns(out).runs(refs.thread())) {
            return;
        }
        JsonNode failure = frame.optionalNode("/params/update/error");
        RuntimeError error = failure == null ? null : AcpErrors.error(failure);
        if (error != null) {
            out.emit(refs, null, error);
        }
        String reason = frame.at("/params/update/stopReason").textValue();
        JsonNode usage = frame.optionalNode("/params/update/usage");
        new Turns(out).end(refs, completed(
                reason,
                usage,
                error == null ? null : error.message(),
                refs,
                out));
    }

    private static void otherState(FrameView frame, Emitter out) {
        String state = frame.text("/params/update/state");
        out.emit(new SessionStateChanged(SessionState.RUNNING, state, null));
    }

    private static TurnCompleted completed(
            @Nullable String reason, @Nullable JsonNode usage, @Nullable String error, Refs refs, Emitter out) {
        TurnState state = error != null ? TurnState.FAILED : state(reason);
        String told = reason == null || reason.isEmpty() ? null : reason;
        String message = error == null && state == TurnState.FAILED && stop(reason) == null
                ? "stopped: " + (told == null ? "no reason told" : told)
                : error;
        return new TurnCompleted(
                state, told, usage, null, null, message, AcpUsage.turn(usage, refs, out), null, stop(reason));
    }

    /** The reason as one of all providers, where the turn's state does not tell it. */
    private static @Nullable StopReason stop(@Nullable String reason) {
        return switch (reason) {
            case "max_tokens" -> StopReason.MAX_TOKENS;
            case "max_turn_requests" -> StopReason.MAX_TURNS;
            case "refusal" -> StopReason.REFUSAL;
            case null, default -> null;
        };
    }

    /** Why an agent stopped, in the words of both versions; a word that nobody knows is no success (decision D5). */
    static TurnState state(@Nullable String reason) {
        return switch (reason) {
            case null -> TurnState.COMPLETED;
            case "end_turn", "max_tokens" -> TurnState.COMPLETED;
            case "cancelled" -> TurnState.CANCELLED;
            case "max_turn_requests", "refusal", "error" -> TurnState.FAILED;
            default -> TurnState.FAILED;
        };
    }
}
