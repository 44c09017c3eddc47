package dev.tapedeck.text;

import java.util.function.IntConsumer;

/**
 * Makes characters visible that would otherwise act on a terminal or hide on a page: control characters, bidirectional
 * marks, zero-width characters, line and paragraph separators, lone surrogates.
 */
public final class VisibleText {
    private VisibleText() {}

    /** The text on one line, each such character as an escape such as {@code \u202e}. */
    public static String of(String text) {
        return shown(text, false);
    }

    /** As {@link #of(String)}, for places that show several lines: line feeds and tabs stay. */
    public static String lines(String text) {
        return shown(text, true);
    }

    /**
     * JSON with the same meaning in which no such character stands: in its strings they become JSON's own escapes.
     * Line feeds between values stay.
     */
    public static String json(String json) {
        StringBuilder shown = null;
        int copied = 0;
        for (int i = 0; i < json.length(); ) {
            int c = json.codePointAt(i);
            int next = i + Character.charCount(c);
            if (acts(c) && c != '\n') {
                shown = shown == null ? new StringBuilder(json.length() + 16) : shown;
                shown.append(json, copied, i);
                json.substring(i, next).chars().forEach(new Escapes(shown));
                copied = next;
            }
            i = next;
        }
        return shown == null ? json : shown.append(json, copied, json.length()).toString();
    }

    private record Escapes(StringBuilder to) implements IntConsumer {
        @Override
        public void accept(int unit) {
            to.append(String.format("\\u%04x", unit));
        }
    }

    private static String shown(String text, boolean severalLines) {
        StringBuilder shown = null;
        int copied = 0;
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            int next = i + Character.charCount(c);
            if (acts(c) && !(severalLines && (c == '\n' || c == '\t'))) {
                shown = shown == null ? new StringBuilder(text.length() + 16) : shown;
                shown.append(text, copied, i).append(escape(c));
                copied = next;
            }
            i = next;
        }
        return shown == null ? text : shown.append(text, copied, text.length()).toString();
    }

    private static boolean acts(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE -> true;
            // Hangul fillers, the combining grapheme joiner and variation selectors show nothing although they count as
            // letters and marks; U+FE0F only makes a character an emoji.
            default ->
                c == 0x034f || c == 0x115f || c == 0x1160 || c == 0x3164 || c == 0xffa0
                        || c >= 0x180b && c <= 0x180d
                        || c >= 0xfe00 && c < 0xfe0f
                        || c >= 0xe0100 && c <= 0xe01ef;
        };
    }

    private static String escape(int c) {
        return switch (c) {
            case '\n' -> "\\n";
            case '\r' -> "\\r";
            case '\t' -> "\\t";
            default -> c > 0xffff ? String.format("\\u{%x}", c) : String.format("\\u%04x", c);
        };
    }
}
