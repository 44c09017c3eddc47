package dev.tapedeck.wire.acp;

import static dev.tapedeck.canonical.EventType.ITEM_COMPLETED;
import static dev.tapedeck.canonical.EventType.ITEM_UPDATED;
import static dev.tapedeck.canonical.EventType.TURN_PLAN_UPDATED;
import static dev.tapedeck.rules.Concept.DROPPED_TODAY;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.ItemPayload.ItemCompleted;
import dev.tapedeck.canonical.ItemPayload.ItemUpdated;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemStatus;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.canonical.StepStatus;
import dev.tapedeck.canonical.TurnPayload.TurnPlanUpdated;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.Nodes;
import dev.tapedeck.rules.RuleBook;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Plans: the list of steps is the turn's; a plan that is a text has an item of its own. */
final class AcpPlans {
    private AcpPlans() {}

    static void rules(RuleBook.Builder book) {
        book.map(
                        Acp.UPDATE + "plan",
                        DROPPED_TODAY,
                        Emits.content(TURN_PLAN_UPDATED),
                        History.orNow(AcpPlans::told))
                .gap("a step's priority, and that a step was given up, is carried by raw only")
                .map(
                        Acp.UPDATE + "plan_update",
                        DROPPED_TODAY,
                        Emits.content(TURN_PLAN_UPDATED, ITEM_UPDATED),
                        History.orNow(AcpPlans::update))
                .gap("a step's priority, and that a step was given up, is carried by raw only")
                .map(Acp.UPDATE + "plan_removed", DROPPED_TODAY, ITEM_COMPLETED, History.orNow(AcpPlans::removed));
    }

    private static void told(FrameView frame, Emitter out) {
        steps(frame.array("/params/update/entries"), new Conversation(frame, out).content(), out);
    }

    /** Tools that keep the plan tell its steps in their input. */
    static void ofTool(JsonNode told, Refs refs, Emitter out) {
        JsonNode todos = told.at("/rawInput/todos");
        if (todos.isArray()) {
            steps(todos, refs.withItem(null), out);
        }
    }

    /** A plan outside a turn is nobody's plan. */
    static void steps(JsonNode entries, Refs refs, Emitter out) {
        if (refs.turn() == null) {
            return;
        }
        List<TurnPlanUpdated.Step> steps = new ArrayList<>(entries.size());
        for (JsonNode entry : entries) {
            StepStatus status = status(entry.path("status").asText());
            steps.add(new TurnPlanUpdated.Step(entry.path("content").asText(), status));
        }
        out.emit(refs.withItem(null), null, new TurnPlanUpdated(null, steps));
    }

    /** What is to be done of a step; one that was given up keeps its place, and stays undone. */
    private static StepStatus status(String word) {
        return switch (word) {
            case "completed" -> StepStatus.COMPLETED;
            case "in_progress" -> StepStatus.IN_PROGRESS;
            default -> StepStatus.PENDING;
        };
    }

    private static void update(FrameView frame, Emitter out) {
        Refs refs = new Conversation(frame, out).content();
        JsonNode plan = frame.node("/params/update/plan");
        if (plan.path("entries").isArray()) {
            steps(plan.path("entries"), refs, out);
            return;
        }
        String text = Nodes.firstText(plan, "content", "markdown", "text", "uri");
        out.emit(refs.withItem(item(plan.path("planId").asText(plan.path("id").asText()))), null, new ItemUpdated(
                ItemSnapshot.of(ItemType.PLAN)
                        .status(ItemStatus.IN_PROGRESS)
                        .title(Nodes.firstText(plan, "title", "uri"))
                        .text(text)
                        .build()));
    }

    private static void removed(FrameView frame, Emitter out) {
        JsonNode update = frame.node("/params/update");
        Refs refs = new Conversation(frame, out).heard();
        out.emit(refs.withItem(item(update.path("planId").asText(update.path("id").asText()))), null, new ItemCompleted(
                ItemSnapshot.of(ItemType.PLAN).status(ItemStatus.COMPLETED).detail("removed").build()));
    }

    private static String item(String plan) {
        return "plan:" + plan;
    }
}
