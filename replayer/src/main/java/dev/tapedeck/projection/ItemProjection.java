package dev.tapedeck.projection;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.tapedeck.canonical.ItemPayload;
import dev.tapedeck.canonical.ItemPayload.ContentDelta;
import dev.tapedeck.canonical.ItemPayload.ItemCompleted;
import dev.tapedeck.canonical.ItemPayload.ItemStarted;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemStatus;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.canonical.StreamKind;
import dev.tapedeck.canonical.ToolKind;
import dev.tapedeck.mapping.MapContext;
import dev.tapedeck.rules.Claim;
import dev.tapedeck.rules.Message;
import dev.tapedeck.rules.Role;
import dev.tapedeck.runtime.ItemKind;
import dev.tapedeck.runtime.ItemPatch;
import dev.tapedeck.runtime.ItemState;
import dev.tapedeck.runtime.RuntimeEvent;
import dev.tapedeck.runtime.RuntimeEvent.CompactionUpdated;
import dev.tapedeck.runtime.RuntimeEvent.EvidenceUpdated;
import dev.tapedeck.runtime.TextPatch;
import dev.tapedeck.scratch.Scratch;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code item.*} and {@code content.delta} as ItemUpdated, with evidence for claimed sends. */
final class ItemProjection {
    /** Confirmed sends that are remembered; the host forgets each as soon as it has folded its evidence. */
    private static final int REMEMBERED = 64;

    private final Refs refs;
    private final boolean history;
    private final Message frame;
    private final MapContext context;
    private final Scratch.Editor scratch;

    ItemProjection(Refs refs, boolean history, Message frame, MapContext context, Scratch.Editor scratch) {
        this.refs = refs;
        this.history = history;
        this.frame = frame;
        this.context = context;
        this.scratch = scratch;
    }

    List<RuntimeEvent> project(ItemPayload payload) {
        String thread = refs.thread();
        String item = refs.item();
        if (thread == null || item == null) {
            return List.of();
        }
        return switch (payload) {
            case ItemStarted(ItemSnapshot snapshot) -> snapshot(thread, item, snapshot, ItemState.OPEN, true);
            case ItemPayload.ItemUpdated(ItemSnapshot snapshot) ->
                snapshot(thread, item, snapshot, updatedState(snapshot.status()), false);
            case ItemCompleted(ItemSnapshot snapshot) ->
                snapshot(thread, item, snapshot, completedState(snapshot.status()), false);
            case ContentDelta delta -> delta(thread, item, delta);
        };
    }

    private List<RuntimeEvent> snapshot(
            String thread, String item, ItemSnapshot snapshot, @Nullable ItemState state, boolean starting) {
        ItemKind kind = kindOf(snapshot);
        if (kind == null) {
            return List.of();
        }
        boolean ended = state != null && state != ItemState.OPEN;
        if (kind == ItemKind.COMPACTION && !starting && state == null && snapshot.detail() == null
                && !new Compactions(scratch, thread).isOpen(item)) {
            // This vocabulary's compaction is a marker: words that sum it up later have no place in it.
            return List.of();
        }
        ItemPatch patch = new ItemPatch(thread, refs.turn(), item, kind).told(snapshot);
        if (state != null) {
            patch.state(state);
        }
        if (starting && snapshot.text() != null && snapshot.text().isEmpty()) {
            patch.text(TextPatch.KEEP);
        }
        if (ended) {
            patch.detailOrNone(snapshot.detail());
        } else {
            patch.detail(snapshot.detail());
        }
        List<RuntimeEvent> events = new ArrayList<>(2);
        events.add(patch.event());
        if (kind == ItemKind.COMPACTION) {
            Compactions compactions = new Compactions(scratch, thread);
            if (ended) {
                compactions.ended(item, snapshot.compaction());
            } else {
                compactions.open(item, starting);
            }
            if (state == ItemState.COMPLETED) {
                events.add(new CompactionUpdated(thread, refs.turn(), item, snapshot.compaction()));
            }
        }
        if (kind == ItemKind.USER_MESSAGE) {
            addEvidence(events, thread, item, snapshot);
        }
        return events;
    }

    /**
     * Evidence is the exact text and attachments of the oldest send that waits on this thread, confirmed once
     * (runtime-event-path, Per-tab maps). An answer to the client is history and confirms nothing. What was confirmed
     * is remembered, so that the order of calls changes nothing.
     */
    private void addEvidence(List<RuntimeEvent> events, String thread, String item, ItemSnapshot snapshot) {
        boolean told = history || frame.role() == Role.RESULT;
        if (told || snapshot.text() == null || context.claims().isEmpty()) {
            return;
        }
        JsonNode before = scratch.get(ScratchKeys.evidence(thread));
        if (before != null && before.path(1).asText().equals(item)) {
            return;
        }
        ArrayNode confirmed = JsonNodeFactory.instance.arrayNode();
        if (before != null) {
            before.path(0).forEach(confirmed::add);
        }
        for (Claim claim : context.claims()) {
            if (!holds(confirmed, claim.seq()) && claim.seq() < frame.seq() && matches(claim, thread, snapshot)) {
                if (confirmed.size() == REMEMBERED) {
                    confirmed.remove(0);
                }
                confirmed.add(claim.seq());
                scratch.put(
                        ScratchKeys.evidence(thread),
                        JsonNodeFactory.instance.arrayNode().add(confirmed).add(item));
                events.add(new EvidenceUpdated(claim.send(), thread, refs.turn(), item));
                return;
            }
        }
    }

