package dev.tapedeck.replay;

import dev.tapedeck.canonical.CanonicalEvent;
import dev.tapedeck.canonical.EventType;
import dev.tapedeck.events.EventWriter;
import dev.tapedeck.events.Ordinals;
import dev.tapedeck.frame.Entry;
import dev.tapedeck.frame.LogLine;
import dev.tapedeck.frame.Payload;
import dev.tapedeck.host.FrameResult;
import dev.tapedeck.host.HostNote;
import dev.tapedeck.mapping.Emission;
import dev.tapedeck.recording.RecordingReader;
import dev.tapedeck.recording.RecordingWriter;
import dev.tapedeck.recording.Strictness;
import dev.tapedeck.runtime.RuntimeEvent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/** A replay with everything that it told kept for assertions. */
final class Played implements ReplayListener {
    final List<FrameResult> results = new ArrayList<>();
    final List<CanonicalEvent> canonical = new ArrayList<>();
    final List<RuntimeEvent> runtime = new ArrayList<>();
    private final StringBuilder transcript = new StringBuilder();
    private final EventWriter writer = EventWriter.golden(new Ordinals());
    ReplayReport report;

    private Played() {}

    static Played of(Path file) throws IOException {
        return of(Replay.of(file));
    }

    static Played of(Replay replay) throws IOException {
        Played played = new Played();
        played.report = replay.listener(played).run();
        return played;
    }

    /** The folder of shared material, or the test is skipped. */
    static Path shared(String name) {
        String told = System.getenv("TAPEDECK_SHARED");
        Path shared = told == null ? Path.of("..", "..", "shared") : Path.of(told);
        Path path = shared.resolve(name);
        Assumptions.assumeTrue(path.toFile().exists(), () -> path + " is not there; TAPEDECK_SHARED names its folder");
        return path;
    }

    /** A provider's raw output as a recording whose process ended like that, with stderr in between. */
    static Path ended(Path raw, Path into, @Nullable Integer exit, @Nullable String signal, String... stderr)
            throws IOException {
        Path file = into.resolve("ended.ndjson");
        try (RecordingReader reader = RecordingReader.open(raw, Strictness.STRICT);
                RecordingWriter writer = RecordingWriter.create(file, new Headers(reader.header()).named())) {
            long seq = 0;
            for (Entry entry = reader.next(); entry != null; entry = reader.next()) {
                writer.write(entry);
                seq = entry.seq();
            }
            for (String line : stderr) {
                seq++;
                writer.write(new LogLine(seq, seq, "stderr", new Payload.Text(line)));
            }
            writer.end(exit, signal, signal == null ? "exited" : "signalled");
        }
        return file;
    }

    /** Everything that must not depend on the batch size, as text. */
    String transcript() {
        List<String> notes = report.notes().stream()
                .filter(note -> !(note instanceof HostNote.ErrorWritten))
                .map(HostNote::sentence)
                .toList();
        return transcript + "\n" + report.kinds() + "\n" + notes + "\n" + report.counters().late() + " "
                + report.counters().duplicate() + "\n" + report.maps();
    }

    List<String> types() {
        return canonical.stream().map(event -> event.type().word()).toList();
    }

    long count(EventType type) {
        return canonical.stream().filter(event -> event.type() == type).count();
    }

    <E extends RuntimeEvent> List<E> runtime(Class<E> type) {
        return runtime.stream().filter(type::isInstance).map(type::cast).toList();
    }

    @Override
    public void frame(FrameResult result) {
        results.add(result);
        transcript.append(result.frame().seq()).append(' ').append(result.disposition()).append(' ')
                .append(result.rule()).append(' ').append(result.reason()).append('\n');
        result.emissions().forEach(emission -> written(result.frame().seq(), emission));
    }

    @Override
    public void written(long seq, Emission emission) {
        CanonicalEvent event = emission.canonical();
        if (event != null) {
            canonical.add(event);
            transcript.append("  ").append(writer.canonical(event, seq)).append('\n');
        }
        for (RuntimeEvent told : emission.events()) {
            runtime.add(told);
            transcript.append("  ").append(writer.runtime(told)).append('\n');
        }
    }
}
