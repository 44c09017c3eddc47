package dev.tapedeck.projection;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.Compaction;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.canonical.ThreadPayload;
import dev.tapedeck.canonical.ThreadPayload.ThreadMetadataUpdated;
import dev.tapedeck.canonical.ThreadPayload.ThreadRealtimeAudioDelta;
import dev.tapedeck.canonical.ThreadPayload.ThreadRealtimeClosed;
import dev.tapedeck.canonical.ThreadPayload.ThreadRealtimeError;
import dev.tapedeck.canonical.ThreadPayload.ThreadRealtimeItemAdded;
import dev.tapedeck.canonical.ThreadPayload.ThreadRealtimeStarted;
import dev.tapedeck.canonical.ThreadPayload.ThreadStarted;
import dev.tapedeck.canonical.ThreadPayload.ThreadStateChanged;
import dev.tapedeck.canonical.ThreadPayload.ThreadTokenUsageUpdated;
import dev.tapedeck.canonical.ThreadState;
import dev.tapedeck.runtime.ItemKind;
import dev.tapedeck.runtime.ItemPatch;
import dev.tapedeck.runtime.ItemState;
import dev.tapedeck.runtime.Patch;
import dev.tapedeck.runtime.RuntimeEvent;
import dev.tapedeck.runtime.RuntimeEvent.CompactionUpdated;
import dev.tapedeck.runtime.RuntimeEvent.ThreadUpdated;
import dev.tapedeck.runtime.RuntimeEvent.UsageUpdated;
import dev.tapedeck.scratch.Scratch;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** {@code thread.*} as ThreadUpdated, UsageUpdated and CompactionUpdated. */
final class ThreadProjection {
    private final Refs refs;
    private final Scratch.Editor scratch;

    ThreadProjection(Refs refs, Scratch.Editor scratch) {
        this.refs = refs;
        this.scratch = scratch;
    }

    List<RuntimeEvent> project(ThreadPayload payload) {
        String thread = refs.thread();
        if (thread == null) {
            return List.of();
        }
        return switch (payload) {
            case ThreadStarted started -> started(thread, started);
            case ThreadMetadataUpdated metadata -> metadata(thread, metadata);
            case ThreadStateChanged changed when changed.state() == ThreadState.COMPACTED ->
                compacted(thread, changed.compaction());
            case ThreadStateChanged changed ->
                List.of(updated(thread, null, changed.state().word(), null, null));
            case ThreadTokenUsageUpdated usage -> List.of(new UsageUpdated(thread, refs.turn(), usage.figures()));
            case ThreadRealtimeStarted realtime -> List.of();
            case ThreadRealtimeItemAdded realtime -> List.of();
            case ThreadRealtimeAudioDelta realtime -> List.of();
            case ThreadRealtimeError realtime -> List.of();
            case ThreadRealtimeClosed realtime -> List.of();
        };
    }

    private List<RuntimeEvent> started(String thread, ThreadStarted started) {
        if (started.parentThread() == null && scratch.get(ScratchKeys.FIRST) == null) {
            scratch.put(ScratchKeys.FIRST, thread);
        }
        return List.of(updated(thread, started.parentThread(), null, null, started.settings()));
    }

    private List<RuntimeEvent> metadata(String thread, ThreadMetadataUpdated metadata) {
        boolean told = metadata.name() != null || metadata.parentThread() != null || metadata.settings() != null;
        return told
                ? List.of(updated(thread, metadata.parentThread(), null, metadata.name(), metadata.settings()))
                : List.of();
    }

    /** A compaction that also had an item of its own is one compaction. */
    private List<RuntimeEvent> compacted(String thread, @Nullable Compaction compaction) {
        Compactions compactions = new Compactions(scratch, thread);
        if (compactions.toldAlready(compaction)) {
            return List.of();
        }
        String known = compactions.item();
        String item = known == null ? "compaction:" + Objects.requireNonNullElse(refs.turn(), "") : known;
        compactions.ended(item, compaction);
        return List.of(
                new ItemPatch(thread, refs.turn(), item, ItemKind.COMPACTION)
                        .state(ItemState.COMPLETED)
                        .event(),
                new CompactionUpdated(thread, refs.turn(), item, compaction));
    }

    private RuntimeEvent updated(
            String thread,
            @Nullable String parent,
            @Nullable String status,
            @Nullable String name,
            @Nullable JsonNode settings) {
        if (parent != null) {
            new ThreadParents(scratch).put(thread, parent);
        }
        return new ThreadUpdated(
                thread, Patch.told(parent), Patch.told(status), Patch.told(name), Patch.told(settings));
    }
}
