package dev.tapedeck.filter;

/** Matches text against a pattern whose only special character is {@code *}, in time that no pattern can blow up. */
public final class Wildcard {
    private final String pattern;

    public Wildcard(String pattern) {
        this.pattern = pattern;
    }

    /** Whether the whole text matches. */
    public boolean matches(String text) {
        int at = 0;
        int star = -1;
        int starText = 0;
        for (int i = 0; i < text.length(); ) {
            if (at < pattern.length() && pattern.charAt(at) == '*') {
                star = at++;
                starText = i;
            } else if (at < pattern.length() && pattern.charAt(at) == text.charAt(i)) {
                at++;
                i++;
            } else if (star >= 0) {
                at = star + 1;
                i = ++starText;
            } else {
                return false;
            }
        }
        while (at < pattern.length() && pattern.charAt(at) == '*') {
            at++;
        }
        return at == pattern.length();
    }
}
