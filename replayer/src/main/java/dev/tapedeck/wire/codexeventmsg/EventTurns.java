package dev.tapedeck.wire.codexeventmsg;

import static dev.tapedeck.canonical.EventType.RUNTIME_ERROR;
import static dev.tapedeck.canonical.EventType.TURN_ABORTED;
import static dev.tapedeck.canonical.EventType.TURN_COMPLETED;
import static dev.tapedeck.canonical.EventType.TURN_DIFF_UPDATED;
import static dev.tapedeck.canonical.EventType.TURN_PLAN_UPDATED;
import static dev.tapedeck.canonical.EventType.TURN_STARTED;
import static dev.tapedeck.rules.Concept.DROPPED_TODAY;
import static dev.tapedeck.rules.Concept.ERROR;
import static dev.tapedeck.rules.Concept.OTHER;
import static dev.tapedeck.rules.Concept.TOOL_OUTPUT;
import static dev.tapedeck.rules.Concept.TURN_END;
import static dev.tapedeck.rules.Concept.USAGE;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.canonical.StepStatus;
import dev.tapedeck.canonical.TelemetryPayload.RuntimeError;
import dev.tapedeck.canonical.TurnPayload.TurnAborted;
import dev.tapedeck.canonical.TurnPayload.TurnCompleted;
import dev.tapedeck.canonical.TurnPayload.TurnDiffUpdated;
import dev.tapedeck.canonical.TurnPayload.TurnPlanUpdated;
import dev.tapedeck.canonical.TurnPayload.TurnStarted;
import dev.tapedeck.canonical.TurnState;
import dev.tapedeck.canonical.Usage;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.OpenRequests;
import dev.tapedeck.rules.RuleBook;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Turns; newer programs write {@code turn_started} and {@code turn_complete}, older ones {@code task_…}. */
final class EventTurns {
    private EventTurns() {}

    static void rules(RuleBook.Builder book) {
        for (String word : List.of("task", "turn")) {
            book.map(word + "_started", OTHER, TURN_STARTED, EventTurns::started)
                    .map(word + "_complete", TURN_END, Set.of(TURN_COMPLETED, RUNTIME_ERROR), EventTurns::completed)
                    .also(USAGE, ERROR)
                    .gap("no stop reason and no cost are told");
        }
        book.map("turn_aborted", TURN_END, TURN_ABORTED, EventTurns::aborted)
                .map("plan_update", DROPPED_TODAY, TURN_PLAN_UPDATED, (frame, out) ->
                        plan(frame.node(""), new Session(frame, out)))
                .map("turn_diff", TOOL_OUTPUT, TURN_DIFF_UPDATED, EventTurns::diff)
                .gap("the runtime vocabulary has no event for the diff of a whole turn");
    }

    private static void started(FrameView frame, Emitter out) {
        starts(new Session(frame, out), frame.time("/started_at"));
    }

    /** A turn within a running one, such as a review's, is no turn of its own. */
    static void starts(Session session, @Nullable Instant at) {
        if (!session.isInside() && session.turnStarts()) {
            session.emit(new TurnStarted(null, null, at));
        }
    }

    private static void completed(FrameView frame, Emitter out) {
        Session session = new Session(frame, out);
        Refs turn = session.lastTurn();
        String earlier = session.error();
        String told = frame.optionalText("/error/message");
        if (told != null && earlier == null) {
            session.emit(new RuntimeError(
                    told, EventTelemetry.errorClass(frame.at("/error/codex_error_info")), frame.node("/error"), null));
        }
        String error = told == null ? earlier : told;
        TurnState state = error == null ? TurnState.COMPLETED : TurnState.FAILED;
        Usage usage = ends(session, turn, out);
        session.emit(turn, new TurnCompleted(
                state, null, null, null, null, error, usage, frame.time("/completed_at")));
    }

    private static void aborted(FrameView frame, Emitter out) {
        Session session = new Session(frame, out);
        Refs turn = session.lastTurn();
        ends(session, turn, out);
        session.emit(turn, new TurnAborted(frame.text("/reason")));
    }

    private static @Nullable Usage ends(Session session, Refs turn, Emitter out) {
        Usage usage = session.tokens().turnEnds(turn.turn() == null ? "" : turn.turn());
        new OpenRequests(out.scratch()).turnEnds(turn);
        session.turnEnds();
        return usage;
    }

    /** A plan as an event tells it, or as the model writes it with its tool. */
    static void plan(JsonNode told, Session session) {
        List<TurnPlanUpdated.Step> steps = new ArrayList<>();
        for (JsonNode step : told.path("plan")) {
            StepStatus status =
                    switch (step.path("status").asText()) {
                        case "completed" -> StepStatus.COMPLETED;
                        case "in_progress" -> StepStatus.IN_PROGRESS;
                        default -> StepStatus.PENDING;
                    };
            steps.add(new TurnPlanUpdated.Step(step.path("step").asText(), status));
        }
        session.emit(new TurnPlanUpdated(told.path("explanation").textValue(), steps));
    }

    private static void diff(FrameView frame, Emitter out) {
        new Session(frame, out).emit(new TurnDiffUpdated(frame.text("/unified_diff")));
    }
}
