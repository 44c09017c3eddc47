package dev.tapedeck.redaction;

/**
 * A private value that is known beforehand or was learned.
 *
 * @param with what is to stand there instead
 */
record Literal(String value, Category category, String with) {
    /** Whether the value, found at that place, is meant there. */
    boolean isMeant(String text, int from, Role role) {
        int to = from + value.length();
        return switch (category) {
            case HOME, CWD -> Places.pathEnds(text, to) && (value.indexOf('/', 1) > 0 || Places.pathStarts(text, from));
            case USER -> Places.isPathSegment(text, from, to)
                    ? value.length() > 2 || Places.isInHomes(text, from)
                    : Places.isWord(text, from, to) && (role == Role.USER || Places.meansUser(text, from, to));
            case HOST -> Places.isWord(text, from, to)
                    && (role == Role.HOST || Places.isPathSegment(text, from, to) || Places.meansHost(text, from));
            case EMAIL, BEARER, API_KEY, JWT, SECRET -> true;
        };
    }
}
