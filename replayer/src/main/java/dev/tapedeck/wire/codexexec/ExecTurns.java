package dev.tapedeck.wire.codexexec;

import static dev.tapedeck.canonical.EventType.RUNTIME_ERROR;
import static dev.tapedeck.canonical.EventType.THREAD_STARTED;
import static dev.tapedeck.canonical.EventType.THREAD_TOKEN_USAGE_UPDATED;
import static dev.tapedeck.canonical.EventType.TURN_COMPLETED;
import static dev.tapedeck.canonical.EventType.TURN_STARTED;
import static dev.tapedeck.rules.Concept.ERROR;
import static dev.tapedeck.rules.Concept.OTHER;
import static dev.tapedeck.rules.Concept.SESSION;
import static dev.tapedeck.rules.Concept.TURN_END;
import static dev.tapedeck.rules.Concept.USAGE;

import dev.tapedeck.canonical.ErrorClass;
import dev.tapedeck.canonical.TelemetryPayload.RuntimeError;
import dev.tapedeck.canonical.ThreadPayload.ThreadStarted;
import dev.tapedeck.canonical.ThreadPayload.ThreadTokenUsageUpdated;
import dev.tapedeck.canonical.TurnPayload.TurnCompleted;
import dev.tapedeck.canonical.TurnPayload.TurnStarted;
import dev.tapedeck.canonical.TurnState;
import dev.tapedeck.canonical.Usage;
import dev.tapedeck.canonical.UsageFigures;
import dev.tapedeck.canonical.UsageScope;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.RuleBook;
import dev.tapedeck.rules.TokenCounts;
import java.util.List;
import java.util.Set;

/** The thread, its turn, what it used, and errors. */
final class ExecTurns {
    /** How the vendor begins the message of an error after which it tries again; no member says so. */
    private static final String TRIES_AGAIN = "Reconnecting... ";

    private static final List<String> COUNTERS = List.of(
            "input_tokens",
            "cached_input_tokens",
            "cache_write_input_tokens",
            "output_tokens",
            "reasoning_output_tokens",
            "total_tokens");

    private ExecTurns() {}

    static void rules(RuleBook.Builder book) {
        book.map("thread.started", SESSION, THREAD_STARTED, ExecTurns::threadStarted)
                .gap("model, working folder, sandbox and tools are not told")
                .map("turn.started", OTHER, TURN_STARTED, ExecTurns::started)
                .gap("what the user asked is not told")
                .map(
                        "turn.completed",
                        TURN_END,
                        Set.of(TURN_COMPLETED, THREAD_TOKEN_USAGE_UPDATED),
                        ExecTurns::completed)
                .also(USAGE)
                .gap("no stop reason and no cost are told; an interrupted turn tells nothing at all")
                .gap("usage is the thread's running total: what a process that goes on with a thread used is not told")
                .map("turn.failed", TURN_END, TURN_COMPLETED, ExecTurns::failed)
                .also(ERROR)
                .gap("what a failed turn used is not told")
                .map("error", ERROR, RUNTIME_ERROR, ExecTurns::error)
                .gap("whether the provider tries again is told by the message's words only");
    }

    private static void threadStarted(FrameView frame, Emitter out) {
        String thread = frame.text("/thread_id");
        Process process = new Process(out);
        process.threadStarts(thread);
        out.emit(process.refs(), null, new ThreadStarted(thread, null, null));
    }

    private static void started(FrameView frame, Emitter out) {
        Process process = new Process(out);
        if (process.turnStarts()) {
            out.emit(process.refs(), null, new TurnStarted(null, null, null));
        }
    }

    private static void completed(FrameView frame, Emitter out) {
        Process process = new Process(out);
        TokenCounts total = TokenCounts.read(frame, "/usage", COUNTERS);
        Usage turn = process.used(total);
        out.emit(process.lastTurn(), null, new ThreadTokenUsageUpdated(
                frame.node("/usage"), new UsageFigures(total.as(UsageScope.THREAD, false), turn, null, null, null)));
        out.emit(process.lastTurn(), null, new TurnCompleted(
                TurnState.COMPLETED, null, frame.node("/usage"), null, null, null, turn, null));
        process.turnEnds();
    }

    private static void failed(FrameView frame, Emitter out) {
        Process process = new Process(out);
        String message = frame.text("/error/message");
        out.emit(process.lastTurn(), null, new TurnCompleted(
                TurnState.FAILED, null, null, null, null, message, null, null));
        process.turnEnds();
    }

    private static void error(FrameView frame, Emitter out) {
        String message = frame.text("/message");
        Boolean willRetry = message.startsWith(TRIES_AGAIN) ? true : null;
        out.emit(new Process(out).refs(), null, new RuntimeError(message, ErrorClass.UNKNOWN, null, willRetry));
    }
}
