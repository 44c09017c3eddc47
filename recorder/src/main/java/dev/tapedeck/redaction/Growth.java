package dev.tapedeck.redaction;

import dev.tapedeck.frame.Direction;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** The string values of a small frame, to tell which of them may be a piece of a growing text. */
final class Growth {
    /** A frame with more string values, or of more bytes, is no piece of a text. */
    private static final int MAX_VALUES = 24;
    private static final int MAX_BYTES = 16 * 1024;

    private static final VarHandle EIGHT_BYTES =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final List<Value> values = new ArrayList<>(MAX_VALUES);
    private final byte[] json;
    private final long seed;
    private long sum;

    private record Value(Role role, long path, int from, int to, long mark) {}

    private Growth(byte[] json, Direction direction) {
        this.json = json;
        this.seed = direction.ordinal();
    }

    /** Hands each piece of a growing text in this frame to the seams. */
    static boolean grow(byte[] json, Direction direction, MemberNames names, Held held, Seams seams) {
        if (json.length > MAX_BYTES) {
            return false;
        }
        Growth growth = new Growth(json, direction);
        JsonStrings.visit(json, names, growth::value);
        if (growth.values.size() > MAX_VALUES) {
            return false;
        }
        for (Value value : growth.values) {
            if (value.role() == Role.GROWING) {
                long text = mix(growth.sum - value.mark() + growth.seed, value.path());
                seams.grow(text, held, value.from(), value.to());
            }
        }
        return true;
    }

    private void value(Role role, long path, int from, int to) {
        long mark = mix(path, role == Role.FRESH ? 0 : hash(from, to));
        sum += mark;
        values.add(new Value(role, path, from, to, mark));
    }

    private long hash(int from, int to) {
        long hash = to - from;
        int i = from;
        for (; i + 8 <= to; i += 8) {
            hash = mix(hash, (long) EIGHT_BYTES.get(json, i));
        }
        for (; i < to; i++) {
            hash = hash * 31 + json[i];
        }
        return hash;
    }

    private static long mix(long one, long other) {
        long mixed = (one * 0x9e3779b97f4a7c15L ^ other) * 0xbf58476d1ce4e5b9L;
        return mixed ^ mixed >>> 31;
    }
}
