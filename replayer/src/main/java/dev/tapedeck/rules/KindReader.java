package dev.tapedeck.rules;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds the kinds of one process's frames, from a first word to the special parts that a book tells apart. */
final class KindReader {
    /** Kinds that one session remembers; kind names are data, so their number must be bounded. */
    private static final int MAX_KINDS = 4096;

    private final Map<String, List<JsonPointer>> discriminators;
    private final Map<String, Kind> kinds = new HashMap<>();

    /** @param discriminators for each kind that goes deeper, where its further parts stand */
    KindReader(Map<String, List<JsonPointer>> discriminators) {
        this.discriminators = discriminators;
    }

    /** The kind of a frame that begins with this word. */
    Kind read(String word, JsonNode json) {
        String path = word;
        for (List<JsonPointer> parts = discriminators.get(path); parts != null; parts = discriminators.get(path)) {
            String deeper = deeper(path, parts, json);
            if (deeper.endsWith(UNTOLD)) {
                return named(deeper);
            }
            path = deeper;
        }
        return named(path);
    }

    /** The kind of that name, made once for all frames that have it. */
    Kind named(String path) {
        Kind known = kinds.get(path);
        if (known == null) {
            known = new Kind(path);
            if (kinds.size() < MAX_KINDS) {
                kinds.put(path, known);
            }
        }
        return known;
    }

    private static final String UNTOLD = ':' + Kind.UNTOLD;

    private static String deeper(String path, List<JsonPointer> parts, JsonNode json) {
        StringBuilder deeper = new StringBuilder(path);
        for (JsonPointer part : parts) {
            JsonNode value = json.at(part);
            boolean told = value.isValueNode() && !value.isNull();
            deeper.append(':').append(told ? value.asText() : Kind.UNTOLD);
            if (!told) {
                break;
            }
        }
        return deeper.toString();
    }
}