    /** Sends that wait in a queue may be confirmed in another order than they were made. */
    private static boolean holds(ArrayNode confirmed, long seq) {
        for (JsonNode one : confirmed) {
            if (one.asLong() == seq) {
                return true;
            }
        }
        return false;
    }

    private boolean matches(Claim claim, String thread, ItemSnapshot snapshot) {
        boolean there = claim.thread() == null ? isFirst(thread) : thread.equals(claim.thread());
        return there
                && claim.text().equals(snapshot.text())
                && claim.attachments().equals(snapshot.attachments() == null ? List.of() : snapshot.attachments());
    }

    /** A send that names no thread went to the bound one, which is the first and never a sub-agent's. */
    private boolean isFirst(String thread) {
        String first = scratch.text(ScratchKeys.FIRST);
        return first == null ? new ThreadParents(scratch).of(thread) == null : first.equals(thread);
    }

    private List<RuntimeEvent> delta(String thread, String item, ContentDelta delta) {
        ItemKind kind = delta.itemType() == null ? kindOf(delta.streamKind()) : kindOf(delta.itemType());
        if (kind == null) {
            return List.of();
        }
        if (delta.streamKind() == StreamKind.TOOL_INPUT) {
            return List.of(new ItemPatch(thread, refs.turn(), item, kind)
                    .input(new TextPatch.Append(delta.delta()))
                    .event());
        }
        return List.of(RuntimeEvent.ItemUpdated.append(thread, refs.turn(), item, kind, delta.delta()));
    }

    /** An update that says "in progress" reopens nothing. */
    private static @Nullable ItemState updatedState(@Nullable ItemStatus status) {
        return status == null ? null : switch (status) {
            case IN_PROGRESS -> null;
            case COMPLETED -> ItemState.COMPLETED;
            case FAILED -> ItemState.FAILED;
            case DECLINED -> ItemState.DECLINED;
        };
    }

    /** An item that is reported as over while in progress did not succeed. */
    private static ItemState completedState(@Nullable ItemStatus status) {
        return status == null ? ItemState.COMPLETED : switch (status) {
            case COMPLETED -> ItemState.COMPLETED;
            case IN_PROGRESS, FAILED -> ItemState.FAILED;
            case DECLINED -> ItemState.DECLINED;
        };
    }

    /** A tool of which only the taxonomy of all providers tells that it looks for files is a search of them. */
    private static @Nullable ItemKind kindOf(ItemSnapshot snapshot) {
        ItemKind kind = kindOf(snapshot.itemType());
        return kind == ItemKind.TOOL_CALL && snapshot.toolKind() == ToolKind.SEARCH ? ItemKind.FILE_SEARCH : kind;
    }

    /** What an item is in this vocabulary; null when it has no place for it. */
    static @Nullable ItemKind kindOf(ItemType type) {
        return switch (type) {
            case USER_MESSAGE -> ItemKind.USER_MESSAGE;
            case ASSISTANT_MESSAGE -> ItemKind.ASSISTANT_MESSAGE;
            case REASONING -> ItemKind.REASONING;
            case PLAN -> ItemKind.PLAN;
            case COMMAND_EXECUTION -> ItemKind.COMMAND;
            case FILE_CHANGE -> ItemKind.FILE_CHANGE;
            case MCP_TOOL_CALL, DYNAMIC_TOOL_CALL, IMAGE_VIEW -> ItemKind.TOOL_CALL;
            case COLLAB_AGENT_TOOL_CALL -> ItemKind.SUBAGENT;
            case WEB_SEARCH -> ItemKind.WEB_SEARCH;
            case CONTEXT_COMPACTION -> ItemKind.COMPACTION;
            case REVIEW_ENTERED, REVIEW_EXITED, PLAN_SUGGESTION -> ItemKind.NOTICE;
            case ERROR -> ItemKind.ERROR;
            case UNKNOWN -> null;
        };
    }

    private static @Nullable ItemKind kindOf(StreamKind stream) {
        return switch (stream) {
            case ASSISTANT_TEXT -> ItemKind.ASSISTANT_MESSAGE;
            case REASONING_TEXT, REASONING_SUMMARY_TEXT -> ItemKind.REASONING;
            case PLAN_TEXT -> ItemKind.PLAN;
            case COMMAND_OUTPUT -> ItemKind.COMMAND;
            case FILE_CHANGE_OUTPUT -> ItemKind.FILE_CHANGE;
            case TOOL_INPUT -> ItemKind.TOOL_CALL;
            case UNKNOWN -> null;
        };
    }
}
