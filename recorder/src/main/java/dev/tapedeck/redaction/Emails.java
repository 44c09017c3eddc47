package dev.tapedeck.redaction;

import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** E-mail addresses, found from their at sign. */
final class Emails {
    private static final int MAX_LOCAL = 64;
    private static final int MAX_DOMAIN = 253;
    /** {@code icon@2x.png} is a file, {@code git@…} everybody's account on a code host. */
    private static final Set<String> NOT_TOP_LEVEL =
            Set.of("png", "jpg", "jpeg", "gif", "svg", "webp", "js", "ts", "css", "json", "md", "local", "service");

    private Emails() {}

    /** The address whose at sign stands there, or null; it does not reach before the floor. */
    static @Nullable Find around(String text, int at, int floor) {
        int from = at;
        while (from > floor && at - from < MAX_LOCAL && isLocal(text.charAt(from - 1))) {
            from--;
        }
        while (from < at && text.charAt(from) == '.') {
            from++;
        }
        int to = domainEnd(text, at + 1);
        if (from == at || to < 0 || text.startsWith("git@", from)) {
            return null;
        }
        return new Find(from, to, Category.EMAIL, null);
    }

    /** End of a domain with a top level of letters, or -1. */
    static int domainEnd(String text, int from) {
        int to = from;
        while (to < text.length() && to - from < MAX_DOMAIN && isDomain(text.charAt(to))) {
            to++;
        }
        while (to > from && !isLetterOrDigit(text.charAt(to - 1))) {
            to--;
        }
        int dot = text.lastIndexOf('.', to - 1);
        if (dot <= from || to - dot < 3 || text.substring(from, to).contains("..")) {
            return -1;
        }
        String top = text.substring(dot + 1, to).toLowerCase(Locale.ROOT);
        boolean letters = top.chars().allMatch(c -> c >= 'a' && c <= 'z');
        return letters && !NOT_TOP_LEVEL.contains(top) ? to : -1;
    }

    private static boolean isLocal(char c) {
        return isLetterOrDigit(c) || "._%+-".indexOf(c) >= 0;
    }

    private static boolean isDomain(char c) {
        return isLetterOrDigit(c) || c == '.' || c == '-';
    }

    private static boolean isLetterOrDigit(char c) {
        return c < 0x80 && Character.isLetterOrDigit(c);
    }
}
