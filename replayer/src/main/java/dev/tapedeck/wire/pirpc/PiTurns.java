package dev.tapedeck.wire.pirpc;

import static dev.tapedeck.canonical.EventType.RUNTIME_ERROR;
import static dev.tapedeck.canonical.EventType.RUNTIME_WARNING;
import static dev.tapedeck.canonical.EventType.SESSION_STATE_CHANGED;
import static dev.tapedeck.canonical.EventType.TURN_COMPLETED;
import static dev.tapedeck.rules.Concept.COST;
import static dev.tapedeck.rules.Concept.ERROR;
import static dev.tapedeck.rules.Concept.OTHER;
import static dev.tapedeck.rules.Concept.SESSION;
import static dev.tapedeck.rules.Concept.TURN_END;
import static dev.tapedeck.rules.Concept.USAGE;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.ErrorClass;
import dev.tapedeck.canonical.ErrorKind;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.canonical.SessionPayload.SessionStateChanged;
import dev.tapedeck.canonical.SessionState;
import dev.tapedeck.canonical.StopReason;
import dev.tapedeck.canonical.TelemetryPayload.RuntimeError;
import dev.tapedeck.canonical.TelemetryPayload.RuntimeWarning;
import dev.tapedeck.canonical.TurnPayload.TurnCompleted;
import dev.tapedeck.canonical.TurnState;
import dev.tapedeck.canonical.Usage;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.Nodes;
import dev.tapedeck.rules.OpenRequests;
import dev.tapedeck.rules.RuleBook;
import dev.tapedeck.wire.pirpc.Conversation.State;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** When the agent works and how it stopped, and what it tries again. */
final class PiTurns {
    static final String OUTCOME = "outcome";

    private static final String TOO_MANY = "429";
    private static final Pattern STATUS = Pattern.compile("^(\\d{3})\\b");
    private static final Pattern NO_ANSWER = Pattern.compile(
            "connection error|terminated|ECONN|EPIPE|socket|fetch failed|timed? ?out", Pattern.CASE_INSENSITIVE);

    private PiTurns() {}

    static void rules(RuleBook.Builder book) {
        book.map("agent_start", OTHER, Conversation.inTurn(SESSION_STATE_CHANGED), PiTurns::started)
                .also(SESSION)
                .map("agent_end", TURN_END, Set.of(RUNTIME_ERROR, TURN_COMPLETED), PiTurns::ended)
                .also(USAGE, COST, ERROR)
                .map(
                        "agent_settled",
                        TURN_END,
                        Set.of(RUNTIME_ERROR, TURN_COMPLETED, SESSION_STATE_CHANGED),
                        PiTurns::settled)
                .also(USAGE, COST, ERROR)
                .drop("turn_start", "begins one model call with its tools, a step of the turn that agent_start began")
                .duplicate("turn_end", "message_end:assistant")
                .map("auto_retry_start", ERROR, RUNTIME_ERROR, PiTurns::retry)
                .map("auto_retry_end", ERROR, Set.of(RUNTIME_WARNING, RUNTIME_ERROR, TURN_COMPLETED), PiTurns::retried)
                .also(TURN_END, USAGE, COST)
                .gap("that a retry helped is told by the message that follows")
                .map("summarization_retry_scheduled", ERROR, RUNTIME_ERROR, PiTurns::retry)
                .drop("summarization_retry_attempt_start", "the attempt that has just been scheduled begins")
                .drop("summarization_retry_finished", "the end of the compaction tells how it went");
    }

    /** Whether a message stopped before it was whole; a word that nobody knows is no success (decision D5). */
    static boolean broken(@Nullable String stop) {
        return switch (stop) {
            case "stop", "length", "toolUse", "deferred" -> false;
            case null -> false;
            default -> true;
        };
    }

    /** Takes note of how a message of the model's stopped: the last one decides how its turn ended. */
    static void outcome(@Nullable String stop, @Nullable String error, Emitter out) {
        out.scratch().put(OUTCOME, Nodes.array().add(stop).add(error));
    }

    private static void started(FrameView frame, Emitter out) {
        Refs refs = new Conversation(out).agentStarts();
        out.emit(refs, null, new SessionStateChanged(SessionState.RUNNING, "agent_start", null));
    }

    private static void ended(FrameView frame, Emitter out) {
        Conversation conversation = new Conversation(out);
        noteLast(frame.array("/messages"), out);
        Boolean willRetry = frame.optionalFlag("/willRetry");
        boolean goesOn = willRetry != null && (willRetry || mayBeRepaired(out));
        if (goesOn && conversation.state() != State.OVER) {
            conversation.putOff();
        } else {
            end(null, out);
        }
    }

