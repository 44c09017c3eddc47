package dev.tapedeck.wire.claudestreamjson;

import static dev.tapedeck.canonical.EventType.HOOK_COMPLETED;
import static dev.tapedeck.canonical.EventType.HOOK_PROGRESS;
import static dev.tapedeck.canonical.EventType.HOOK_STARTED;
import static dev.tapedeck.canonical.EventType.RUNTIME_WARNING;
import static dev.tapedeck.canonical.EventType.TASK_COMPLETED;
import static dev.tapedeck.canonical.EventType.TASK_PROGRESS;
import static dev.tapedeck.canonical.EventType.TASK_STARTED;
import static dev.tapedeck.canonical.EventType.TOOL_PROGRESS;
import static dev.tapedeck.canonical.EventType.TOOL_SUMMARY;
import static dev.tapedeck.rules.Concept.OTHER;
import static dev.tapedeck.rules.Concept.TOOL_STATE;
import static dev.tapedeck.rules.Concept.TURN_END;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.HookOutcome;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.canonical.TaskStatus;
import dev.tapedeck.canonical.TelemetryPayload.HookCompleted;
import dev.tapedeck.canonical.TelemetryPayload.HookProgress;
import dev.tapedeck.canonical.TelemetryPayload.HookStarted;
import dev.tapedeck.canonical.TelemetryPayload.RuntimeWarning;
import dev.tapedeck.canonical.TelemetryPayload.TaskCompleted;
import dev.tapedeck.canonical.TelemetryPayload.TaskProgress;
import dev.tapedeck.canonical.TelemetryPayload.TaskStarted;
import dev.tapedeck.canonical.TelemetryPayload.ToolProgress;
import dev.tapedeck.canonical.TelemetryPayload.ToolSummary;
import dev.tapedeck.canonical.TurnState;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.Nodes;
import dev.tapedeck.rules.RuleBook;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What works beside the model: sub-agents and background commands, hooks, and how far a tool has come. */
final class ClaudeTasks {
    private ClaudeTasks() {}

    static void rules(RuleBook.Builder book) {
        book.map("system:task_started", OTHER, Conversation.and(TASK_STARTED), ClaudeTasks::started)
                .also(TOOL_STATE)
                .map("system:task_progress", OTHER, TASK_PROGRESS, ClaudeTasks::progress)
                .map("system:task_updated", OTHER, TASK_PROGRESS, ClaudeTasks::updated)
                .map(
                        "system:task_notification",
                        OTHER,
                        Conversation.andEnd(TASK_COMPLETED, RUNTIME_WARNING),
                        ClaudeTasks::completed)
                .also(TURN_END)
                .gap("the file that holds a task's output is carried by raw only")
                .duplicate("system:background_tasks_changed", "system:task_started")
                .map("system:hook_started", OTHER, HOOK_STARTED, ClaudeTasks::hookStarted)
                .map("system:hook_progress", OTHER, HOOK_PROGRESS, ClaudeTasks::hookProgress)
                .map("system:hook_response", OTHER, HOOK_COMPLETED, ClaudeTasks::hookCompleted)
                .map("tool_progress", TOOL_STATE, TOOL_PROGRESS, ClaudeTasks::toolProgress)
                .map("tool_use_summary", TOOL_STATE, TOOL_SUMMARY, ClaudeTasks::toolSummary);
    }

    /** A task that is a sub-agent also begins its thread. */
    private static void started(FrameView frame, Emitter out) {
        Conversation conversation = new Conversation(out);
        out.emit(refs(frame, conversation), null, new TaskStarted(
                frame.text("/task_id"), frame.optionalText("/description"), frame.optionalText("/task_type")));
        String tool = frame.optionalText("/tool_use_id");
        if (tool != null && frame.has("/subagent_type")) {
            conversation.child(tool);
            if (Boolean.TRUE.equals(frame.optionalFlag("/is_backgrounded"))) {
                conversation.goesToBackground(tool);
            }
        }
    }

    /** A task that a tool began is that tool's item; others are nobody's. */
    private static Refs refs(FrameView frame, Conversation conversation) {
        String tool = frame.optionalText("/tool_use_id");
        return tool == null ? conversation.now() : conversation.now().withItem(tool);
    }

    private static void progress(FrameView frame, Emitter out) {
        out.emit(refs(frame, new Conversation(out)), null, new TaskProgress(
                frame.text("/task_id"),
                frame.text("/description"),
                frame.optionalNode("/usage"),
                frame.optionalText("/last_tool_name")));
    }

