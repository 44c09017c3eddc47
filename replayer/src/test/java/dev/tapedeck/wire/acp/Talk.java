package dev.tapedeck.wire.acp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.CanonicalEvent;
import dev.tapedeck.canonical.EventType;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.frame.Header;
import dev.tapedeck.frame.Origin;
import dev.tapedeck.frame.Payload;
import dev.tapedeck.frame.Transport;
import dev.tapedeck.host.Disposition;
import dev.tapedeck.host.FrameResult;
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
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Assumptions;

/** A conversation written down frame by frame; playing it checks what must hold for every one. */
final class Talk {
    static final String SESSION = "sess-1";

    private final List<Frame> frames = new ArrayList<>();
    private int requests;

    /** A conversation in version 1 with a session that has begun: four frames. */
    static Talk begun() {
        return new Talk().agreed(1).made("");
    }

    /** The same in version 2. */
    static Talk begun2() {
        return new Talk().agreed(2).made("");
    }

    Talk agreed(int version) {
        return asks("initialize", "'protocolVersion':" + version).answers("'protocolVersion':" + version);
    }

    Talk made(String more) {
        return asks("session/new", "'cwd':'/w','mcpServers':[]" + more).answers("'sessionId':'SESSION'");
    }

    /** A frame of the agent's; single quotes stand for double ones, SESSION for the session's id. */
    Talk out(String json) {
        return frame(Direction.OUT, json);
    }

    /** A frame of the client's. */
    Talk in(String json) {
        return frame(Direction.IN, json);
    }

    /** The client's next request. */
    Talk asks(String method, String params) {
        requests++;
        return in("{'jsonrpc':'2.0','id':" + requests + ",'method':'" + method + "','params':{" + params + "}}");
    }

    /** The agent's answer to the client's last request. */
    Talk answers(String result) {
        return answers(requests, result);
    }

    Talk answers(int request, String result) {
        return out("{'jsonrpc':'2.0','id':" + request + ",'result':{" + result + "}}");
    }

    Talk refuses(int code, String message) {
        return refuses(requests, code, message);
    }

    Talk refuses(int request, int code, String message) {
        return out("{'jsonrpc':'2.0','id':" + request + ",'error':{'code':" + code + ",'message':'" + message + "'}}");
    }

    Talk prompt(String text) {
        return asks("session/prompt", "'sessionId':'SESSION','prompt':[{'type':'text','text':'" + text + "'}]");
    }

    /** The agent asks its client. */
    Talk demands(String id, String method, String params) {
        return out("{'jsonrpc':'2.0','id':" + id + ",'method':'" + method + "','params':{" + params + "}}");
    }

    /** The client answers the agent. */
    Talk replies(String id, String result) {
        return in("{'jsonrpc':'2.0','id':" + id + ",'result':" + result + "}");
    }

    Talk update(String kind, String more) {
        return update(SESSION, kind, more);
    }

    Talk update(String session, String kind, String more) {
        return out("{'jsonrpc':'2.0','method':'session/update','params':{'sessionId':'" + session
                + "','update':{'sessionUpdate':'" + kind + "'" + (more.isEmpty() ? "" : "," + more) + "}}}");
    }

    /** A chunk of text. */
    Talk says(String speaker, String text) {
        return update(speaker + "_chunk", "'content':{'type':'text','text':'" + text + "'}");
    }

    /** A chunk of a message that has an id. */
    Talk says(String speaker, String message, String text) {
        return update(
                speaker + "_chunk", "'messageId':'" + message + "','content':{'type':'text','text':'" + text + "'}");
    }

    private Talk frame(Direction direction, String json) {
        byte[] bytes = json.replace('\'', '"').replace("SESSION", SESSION).getBytes(StandardCharsets.UTF_8);
        long seq = frames.size() + 1;
        frames.add(Frame.line(seq, seq * 1000, direction, new Payload.Json(bytes)));
        return this;
    }

    /** Plays it with batches of 1, 2, 7 and 1024 frames, which must not differ, and without a violation. */
    Told play() throws IOException {
        Path file = Files.createTempFile("talk", ".ndjson");
        Files.delete(file);
        try {
            try (RecordingWriter writer = RecordingWriter.create(file, header())) {
                for (Frame frame : frames) {
                    writer.write(frame);
                }
            }
            return Told.of(file);
        } finally {
            Files.deleteIfExists(file);
        }
    }

    private static Header header() {
        return new Header(
                "aaaaaaaaaaaaaaaa",
                "cursor",
                Acp.WIRE,
                Transport.STDIO_JSONRPC,
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
                Map.of(),
                null);
    }

    static Path shared(String name) {
        String told = System.getenv("TAPEDECK_SHARED");
        Path shared = told == null ? Path.of("..", "..", "shared") : Path.of(told);
        Path path = shared.resolve(name);
        Assumptions.assumeTrue(Files.exists(path), () -> path + " is not there; TAPEDECK_SHARED names its folder");
        return path;
    }

    /** All that a replay told. */
    record Told(
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
            if (told.report.count(Disposition.FAULTED) > 0) {
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

        List<String> types() {
            return canonical.stream().map(event -> event.type().word()).toList();
        }

        /** Types of what came out of one frame, by its number from 1. */
        List<String> typesOf(int seq) {
            return results.get(seq - 1).emissions().stream()
                    .filter(emission -> emission.canonical() != null)
                    .map(emission -> emission.canonical().type().word())
                    .toList();
        }

        long count(EventType type) {
            return canonical.stream().filter(event -> event.type() == type).count();
        }

        <T> List<T> payloads(Class<T> type) {
            return canonical.stream().map(CanonicalEvent::payload).filter(type::isInstance).map(type::cast).toList();
        }

        <T> T only(Class<T> type) {
            List<T> all = payloads(type);
            assertEquals(1, all.size(), () -> type.getSimpleName() + " in " + types());
            return all.getFirst();
        }

        /** Native ids of the items of one event type, in order. */
        List<String> items(EventType type) {
            return canonical.stream().filter(event -> event.type() == type).map(event -> event.refs().item()).toList();
        }

        /** Whether the events of one type are history, in order. */
        List<Boolean> marks(EventType type) {
            return canonical.stream().filter(event -> event.type() == type).map(CanonicalEvent::history).toList();
        }

        <T extends RuntimeEvent> List<T> runtime(Class<T> type) {
            return runtime.stream().filter(type::isInstance).map(type::cast).toList();
        }

        JsonNode item(String id) {
            return find("items", "item", id);
        }

        JsonNode find(String list, String member, String value) {
            return StreamSupport.stream(report.mapsInFull().path(list).spliterator(), false)
                    .filter(entry -> entry.path(member).asText().equals(value))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError(member + " " + value + " in " + report.mapsInFull()));
        }
    }
}
