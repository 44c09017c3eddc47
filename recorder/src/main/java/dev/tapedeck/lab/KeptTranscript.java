package dev.tapedeck.lab;

import dev.tapedeck.frame.Entry;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.frame.Header;
import dev.tapedeck.frame.HostAct;
import dev.tapedeck.frame.LogLine;
import dev.tapedeck.lab.scenario.Scenario;
import dev.tapedeck.recording.RecordingReader;
import dev.tapedeck.recording.RecordingWriter;
import dev.tapedeck.recording.Strictness;
import dev.tapedeck.redaction.Scrubber;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The files in which a provider kept the session that was played, by name, as the scenario's recording. */
final class KeptTranscript {
    private final Scenario scenario;
    private final Path home;

    KeptTranscript(Scenario scenario, Path home) {
        this.scenario = scenario;
        this.home = home;
    }

    /**
     * Writes the lines of the files as frames; that there is none is a problem.
     *
     * @param spoken recording of what the provider said, from which the header is taken
     * @return the number of frames
     * @throws IOException if a file cannot be read or written
     */
    long record(Path spoken, Scrubber scrubber, Path recording, List<String> problems) throws IOException {
        List<Path> files = files();
        if (files.isEmpty()) {
            problems.add("a file that fits " + scenario.transcript() + " in the home expected, found none");
            return 0;
        }
        try (RecordingWriter writer = RecordingWriter.create(recording, header(spoken, Map.of()))) {
            long seq = 0;
            for (Path file : files) {
                try (RecordingReader lines = RecordingReader.open(file, Strictness.STRICT, scenario.wire())) {
                    for (Entry line = lines.next(); line != null; line = lines.next()) {
                        write(scrubber.scrub(numbered(line, ++seq)), writer);
                    }
                }
            }
            write(scrubber.flush(), writer);
            writer.header(header(spoken, scrubber.counts()));
            writer.end(null, null, "kept");
            return writer.frames();
        }
    }

    private static void write(List<Entry> entries, RecordingWriter writer) throws IOException {
        for (Entry entry : entries) {
            writer.write(entry);
        }
    }

    private static Entry numbered(Entry line, long seq) {
        return switch (line) {
            case Frame frame -> new Frame(
                    seq, frame.micros(), frame.direction(), frame.payload(), frame.carrier(), frame.lineEnd(),
                    frame.cuts());
            case LogLine log -> new LogLine(seq, log.micros(), log.stream(), log.payload());
            case HostAct act -> new HostAct(seq, act.micros(), act.act(), act.facts());
        };
    }

    private List<Path> files() throws IOException {
        PathMatcher fits = FileSystems.getDefault().getPathMatcher("glob:" + scenario.transcript());
        try (Stream<Path> inside = Files.walk(home)) {
            return inside.filter(Files::isRegularFile)
                    .filter(file -> fits.matches(home.relativize(file)))
                    .sorted()
                    .toList();
        }
    }

    private Header header(Path spoken, Map<String, Long> redaction) throws IOException {
        try (RecordingReader reader = RecordingReader.open(spoken, Strictness.STRICT)) {
            Header said = reader.header();
            return new Header(
                    said.id(), said.provider(), scenario.wire(), said.transport(), said.version(), null,
                    said.command(), said.cwd(), said.started(), said.origin(), scenario.name(), said.platform(),
                    said.environment(), redaction, Map.of(), null);
        }
    }
}
