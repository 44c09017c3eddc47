package dev.tapedeck.wire.acp;

import static dev.tapedeck.canonical.EventType.ITEM_COMPLETED;
import static dev.tapedeck.canonical.EventType.ITEM_STARTED;
import static dev.tapedeck.canonical.EventType.ITEM_UPDATED;
import static dev.tapedeck.canonical.EventType.REQUEST_OPENED;
import static dev.tapedeck.canonical.EventType.REQUEST_RESOLVED;
import static dev.tapedeck.canonical.EventType.TURN_PLAN_UPDATED;
import static dev.tapedeck.canonical.EventType.USER_INPUT_REQUESTED;
import static dev.tapedeck.canonical.EventType.USER_INPUT_RESOLVED;
import static dev.tapedeck.canonical.RequestType.DYNAMIC_TOOL_CALL;
import static dev.tapedeck.canonical.RequestType.TOOL_USER_INPUT;
import static dev.tapedeck.canonical.RequestType.UNKNOWN;
import static dev.tapedeck.rules.Concept.DROPPED_TODAY;
import static dev.tapedeck.rules.Concept.MULTIMODAL;
import static dev.tapedeck.rules.Concept.OTHER;
import static dev.tapedeck.rules.Concept.PERMISSION;
import static dev.tapedeck.rules.Concept.TOOL_CALL;
import static dev.tapedeck.rules.Concept.TOOL_OUTPUT;
import static dev.tapedeck.rules.Concept.TOOL_STATE;
import static dev.tapedeck.rules.Concept.TURN_END;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.canonical.Attachment;
import dev.tapedeck.canonical.ItemPayload.ItemCompleted;
import dev.tapedeck.canonical.ItemPayload.ItemStarted;
import dev.tapedeck.canonical.ItemPayload.ItemUpdated;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemStatus;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.canonical.RequestPayload.UserInputRequested;
import dev.tapedeck.canonical.RequestPayload.UserInputResolved;
import dev.tapedeck.canonical.ToolKind;
import dev.tapedeck.canonical.TurnPayload.TurnCompleted;
import dev.tapedeck.canonical.TurnState;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.Nodes;
import dev.tapedeck.rules.Rule;
import dev.tapedeck.rules.RuleBook;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Methods that one vendor added. Any other method of a vendor's is unmapped: a request is refused in its turn, a
 * notification is counted by its name.
 */
final class AcpExtensions {
    private AcpExtensions() {}

    static void rules(RuleBook.Builder book) {
        var answered = Set.of(USER_INPUT_RESOLVED, REQUEST_RESOLVED);
        book.map(
                        "cursor/ask_question",
                        PERMISSION,
                        Set.of(USER_INPUT_REQUESTED, REQUEST_OPENED),
                        AcpExtensions::question)
                .map("cursor/ask_question#result", PERMISSION, answered, AcpExtensions::questionAnswered)
                .map(
                        "cursor/create_plan",
                        PERMISSION,
                        Emits.content(ITEM_STARTED, TURN_PLAN_UPDATED, REQUEST_OPENED),
                        AcpExtensions::plan)
                .also(DROPPED_TODAY)
                .map(
                        "cursor/create_plan#result",
                        PERMISSION,
                        Set.of(REQUEST_RESOLVED, ITEM_COMPLETED),
                        AcpExtensions::planDecided)
                .also(DROPPED_TODAY)
                .cancelAnswer("cursor/ask_question", AcpRequests.outcome("cancelled"))
                .cancelAnswer("cursor/create_plan", AcpRequests.outcome("cancelled"))
                .map(
                        "cursor/update_todos",
                        DROPPED_TODAY,
                        Emits.content(TURN_PLAN_UPDATED, REQUEST_OPENED),
                        asked(AcpExtensions::todos))
                .gap("that a step was given up is carried by raw only")
                .map(
                        "cursor/task",
                        TOOL_CALL,
                        Emits.contentAndEnd(ITEM_STARTED, ITEM_UPDATED, REQUEST_OPENED),
                        asked(AcpExtensions::task))
                .also(TOOL_STATE, TURN_END)
                .map(
                        "cursor/generate_image",
                        MULTIMODAL,
                        Emits.content(ITEM_STARTED, ITEM_COMPLETED, REQUEST_OPENED),
                        asked(AcpExtensions::image))
                .also(TOOL_CALL, TOOL_STATE, TOOL_OUTPUT);
        for (String method : List.of("ask_question", "create_plan", "update_todos", "task", "generate_image")) {
            book.map("cursor/" + method + "#error", OTHER, REQUEST_RESOLVED, AcpRequests::refused);
        }
        for (String method : List.of("update_todos", "task", "generate_image")) {
            book.map("cursor/" + method + "#result", OTHER, REQUEST_RESOLVED, AcpRequests::answered);
        }
    }

    /** Documented as a notification, and seen as a request: then a program answers it. */
    private static Rule.Mapping asked(Rule.Mapping mapping) {
        return (frame, out) -> {
            mapping.map(frame, out);
            if (frame.message().isServerRequest()) {
                AcpRequests.opened(DYNAMIC_TOOL_CALL, frame.at("/params/description").textValue(), frame, out);
            }
        };
    }

    private static void question(FrameView frame, Emitter out) {
        Refs refs = AcpRequests.questionRefs(frame, out).withRequest(frame.message().id());
        out.emit(refs, null, new UserInputRequested(frame.array("/params/questions")));
        String title = frame.at("/params/title").textValue();
        String first = frame.at("/params/questions/0/prompt").textValue();
        AcpRequests.opened(TOOL_USER_INPUT, title == null ? first : title, refs, frame, out);
    }

