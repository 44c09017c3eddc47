package dev.tapedeck.wire.opencodeevent2;

import static dev.tapedeck.canonical.EventType.ITEM_COMPLETED;
import static dev.tapedeck.canonical.EventType.RUNTIME_ERROR;
import static dev.tapedeck.canonical.EventType.THREAD_METADATA_UPDATED;
import static dev.tapedeck.canonical.EventType.THREAD_TOKEN_USAGE_UPDATED;
import static dev.tapedeck.rules.Concept.COMPACTION;
import static dev.tapedeck.rules.Concept.COST;
import static dev.tapedeck.rules.Concept.DROPPED_TODAY;
import static dev.tapedeck.rules.Concept.ERROR;
import static dev.tapedeck.rules.Concept.MULTIMODAL;
import static dev.tapedeck.rules.Concept.OTHER;
import static dev.tapedeck.rules.Concept.SESSION;
import static dev.tapedeck.rules.Concept.TEXT;
import static dev.tapedeck.rules.Concept.TURN_END;
import static dev.tapedeck.rules.Concept.USAGE;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.ThreadPayload.ThreadMetadataUpdated;
import dev.tapedeck.canonical.TurnState;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.RuleBook;
import dev.tapedeck.wire.opencodeevent.RequestRules;
import dev.tapedeck.wire.opencodeevent.StepEvents;
import dev.tapedeck.wire.opencodeevent.Turns;

/** The names of release 2.x: an execution is a turn, with a beginning and an end that say so. */
final class Executions {
    private Executions() {}

    static void rules(RuleBook.Builder book) {
        StepEvents.common(book, "session.");
        RequestRules.question(book, "form.", "cancelled");
        book.map("session.execution.started", OTHER, Turns.and(), (frame, out) -> new Turns(frame, out).begin())
                .map("session.execution.succeeded", TURN_END, Turns.and(), ended(TurnState.COMPLETED))
                .also(USAGE, COST)
                .map("session.execution.interrupted", TURN_END, Turns.and(), ended(TurnState.INTERRUPTED))
                .also(USAGE, COST)
                .gap("who interrupted a turn is carried by raw only")
                .map("session.execution.failed", TURN_END, Turns.and(RUNTIME_ERROR), Executions::failed)
                .also(ERROR, USAGE, COST)
                .map("session.input.admitted", TEXT, ITEM_COMPLETED, Executions::admitted)
                .also(MULTIMODAL, DROPPED_TODAY)
                .duplicate("session.input.promoted", "session.input.admitted")
                .map("session.step.ended", USAGE, THREAD_TOKEN_USAGE_UPDATED, Executions::stepEnded)
                .also(COST)
                .map("session.step.failed", ERROR, RUNTIME_ERROR, Executions::stepFailed)
                .map("session.retry.scheduled", ERROR, RUNTIME_ERROR, StepEvents::retried)
                .map("session.compaction.failed", COMPACTION, ITEM_COMPLETED, StepEvents::compactionFailed)
                .map("session.usage.updated", USAGE, THREAD_TOKEN_USAGE_UPDATED, StepEvents::totals)
                .also(COST)
                .map("session.agent.selected", OTHER, THREAD_METADATA_UPDATED, StepEvents.settings("agent"))
                .map("session.model.selected", OTHER, THREAD_METADATA_UPDATED, StepEvents.settings("model"))
                .map("session.renamed", OTHER, THREAD_METADATA_UPDATED, (frame, out) ->
                        out.emit(new ThreadMetadataUpdated(frame.text("/title"), null, null, null)))
                .also(SESSION)
                .map("session.forked", OTHER, THREAD_METADATA_UPDATED, (frame, out) ->
                        out.emit(new ThreadMetadataUpdated(null, frame.node(""), null, null)))
                .map("session.step.started", OTHER, THREAD_METADATA_UPDATED, (frame, out) ->
                        StepEvents.runsWith(frame, new Turns(frame, out), out))
                .drop("session.usage.recorded", "a figure that session.usage.updated sums up")
                .drop("session.compaction.admitted", "a compaction that waits; its start tells it")
                .drop("session.instructions.updated", "instructions that the provider writes into the context")
                .drop("session.skill.activated", "instructions that the provider writes into the context");
    }

    private static dev.tapedeck.rules.Rule.Mapping ended(TurnState state) {
        return (frame, out) -> new Turns(frame, out).end(state);
    }

    private static void failed(FrameView frame, Emitter out) {
        StepEvents.error(frame, out);
        new Turns(frame, out).end(TurnState.FAILED);
    }

    private static void stepEnded(FrameView frame, Emitter out) {
        Turns turns = new Turns(frame, out);
        StepEvents.usage(frame, turns, out);
        turns.finished(frame.text("/finish"));
    }

    private static void stepFailed(FrameView frame, Emitter out) {
        StepEvents.error(frame, out);
    }

    /** A prompt that waits or steers; the wire tells its words once, here. */
    private static void admitted(FrameView frame, Emitter out) {
        JsonNode input = frame.node("/input");
        JsonNode prompt = input.path("prompt").isObject() ? input.get("prompt") : input;
        StepEvents.user(frame.text("/inputID"), prompt, new Turns(frame, out).next(), out);
    }
}
