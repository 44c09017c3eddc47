package dev.tapedeck.inspect.index;

import dev.tapedeck.frame.Wire;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Values that rules leave out on purpose: the allow-list of what is not carried, read from a resource. */
final class LeftOut {
    private static final String RESOURCE = "/dev/tapedeck/inspect/left-out.txt";
    private static final List<Entry> ENTRIES = read();

    private LeftOut() {}

    /**
     * One line of the list.
     *
     * @param rule kind of the rule, as its book has it
     * @param pointer what it leaves out
     * @param reason why, in a few words
     */
    record Entry(String wire, String rule, Pattern pointer, String reason) {}

    /** Why a rule leaves the value at that JSON pointer out; empty when nobody says so. */
    static Optional<String> why(Wire wire, String rule, String pointer) {
        return ENTRIES.stream()
                .filter(entry -> entry.wire.equals(wire.name()) && entry.rule.equals(rule))
                .filter(entry -> entry.pointer.matcher(pointer).matches())
                .map(Entry::reason)
                .findFirst();
    }

    static List<Entry> entries() {
        return ENTRIES;
    }

    private static List<Entry> read() {
        try (InputStream in = LeftOut.class.getResourceAsStream(RESOURCE)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(LeftOut::entry)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(RESOURCE, e);
        }
    }

    private static Entry entry(String line) {
        String[] parts = line.split(" \\| ", 4);
        if (parts.length < 4) {
            throw new IllegalStateException(RESOURCE + ": four parts expected, found " + line);
        }
        String pointer = Pattern.quote(parts[2].strip())
                .replace("/**", "\\E/.*\\Q")
                .replace("/*", "\\E/[^/]*\\Q");
        return new Entry(parts[0].strip(), parts[1].strip(), Pattern.compile(pointer), parts[3].strip());
    }
}
