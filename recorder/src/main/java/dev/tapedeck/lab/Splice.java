package dev.tapedeck.lab;

import dev.tapedeck.frame.Carrier;
import dev.tapedeck.frame.Ending;
import dev.tapedeck.frame.Entry;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.frame.Header;
import dev.tapedeck.frame.HostAct;
import dev.tapedeck.frame.LogLine;
import dev.tapedeck.frame.Wire;
import dev.tapedeck.recording.RecordingReader;
import dev.tapedeck.recording.RecordingWriter;
import dev.tapedeck.recording.Strictness;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Joins the recordings of processes that followed each other into one, in which each spawn begins an epoch. */
final class Splice {
    private Splice() {}

    /**
     * Writes the parts one after the other; times go on, read boundaries are left out.
     *
     * @param version the pinned version, for a provider whose frames do not tell it and that is gone before it is asked
     * @return the number of frames
     * @throws IOException if a part is damaged or has no end, or the whole cannot be written
     */
    static long join(List<Path> parts, Path whole, String version) throws IOException {
        Header first = header(parts.getFirst());
        try (RecordingWriter writer = RecordingWriter.create(whole, together(parts, version))) {
            long seq = 0;
            long exchanges = 0;
            Ending ending = null;
            for (int i = 0; i < parts.size(); i++) {
                Path part = parts.get(i);
                try (RecordingReader reader = RecordingReader.open(part, Strictness.STRICT)) {
                    long later = Duration.between(first.started(), reader.header().started()).toNanos() / 1000;
                    long before = exchanges;
                    for (Entry entry = reader.next(); entry != null; entry = reader.next()) {
                        Entry moved = moved(entry, ++seq, later, i + 1, before);
                        exchanges = Math.max(exchanges, exchange(moved));
                        writer.write(moved);
                    }
                    ending = reader.ending();
                    if (ending == null) {
                        throw new IOException(part + ": a recording with an end expected, found a truncated one");
                    }
                }
            }
            if (ending != null) {
                writer.end(ending.exit(), ending.signal(), ending.reason());
            }
            return writer.frames();
        }
    }

    private static Header header(Path part) throws IOException {
        try (RecordingReader reader = RecordingReader.open(part, Strictness.STRICT)) {
            return reader.header();
        }
    }

    /** Number of the exchange that an entry belongs to, 0 for none. */
    private static long exchange(Entry entry) {
        if (!(entry instanceof Frame frame)) {
            return 0;
        }
        return switch (frame.carrier()) {
            case Carrier.HttpRequest request -> request.exchange();
            case Carrier.HttpResponse response -> response.exchange();
            case Carrier.SseEvent event -> 0;
            case Carrier.Line line -> 0;
        };
    }

    /** Each part numbers its exchanges from 1; in the whole they go on. */
    private static Carrier moved(Carrier carrier, long before) {
        return switch (carrier) {
            case Carrier.HttpRequest request ->
                new Carrier.HttpRequest(request.exchange() + before, request.method(), request.path());
            case Carrier.HttpResponse response ->
                new Carrier.HttpResponse(response.exchange() + before, response.status());
            case Carrier.SseEvent event -> event;
            case Carrier.Line line -> line;
        };
    }

    private static Entry moved(Entry entry, long seq, long later, int process, long exchangesBefore) {
        long micros = entry.micros() + later;
        return switch (entry) {
            case Frame frame -> new Frame(
                    seq, micros, frame.direction(), frame.payload(), moved(frame.carrier(), exchangesBefore),
                    frame.lineEnd(),
                            List.of());
            case LogLine line -> new LogLine(seq, micros, line.stream(), line.payload());
            case HostAct act -> new HostAct(seq, micros, act.act(), facts(act, process));
        };
    }

    /** Each part numbers its only process 1; in the whole the second one is 2. */
    private static Map<String, Object> facts(HostAct act, int process) {
        if (!act.act().equals(HostAct.SPAWN)) {
            return act.facts();
        }
        Map<String, Object> facts = new HashMap<>(act.facts());
        facts.put("pid", process);
        return facts;
    }

    /** The first part's header, with what only the others have seen. */
    private static Header together(List<Path> parts, String version) throws IOException {
        Header header = header(parts.getFirst());
        Map<String, Long> redaction = new HashMap<>();
        Map<String, Wire> streams = new HashMap<>();
        String primary = null;
        for (Path part : parts) {
            Header one = header(part);
            one.redaction().forEach((name, count) -> redaction.merge(name, count, Long::sum));
            streams.putAll(one.streams());
            primary = primary == null ? one.primary() : primary;
        }
        return new Header(
                header.id(),
                header.provider(),
                header.wire(),
                header.transport(),
                Objects.requireNonNullElse(header.version(), version),
                header.protocol(),
                header.command(),
                header.cwd(),
                header.started(),
                header.origin(),
                header.scenario(),
                header.platform(),
                header.environment(),
                redaction,
                streams,
                primary);
    }
}
