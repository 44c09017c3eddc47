package dev.tapedeck.redaction;

/**
 * Text with what looks like a secret covered, for places that show what is stored: a recording may come from somebody
 * whose recorder did not scrub it. Known are the shapes of keys and tokens, and values that are assigned to a
 * variable such as {@code OTHER_API_KEY}.
 *
 * @param text the text, each secret as {@code [masked: 32 characters]}
 * @param masked how many were covered
 */
public record LikelySecrets(String text, int masked) {

    /** Covers secrets in plain text. */
    public static LikelySecrets masked(String text) {
        return masked(text, "");
    }

    /**
     * Covers secrets in rendered HTML. None reaches from one text node or attribute value into another, so what comes
     * out has the same elements and attributes.
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
            Find find = PrivateValues.unknownSecretAt(text, i, copied);
            if (find == null || find.from() >= border || Placeholders.lengthAt(text, find.from()) > 0) {
                continue;
            }
            int to = Math.min(find.to(), border);
            out = out == null ? new StringBuilder(text.length()) : out;
            out.append(text, copied, find.from()).append("[masked: ").append(to - find.from()).append(" characters]");
            copied = to;
            i = to - 1;
            masked++;
        }
        return new LikelySecrets(out == null ? text : out.append(text, copied, text.length()).toString(), masked);
    }

    private static int next(String text, int from, String borders) {
        int at = from;
        while (at < text.length() && borders.indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return at;
    }
}
