package dev.tapedeck.fault;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.tapedeck.host.Host;
import dev.tapedeck.host.Limit;
import dev.tapedeck.host.Limits;

/**
 * One budget of the host is smaller than the standard, from the start, so that a small recording overflows it
 * (runtime-event-path, Budgets).
 *
 * <p>Queue, emitted values, scratch and state blob: a bookkeeping failure. Items and their text: heavy text keeps its
 * end, the oldest closed items retire. Requests: the excess one gets a protocol error at once.
 *
 * @param limit word of the limit, such as {@code scratch}
 * @param value the bound, in the limit's unit
 */
public record SmallLimit(String limit, long value) implements HostFault {
    public SmallLimit {
        Limits.STANDARD.with(known(limit), value);
    }

    @Override
    @JsonIgnore
    public long after() {
        return 0;
    }

    /** Which limit it is. */
    Limit which() {
        return known(limit);
    }

    @Override
    public void strike(Host host) {}

    private static Limit known(String word) {
        return Limit.of(word).orElseThrow(() -> new IllegalArgumentException(
                "limit: expected one of " + Limit.words() + ", found " + word));
    }
}
