package dev.tapedeck.host;

import java.util.Arrays;

/** The bounds of one run: the standard ones, except where the run says otherwise. Immutable. */
public final class Limits {
    public static final Limits STANDARD = new Limits(
            Arrays.stream(Limit.values()).mapToLong(Limit::standard).toArray());

    private final long[] values;

    private Limits(long[] values) {
        this.values = values;
    }

    /** The bound, in the limit's unit. */
    public long of(Limit limit) {
        return values[limit.ordinal()];
    }

    /** The bound of a limit that counts things. */
    public int count(Limit limit) {
        return Math.toIntExact(of(limit));
    }

    /**
     * These limits with one changed.
     *
     * @throws IllegalArgumentException if the value is less than 1
     */
    public Limits with(Limit limit, long value) {
        if (value < 1) {
            throw new IllegalArgumentException(
                    "limit " + limit.word() + ": expected 1 " + limit.unit() + " or more, found " + value);
        }
        long[] changed = values.clone();
        changed[limit.ordinal()] = value;
        return new Limits(changed);
    }
}
