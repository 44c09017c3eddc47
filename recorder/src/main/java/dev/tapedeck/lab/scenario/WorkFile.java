package dev.tapedeck.lab.scenario;

import java.util.Arrays;

/**
 * A file that a scenario lays out before the provider starts. The array must not be changed.
 *
 * @param path relative to the workspace, or to the home when it starts with {@code ~/}
 * @param template whether places such as <code>${workspace}</code> are filled in
 */
public record WorkFile(String path, byte[] content, boolean template) {
    /** How a path in the home starts. */
    public static final String HOME = "~/";

    @Override
    public boolean equals(Object other) {
        return other instanceof WorkFile that
                && path.equals(that.path)
                && template == that.template
                && Arrays.equals(content, that.content);
    }

    @Override
    public int hashCode() {
        return path.hashCode();
    }
}
