package dev.tapedeck.play;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.invariant.Difference;
import dev.tapedeck.rules.Message;
import org.jspecify.annotations.Nullable;

/**
 * A place in client frames that has to be as recorded.
 *
 * @param kind frames of this kind, with {@code #result} for answers; null for all
 * @param path pointer from the frame's root
 */
public record DeclaredPath(@Nullable String kind, JsonPointer path) {
    /**
     * Reads {@code /params/model} or {@code KIND=/params/model}.
     *
     * @throws IllegalArgumentException if it is neither
     */
    public static DeclaredPath of(String text) {
        int equals = text.indexOf("=/");
        String kind = equals > 0 ? text.substring(0, equals) : null;
        String path = equals > 0 ? text.substring(equals + 1) : text;
        if (!path.startsWith("/")) {
            throw new IllegalArgumentException("expected /POINTER or KIND=/POINTER, found " + text);
        }
        return new DeclaredPath(kind, JsonPointer.compile(path));
    }

    /** The first difference at or below the path, or null when there is none or other frames are meant. */
    @Nullable
    Difference between(Message recorded, Message found) {
        if (kind != null && !kind.equals(recorded.kind().path())) {
            return null;
        }
        JsonNode left = recorded.json().at(path);
        JsonNode right = found.json().at(path);
        Difference inside = Difference.first(left, right);
        return inside == null ? null : new Difference(path + inside.path(), inside.left(), inside.right());
    }
}
