package dev.tapedeck.redaction;

import java.util.regex.Pattern;

/** Places in a text where a path, a user's name or a host's name is meant. */
final class Places {
    private static final int LOOK_BACK = 64;
    private static final Pattern USER_BEFORE =
            Pattern.compile(
                    "(?i)(?:^|[^a-z])(?:user|username|user_name|logname|login|owner|uid)[\"']?\\s*[:=]\\s*[\"']?$");
    private static final Pattern HOST_BEFORE =
            Pattern.compile(
                    "(?i)(?:^|[^a-z])(?:host|hostname|host_name|computername|nodename)[\"']?\\s*[:=]\\s*[\"']?$");
    /** Owner or group in a long listing of files. */
    private static final Pattern LISTING_BEFORE =
            Pattern.compile("(?:^|\\s)[bcdlps-][rwxsStT-]{9}[@.+]?\\s+\\d+\\s+(?:\\S+\\s+)?$");

    private Places() {}

    /** Whether a path may end here: the next character belongs to no longer name. */
    static boolean pathEnds(String text, int at) {
        return at >= text.length()
                || !(Character.isLetterOrDigit(text.charAt(at)) || "_-".indexOf(text.charAt(at)) >= 0);
    }

    /** Whether an absolute path may start here: it is not the rest of a longer one. */
    static boolean pathStarts(String text, int at) {
        return at == 0 || !isNameCharacter(text.charAt(at - 1));
    }

    static boolean isWord(String text, int from, int to) {
        return (from == 0 || !isNameCharacter(text.charAt(from - 1)))
                && (to >= text.length() || endsName(text, to));
    }

    static boolean isPathSegment(String text, int from, int to) {
        boolean starts = from > 0 && (isSlash(text.charAt(from - 1)) || text.charAt(from - 1) == '~');
        return starts && (to >= text.length() || endsName(text, to));
    }

    /** Whether the segment lies in the folder that holds the homes of a system. */
    static boolean isInHomes(String text, int from) {
        String before = text.substring(Math.max(0, from - 7), from).replace('\\', '/');
        return before.endsWith("/home/") || before.endsWith("/Users/");
    }

    /** {@code ada@box}, {@code USER=ada}, {@code uid=1000(ada)}, or a long listing of files. */
    static boolean meansUser(String text, int from, int to) {
        boolean prompt = to + 1 < text.length() && text.charAt(to) == '@'
                && Character.isLetterOrDigit(text.charAt(to + 1)) && Emails.domainEnd(text, to + 1) < 0;
        boolean uid = from > 1 && text.charAt(from - 1) == '(' && Character.isDigit(text.charAt(from - 2));
        String before = text.substring(Math.max(0, from - LOOK_BACK), from);
        return prompt || uid || USER_BEFORE.matcher(before).find() || LISTING_BEFORE.matcher(before).find();
    }

    /** {@code ada@box}, {@code http://box}, {@code HOSTNAME=box}. */
    static boolean meansHost(String text, int from) {
        if (from > 0 && text.charAt(from - 1) == '@' || text.startsWith("://", from - 3)) {
            return true;
        }
        return HOST_BEFORE.matcher(text.substring(Math.max(0, from - LOOK_BACK), from)).find();
    }

    /** A full stop behind a name ends it, unless the name goes on behind it. */
    private static boolean endsName(String text, int at) {
        char c = text.charAt(at);
        if (c == '.') {
            return at + 1 >= text.length() || !Character.isLetterOrDigit(text.charAt(at + 1));
        }
        return !isNameCharacter(c);
    }

    private static boolean isNameCharacter(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '-' || c == '.';
    }

    private static boolean isSlash(char c) {
        return c == '/' || c == '\\';
    }
}
