package dev.tapedeck.wire.opencodeevent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.CanonicalEvent;
import dev.tapedeck.canonical.EventType;
import dev.tapedeck.frame.Carrier;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Entry;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.frame.Header;
import dev.tapedeck.frame.HostAct;
import dev.tapedeck.frame.LineEnd;
import dev.tapedeck.frame.LogLine;
import dev.tapedeck.frame.Origin;
import dev.tapedeck.frame.Payload;
import dev.tapedeck.frame.Transport;
import dev.tapedeck.frame.Wire;
import dev.tapedeck.host.Disposition;
import dev.tapedeck.host.FrameResult;
import dev.tapedeck.host.HostNote;
import dev.tapedeck.json.Json;
import dev.tapedeck.mapping.Emission;
import dev.tapedeck.recording.RecordingWriter;
import dev.tapedeck.replay.Replay;
import dev.tapedeck.replay.ReplayListener;
import dev.tapedeck.replay.ReplayReport;
import dev.tapedeck.runtime.RuntimeEvent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/** What a server sends and is asked, written down piece by piece; playing it checks what must hold for all of it. */
public final class Served {
    public static final String SESSION = "ses_1";

    private final List<Entry> entries = new ArrayList<>();
    private final Map<String, Wire> streams = new LinkedHashMap<>();
    private final String primary;

    /** @param primary the stream that is mapped */
    public Served(String primary) {
        this.primary = primary;
        streams.put(primary, wireOf(primary));
    }

    /** A server on {@code /event}. */
    public static Served begun() {
        return new Served("/event");
    }

    /** An event of the mapped stream; single quotes stand for double ones. */
    public Served event(String type, String body) {
        String member = wireOf(primary).equals(OpenCodeEvent.WIRE) ? "properties" : "data";
        return on(primary, "{'id':'evt_" + entries.size() + "','type':'" + type + "','" + member + "':" + body + "}");
    }

    /** An event of any stream, with its envelope. */
    public Served on(String stream, String json) {
        streams.putIfAbsent(stream, wireOf(stream));
        return frame(Direction.OUT, new Carrier.SseEvent(stream, null, null), json);
    }

    /** The user prompts, the session is busy: a turn has begun. */
    Served prompted(String text) {
        return event("message.updated", "{'sessionID':'ses_1','info':{'id':'msg_u','role':'user','sessionID':'ses_1'}}")
                .event("message.part.updated", "{'sessionID':'ses_1','part':{'id':'prt_u','messageID':'msg_u',"
                        + "'sessionID':'ses_1','type':'text','text':'" + text + "'}}")
                .busy();
    }

    Served busy() {
        return status("{'type':'busy'}");
    }

    Served idle() {
        return status("{'type':'idle'}").event("session.idle", "{'sessionID':'ses_1'}");
    }

    Served status(String status) {
        return event("session.status", "{'sessionID':'ses_1','status':" + status + "}");
    }

    Served assistant(String more) {
        return event("message.updated", "{'sessionID':'ses_1','info':{'id':'msg_a','role':'assistant',"
                + "'sessionID':'ses_1'" + more + "}}");
    }

    /** A part of the model's message. */
    Served part(String id, String members) {
        return event("message.part.updated", "{'sessionID':'ses_1','part':{'id':'" + id + "','messageID':'msg_a',"
                + "'sessionID':'ses_1'," + members + "}}");
    }

    Served delta(String part, String text) {
        return event("message.part.delta", "{'sessionID':'ses_1','messageID':'msg_a','partID':'" + part
                + "','field':'text','delta':'" + text + "'}");
    }

    public Served call(long exchange, String method, String path, String body) {
        return frame(Direction.IN, new Carrier.HttpRequest(exchange, method, path), body);
    }

    public Served answer(long exchange, int status, String body) {
        return frame(Direction.OUT, new Carrier.HttpResponse(exchange, status), body);
    }

    /** Another process takes the server's place. */
    Served spawned() {
        entries.add(new HostAct(next(), next() * 1000, HostAct.SPAWN, Map.of("pid", 2L)));
        return this;
    }

