package dev.tapedeck.projection.amalgm;

import dev.tapedeck.amalgm.AmalgmPayload.Mcp;
import dev.tapedeck.amalgm.AmalgmPayload.ToolCompleted;
import dev.tapedeck.amalgm.AmalgmPayload.ToolStarted;
import dev.tapedeck.amalgm.AmalgmPayload.ToolUpdated;
import dev.tapedeck.amalgm.Omission;
import dev.tapedeck.canonical.ItemPayload.ContentDelta;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemStatus;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.StreamKind;
import dev.tapedeck.canonical.TelemetryPayload.ToolProgress;
import dev.tapedeck.canonical.ToolKind;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Tool calls: each is started once before anything else is told of it, also when the wire tells its end alone. */
final class Tools {
    private final Recent<ToolKind> open = new Recent<>();

    void started(ItemSnapshot item, Output out) {
        ToolKind kind = kindOf(item, out);
        if (kind == null) {
            out.omit(omission(item.itemType()));
        } else if (open.containsKey(out.item())) {
            update(item, out);
        } else {
            start(kind, item, out);
        }
    }

    void updated(ItemSnapshot item, Output out) {
        ToolKind kind = kindOf(item, out);
        if (kind == null) {
            out.omit(omission(item.itemType()));
        } else if (item.status() != null && item.status() != ItemStatus.IN_PROGRESS) {
            completed(item, out);
        } else if (open.containsKey(out.item())) {
            update(item, out);
        } else {
            start(kind, item, out);
        }
    }

    /** A tool that is reported as over while in progress did not succeed. */
    void completed(ItemSnapshot item, Output out) {
        ToolKind kind = kindOf(item, out);
        if (kind == null) {
            out.omit(omission(item.itemType()));
            return;
        }
        if (!open.containsKey(out.item())) {
            start(kind, item, out);
        }
        open.remove(out.item());
        ItemStatus told = Objects.requireNonNullElse(item.status(), ItemStatus.COMPLETED);
        out.emit(new ToolCompleted(
                kind,
                told == ItemStatus.IN_PROGRESS ? ItemStatus.FAILED : told,
                item.text(),
                item.exitCode(),
                item.detail(),
                item.attachments()));
    }

    void delta(ContentDelta delta, Output out) {
        boolean input = delta.streamKind() == StreamKind.TOOL_INPUT;
        ItemType type = delta.itemType() == null ? typeOf(delta.streamKind()) : delta.itemType();
        ItemSnapshot item = ItemSnapshot.of(type).build();
        ToolKind kind = kindOf(item, out);
        if (kind == null) {
            out.omit(omission(type));
            return;
        }
        if (!open.containsKey(out.item())) {
            start(kind, item, out);
        }
        out.emit(input ? ToolUpdated.ofInput(delta.delta()) : ToolUpdated.ofOutput(delta.delta()));
    }

    void progress(ToolProgress progress, Output out) {
        if (out.refs().item() == null || !open.containsKey(out.item())) {
            out.omit(Omission.NO_ROW);
            return;
        }
        out.emit(new ToolUpdated(
                null, null, null, null, null, progress.summary(), progress.elapsedSeconds(), null));
    }

    private void start(ToolKind kind, ItemSnapshot item, Output out) {
        open.put(out.item(), kind);
        Mcp mcp = kind == ToolKind.MCP && item.server() != null ? new Mcp(item.server(), item.tool()) : null;
        out.emit(new ToolStarted(kind, item.tool(), item.title(), item.input(), mcp, item.childThread()));
    }

    /** What only repeats that the tool runs is no news. */
    private static void update(ItemSnapshot item, Output out) {
        ToolUpdated news = new ToolUpdated(
                item.title(), item.input(), null, null, item.text(), item.detail(), null, item.childThread());
        if (!news.equals(new ToolUpdated(null, null, null, null, null, null, null, null))) {
            out.emit(news);
        }
    }

    /** What was told at the start counts, since later events may tell less; null when the item is no tool's. */
    private @Nullable ToolKind kindOf(ItemSnapshot item, Output out) {
        ToolKind known = open.get(out.item());
        if (known != null && known != ToolKind.UNKNOWN) {
            return known;
        }
        return item.toolKind() == null ? ToolKind.of(item.itemType()).orElse(known) : item.toolKind();
    }

    private static ItemType typeOf(StreamKind stream) {
        return switch (stream) {
            case COMMAND_OUTPUT -> ItemType.COMMAND_EXECUTION;
            case FILE_CHANGE_OUTPUT -> ItemType.FILE_CHANGE;
            case TOOL_INPUT -> ItemType.DYNAMIC_TOOL_CALL;
            case PLAN_TEXT -> ItemType.PLAN;
            case ASSISTANT_TEXT -> ItemType.ASSISTANT_MESSAGE;
            case REASONING_TEXT, REASONING_SUMMARY_TEXT -> ItemType.REASONING;
            case UNKNOWN -> ItemType.UNKNOWN;
        };
    }

    private static Omission omission(ItemType type) {
        return switch (type) {
            case USER_MESSAGE -> Omission.USER_ECHO;
            case PLAN, PLAN_SUGGESTION -> Omission.PLAN;
            case REVIEW_ENTERED, REVIEW_EXITED -> Omission.REVIEW;
            case ASSISTANT_MESSAGE,
                    REASONING,
                    COMMAND_EXECUTION,
                    FILE_CHANGE,
                    MCP_TOOL_CALL,
                    DYNAMIC_TOOL_CALL,
                    COLLAB_AGENT_TOOL_CALL,
                    WEB_SEARCH,
                    IMAGE_VIEW,
                    CONTEXT_COMPACTION,
                    ERROR,
                    UNKNOWN -> Omission.NO_ROW;
        };
    }
}
