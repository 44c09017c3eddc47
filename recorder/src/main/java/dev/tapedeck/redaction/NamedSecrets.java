package dev.tapedeck.redaction;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Secrets that only the names of their JSON members tell, found in JSON as it stands in texts and in HTML. */
final class NamedSecrets {
    /** How a quotation mark may be written: JSON in itself, JSON in a string of JSON, and both in HTML. */
    private static final List<String> QUOTES = List.of("\"", "&quot;", "\\\"", "\\&quot;");
    private static final String STARTS = "\"&\\";
    private static final int LONGEST_NAME = 40;

    private NamedSecrets() {}

    /**
     * The value of a member whose name begins there with its quotation mark.
     *
     * @param border index that nothing reaches across
     */
    static @Nullable Find at(String text, int i, int border) {
        if (STARTS.indexOf(text.charAt(i)) < 0) {
            return null;
        }
        for (String quote : QUOTES) {
            if (text.startsWith(quote, i)) {
                Find find = behind(text, i + quote.length(), quote, border);
                if (find != null) {
                    return find;
                }
            }
        }
        return null;
    }

    private static @Nullable Find behind(String text, int name, String quote, int border) {
        int end = name;
        while (end < text.length() && end - name < LONGEST_NAME && isName(text.charAt(end))) {
            end++;
        }
        if (end == name || !text.startsWith(quote, end) || Role.of(text.substring(name, end)) != Role.SECRET) {
            return null;
        }
        int colon = blanks(text, end + quote.length());
        if (colon >= text.length() || text.charAt(colon) != ':') {
            return null;
        }
        int open = blanks(text, colon + 1);
        if (!text.startsWith(quote, open)) {
            return null;
        }
        int from = open + quote.length();
        int to = closing(text, from, quote, border);
        return from >= to || isPlaceholder(text.substring(from, to)) ? null : new Find(from, to, Category.SECRET, null);
    }

    /** Where the string ends; at the border when it was cut off. */
    private static int closing(String text, int from, String quote, int border) {
        int at = text.indexOf(quote, from);
        while (at > from && at < border && !quote.startsWith("\\") && isEscaped(text, from, at)) {
            at = text.indexOf(quote, at + 1);
        }
        return at < 0 ? border : Math.min(at, border);
    }

    private static boolean isEscaped(String text, int from, int at) {
        int back = at;
        while (back > from && text.charAt(back - 1) == '\\') {
            back--;
        }
        return (at - back) % 2 == 1;
    }

    /** Whether a recorder has put this in the place of a secret. */
    static boolean isPlaceholder(String value) {
        String plain = value.replace("&quot;", "").replace("&lt;", "<").replace("&gt;", ">");
        return plain.isEmpty() || Placeholders.lengthAt(plain, 0) == plain.length() || plain.equals("null");
    }

    private static int blanks(String text, int from) {
        int at = from;
        while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\n')) {
            at++;
        }
        return at;
    }

    private static boolean isName(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '-';
    }
}
