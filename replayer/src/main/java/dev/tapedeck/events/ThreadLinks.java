package dev.tapedeck.events;

import dev.tapedeck.canonical.CanonicalPayload;
import dev.tapedeck.canonical.ItemPayload.ItemCompleted;
import dev.tapedeck.canonical.ItemPayload.ItemStarted;
import dev.tapedeck.canonical.ItemPayload.ItemUpdated;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ThreadPayload.ThreadMetadataUpdated;
import dev.tapedeck.canonical.ThreadPayload.ThreadStarted;

/** Threads that payloads point to beside the one they are about: parent and child. */
final class ThreadLinks {
    private ThreadLinks() {}

    /** The payload with ids of ours where it points to another thread. */
    static CanonicalPayload replaced(CanonicalPayload payload, Ids ids) {
        return switch (payload) {
            case ThreadStarted(String own, String parent, var settings, var facts) when parent != null ->
                new ThreadStarted(own, ids.thread(parent), settings, facts);
            case ThreadMetadataUpdated(String name, var metadata, String parent, var settings, var facts)
            when parent != null ->
                new ThreadMetadataUpdated(name, metadata, ids.thread(parent), settings, facts);
            case ItemStarted(ItemSnapshot item) when item.childThread() != null ->
                new ItemStarted(item.withChildThread(ids.thread(item.childThread())));
            case ItemUpdated(ItemSnapshot item) when item.childThread() != null ->
                new ItemUpdated(item.withChildThread(ids.thread(item.childThread())));
            case ItemCompleted(ItemSnapshot item) when item.childThread() != null ->
                new ItemCompleted(item.withChildThread(ids.thread(item.childThread())));
            case CanonicalPayload other -> other;
        };
    }
}