    private static void questionAnswered(FrameView frame, Emitter out) {
        JsonNode answers = frame.at("/result/outcome/answers");
        if (!answers.isMissingNode()) {
            out.emit(AcpRequests.asked(frame, out), null, new UserInputResolved(answers));
        }
        decided(frame, out);
    }

    /** Returns whether the user agreed, as far as the answer tells. */
    private static @Nullable Boolean decided(FrameView frame, Emitter out) {
        JsonNode answer = frame.node("/result");
        JsonNode outcome = answer.path("outcome");
        String word = outcome.isTextual() ? outcome.textValue() : outcome.path("outcome").textValue();
        Boolean approved = word == null ? null : (Boolean) (word.equals("accepted") || word.equals("answered"));
        AcpRequests.resolved(word, answer, "cancelled".equals(word) ? true : null, approved, frame, out);
        return approved;
    }

    /** A plan to agree to: its text is an item, its steps are the turn's. */
    private static void plan(FrameView frame, Emitter out) {
        Refs refs = new Conversation(frame, out).content();
        new Segments(out).end(refs);
        String name = Nodes.firstText(frame.node("/params"), "name", "overview");
        String item = "plan:" + frame.at("/params/toolCallId").asText(Asked.key(frame));
        out.emit(refs.withItem(item), null, new ItemStarted(ItemSnapshot.of(ItemType.PLAN)
                .status(ItemStatus.IN_PROGRESS)
                .title(name)
                .text(frame.at("/params/plan").textValue())
                .build()));
        if (!frame.at("/params/todos").isEmpty()) {
            AcpPlans.steps(frame.at("/params/todos"), refs, out);
        }
        AcpRequests.opened(UNKNOWN, name, ToolKind.MODE, refs.withItem(item), frame, out);
    }

    private static void planDecided(FrameView frame, Emitter out) {
        Refs plan = AcpRequests.asked(frame, out).withRequest(null);
        boolean agreed = Boolean.TRUE.equals(decided(frame, out));
        if (plan.item() != null) {
            out.emit(plan, null, new ItemCompleted(ItemSnapshot.of(ItemType.PLAN)
                    .status(agreed ? ItemStatus.COMPLETED : ItemStatus.DECLINED)
                    .build()));
        }
    }

    /** The whole list, or steps that change it by their ids. */
    private static void todos(FrameView frame, Emitter out) {
        Refs refs = new Conversation(frame, out).content();
        String key = "todos/" + refs.thread();
        ObjectNode steps = Nodes.object();
        JsonNode before = out.scratch().get(key);
        if (frame.at("/params/merge").asBoolean() && before != null) {
            steps.setAll((ObjectNode) before.deepCopy());
        }
        for (JsonNode todo : frame.array("/params/todos")) {
            String id = todo.path("id").asText();
            ObjectNode step = Nodes.without(steps.get(id));
            todo.properties().forEach(member -> {
                if (Set.of("content", "status").contains(member.getKey())) {
                    step.set(member.getKey(), member.getValue());
                }
            });
            steps.set(id, step);
        }
        out.scratch().store(key, steps);
        AcpPlans.steps(steps, refs, out);
    }

    /** A sub-agent's work is done: the call that started it leads to its session, whose turn ends. */
    private static void task(FrameView frame, Emitter out) {
        Conversation conversation = new Conversation(frame, out);
        JsonNode told = frame.node("/params");
        String id = told.path("toolCallId").asText("task:" + frame.message().seq());
        String session = conversation.session();
        Refs refs = conversation.content().withItem(id);
        String child = Nodes.firstText(told, "agentId", "subagentSessionId");
        OpenTools tools = new OpenTools(out.scratch(), session);
        OpenTools.Use known = tools.get(id);
        if (known != null) {
            tools.put(id, known.withType(ItemType.COLLAB_AGENT_TOOL_CALL));
        }
        ItemSnapshot.Builder item = ItemSnapshot.of(ItemType.COLLAB_AGENT_TOOL_CALL)
                .title(told.path("description").textValue())
                .tool(known == null ? "task" : null)
                .childThread(child);
        out.emit(refs, null, known == null
                ? new ItemStarted(item.status(ItemStatus.IN_PROGRESS).build())
                : new ItemUpdated(item.build()));
        if (known == null) {
            out.emit(refs, null, new ItemCompleted(ItemSnapshot.of(ItemType.COLLAB_AGENT_TOOL_CALL)
                    .status(ItemStatus.COMPLETED)
                    .build()));
        }
        if (child != null && new Turns(out).runs(child)) {
            new Turns(out).end(
                    new Refs(child, child, null, null, null),
                    TurnCompleted.of(TurnState.COMPLETED));
        }
    }

    private static void image(FrameView frame, Emitter out) {
        Refs refs = new Conversation(frame, out).content();
        new Segments(out).end(refs);
        String path = frame.at("/params/filePath").textValue();
        String id = "image:" + frame.at("/params/toolCallId").asText(Long.toString(frame.message().seq()));
        ItemSnapshot item = ItemSnapshot.of(ItemType.IMAGE_VIEW)
                .tool("generate_image")
                .toolKind(ToolKind.IMAGE)
                .status(ItemStatus.COMPLETED)
                .title(frame.at("/params/description").textValue())
                .attachments(path == null ? null : List.of(Attachment.of("image", path, null)))
                .build();
        out.emit(refs.withItem(id), null, new ItemCompleted(item));
    }
}
