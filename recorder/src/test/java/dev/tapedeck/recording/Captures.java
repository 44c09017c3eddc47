package dev.tapedeck.recording;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Real sessions, noted by other tools as one JSON object a line with members dir and line. */
final class Captures {
    private Captures() {}

    /** Sends a session's lines through cutter, writer and reader and compares each direction's bytes. */
    static void assertComesBack(Path capture, Path recording) throws IOException {
        ByteArrayOutputStream in = new ByteArrayOutputStream();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        long[] seq = {0};
        try (RecordingWriter writer = RecordingWriter.create(recording, Recordings.HEADER)) {
            for (String line : Files.readAllLines(capture)) {
                JsonNode node = Json.read(line.getBytes(StandardCharsets.UTF_8));
                String dir = node.path("dir").asText();
                if (!node.has("line") || !(dir.equals("in") || dir.equals("out"))) {
                    continue;
                }
                Direction way = dir.equals("in") ? Direction.IN : Direction.OUT;
                byte[] bytes = (node.path("line").textValue() + "\n").getBytes(StandardCharsets.UTF_8);
                (way == Direction.IN ? in : out).write(bytes);
                LineCutter cutter = new LineCutter((payload, end, cuts, micros) ->
                        writer.write(
                                new Frame(++seq[0], micros, way, payload, dev.tapedeck.frame.Carrier.LINE, end, cuts)));
                cutter.accept(bytes, 0, bytes.length, 0);
                cutter.end();
            }
            writer.end(0, null, "exited");
        }
        Recordings.Read read = Recordings.read(recording, Strictness.STRICT);
        assertEquals(seq[0], read.frames().size());
        assertArrayEquals(in.toByteArray(), stream(read, Direction.IN), capture.toString());
        assertArrayEquals(out.toByteArray(), stream(read, Direction.OUT), capture.toString());
    }

    private static byte[] stream(Recordings.Read read, Direction way) throws IOException {
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        for (Frame frame : read.frames()) {
            if (frame.direction() == way) {
                stream.write(frame.payload().bytes());
                stream.write('\n');
            }
        }
        return stream.toByteArray();
    }
}