    private static void settled(FrameView frame, Emitter out) {
        boolean aborted = Boolean.TRUE.equals(frame.optionalFlag("/aborted"));
        end(aborted ? TurnState.INTERRUPTED : null, out);
        out.emit(new Conversation(out).now(), null, new SessionStateChanged(SessionState.READY, "agent_settled", null));
    }

    private static void end(@Nullable TurnState known, Emitter out) {
        Conversation conversation = new Conversation(out);
        if (conversation.state() == State.OVER) {
            return;
        }
        Refs refs = conversation.now();
        String stop = told(0, out);
        TurnState state = known == null ? state(stop) : known;
        String error = state == TurnState.COMPLETED ? null : told(1, out);
        Usage usage = PiUsage.turn(out);
        if (state == TurnState.FAILED) {
            out.emit(refs, null, new RuntimeError(
                    Objects.requireNonNullElse(error, "the model stopped: " + stop),
                    errorClass(error),
                    null,
                    null,
                    errorKind(error)));
        }
        new OpenRequests(out.scratch()).turnEnds(refs);
        conversation.turnEnded();
        out.emit(refs, null, new TurnCompleted(
                state,
                stop,
                null,
                null,
                usage == null ? null : usage.costUsd(),
                error,
                usage,
                null,
                "length".equals(stop) ? StopReason.MAX_TOKENS : null));
    }

    private static TurnState state(@Nullable String stop) {
        return "aborted".equals(stop) ? TurnState.INTERRUPTED : broken(stop) ? TurnState.FAILED : TurnState.COMPLETED;
    }

    /** The run's own list of messages tells how it stopped, even where their ends were missed. */
    private static void noteLast(JsonNode messages, Emitter out) {
        for (int i = messages.size() - 1; i >= 0; i--) {
            JsonNode message = messages.get(i);
            if (message.path("role").asText().equals("assistant")) {
                outcome(message.path("stopReason").textValue(), message.path("errorMessage").textValue(), out);
                return;
            }
        }
    }

    /** Whether a compaction may help: not where the model refused the user, failed or could not be reached. */
    private static boolean mayBeRepaired(Emitter out) {
        return switch (told(0, out)) {
            case "length" -> true;
            case "error" ->
                switch (errorClass(told(1, out))) {
                    case VALIDATION_ERROR, UNKNOWN -> true;
                    case PERMISSION_ERROR, PROVIDER_ERROR, TRANSPORT_ERROR -> false;
                };
            case null -> false;
            default -> false;
        };
    }

    private static @Nullable String told(int part, Emitter out) {
        JsonNode outcome = out.scratch().get(OUTCOME);
        return outcome == null ? null : outcome.path(part).textValue();
    }

    private static void retry(FrameView frame, Emitter out) {
        String error = frame.text("/errorMessage");
        String attempt = frame.at("/attempt").asText("?") + " of " + frame.at("/maxAttempts").asText("?");
        out.emit(new Conversation(out).now(), null, new RuntimeError(
                "retry " + attempt + ": " + error,
                errorClass(error),
                Nodes.without(frame.node(""), "type"),
                true,
                errorKind(error)));
    }

    /** Without a further attempt a turn that waited for one is over, by the program's last word. */
    private static void retried(FrameView frame, Emitter out) {
        if (frame.flag("/success")) {
            return;
        }
        String error = Objects.requireNonNullElse(frame.optionalText("/finalError"), "unknown");
        Conversation conversation = new Conversation(out);
        if (conversation.state() != State.OVER) {
            outcome("error", error, out);
            end(null, out);
        } else {
            out.emit(conversation.lastTurn(), null, new RuntimeWarning(
                    "no more retries: " + error, Nodes.without(frame.node(""), "type")));
        }
    }

    /** Who is asked to wait is told apart from whom the model failed. */
    private static @Nullable ErrorKind errorKind(@Nullable String error) {
        return error != null && error.startsWith(TOO_MANY) ? ErrorKind.RATE_LIMIT : null;
    }

    /** By the HTTP status that begins the message, or by the words of a connection that failed. */
    private static ErrorClass errorClass(@Nullable String error) {
        if (error == null) {
            return ErrorClass.UNKNOWN;
        }
        Matcher status = STATUS.matcher(error);
        if (status.find()) {
            int code = Integer.parseInt(status.group(1));
            if (code == 401 || code == 403) {
                return ErrorClass.PERMISSION_ERROR;
            }
            return code == 429 || code >= 500 ? ErrorClass.PROVIDER_ERROR : ErrorClass.VALIDATION_ERROR;
        }
        return NO_ANSWER.matcher(error).find() ? ErrorClass.TRANSPORT_ERROR : ErrorClass.UNKNOWN;
    }
}