    private static void updated(FrameView frame, Emitter out) {
        JsonNode patch = frame.node("/patch");
        String told = Nodes.firstText(patch, "error", "status", "description");
        boolean background = patch.path("is_backgrounded").asBoolean();
        out.emit(new Conversation(out).now(), null, new TaskProgress(
                frame.text("/task_id"),
                Objects.requireNonNullElse(told, background ? "in background" : "changed"),
                null,
                null));
    }

    /**
     * The last word on a task; a sub-agent's turn is over with it. A command in the background had its item end when it
     * was started, so that what came of it is a notice.
     */
    private static void completed(FrameView frame, Emitter out) {
        Conversation conversation = new Conversation(out);
        String word = frame.text("/status");
        TaskStatus status =
                switch (word) {
                    case "completed" -> TaskStatus.COMPLETED;
                    case "stopped" -> TaskStatus.STOPPED;
                    default -> TaskStatus.FAILED;
                };
        String tool = frame.optionalText("/tool_use_id");
        if (tool != null) {
            conversation.endChild(
                    tool,
                    switch (status) {
                        case COMPLETED -> TurnState.COMPLETED;
                        case FAILED -> TurnState.FAILED;
                        case STOPPED -> TurnState.INTERRUPTED;
                    });
        }
        String summary = frame.optionalText("/summary");
        Refs refs = refs(frame, conversation);
        out.emit(refs, null, new TaskCompleted(frame.text("/task_id"), status, summary, frame.optionalNode("/usage")));
        boolean inBackground = tool != null
                && !conversation.isKnownChild(tool)
                && new OpenTools(out.scratch()).get(tool) == null;
        if (inBackground && summary != null && !summary.isEmpty()) {
            out.emit(conversation.now(), null, new RuntimeWarning(summary, null));
        }
    }

    private static void hookStarted(FrameView frame, Emitter out) {
        out.emit(new HookStarted(frame.text("/hook_id"), frame.text("/hook_name"), frame.text("/hook_event")));
    }

    private static void hookProgress(FrameView frame, Emitter out) {
        out.emit(new HookProgress(
                frame.text("/hook_id"),
                frame.optionalText("/output"),
                frame.optionalText("/stdout"),
                frame.optionalText("/stderr")));
    }

    private static void hookCompleted(FrameView frame, Emitter out) {
        HookOutcome outcome =
                switch (frame.text("/outcome")) {
                    case "success" -> HookOutcome.SUCCESS;
                    case "cancelled" -> HookOutcome.CANCELLED;
                    default -> HookOutcome.ERROR;
                };
        out.emit(new HookCompleted(
                frame.text("/hook_id"),
                outcome,
                frame.optionalText("/output"),
                frame.optionalText("/stdout"),
                frame.optionalText("/stderr"),
                frame.optionalInt("/exit_code")));
    }

    /** A heartbeat has an id of its own; the tool that it speaks for stands where a sub-agent's would. */
    private static void toolProgress(FrameView frame, Emitter out) {
        boolean heartbeat = Boolean.TRUE.equals(frame.optionalFlag("/heartbeat"));
        String parent = frame.optionalText("/parent_tool_use_id");
        String tool = heartbeat && parent != null ? parent : frame.text("/tool_use_id");
        OpenTools.Use use = new OpenTools(out.scratch()).get(tool);
        Conversation conversation = new Conversation(out);
        Refs refs = out.refs();
        String thread = use != null ? use.thread() : heartbeat ? refs.session() : refs.thread();
        String name = frame.optionalText("/tool_name");
        if (use == null && thread != null && name != null) {
            new OpenTools(out.scratch()).start(tool, name, thread);
            use = new OpenTools(out.scratch()).get(tool);
        }
        BigDecimal elapsed = frame.optionalDecimal("/elapsed_time_seconds");
        out.emit(
                refs.withThread(thread)
                        .withTurn(thread == null ? null : conversation.runningTurn(thread))
                        .withItem(tool),
                null,
                new ToolProgress(
                        tool,
                        frame.optionalText("/tool_name"),
                        summary(elapsed),
                        elapsed,
                        use == null ? null : use.tool().itemType()));
    }

    private static @Nullable String summary(@Nullable BigDecimal elapsed) {
        return elapsed == null ? null : "runs for " + elapsed.toPlainString() + " s";
    }

    private static void toolSummary(FrameView frame, Emitter out) {
        List<String> tools = new ArrayList<>();
        for (JsonNode tool : frame.at("/preceding_tool_use_ids")) {
            tools.add(tool.asText());
        }
        out.emit(new Conversation(out).now(), null, new ToolSummary(frame.text("/summary"), tools));
    }
}
