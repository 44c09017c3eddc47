package dev.tapedeck.matrix;

import dev.tapedeck.frame.Wire;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.TreeSet;

/** The vendors' lists; one is added as a file {@code kinds/<wire>/<version>.txt} and a line in the index. */
public final class KindLists {
    private KindLists() {}

    /** Every list, in the order of the index. */
    public static List<KindList> all() {
        return lines("kinds/index.txt").stream().map(KindLists::list).toList();
    }

    private static KindList list(String entry) {
        String[] words = entry.split(" ");
        return new KindList(
                new Wire(words[0]), words[1], new TreeSet<>(lines("kinds/" + words[0] + "/" + words[1] + ".txt")));
    }

    private static List<String> lines(String resource) {
        try (InputStream in = KindLists.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException(resource + " is missing from the program");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
