package dev.tapedeck.host;

import org.jspecify.annotations.Nullable;

/** A text that grows cheaply, knows its size as UTF-8, and can be cut to its end. */
final class TailText {
    private @Nullable String whole;
    private @Nullable StringBuilder growing;
    private long bytes;
    private long cut;

    TailText() {}

    TailText(TailText other) {
        whole = other.whole;
        growing = other.growing == null ? null : new StringBuilder(other.growing);
        bytes = other.bytes;
        cut = other.cut;
    }

    /** Size as UTF-8, in bytes. */
    long bytes() {
        return bytes;
    }

    /** Bytes that were cut from the front since the text was last replaced. */
    long cut() {
        return cut;
    }

    boolean told() {
        return whole != null || growing != null;
    }

    /** Whether it was told as a whole, and nothing was added to it. */
    boolean isWhole() {
        return whole != null && growing == null;
    }

    void replace(String text) {
        whole = text;
        growing = null;
        bytes = utf8Length(text);
        cut = 0;
    }

    /** There is no text. */
    void forget() {
        whole = null;
        growing = null;
        bytes = 0;
        cut = 0;
    }

    void append(String text) {
        if (growing == null) {
            growing = new StringBuilder(whole == null ? "" : whole);
            whole = null;
        }
        growing.append(text);
        bytes += utf8Length(text);
    }

    /** Whether the text goes on as {@code start} begins, so that {@code start} tells nothing new. */
    boolean startsWith(String start) {
        CharSequence text = whole == null ? growing : whole;
        return text != null
                && text.length() >= start.length()
                && CharSequence.compare(text.subSequence(0, start.length()), start) == 0;
    }

    /** Keeps at most {@code max} bytes of the end, whole characters. */
    void keepTail(long max) {
        if (bytes <= max) {
            return;
        }
        CharSequence text = whole == null ? growing : whole;
        if (text == null) {
            return;
        }
        int from = text.length();
        long kept = 0;
        while (from > 0) {
            boolean pair = from > 1
                    && Character.isLowSurrogate(text.charAt(from - 1))
                    && Character.isHighSurrogate(text.charAt(from - 2));
            int size = pair ? 4 : utf8Length(text.charAt(from - 1));
            if (kept + size > max) {
                break;
            }
            kept += size;
            from -= pair ? 2 : 1;
        }
        whole = text.subSequence(from, text.length()).toString();
        growing = null;
        cut += bytes - kept;
        bytes = kept;
    }

    @Override
    public String toString() {
        return whole != null ? whole : growing == null ? "" : growing.toString();
    }

    static long utf8Length(CharSequence text) {
        long length = text.length();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                length += Character.isSurrogate(c) ? 1 : utf8Length(c) - 1;
            }
        }
        return length;
    }

    /** A lone surrogate counts as two bytes, so that a pair counts as four. */
    private static int utf8Length(char c) {
        return c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
    }
}
