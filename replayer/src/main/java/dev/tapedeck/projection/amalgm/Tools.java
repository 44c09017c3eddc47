package dev.tapedeck.projection.amalgm;

import com.fasterxml.jackson.databind.JsonNode;
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
    /** Tools by item, also those that are over: a provider may tell of them when their turn has ended. */
    private final Recent<Told> known;

    Tools() {
        known = new Recent<>();
    }

    /** A copy that goes its own way. */
    Tools(Tools other) {
        known = other.known.copy(Told::new);
    }

    /** What was told of a tool. */
    private static final class Told {
        private final ToolKind kind;
        private final @Nullable String turn;
        private @Nullable String title;
        private @Nullable JsonNode input;
        private @Nullable String childThread;
        private @Nullable Integer exitCode;
        private @Nullable ToolCompleted end;

        Told(ToolKind kind, @Nullable String turn) {
            this.kind = kind;
            this.turn = turn;
        }

        Told(Told other) {
            kind = other.kind;
            turn = other.turn;
            title = other.title;
            input = other.input;
            childThread = other.childThread;
            exitCode = other.exitCode;
            end = other.end;
        }

        void note(ItemSnapshot item) {
            title = item.title() == null ? title : item.title();
            input = item.input() == null ? input : item.input();
            childThread = item.childThread() == null ? childThread : item.childThread();
        }
    }

    void started(ItemSnapshot item, Output out) {
        ToolKind kind = kindOf(item, out);
        if (kind == null) {
            out.omit(omission(item.itemType()));
        } else if (isKnown(out)) {
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
        } else if (isKnown(out)) {
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
        if (!isKnown(out)) {
            start(kind, item, out);
        }
        Told tool = told(out);
        ItemStatus told = Objects.requireNonNullElse(item.status(), ItemStatus.COMPLETED);
        ToolCompleted end = new ToolCompleted(
                kind,
                told == ItemStatus.IN_PROGRESS ? ItemStatus.FAILED : told,
                item.text(),
                item.exitCode() == null ? tool.exitCode : item.exitCode(),
                item.detail(),
                item.attachments());
        if (end.equals(tool.end)) {
            out.omit(Omission.SAID_ALREADY);
        } else {
            tool.end = end;
            news(tool, item, out);
            out.emit(end);
        }
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
        if (!isKnown(out)) {
            start(kind, item, out);
        }
        out.emit(input ? ToolUpdated.ofInput(delta.delta()) : ToolUpdated.ofOutput(delta.delta()));
    }

    void progress(ToolProgress progress, Output out) {
        if (out.refs().item() == null || !isKnown(out)) {
            out.omit(Omission.NO_ROW);
            return;
        }
        out.emit(new ToolUpdated(
                null, null, null, null, null, progress.summary(), progress.elapsedSeconds(), null));
    }

    private void start(ToolKind kind, ItemSnapshot item, Output out) {
        Told tool = new Told(kind, out.refs().turn());
        tool.note(item);
        known.put(out.item(), tool);
        Mcp mcp = kind == ToolKind.MCP && item.server() != null ? new Mcp(item.server(), item.tool()) : null;
        out.emit(new ToolStarted(kind, item.tool(), item.title(), item.input(), mcp, item.childThread()));
    }

    /** What a tool does may be known at its end only. */
    private static void news(Told tool, ItemSnapshot item, Output out) {
        ToolUpdated news = new ToolUpdated(
                Objects.equals(item.title(), tool.title) ? null : item.title(),
                Objects.equals(item.input(), tool.input) ? null : item.input(),
                null,
                null,
                null,
                null,
                null,
                Objects.equals(item.childThread(), tool.childThread) ? null : item.childThread());
        tool.note(item);
        if (!news.equals(new ToolUpdated(null, null, null, null, null, null, null, null))) {
            out.emit(news);
        }
    }

    /** What only repeats that the tool runs is no news. */
    private void update(ItemSnapshot item, Output out) {
        Told tool = told(out);
        tool.note(item);
        tool.exitCode = item.exitCode() == null ? tool.exitCode : item.exitCode();
        ToolUpdated news = new ToolUpdated(
                item.title(), item.input(), null, null, item.text(), item.detail(), null, item.childThread());
        if (!news.equals(new ToolUpdated(null, null, null, null, null, null, null, null))) {
            out.emit(news);
        }
    }

    /** What was told at the start counts, since later events may tell less; null when the item is no tool's. */
    private @Nullable ToolKind kindOf(ItemSnapshot item, Output out) {
        ToolKind before = isKnown(out) ? told(out).kind : null;
        if (before != null && before != ToolKind.UNKNOWN) {
            return before;
        }
        return item.toolKind() == null ? ToolKind.of(item.itemType()).orElse(before) : item.toolKind();
    }

    /** A tool that is over counts within its turn only, since some models number their calls anew in each. */
    private boolean isKnown(Output out) {
        Told tool = known.get(out.item());
        return tool != null
                && (tool.end == null || out.refs().turn() == null || out.refs().turn().equals(tool.turn));
    }

    private Told told(Output out) {
        return Objects.requireNonNull(known.get(out.item()));
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
