package dev.tapedeck.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.tapedeck.frame.Carrier;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Entry;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.frame.HostAct;
import dev.tapedeck.frame.LineEnd;
import dev.tapedeck.frame.LogLine;
import dev.tapedeck.frame.Payload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RoundTripTest {
    private static final List<Entry> EVERY_SHAPE = List.of(
            new HostAct(1, 0, HostAct.SPAWN, Map.of("pid", 2, "note", "a \"quoted\" word")),
            frame(2, Direction.IN, Recordings.json("{\"b\":1,\"a\":1e400,\"b\":  -0,\"c\":\"\\u00e9\\/\"}")),
            frame(3, Direction.OUT, new Payload.Text("not json \u2028 \u0000 \u001b[0m \ud83c\udf89")),
            frame(4, Direction.OUT, new Payload.Binary(new byte[] {(byte) 0xff, 0, 10, 13})),
            new LogLine(5, 40, "stderr", new Payload.Text("warning: …")),
            new LogLine(6, 41, "stdout", new Payload.Binary(new byte[] {(byte) 0xc3})),
            new Frame(7, 50, Direction.OUT, Recordings.json("123"), Carrier.LINE, LineEnd.CRLF, List.of(1, 2)),
            new Frame(8, 51, Direction.OUT, Recordings.json("\"a\""),
                    new Carrier.SseEvent("/event", "message", "7"), LineEnd.LF, List.of()),
            new Frame(9, 52, Direction.OUT, Recordings.json("[1, 2]"),
                    new Carrier.SseEvent("/event", null, null), LineEnd.LF, List.of()),
            new Frame(10, 53, Direction.IN, new Payload.Text("{\n}"),
                    new Carrier.HttpRequest(3, "POST", "/session"), LineEnd.LF, List.of()),
            new Frame(11, 54, Direction.OUT, Recordings.json("null"), new Carrier.HttpResponse(3, 200), LineEnd.LF,
                    List.of()),
            new Frame(12, 55, Direction.OUT, new Payload.Text("{\"half"), Carrier.LINE, LineEnd.NONE, List.of()),
            new Frame(13, 56, Direction.OUT, new Payload.Text("a\nb"),
                    new Carrier.SseEvent("/event", null, "", new Payload.Text(":c\r\ndata:\rdata\nid\n\n")),
                    LineEnd.LF, List.of(3)),
            new Frame(14, 57, Direction.OUT, Recordings.json("{}"),
                    new Carrier.SseEvent("/event", null, null, new Payload.Binary(new byte[] {':', (byte) 0xff, 10})),
                    LineEnd.NONE, List.of()),
            new LogLine(15, 58, "/event", new Payload.Text(": keep-alive\n\n")),
            new HostAct(16, 59, HostAct.STREAM_END, Map.of("stream", "/event", "by", "host", "alive", true)));

    @TempDir
    Path folder;

    private static Frame frame(long seq, Direction way, Payload payload) {
        return Frame.line(seq, seq * 10, way, payload);
    }

    @Test
    void every_shape_of_entry_is_read_as_it_was_written() throws IOException {
        Path file = folder.resolve("a.ndjson");
        try (RecordingWriter writer = RecordingWriter.create(file, Recordings.HEADER)) {
            for (Entry entry : EVERY_SHAPE) {
                writer.write(entry);
            }
            writer.end(0, null, "exited");
        }
        Recordings.Read read = Recordings.read(file, Strictness.STRICT);
        assertEquals(Recordings.HEADER, read.header());
        assertEquals(EVERY_SHAPE.size(), read.entries().size());
        for (int i = 0; i < EVERY_SHAPE.size(); i++) {
            assertEquals(EVERY_SHAPE.get(i), read.entries().get(i));
        }
        assertEquals(List.of(), read.damages());
        assertNotNull(read.ending());
        assertEquals(11, read.ending().frames());
        assertEquals(0, read.ending().exit());
        assertNull(read.ending().signal());
    }

    @Test
    void a_recording_belongs_to_its_owner_only() throws IOException {
        Path file = folder.resolve("a.ndjson");
        RecordingWriter.create(file, Recordings.HEADER).close();
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    }

    @Test
    void members_may_stand_in_any_order_and_the_frame_keeps_its_own_bytes() throws IOException {
        Map<String, String> lines = new HashMap<>();
        lines.put("{\"frame\": {\"a\" : 1.0e+2 , \"a\":\"\\u0041\"} ,\"dir\":\"out\",\"t\":1,\"seq\":1}",
                "{\"a\" : 1.0e+2 , \"a\":\"\\u0041\"}");
        lines.put("{ \"dir\" : \"in\" , \"frame\" :  12345678901234567890123  , \"seq\" : 1 , \"t\" : 0 }",
                "12345678901234567890123");
        lines.put("{\"frame\":\"x\\n\",\"seq\":1,\"t\":0,\"new\":{\"seq\":5},\"dir\":\"in\"}", "\"x\\n\"");
        lines.put("{\"seq\":1,\"t\":0,\"dir\":\"in\",\"frame\":true}", "true");
        lines.put("{\"seq\":1,\"t\":0,\"dir\":\"in\",\"frame\":[ ]}", "[ ]");
        for (Map.Entry<String, String> line : lines.entrySet()) {
            Recordings.Read read =
                    Recordings.read("{\"tape\":1,\"origin\":\"recorded\"}\n" + line.getKey() + "\n", Strictness.STRICT);
            assertEquals(List.of(line.getValue()), read.payloads());
        }
    }
}
