package dev.tapedeck.wire.claudetranscript;

import static dev.tapedeck.canonical.EventType.RUNTIME_ERROR;
import static dev.tapedeck.canonical.EventType.RUNTIME_WARNING;
import static dev.tapedeck.canonical.EventType.THREAD_METADATA_UPDATED;
import static dev.tapedeck.canonical.EventType.THREAD_STATE_CHANGED;
import static dev.tapedeck.canonical.EventType.THREAD_TOKEN_USAGE_UPDATED;
import static dev.tapedeck.canonical.EventType.TURN_COMPLETED;
import static dev.tapedeck.rules.Concept.COMPACTION;
import static dev.tapedeck.rules.Concept.COST;
import static dev.tapedeck.rules.Concept.ERROR;
import static dev.tapedeck.rules.Concept.SESSION;
import static dev.tapedeck.rules.Concept.TURN_END;

import dev.tapedeck.canonical.ErrorClass;
import dev.tapedeck.canonical.TelemetryPayload.RuntimeError;
import dev.tapedeck.canonical.TelemetryPayload.RuntimeWarning;
import dev.tapedeck.canonical.ThreadPayload.ThreadMetadataUpdated;
import dev.tapedeck.canonical.ThreadPayload.ThreadStateChanged;
import dev.tapedeck.canonical.ThreadPayload.ThreadTokenUsageUpdated;
import dev.tapedeck.canonical.ThreadState;
import dev.tapedeck.canonical.TurnPayload.TurnCompleted;
import dev.tapedeck.canonical.TurnState;
import dev.tapedeck.canonical.Usage;
import dev.tapedeck.canonical.UsageFigures;
import dev.tapedeck.canonical.UsageScope;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.Rule;
import dev.tapedeck.rules.RuleBook;
import dev.tapedeck.rules.Transcript;

/** What the program notes between the messages. */
final class TranscriptNotes {
    private TranscriptNotes() {}

    /** What the session cost so far; only its total is told. */
    private static void cost(FrameView frame, Emitter out) {
        Usage total = new Usage(
                UsageScope.THREAD, true, false, null, null, null, null, null, null,
                frame.optionalDecimal("/totalCostUSD"));
        new Transcript(out).emit(new ThreadTokenUsageUpdated(
                frame.node(""), new UsageFigures(total, null, null, null, null)));
    }

    static void rules(RuleBook.Builder book) {
        book.map("system:compact_boundary", COMPACTION, THREAD_STATE_CHANGED, (frame, out) ->
                        new Transcript(out).emit(new ThreadStateChanged(
                                ThreadState.COMPACTED, frame.optionalNode("/compactMetadata"), null)))
                .map("system:turn_duration", TURN_END, TURN_COMPLETED, (frame, out) ->
                        new Transcript(out).ends(TurnCompleted.of(TurnState.COMPLETED)))
                .map("system:api_error", ERROR, RUNTIME_ERROR, (frame, out) -> {
                    String told = frame.at("/error/message").textValue();
                    new Transcript(out).emit(new RuntimeError(
                            told == null ? "the model's API failed" : told,
                            ErrorClass.PROVIDER_ERROR,
                            frame.optionalNode("/error"),
                            frame.has("/retryInMs") ? true : null));
                })
                .map("system:informational", ERROR, RUNTIME_WARNING, (frame, out) ->
                        new Transcript(out).emit(new RuntimeWarning(frame.text("/content"), null)))
                .drop("system:local_command", "a command of the program's own window and what it printed")
                .drop("system:stop_hook_summary", "which hooks ran at the turn's end; none of them is told by itself")
                .drop("system:away_summary", "what the program's window shows to someone who comes back")
                .drop("system:scheduled_task_fire", "the program's own clock; the prompt follows as a message");
        book.map("cost-state", COST, THREAD_TOKEN_USAGE_UPDATED, TranscriptNotes::cost);
        book.map("custom-title", SESSION, THREAD_METADATA_UPDATED, title("/customTitle"))
                .map("ai-title", SESSION, THREAD_METADATA_UPDATED, title("/aiTitle"))
                .map("agent-name", SESSION, THREAD_METADATA_UPDATED, title("/agentName"));
    }

    private static Rule.Mapping title(String place) {
        return (frame, out) ->
                new Transcript(out).emit(new ThreadMetadataUpdated(frame.optionalText(place), null, null, null));
    }
}
