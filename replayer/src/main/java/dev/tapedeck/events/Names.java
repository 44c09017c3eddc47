package dev.tapedeck.events;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Names by key, which are only ever added. A fork shares what was there before it, and sees nothing that the other adds
 * later. One thread adds to it; forks are used in threads of their own.
 */
final class Names {
    private final Map<String, Name> shared;
    /** Names that were added to {@link #shared} before; later ones are not ours. */
    private final int seen;
    private final Map<String, Name> own;

    /** @param number how many were added before */
    private record Name(String name, int number) {}

    Names() {
        this(Map.of(), 0, new ConcurrentHashMap<>());
    }

    private Names(Map<String, Name> shared, int seen, Map<String, Name> own) {
        this.shared = shared;
        this.seen = seen;
        this.own = own;
    }

    @Nullable String get(String key) {
        Name name = own.get(key);
        if (name == null) {
            Name theirs = shared.get(key);
            name = theirs == null || theirs.number() >= seen ? null : theirs;
        }
        return name == null ? null : name.name();
    }

    void put(String key, String name) {
        own.put(key, new Name(name, own.size()));
    }

    /** Of a fork, only one that has added nothing can be forked again without a copy. */
    Names fork() {
        if (shared.isEmpty()) {
            return new Names(own, own.size(), new HashMap<>());
        }
        return new Names(shared, seen, new HashMap<>(own));
    }
}
