package dev.tapedeck.redaction;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Text that remembers from which raw bytes each of its characters came, so that a find in the text can be replaced in
 * the bytes. Text inside text (JSON in a JSON string, a percent-encoded address) is reached with {@link #decoded}.
 */
final class EncodedText {
    private final char[] chars;
    private final int[] from;
    private final int[] to;
    private int length;
    private boolean percent;

    private EncodedText(int capacity) {
        chars = new char[capacity];
        from = new int[capacity];
        to = new int[capacity];
    }

    /** The content of a JSON string, between its quotes. */
    static EncodedText ofJson(byte[] raw, int start, int end) {
        EncodedText text = new EncodedText(end - start);
        int i = start;
        while (i < end) {
            if (raw[i] == '\\' && i + 1 < end) {
                int size = raw[i + 1] == 'u' && i + 6 <= end ? 6 : 2;
                text.add(size == 6 ? (char) hex(raw, i + 2, 4) : unescaped((char) raw[i + 1]), i, i + size);
                i += size;
            } else {
                i = text.addUtf8(raw, i, end);
            }
        }
        return text;
    }

    /** UTF-8 as it stands. */
    static EncodedText ofUtf8(byte[] raw, int start, int end) {
        EncodedText text = new EncodedText(end - start);
        for (int i = start; i < end; ) {
            i = text.addUtf8(raw, i, end);
        }
        return text;
    }

    /** Bytes of no known encoding, one character each. */
    static EncodedText ofBytes(byte[] raw, int start, int end) {
        EncodedText text = new EncodedText(end - start);
        for (int i = start; i < end; i++) {
            text.add((char) (raw[i] & 0xff), i, i + 1);
        }
        return text;
    }

    /** The text with backslash and percent encodings taken off once more, or null when it has none. */
    @Nullable EncodedText decoded() {
        EncodedText inner = new EncodedText(length);
        boolean changed = false;
        int i = 0;
        while (i < length) {
            int size = encodedLength(i);
            if (size == 1) {
                inner.add(chars[i], from[i], to[i]);
            } else {
                changed = true;
                inner.percent |= chars[i] == '%';
                inner.addDecoded(this, i, size);
            }
            i += size;
        }
        return changed ? inner : null;
    }

    private int encodedLength(int i) {
        if (chars[i] == '%' && i + 2 < length && isHex(chars[i + 1]) && isHex(chars[i + 2])) {
            return percentLength(i);
        }
        if (chars[i] != '\\' || i + 1 >= length) {
            return 1;
        }
        char next = chars[i + 1];
        if (next == 'u') {
            boolean four = i + 5 < length && isHex(chars[i + 2]) && isHex(chars[i + 3]) && isHex(chars[i + 4])
                    && isHex(chars[i + 5]);
            return four ? 6 : 1;
        }
        return "\"\\/bfnrt".indexOf(next) >= 0 ? 2 : 1;
    }

    /** A character beyond ASCII is several percent signs long. */
    private int percentLength(int i) {
        int lead = hex(chars, i + 1, 2);
        int bytes = lead < 0xc2 || lead > 0xf4 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
        for (int k = 1; k < bytes; k++) {
            int at = i + 3 * k;
            boolean more = at + 2 < length && chars[at] == '%' && isHex(chars[at + 1]) && isHex(chars[at + 2]);
            if (!more || (hex(chars, at + 1, 2) & 0xc0) != 0x80) {
                return 3;
            }
        }
        return 3 * bytes;
    }

    private void addDecoded(EncodedText outer, int i, int size) {
        int start = outer.from[i];
        int end = outer.to[i + size - 1];
        if (outer.chars[i] == '\\') {
            add(size == 6 ? (char) hex(outer.chars, i + 2, 4) : unescaped(outer.chars[i + 1]), start, end);
            return;
        }
        byte[] bytes = new byte[size / 3];
        for (int k = 0; k < bytes.length; k++) {
            bytes[k] = (byte) hex(outer.chars, i + 3 * k + 1, 2);
        }
        String decoded = new String(bytes, StandardCharsets.UTF_8);
        add(decoded.charAt(0), start, end);
        if (decoded.length() > 1) {
            add(decoded.charAt(1), end, end);
        }
    }

    private int addUtf8(byte[] raw, int i, int end) {
        int lead = raw[i] & 0xff;
        int size = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
        if (size == 1 || i + size > end) {
            add((char) lead, i, i + 1);
            return i + 1;
        }
        int code = lead & (0xff >> (size + 1));
        for (int k = 1; k < size; k++) {
            code = code << 6 | raw[i + k] & 0x3f;
        }
        if (code < 0x10000) {
            add((char) code, i, i + size);
        } else {
            add(Character.highSurrogate(code), i, i + size);
            add(Character.lowSurrogate(code), i + size, i + size);
        }
        return i + size;
    }

    private void add(char c, int start, int end) {
        chars[length] = c;
        from[length] = start;
        to[length] = end;
        length++;
    }

    private static char unescaped(char c) {
        return switch (c) {
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'b' -> '\b';
            case 'f' -> '\f';
            default -> c;
        };
    }

    private static boolean isHex(char c) {
        return Character.digit(c, 16) >= 0 && c < 0x80;
    }

    private static int hex(byte[] raw, int at, int digits) {
        int value = 0;
        for (int i = at; i < at + digits; i++) {
            value = value << 4 | Math.max(0, Character.digit(raw[i], 16));
        }
        return value;
    }

    private static int hex(char[] chars, int at, int digits) {
        int value = 0;
        for (int i = at; i < at + digits; i++) {
            value = value << 4 | Math.max(0, Character.digit(chars[i], 16));
        }
        return value;
    }

    String text() {
        return new String(chars, 0, length);
    }

    int length() {
        return length;
    }

    /** Index in the raw bytes at which the character begins; for the length, the end of the last character. */
    int rawFrom(int index) {
        return index < length ? from[index] : length == 0 ? 0 : to[length - 1];
    }

    /** Index in the raw bytes behind the last of the characters up to, not including, the given one. */
    int rawTo(int index) {
        return index == 0 ? rawFrom(0) : to[index - 1];
    }

    /** Whether a percent sign was decoded in that range of raw bytes. */
    boolean isPercentEncoded(byte[] raw, int start, int end) {
        return percent && new String(raw, start, end - start, StandardCharsets.ISO_8859_1).indexOf('%') >= 0;
    }
}
