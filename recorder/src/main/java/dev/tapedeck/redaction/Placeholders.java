package dev.tapedeck.redaction;

import java.util.Collection;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Gives every value its placeholder: equal values get equal ones, whatever they were found as. */
final class Placeholders {
    /** More values than this share one placeholder for each category, so that memory stays bounded. */
    private static final int MAX_VALUES = 10_000;
    private static final Pattern OURS =
            Pattern.compile("<(?:token|key|jwt|secret)-(?:\\d{1,5}|many)>|user\\d{1,5}@example\\.com");

    private final Map<String, String> byValue = new HashMap<>();
    private final Map<String, Integer> numbers = new HashMap<>();

    /** The placeholder of a value that was found by its looks. */
    String of(Category category, String value) {
        boolean email = category == Category.EMAIL;
        String key = email ? value.toLowerCase(Locale.ROOT) : value;
        String known = byValue.get(key);
        if (known != null) {
            return known;
        }
        String word = word(category);
        boolean many = byValue.size() >= MAX_VALUES;
        String number = many ? "many" : Integer.toString(numbers.merge(word, 1, Integer::sum));
        String placeholder = email ? word + (many ? "0" : number) + "@example.com" : "<" + word + "-" + number + ">";
        if (!many) {
            byValue.put(key, placeholder);
        }
        return placeholder;
    }

    private static String word(Category category) {
        return switch (category) {
            case EMAIL, USER -> "user";
            case BEARER -> "token";
            case API_KEY -> "key";
            case JWT -> "jwt";
            case SECRET, HOME, CWD, HOST -> "secret";
        };
    }

    /** A path that takes the place of another; never one that a private path could be found in again. */
    static String path(String wanted, Collection<String> privatePaths) {
        String flat = "/" + wanted.substring(1).replace('/', '-');
        for (int i = 1; ; i++) {
            String candidate = i == 1 ? wanted : flat + i;
            if (privatePaths.stream().noneMatch(path -> overlaps(candidate, path))) {
                return candidate;
            }
        }
    }

    private static boolean overlaps(String candidate, String path) {
        return !candidate.equals(path) && ((candidate + "/").contains(path + "/") || path.startsWith(candidate + "/"));
    }

    /** Length of one of our own placeholders at that place, or 0. */
    static int lengthAt(String text, int at) {
        char c = text.charAt(at);
        if (c != '<' && c != 'u') {
            return 0;
        }
        Matcher matcher = OURS.matcher(text).region(at, text.length());
        return matcher.lookingAt() ? matcher.end() - at : 0;
    }
}
