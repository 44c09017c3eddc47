package dev.tapedeck.wire.codexappserver;

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
import dev.tapedeck.canonical.StepStatus;
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
import dev.tapedeck.rules.Send;
import dev.tapedeck.rules.TurnTokens;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Turns: their start and end, plan and diff, and what a client sends to begin or steer one. */
final class CodexTurns {
    private CodexTurns() {}

    static void rules(RuleBook.Builder book) {
        book.map("turn/started", OTHER, TURN_STARTED, CodexTurns::started)
                .gap("model and effort come with the thread's settings")
                .duplicate("turn/start#result", "turn/started")
                .map("review/start#result", OTHER, TURN_STARTED, CodexTurns::reviewStarted)
                .map("turn/completed", TURN_END, TURN_COMPLETED, CodexTurns::completed)
                .also(USAGE, ERROR)
                .gap("no stop reason and no cost are told")
                .map("turn/plan/updated", DROPPED_TODAY, TURN_PLAN_UPDATED, CodexTurns::plan)
                .map("turn/diff/updated", TOOL_OUTPUT, TURN_DIFF_UPDATED, CodexTurns::diff)
                .gap("the runtime vocabulary has no event for the diff of a whole turn")
                .drop("turn/moderationMetadata", "moderation marks for the vendor's own apps, of no told shape")
                .send("turn/start", CodexTurns::sent)
                .send("turn/steer", CodexTurns::sent)
                .send("thread/queue/add", CodexTurns::sent);
    }

    /** A review's turn is announced by the answer alone; what then starts inside it is told under its id. */
    private static void reviewStarted(FrameView frame, Emitter out) {
        CodexUsage.tokens(out).turnStarts(frame.text("/result/turn/id"));
        out.emit(new TurnStarted(null, null, frame.time("/result/turn/startedAt")));
    }

    private static void started(FrameView frame, Emitter out) {
        TurnTokens counter = CodexUsage.tokens(out);
        String root = frame.optionalText("/params/turn/rootTurnId");
        if (root != null && !root.equals(frame.text("/params/turn/id")) && counter.isRunning(root)) {
            return;
        }
        counter.turnStarts(frame.text("/params/turn/id"));
        out.emit(new TurnStarted(null, null, frame.time("/params/turn/startedAt")));
    }

    private static void completed(FrameView frame, Emitter out) {
        String status = frame.text("/params/turn/status");
        TurnState state = state(status);
        String told = frame.optionalText("/params/turn/error/message");
        String message = told == null && !isKnown(status) ? "unknown turn status " + status : told;
        Usage usage = null;
        if (state != TurnState.IN_PROGRESS) {
            usage = CodexUsage.tokens(out).turnEnds(frame.text("/params/turn/id"));
            new OpenRequests(out.scratch()).turnEnds(out.refs());
            if (out.refs().thread() != null) {
                out.scratch().remove(CodexContent.partKey(out.refs().thread()));
            }
        }
        Instant completedAt = frame.time("/params/turn/completedAt");
        out.emit(new TurnCompleted(state, null, null, null, null, message, usage, completedAt));
    }

    /** A status that nobody knows is never a success (decision D5). */
    private static TurnState state(String status) {
        return switch (status) {
            case "completed" -> TurnState.COMPLETED;
            case "interrupted" -> TurnState.INTERRUPTED;
            case "inProgress" -> TurnState.IN_PROGRESS;
            default -> TurnState.FAILED;
        };
    }

    private static boolean isKnown(String status) {
        return state(status) != TurnState.FAILED || status.equals("failed");
    }

    private static void plan(FrameView frame, Emitter out) {
        List<TurnPlanUpdated.Step> steps = new ArrayList<>();
        int count = frame.array("/params/plan").size();
        for (int i = 0; i < count; i++) {
            String status = frame.text("/params/plan/" + i + "/status");
            steps.add(new TurnPlanUpdated.Step(frame.text("/params/plan/" + i + "/step"), step(status)));
        }
        out.emit(new TurnPlanUpdated(frame.optionalText("/params/explanation"), steps));
    }

    private static StepStatus step(String status) {
        return switch (status) {
            case "completed" -> StepStatus.COMPLETED;
            case "inProgress" -> StepStatus.IN_PROGRESS;
            default -> StepStatus.PENDING;
        };
    }

    private static void diff(FrameView frame, Emitter out) {
        out.emit(new TurnDiffUpdated(frame.text("/params/diff")));
    }

    private static Send sent(FrameView frame) {
        JsonNode input = frame.array("/params/input");
        @Nullable String thread = frame.optionalText("/params/threadId");
        return new Send(thread, CodexInput.text(input), CodexInput.attachments(input));
    }
}
