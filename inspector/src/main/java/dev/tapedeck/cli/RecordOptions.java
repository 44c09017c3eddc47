package dev.tapedeck.cli;

import dev.tapedeck.frame.Wire;
import dev.tapedeck.recorder.RecordingPlace;
import dev.tapedeck.recorder.RecordingPlan;
import dev.tapedeck.redaction.Machine;
import dev.tapedeck.redaction.Scrubber;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a {@code tapedeck record} was asked for. */
record RecordOptions(
        @Nullable Path output,
        boolean overwrite,
        @Nullable String provider,
        @Nullable String wire,
        @Nullable String scenario,
        boolean scrub,
        List<String> command) {

    private static final Set<String> FLAGS = Set.of("--overwrite", "--no-scrub");
    /** The options of the command model, each by its first name. */
    private static final Map<String, String> NAMES = Map.of(
            "-o", "-o",
            "--output", "-o",
            "--overwrite", "--overwrite",
            "--provider", "--provider",
            "--wire", "--wire",
            "--scenario", "--scenario",
            "--no-scrub", "--no-scrub");

    /**
     * Reads a plain command line at once, because building the whole command model costs a tenth of a second in front
     * of every session.
     *
     * @param arguments what follows {@code record}
     * @return empty if anything is out of the ordinary: the command model answers that
     */
    static Optional<RecordOptions> plain(List<String> arguments) {
        Map<String, String> given = new HashMap<>();
        int at = 0;
        while (at < arguments.size() && arguments.get(at).startsWith("-") && !arguments.get(at).equals("--")) {
            String[] parts = arguments.get(at++).split("=", 2);
            String name = NAMES.get(parts[0]);
            boolean flag = FLAGS.contains(parts[0]);
            boolean complete = parts.length == 2 || flag || at < arguments.size();
            if (name == null || !complete || flag && parts.length == 2) {
                return Optional.empty();
            }
            String value = flag ? "" : parts.length == 2 ? parts[1] : arguments.get(at++);
            if (given.put(name, value) != null) {
                return Optional.empty();
            }
        }
        boolean marked = at < arguments.size() && arguments.get(at).equals("--");
        List<String> command = arguments.subList(marked ? at + 1 : at, arguments.size());
        try {
            return command.isEmpty() ? Optional.empty() : Optional.of(of(given, command));
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    private static RecordOptions of(Map<String, String> given, List<String> command) {
        String output = given.get("-o");
        return new RecordOptions(
                output == null ? null : Path.of(output),
                given.containsKey("--overwrite"),
                given.get("--provider"),
                given.get("--wire"),
                given.get("--scenario"),
                !given.containsKey("--no-scrub"),
                List.copyOf(command));
    }

    /**
     * What is to be recorded where.
     *
     * @throws IllegalArgumentException if an option has a value that it cannot have
     */
    RecordingPlan plan() {
        if (provider != null && !provider.matches("[a-z][a-z0-9-]{0,31}")) {
            throw new IllegalArgumentException(
                    "--provider: a lower-case id ([a-z0-9-], up to 32 characters) expected, found " + provider);
        }
        return RecordingPlan.at(
                        output == null
                                ? new RecordingPlace.Home(Home.current().root())
                                : new RecordingPlace.Named(output, overwrite))
                .withProvider(provider)
                .withWire(wire == null ? null : new Wire(wire))
                .withScenario(scenario)
                .withScrubber(
                        scrub
                                ? () -> Scrubber.forMachine(Machine.current(System.getProperty("user.dir")))
                                : () -> Scrubber.NONE);
    }
}
