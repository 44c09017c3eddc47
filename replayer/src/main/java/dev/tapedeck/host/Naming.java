package dev.tapedeck.host;

import dev.tapedeck.canonical.RequestRef;
import java.util.HashMap;
import java.util.Map;

/** How maps written as JSON name threads, turns, items, requests and sends. */
public sealed interface Naming {
    String thread(String id);

    String turn(String thread, String id);

    String item(String thread, String id);

    String request(RequestRef ref);

    String send(String id);

    /** Whether times and other values that differ from run to run are left out. */
    boolean stable();

    /** The provider's own ids. */
    static Naming provider() {
        return Provider.INSTANCE;
    }

    /** Ordinals by first appearance, for one snapshot (decision D6). */
    static Naming ordinals() {
        return new Ordinals();
    }

    final class Provider implements Naming {
        private static final Provider INSTANCE = new Provider();

        private Provider() {}

        @Override
        public String thread(String id) {
            return id;
        }

        @Override
        public String turn(String thread, String id) {
            return id;
        }

        @Override
        public String item(String thread, String id) {
            return id;
        }

        @Override
        public String request(RequestRef ref) {
            return ref.key();
        }

        @Override
        public String send(String id) {
            return id;
        }

        @Override
        public boolean stable() {
            return false;
        }
    }

    final class Ordinals implements Naming {
        private final Map<String, Map<Object, Integer>> known = new HashMap<>();

        private Ordinals() {}

        @Override
        public String thread(String id) {
            return ordinal("thread", id);
        }

        @Override
        public String turn(String thread, String id) {
            return ordinal("turn", new ItemKey(thread, id));
        }

        @Override
        public String item(String thread, String id) {
            return ordinal("item", new ItemKey(thread, id));
        }

        @Override
        public String request(RequestRef ref) {
            return ordinal("request", ref);
        }

        @Override
        public String send(String id) {
            return ordinal("send", id);
        }

        @Override
        public boolean stable() {
            return true;
        }

        private String ordinal(String what, Object id) {
            Map<Object, Integer> ofKind = known.computeIfAbsent(what, unused -> new HashMap<>());
            return what + "_" + ofKind.computeIfAbsent(id, unused -> ofKind.size() + 1);
        }
    }
}
