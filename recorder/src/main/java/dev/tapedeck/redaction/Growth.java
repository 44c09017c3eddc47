package dev.tapedeck.redaction;

import dev.tapedeck.frame.Direction;
import java.util.ArrayList;
import java.util.List;

/** The string values of a small frame, to tell which of them may be a piece of a growing text. */
final class Growth {
    /** A frame with more string values, or of more bytes, is no piece of a text. */
    private static final int MAX_VALUES = 24;
    private static final int MAX_BYTES = 16 * 1024;

    private final List<Value> values = new ArrayList<>();
    private final byte[] json;
    private final long seed;
    private long sum;

    private record Value(Role role, long path, int from, int to, long mark) {}

    private Growth(byte[] json, Direction direction) {
        this.json = json;
        this.seed = direction.ordinal();
    }

    /** Hands each piece of a growing text in this frame to the seams. */
    static boolean grow(byte[] json, Direction direction, Held held, Seams seams) {
        if (json.length > MAX_BYTES) {
            return false;
        }
        Growth growth = new Growth(json, direction);
        JsonStrings.visit(json, growth::value);
        if (growth.values.size() > MAX_VALUES) {
            return false;
        }
        growth.values.stream().filter(value -> value.role() == Role.GROWING).forEach(value -> seams.grow(
                mix(growth.sum - value.mark() + growth.seed, value.path()), held, value.from(), value.to()));
        return true;
    }

    private void value(String name, long path, int from, int to) {
        Role role = Role.of(name);
        long mark = mix(path, role == Role.FRESH ? 0 : hash(from, to));
        sum += mark;
        values.add(new Value(role, path, from, to, mark));
    }

    private long hash(int from, int to) {
        long hash = 0xcbf29ce484222325L;
        for (int i = from; i < to; i++) {
            hash = (hash ^ json[i]) * 0x100000001b3L;
        }
        return hash;
    }

    private static long mix(long one, long other) {
        long mixed = (one * 0x9e3779b97f4a7c15L ^ other) * 0xbf58476d1ce4e5b9L;
        return mixed ^ mixed >>> 31;
    }
}
