package dev.tapedeck.matrix;

import dev.tapedeck.frame.Wire;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Native kinds that the hand-written normalization matrix names for a facet: names only, in a resource. Where no
 * recording shows one, the cell says so.
 */
final class NamedShapes {
    private static final Map<String, List<String>> NAMED = read();

    private NamedShapes() {}

    /** Kinds that the facet's cell is said to be about, as far as none of that name was recorded. */
    static List<String> missing(Facet facet, Wire wire, StreamEvidence stream) {
        return NAMED.getOrDefault(wire + " " + facet.key(), List.of()).stream()
                .filter(name -> stream.kinds().stream().noneMatch(kind -> isNamed(kind.kind(), name)))
                .toList();
    }

    /** Whether a name stands in a kind as one or several of its parts. */
    private static boolean isNamed(String kind, String name) {
        String parts = ":" + kind.replace("#", ":#") + ":";
        return parts.contains(":" + name + ":");
    }

    private static Map<String, List<String>> read() {
        Map<String, List<String>> named = new TreeMap<>();
        for (String line : KindLists.lines("named-shapes.txt")) {
            String[] words = line.split(" ");
            named.computeIfAbsent(words[0] + " " + words[1], key -> new ArrayList<>())
                    .addAll(List.of(words).subList(2, words.length));
        }
        return named;
    }
}
