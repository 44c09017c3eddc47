package dev.tapedeck.redaction;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tells in one cheap pass over raw bytes that nothing private can be in them.
 *
 * <p>Each pair of neighbouring bytes is looked up in a table of the pairs with which something private may begin; only
 * at such a place is looked more closely. What it lets through is looked at for good.
 */
final class QuickLook {
    private static final int LONGEST_START = 16;

    private final PrivateValues values;
    private final long[] pairs = new long[65536 / 64];
    private final byte[][][] starts = new byte[65536][][];
    private int literalsSeen;
    private boolean beyondAscii;
    private int start;

    QuickLook(PrivateValues values) {
        this.values = values;
        Shapes.starts().forEach(this::start);
        Role.secretNames().forEach(name -> start(name + "\""));
        start("ase64\"");
        for (int any = 0; any < 256; any++) {
            pair('@', any);
            pair('%', any);
            if (any >= 'A' && any <= 'Z') {
                pair(any, '=');
            }
        }
        pair('\\', '/');
        pair('\\', 'u');
    }

    /** Whether the bytes of that range have to be looked at for good. */
    boolean suspects(byte[] bytes, int from, int to) {
        learn();
        start = from;
        int last = to - 1;
        int pair = from < to ? bytes[from] & 0xff : 0;
        for (int i = from; i < last; i++) {
            pair = pair << 8 & 0xff00 | bytes[i + 1] & 0xff;
            if ((pairs[pair >> 6] & 1L << pair) != 0 && suspectsAt(bytes, i, to, pair)) {
                return true;
            }
        }
        return false;
    }

    private boolean suspectsAt(byte[] bytes, int i, int to, int pair) {
        switch (bytes[i]) {
            case '@' -> {
                return i > start && isWord(bytes[i - 1]) && isWord(bytes[i + 1]);
            }
            case '%' -> {
                return i + 2 < to && isHex(bytes[i + 1]) && isHex(bytes[i + 2]);
            }
            case '\\' -> {
                return bytes[i + 1] == '/' || beyondAscii || hidesAscii(bytes, i, to);
            }
            default -> {
                if (bytes[i + 1] == '=' && i > start && isWord(bytes[i - 1])) {
                    return true;
                }
            }
        }
        byte @Nullable [][] candidates = starts[pair];
        if (candidates == null) {
            return false;
        }
        for (byte[] start : candidates) {
            if (matches(bytes, i, to, start)) {
                return true;
            }
        }
        return false;
    }

    private static boolean matches(byte[] bytes, int at, int to, byte[] start) {
        if (to - at < start.length) {
            return false;
        }
        for (int i = 2; i < start.length; i++) {
            if (bytes[at + i] != start[i]) {
                return false;
            }
        }
        return true;
    }

    /** Whether an escape stands for a printable ASCII character. */
    private static boolean hidesAscii(byte[] bytes, int i, int to) {
        return i + 5 < to && bytes[i + 2] == '0' && bytes[i + 3] == '0' && bytes[i + 4] >= '2' && bytes[i + 4] <= '7';
    }

    private void learn() {
        List<Literal> literals = values.literals();
        for (; literalsSeen < literals.size(); literalsSeen++) {
            String value = literals.get(literalsSeen).value();
            beyondAscii |= value.chars().anyMatch(c -> c > 0x7e);
            start(value);
        }
    }

    /** Notes a beginning, up to the first character that JSON may write in another way. */
    private void start(String value) {
        int length = 0;
        while (length < value.length() && length < LONGEST_START && "\"\\".indexOf(value.charAt(length)) < 0
                && value.charAt(length) >= ' ') {
            length++;
        }
        boolean name = length + 1 == value.length() && value.endsWith("\"");
        byte[] start = value.substring(0, name ? length + 1 : length).getBytes(StandardCharsets.UTF_8);
        if (start.length < 2) {
            // Too short to look up by a pair: every pair that begins so is looked at for good.
            int first = start.length == 0 ? '\\' : start[0] & 0xff;
            for (int any = 0; any < 256; any++) {
                pair(first, any);
                add(first << 8 | any, new byte[] {(byte) first, (byte) any});
            }
            return;
        }
        int pair = (start[0] & 0xff) << 8 | start[1] & 0xff;
        pairs[pair >> 6] |= 1L << pair;
        add(pair, start);
    }

    private void add(int pair, byte[] start) {
        List<byte[]> all = new ArrayList<>(starts[pair] == null ? List.of() : List.of(starts[pair]));
        all.add(start);
        starts[pair] = all.toArray(byte[][]::new);
    }

    private void pair(int first, int second) {
        int pair = first << 8 | second;
        pairs[pair >> 6] |= 1L << pair;
    }

    /** A character of a name, or of an address before its at sign. */
    private static boolean isWord(byte b) {
        return b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || "._%+-".indexOf(b) >= 0;
    }

    private static boolean isHex(byte b) {
        return Character.digit(b, 16) >= 0;
    }
}
