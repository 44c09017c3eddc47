package dev.tapedeck.redaction;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Members' names met so far, so that a name met again costs no memory. Not safe for use by several threads. */
final class MemberNames {
    /** Names kept; a session has a few hundred. */
    private static final int SLOTS = 4096;

    private final @Nullable Name[] slots = new Name[SLOTS];

    /**
     * A member's name.
     *
     * @param mark a number that differs between names
     */
    record Name(byte[] raw, int mark, Role role) {}

    /** The name that stands there, as JSON writes it. */
    Name at(byte[] json, int from, int to) {
        int mark = 0;
        for (int i = from; i < to; i++) {
            mark = 31 * mark + json[i];
        }
        int slot = (mark ^ mark >>> 12) & SLOTS - 1;
        Name known = slots[slot];
        if (known != null && known.mark() == mark
                && Arrays.equals(known.raw(), 0, known.raw().length, json, from, to)) {
            return known;
        }
        byte[] raw = Arrays.copyOfRange(json, from, to);
        Name name = new Name(raw, mark, Role.of(new String(raw, StandardCharsets.UTF_8)));
        slots[slot] = name;
        return name;
    }
}
