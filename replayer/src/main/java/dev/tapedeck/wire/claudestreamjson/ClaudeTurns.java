package dev.tapedeck.wire.claudestreamjson;

import static dev.tapedeck.canonical.EventType.ITEM_COMPLETED;
import static dev.tapedeck.canonical.EventType.RUNTIME_ERROR;
import static dev.tapedeck.canonical.EventType.THREAD_STATE_CHANGED;
import static dev.tapedeck.canonical.EventType.THREAD_TOKEN_USAGE_UPDATED;
import static dev.tapedeck.canonical.EventType.TURN_COMPLETED;
import static dev.tapedeck.rules.Concept.COMPACTION;
import static dev.tapedeck.rules.Concept.COST;
import static dev.tapedeck.rules.Concept.ERROR;
import static dev.tapedeck.rules.Concept.REASONING;
import static dev.tapedeck.rules.Concept.TEXT;
import static dev.tapedeck.rules.Concept.TURN_END;
import static dev.tapedeck.rules.Concept.USAGE;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.ErrorClass;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.canonical.StopReason;
import dev.tapedeck.canonical.TelemetryPayload.RuntimeError;
import dev.tapedeck.canonical.TurnPayload.TurnCompleted;
import dev.tapedeck.canonical.TurnState;
import dev.tapedeck.canonical.Usage;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.Nodes;
import dev.tapedeck.rules.OpenRequests;
import dev.tapedeck.rules.RuleBook;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The end of a turn: one result, however it ended. */
final class ClaudeTurns {
    private static final String LIMIT = "error_max_";

    private ClaudeTurns() {}

    static void rules(RuleBook.Builder book) {
        book.map(
                        "result:success",
                        TURN_END,
                        Conversation.andEnd(
                                TURN_COMPLETED, THREAD_TOKEN_USAGE_UPDATED, ITEM_COMPLETED, THREAD_STATE_CHANGED),
                        ClaudeTurns::result)
                .also(USAGE, COST, ERROR, TEXT, REASONING, COMPACTION)
                .gap("what single sub-agents and models used is carried by raw only")
                .gap("the result's text repeats the last message and is left out");
        for (String failure : new String[] {
            ":error_during_execution",
            ":error_max_turns",
            ":error_max_budget_usd",
            ":error_max_structured_output_retries",
            ""
        }) {
            book.map(
                            "result" + failure,
                            TURN_END,
                            Conversation.andEnd(
                                    TURN_COMPLETED,
                                    THREAD_TOKEN_USAGE_UPDATED,
                                    RUNTIME_ERROR,
                                    ITEM_COMPLETED,
                                    THREAD_STATE_CHANGED),
                            ClaudeTurns::result)
                    .also(USAGE, COST, ERROR, COMPACTION);
        }
    }

    private static void result(FrameView frame, Emitter out) {
        Conversation conversation = new Conversation(out);
        if (conversation.isToldAgain(frame.optionalText("/uuid"))) {
            return;
        }
        Refs refs = conversation.running();
        String thread = Conversation.thread(frame, refs);
        TurnState state = state(frame, conversation.isInterrupted(thread));
        if (state == TurnState.COMPLETED) {
            ClaudeStream.endSeen(thread, refs, out);
        }
        // A limit of the client's is looked at between two calls of the model, so that nothing breaks off.
        boolean whole = state == TurnState.COMPLETED || frame.text("/subtype").startsWith(LIMIT);
        Usage usage = ClaudeUsage.turn(frame, whole, out);
        String error = state == TurnState.FAILED ? errorMessage(frame) : null;
        conversation.endForeground(state == TurnState.COMPLETED);
        ClaudeUsage.result(usage, refs, frame, out);
        if (state == TurnState.FAILED && !frame.text("/subtype").equals("success")) {
            out.emit(refs, null, new RuntimeError(
                    Objects.requireNonNullElse(error, frame.text("/subtype")),
                    errorClass(frame.text("/subtype")),
                    Nodes.only(frame.node(""), "subtype", "terminal_reason", "errors"),
                    null));
        }
        new Compacting(out).turnEnds(refs);
        new OpenRequests(out.scratch()).turnEnds(refs);
        conversation.turnEnded(thread);
        out.emit(refs, null, new TurnCompleted(
                state,
                stopReason(frame),
                frame.optionalNode("/usage"),
                frame.optionalNode("/modelUsage"),
                frame.optionalDecimal("/total_cost_usd"),
                error,
                usage,
                null,
                stop(frame)));
    }

    /**
     * Only a success without an error is one, whatever new word comes (decision D5). Older programs do not say why a
     * turn ended; one that was to stop and then did not succeed was interrupted.
     */
    private static TurnState state(FrameView frame, boolean wasToStop) {
        String reason = frame.optionalText("/terminal_reason");
        boolean failed = Boolean.TRUE.equals(frame.optionalFlag("/is_error"));
        boolean succeeded = frame.text("/subtype").equals("success") && !failed;
        if (reason == null ? wasToStop && !succeeded : reason.startsWith("aborted_")) {
            return TurnState.INTERRUPTED;
        }
        return succeeded ? TurnState.COMPLETED : TurnState.FAILED;
    }

    private static @Nullable String stopReason(FrameView frame) {
        String stop = frame.optionalText("/stop_reason");
        return stop == null ? frame.optionalText("/terminal_reason") : stop;
    }

    /** Limits of the client's first, since their results carry the stop reason of the last message. */
    private static @Nullable StopReason stop(FrameView frame) {
        return switch (frame.text("/subtype")) {
            case "error_max_turns" -> StopReason.MAX_TURNS;
            case "error_max_budget_usd" -> StopReason.MAX_BUDGET;
            case "success" -> stopOf(frame.optionalText("/stop_reason"));
            default -> null;
        };
    }

    private static @Nullable StopReason stopOf(@Nullable String reason) {
        return switch (reason) {
            case "max_tokens", "model_context_window_exceeded" -> StopReason.MAX_TOKENS;
            case "refusal" -> StopReason.REFUSAL;
            case null, default -> null;
        };
    }

    private static @Nullable String errorMessage(FrameView frame) {
        StringBuilder message = new StringBuilder();
        for (JsonNode error : frame.at("/errors")) {
            message.append(message.isEmpty() ? "" : "\n").append(error.asText());
        }
        if (message.isEmpty()) {
            String result = frame.optionalText("/result");
            return result == null || result.isEmpty() ? null : result;
        }
        return message.toString();
    }

    /** Turns, money and retries are limits that the client set. */
    private static ErrorClass errorClass(String subtype) {
        return subtype.startsWith(LIMIT) ? ErrorClass.VALIDATION_ERROR : ErrorClass.UNKNOWN;
    }
}
