package dev.tapedeck.redaction;

import org.jspecify.annotations.Nullable;

/**
 * Text with what looks like a secret covered, for places that show what is stored: a recording may come from somebody
 * whose recorder did not scrub it. Known are the shapes of keys and tokens, values that are assigned to a variable such
 * as {@code OTHER_API_KEY}, and values of JSON members whose name says it, such as {@code password}.
 *
 * @param text the text, each secret as {@code [masked: 32 characters]}
 * @param masked how many were covered
 */
public record LikelySecrets(String text, int masked) {
    /**
     * The attribute of an element whose text is a secret because of a name that does not stand beside it: without it
     * nothing in the text would tell.
     */
    public static final String MARK = "data-secret";
    private static final String MARKED = " " + MARK + ">";

    /** Whether the value of a JSON member of that name is a secret, whatever it looks like. */
    public static boolean isNamed(String member) {
        return Role.of(member) == Role.SECRET;
    }

    /** Covers secrets in plain text. */
    public static LikelySecrets masked(String text) {
        return masked(text, "");
    }

    /**
     * Covers secrets in rendered HTML, the text of elements with {@link #MARK} among them. None reaches from one text
     * node or attribute value into another, so what comes out has the same elements and attributes.
     */
    public static LikelySecrets maskedHtml(String html) {
        return masked(html, "<>\"");
    }

    private static LikelySecrets masked(String text, String borders) {
        StringBuilder out = null;
        int copied = 0;
        int masked = 0;
        int border = -1;
        for (int i = 0; i < text.length(); i++) {
            if (i > border) {
                border = next(text, i, borders);
            }
            Find find = marked(text, i, borders);
            if (find == null) {
                find = NamedSecrets.at(text, i, border);
            }
            if (find == null) {
                find = within(PrivateValues.unknownSecretAt(text, i, copied), border);
            }
            if (find == null || Placeholders.lengthAt(text, find.from()) > 0) {
                continue;
            }
            out = out == null ? new StringBuilder(text.length()) : out;
            out.append(text, copied, find.from()).append("[masked: ").append(find.length()).append(" characters]");
            copied = find.to();
            i = find.to() - 1;
            masked++;
        }
        return new LikelySecrets(out == null ? text : out.append(text, copied, text.length()).toString(), masked);
    }

    private static @Nullable Find within(@Nullable Find find, int border) {
        return find == null || find.from() >= border
                ? null
                : new Find(find.from(), Math.min(find.to(), border), find.category(), null);
    }

    /** The text of a marked element whose start tag ends there. */
    private static @Nullable Find marked(String html, int i, String borders) {
        int from = i + 1;
        if (borders.isEmpty() || html.charAt(i) != '>' || !html.startsWith(MARKED, from - MARKED.length())) {
            return null;
        }
        int to = next(html, from, borders);
        return to == from || NamedSecrets.isPlaceholder(html.substring(from, to))
                ? null
                : new Find(from, to, Category.SECRET, null);
    }

    private static int next(String text, int from, String borders) {
        int at = from;
        while (at < text.length() && borders.indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return at;
    }
}
