package dev.tapedeck.matrix;

import dev.tapedeck.frame.Wire;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

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

    /**
     * Why no recording can be expected to show a listed kind, by the file {@code not-recorded.txt} beside the wire's
     * lists: one kind a line, or the start of several with {@code *}, then {@code |} and the reason. The first line
     * that fits counts.
     */
    static @Nullable String whyNotRecorded(Wire wire, String kind) {
        for (Map.Entry<String, String> reason : reasons(wire).entrySet()) {
            String name = reason.getKey();
            boolean start = name.endsWith("*");
            if (start ? kind.startsWith(name.substring(0, name.length() - 1)) : kind.equals(name)) {
                return reason.getValue();
            }
        }
        return null;
    }

    private static Map<String, String> reasons(Wire wire) {
        String resource = "kinds/" + wire + "/not-recorded.txt";
        if (KindLists.class.getResource(resource) == null) {
            return Map.of();
        }
        Map<String, String> reasons = new LinkedHashMap<>();
        for (String line : lines(resource)) {
            int bar = line.indexOf(" | ");
            if (bar < 0) {
                throw new IllegalStateException(resource + ": expected KIND | REASON, found " + line);
            }
            reasons.put(line.substring(0, bar), line.substring(bar + 3));
        }
        return reasons;
    }

    /** Lines of a resource beside this class, without blank ones and comments. */
    static List<String> lines(String resource) {
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
