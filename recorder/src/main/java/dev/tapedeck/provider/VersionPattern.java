package dev.tapedeck.provider;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds a version in a text: group 1 of the first place where the pattern matches. */
public record VersionPattern(Pattern pattern) {
    /** The version in the text, or empty when there is none. */
    public Optional<String> find(String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? Optional.ofNullable(matcher.group(1)) : Optional.empty();
    }
}
