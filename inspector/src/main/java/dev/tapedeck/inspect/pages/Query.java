package dev.tapedeck.inspect.pages;

import dev.tapedeck.text.VisibleText;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The query of an address. Keys that a page does not know are ignored; a value that it cannot use is a 422 that names
 * the key.
 *
 * @param values first value of each key
 */
public record Query(Map<String, String> values) {
    /** Longest filter, in characters. */
    public static final int MAX_TEXT = 1024;

    public Query {
        values = Map.copyOf(values);
    }

    /** A text of at most {@value #MAX_TEXT} characters; empty when it is not there. */
    String text(String key, Route here) {
        String value = values.getOrDefault(key, "");
        if (value.length() > MAX_TEXT) {
            throw Trouble.badValue(key, "at most " + MAX_TEXT + " characters", value.length() + "", here);
        }
        return value;
    }

    /** A number of at most ten digits. */
    Optional<Long> number(String key, Route here) {
        String value = values.getOrDefault(key, "").replace(",", "").strip();
        if (value.isEmpty()) {
            return Optional.empty();
        }
        if (!value.matches("[0-9]{1,10}")) {
            throw Trouble.badValue(key, "a number of at most ten digits", shown(value), here);
        }
        return Optional.of(Long.valueOf(value));
    }

    /** One of some words; the first when it is not there. */
    String choice(String key, Route here, List<String> words) {
        String value = values.getOrDefault(key, "");
        if (value.isEmpty()) {
            return words.getFirst();
        }
        if (!words.contains(value)) {
            throw Trouble.badValue(key, "one of " + String.join(", ", words), shown(value), here);
        }
        return value;
    }

    @Nullable String get(String key) {
        return values.get(key);
    }

    private static String shown(String value) {
        return "“" + VisibleText.of(Html.cut(value, 40)) + "”";
    }
}
