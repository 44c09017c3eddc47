package dev.tapedeck.wire.claudestreamjson;

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
    static final String SESSION = "11111111-2222-4333-8444-555555555555";

    private final List<Frame> frames = new ArrayList<>();

    /** A conversation whose session has begun. */
    static Talk begun() {
        return new Talk().init();
    }

    Talk init() {
        return out("{'type':'system','subtype':'init','cwd':'/w','session_id':'SESSION','tools':['Bash'],'model':'m-1',"
                + "'permissionMode':'default','claude_code_version':'2.1.332','uuid':'u" + frames.size() + "'}");
    }

    /** A frame of the provider's; single quotes stand for double ones, SESSION for the session's id. */
    Talk out(String json) {
        return frame(Direction.OUT, json);
    }

    /** A frame of the client's. */
    Talk in(String json) {
        return frame(Direction.IN, json);
    }

    /** A whole message of the model with one block. */
    Talk assistant(String id, String block) {
        return assistant(id, block, "null");
    }

    Talk assistant(String id, String block, String parent) {
        return out("{'type':'assistant','message':{'id':'" + id + "','role':'assistant','model':'m-1','content':["
                + block + "],'usage':{'input_tokens':5,'output_tokens':7}},'parent_tool_use_id':" + parent
                + ",'session_id':'SESSION','uuid':'u" + frames.size() + "'}");
    }

    /** A message of the user's side, for instance with results. */
    Talk user(String content, String parent, String more) {
        return out("{'type':'user','message':{'role':'user','content':" + content + "},'parent_tool_use_id':" + parent
                + ",'session_id':'SESSION','uuid':'u" + frames.size() + "'" + more + "}");
    }

    Talk stream(String event) {
        return out("{'type':'stream_event','event':" + event
                + ",'session_id':'SESSION','parent_tool_use_id':null,'uuid':'u" + frames.size() + "'}");
    }

    Talk system(String subtype, String more) {
        return out("{'type':'system','subtype':'" + subtype + "'," + more + ",'session_id':'SESSION','uuid':'u"
                + frames.size() + "'}");
    }

    Talk done() {
        return done("'subtype':'success','is_error':false,'result':'x','stop_reason':'end_turn','total_cost_usd':0.5");
    }

    Talk done(String members) {
        return out("{'type':'result'," + members + ",'usage':{'input_tokens':1,'output_tokens':2},'modelUsage':{},"
                + "'session_id':'SESSION','uuid':'u" + frames.size() + "'}");
    }

    private Talk frame(Direction direction, String json) {
        byte[] bytes = json.replace('\'', '"').replace("SESSION", SESSION).getBytes(StandardCharsets.UTF_8);
        long seq = frames.size() + 1;
        frames.add(Frame.line(seq, seq * 1000, direction, new Payload.Json(bytes)));
        return this;
    }

    Told play() throws IOException {
        Path file = Files.createTempFile("talk", ".ndjson");
        Files.delete(file);
        Header header = new Header(
                "aaaaaaaaaaaaaaaa",
                "claude",
                ClaudeStreamJson.WIRE,
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
        try {
            try (RecordingWriter writer = RecordingWriter.create(file, header)) {
                for (Frame frame : frames) {
                    writer.write(frame);
                }
            }
            return Told.of(file);
        } finally {
            Files.deleteIfExists(file);
        }
    }

    /** What the provider wrote in a case, or the test is skipped. */
    static Told ofCase(String name) throws IOException {
        return Told.of(shared("cases/inputs/" + name));
    }

    static Path shared(String name) {
        String told = System.getenv("TAPEDECK_SHARED");
        Path shared = told == null ? Path.of("..", "..", "shared") : Path.of(told);
        Path path = shared.resolve(name);
        Assumptions.assumeTrue(Files.exists(path), () -> path + " is not there; TAPEDECK_SHARED names its folder");
        return path;
    }

    /**
     * All that a replay told; without a violation, and the same with batches of 1, 2, 7 and 1024 frames. After a fault
     * the resync comes where its batch ends, so that events then stand elsewhere.
     */
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