    public Served streamEnds(String stream, boolean alive) {
        Map<String, Object> facts = Map.of("stream", stream, "by", "provider", "alive", alive);
        entries.add(new HostAct(next(), next() * 1000, HostAct.STREAM_END, facts));
        return this;
    }

    private Served frame(Direction direction, Carrier carrier, String json) {
        String quoted = json.indexOf('"') < 0 ? json.replace('\'', '"') : json;
        byte[] bytes = quoted.getBytes(StandardCharsets.UTF_8);
        return add(direction, carrier, bytes, next() * 1000);
    }

    private Served add(Direction direction, Carrier carrier, byte[] bytes, long micros) {
        Payload payload = bytes.length == 0 ? new Payload.Text("") : new Payload.Json(bytes);
        entries.add(new Frame(next(), micros, direction, payload, carrier, LineEnd.LF, List.of()));
        return this;
    }

    private long next() {
        return entries.size() + 1;
    }

    private static Wire wireOf(String stream) {
        return new Wire(stream.startsWith("/api/") ? "opencode.event2" : "opencode.event");
    }

    /** The events of a raw stream, each data line one. */
    public Served raw(Path sse) throws IOException {
        for (String line : Files.readAllLines(sse)) {
            if (line.startsWith("data: ")) {
                add(Direction.OUT, new Carrier.SseEvent(primary, null, null),
                        line.substring(6).getBytes(StandardCharsets.UTF_8), next() * 1000);
            } else if (line.startsWith(":")) {
                entries.add(new LogLine(next(), next() * 1000, primary, new Payload.Text(line + "\n\n")));
            }
        }
        return this;
    }

    /**
     * A capture, with one of its streams as the mapped one.
     *
     * @return null when the capture does not hold that stream
     */
    static @Nullable Served ofCapture(Path capture, String primary) throws IOException {
        Served served = new Served(primary);
        boolean found = false;
        long spawns = 0;
        for (String text : Files.readAllLines(capture)) {
            JsonNode line = Json.read(text.getBytes(StandardCharsets.UTF_8));
            long micros = line.path("t_ms").longValue() * 1000;
            JsonNode sse = line.path("sse");
            JsonNode http = line.path("http");
            if (line.at("/meta/what").asText().equals("spawn")) {
                spawns++;
                served.entries.add(new HostAct(served.next(), micros, HostAct.SPAWN, Map.of("pid", spawns)));
            } else if (sse.has("data")) {
                String stream = sse.path("stream").asText();
                found |= stream.equals(primary);
                served.streams.putIfAbsent(stream, wireOf(stream));
                byte[] data = sse.path("data").asText().getBytes(StandardCharsets.UTF_8);
                served.add(Direction.OUT, new Carrier.SseEvent(stream, null, null), data, micros);
            } else if (sse.has("comment")) {
                Payload comment = new Payload.Text(": " + sse.path("comment").asText() + "\n\n");
                served.entries.add(new LogLine(served.next(), micros, sse.path("stream").asText(), comment));
            } else if (http.isObject()) {
                long exchange = http.path("n").asLong();
                Carrier carrier = http.has("method")
                        ? new Carrier.HttpRequest(exchange, http.path("method").asText(), http.path("path").asText())
                        : new Carrier.HttpResponse(exchange, http.path("status").asInt());
                JsonNode body = http.path("body");
                byte[] bytes = body.isMissingNode() || body.isNull() ? new byte[0] : Json.writeBytes(body);
                served.add(http.has("method") ? Direction.IN : Direction.OUT, carrier, bytes, micros);
            }
        }
        return found ? served : null;
    }

    List<Entry> entries() {
        return List.copyOf(entries);
    }

    public Told play() throws IOException {
        Path file = Files.createTempFile("served", ".ndjson");
        Files.delete(file);
        try {
            write(file);
            return Told.of(file);
        } finally {
            Files.deleteIfExists(file);
        }
    }

    void write(Path file) throws IOException {
        Header header = new Header(
                "aaaaaaaaaaaaaaaa",
                "opencode",
                wireOf(primary),
                Transport.HTTP_SSE,
                null,
                null,
                List.of(),
                null,
                Instant.parse("2026-11-30T12:00:00Z"),
                Origin.SYNTHETIC,
                null,
                null,
                List.of(),
                Map.of(),
                streams,
                primary);
        try (RecordingWriter writer = RecordingWriter.create(file, header)) {
            for (Entry entry : entries) {
                writer.write(entry);
            }
        }
    }

