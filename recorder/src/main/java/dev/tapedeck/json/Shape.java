package dev.tapedeck.json;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.hash.Sha256;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Key paths and value types of a frame, without its values: frames of one kind that differ in shape were built
 * differently by the provider.
 *
 * @param paths for instance {@code params.item.id:string}, sorted; elements of an array share {@code []}
 */
public record Shape(SortedSet<String> paths) {
    /** Most paths that are kept; a frame may hold any number of keys. */
    public static final int MAX_PATHS = 200;
    /** Deepest level that is looked at. */
    public static final int MAX_DEPTH = 12;

    private static final int ID_BYTES = 4;

    /** Keys of another form are data, for instance thread ids, and count as one key {@code *}. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z_$][A-Za-z0-9_$]{0,39}");

    /** Eight hex digits by which people name the shape: the start of the SHA-256 of its paths. */
    public String id() {
        return Sha256.hex(String.join("\n", paths)).substring(0, 2 * ID_BYTES);
    }

    /** Whether a key is a name of the protocol; others are data, and all of an object count as {@code *}. */
    public static boolean isName(String key) {
        return NAME.matcher(key).matches();
    }

    /** The shape of a decoded frame. */
    public static Shape of(JsonNode json) {
        SortedSet<String> paths = new TreeSet<>();
        collect("", json, 0, paths);
        return new Shape(paths);
    }

    private static void collect(String path, JsonNode node, int depth, SortedSet<String> paths) {
        if (paths.size() >= MAX_PATHS) {
            return;
        }
        boolean leaf = node.isValueNode() || node.isEmpty() || depth == MAX_DEPTH;
        if (leaf) {
            paths.add(path + ":" + node.getNodeType().name().toLowerCase(Locale.ROOT));
            return;
        }
        if (node.isArray()) {
            node.forEach(element -> collect(path + "[]", element, depth + 1, paths));
            return;
        }
        node.properties().forEach(member -> {
            String key = isName(member.getKey()) ? member.getKey() : "*";
            collect(path.isEmpty() ? key : path + "." + key, member.getValue(), depth + 1, paths);
        });
    }
}
