package dev.tapedeck.projection;

import dev.tapedeck.canonical.CanonicalEvent;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.canonical.TelemetryPayload.RuntimeError;
import dev.tapedeck.canonical.TelemetryPayload.TaskCompleted;
import dev.tapedeck.canonical.TelemetryPayload.TaskStarted;
import dev.tapedeck.canonical.TelemetryPayload.ToolProgress;
import dev.tapedeck.rules.Message;
import dev.tapedeck.runtime.ItemKind;
import dev.tapedeck.runtime.ItemPatch;
import dev.tapedeck.runtime.ItemState;
import dev.tapedeck.runtime.RuntimeEvent;
import dev.tapedeck.runtime.TextPatch;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Warnings, errors, tool progress and tasks as items. A provider's warning is never the host's Warning. */
final class NoticeProjection {
    private final CanonicalEvent event;
    private final Refs refs;
    private final Message frame;

    NoticeProjection(CanonicalEvent event, Message frame) {
        this.event = event;
        this.refs = event.refs();
        this.frame = frame;
    }

    List<RuntimeEvent> notice(String text, @Nullable String detail) {
        return item(ItemKind.NOTICE, text, detail);
    }

    /** An error after which the provider goes on by itself is a notice. */
    List<RuntimeEvent> error(RuntimeError error) {
        boolean goesOn = Objects.equals(error.willRetry(), true);
        String detail = error.errorClass() == null ? null : error.errorClass().word();
        return item(goesOn ? ItemKind.NOTICE : ItemKind.ERROR, error.message(), detail);
    }

    List<RuntimeEvent> progress(ToolProgress progress) {
        if (refs.thread() == null || refs.item() == null) {
            return List.of();
        }
        ItemKind told = progress.itemType() == null ? null : ItemProjection.kindOf(progress.itemType());
        return List.of(new ItemPatch(
                        refs.thread(), refs.turn(), refs.item(), Objects.requireNonNullElse(told, ItemKind.TOOL_CALL))
                .tool(progress.toolName())
                .detail(progress.summary())
                .event());
    }

    List<RuntimeEvent> task(TaskStarted task) {
        ItemPatch item = task(task.taskId());
        return item == null
                ? List.of()
                : List.of(item.state(ItemState.OPEN).title(task.description()).event());
    }

    List<RuntimeEvent> task(TaskCompleted task) {
        ItemPatch item = task(task.taskId());
        if (item == null) {
            return List.of();
        }
        ItemState state =
                switch (task.status()) {
                    case COMPLETED -> ItemState.COMPLETED;
                    case FAILED, STOPPED -> ItemState.FAILED;
                };
        return List.of(item.state(state).detailOrNone(task.summary()).event());
    }

    /** The row of a task; null for one that an item began, whose row tells what came of it. */
    private @Nullable ItemPatch task(String id) {
        return refs.thread() == null || refs.item() != null
                ? null
                : new ItemPatch(refs.thread(), refs.turn(), "task:" + id, ItemKind.SUBAGENT);
    }

    private List<RuntimeEvent> item(ItemKind kind, String text, @Nullable String detail) {
        if (refs.thread() == null) {
            return List.of();
        }
        return List.of(new ItemPatch(refs.thread(), refs.turn(), "notice:" + frame.seq(), kind)
                .state(ItemState.COMPLETED)
                .detail(detail)
                .text(new TextPatch.Replace(text))
                .completedAt(event.createdAt())
                .event());
    }
}
