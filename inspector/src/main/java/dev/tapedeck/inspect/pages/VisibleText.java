package dev.tapedeck.inspect.pages;

/**
 * Text from a recording as a reader may see it: characters that hide, reorder or break text become visible escapes.
 *
 * <p>Control characters but tab and line feed, bidirectional controls, zero-width characters, line separators, other
 * format characters and lone surrogates are written as <code>&#92;u{hex}</code>.
 */
public final class VisibleText {
    private VisibleText() {}

    /** The text with every invisible character escaped; the same object when there is none. */
    public static String of(String text) {
        int i = 0;
        while (i < text.length()) {
            int point = text.codePointAt(i);
            if (hidden(point)) {
                return escaped(text, i);
            }
            i += Character.charCount(point);
        }
        return text;
    }

    /** As {@link #of(String)}, on one line: tabs and line feeds are escaped too. */
    public static String line(String text) {
        return of(text).replace("\t", "\\t").replace("\n", "\\n");
    }

    private static String escaped(String text, int from) {
        StringBuilder out = new StringBuilder(text.length() + 16).append(text, 0, from);
        int point;
        for (int i = from; i < text.length(); i += Character.charCount(point)) {
            point = text.codePointAt(i);
            if (hidden(point)) {
                out.append("\\u{").append(Integer.toHexString(point)).append('}');
            } else {
                out.appendCodePoint(point);
            }
        }
        return out.toString();
    }

    private static boolean hidden(int point) {
        if (point == '\n' || point == '\t') {
            return false;
        }
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED -> true;
            default -> isInvisibleLetter(point);
        };
    }

    /** Letters and marks that draw nothing: Hangul fillers, variation selectors, the combining grapheme joiner. */
    private static boolean isInvisibleLetter(int point) {
        return point == 0x115F || point == 0x1160 || point == 0x3164 || point == 0xFFA0 || point == 0x034F
                || point >= 0x180B && point <= 0x180D
                || point >= 0xFE00 && point < 0xFE0F
                || point >= 0xE0100 && point <= 0xE01EF;
    }
}