    public static Path shared(String name) {
        String told = System.getenv("TAPEDECK_SHARED");
        Path shared = told == null ? Path.of("..", "..", "shared") : Path.of(told);
        Path path = shared.resolve(name);
        Assumptions.assumeTrue(Files.exists(path), () -> path + " is not there; TAPEDECK_SHARED names its folder");
        return path;
    }

    /**
     * All that a replay told; without a violation, and the same with batches of 1, 2, 7 and 1024 frames. After a
     * failure the resync comes where its batch ends, so that events then stand elsewhere.
     */
    public record Told(
            ReplayReport report,
            List<CanonicalEvent> canonical,
            List<RuntimeEvent> runtime,
            List<FrameResult> results) {

        static Told of(Path file) throws IOException {
            Told told = play(file, 1024);
            assertEquals(List.of(), told.report.violations());
            assertEquals(
                    told.results.size(),
                    told.report.dispositions().values().stream().mapToLong(Long::longValue).sum());
            if (told.report.notes().stream().anyMatch(HostNote.Failed.class::isInstance)) {
                return told;
            }
            for (int batch : new int[] {1, 2, 7}) {
                Told other = play(file, batch);
                assertEquals(told.canonical, other.canonical, "batch size " + batch);
                assertEquals(told.runtime, other.runtime, "batch size " + batch);
                assertEquals(told.report.maps(), other.report.maps(), "batch size " + batch);
            }
            return told;
        }

        private static Told play(Path file, int batch) throws IOException {
            List<CanonicalEvent> canonical = new ArrayList<>();
            List<RuntimeEvent> runtime = new ArrayList<>();
            List<FrameResult> results = new ArrayList<>();
            ReplayReport report = Replay.of(file)
                    .batch(batch)
                    .listener(new ReplayListener() {
                        @Override
                        public void frame(FrameResult result) {
                            results.add(result);
                            result.emissions().forEach(emission -> written(result.frame().seq(), emission));
                        }

                        @Override
                        public void written(long seq, Emission emission) {
                            if (emission.canonical() != null) {
                                canonical.add(emission.canonical());
                            }
                            runtime.addAll(emission.events());
                        }
                    })
                    .run();
            return new Told(report, canonical, runtime, results);
        }

        public List<String> types() {
            return canonical.stream().map(event -> event.type().word()).toList();
        }

        /** Types of what came out of the frames of a kind, in order. */
        public List<String> typesOf(String kind) {
            return results.stream()
                    .filter(result -> result.message() != null && result.message().kind().path().equals(kind))
                    .flatMap(result -> result.emissions().stream())
                    .filter(emission -> emission.canonical() != null)
                    .map(emission -> emission.canonical().type().word())
                    .toList();
        }

        public Disposition dispositionOf(String kind) {
            return results.stream()
                    .filter(result -> result.message() != null && result.message().kind().path().equals(kind))
                    .map(FrameResult::disposition)
                    .findFirst()
                    .orElseThrow(() -> new AssertionError(kind + " in " + report.kinds()));
        }

        public long count(EventType type) {
            return canonical.stream().filter(event -> event.type() == type).count();
        }

        public <T> List<T> payloads(Class<T> type) {
            return canonical.stream().map(CanonicalEvent::payload).filter(type::isInstance).map(type::cast).toList();
        }

        public <T> T only(Class<T> type) {
            List<T> all = payloads(type);
            assertEquals(1, all.size(), () -> type.getSimpleName() + " in " + types());
            return all.getFirst();
        }

        public <T extends RuntimeEvent> List<T> runtime(Class<T> type) {
            return runtime.stream().filter(type::isInstance).map(type::cast).toList();
        }

        public JsonNode item(String id) {
            return find("items", "item", id);
        }

        public JsonNode find(String list, String member, String value) {
            return StreamSupport.stream(report.mapsInFull().path(list).spliterator(), false)
                    .filter(entry -> entry.path(member).asText().equals(value))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError(member + " " + value + " in " + report.mapsInFull()));
        }
    }
}
