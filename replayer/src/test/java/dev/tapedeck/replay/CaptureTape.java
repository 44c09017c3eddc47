package dev.tapedeck.replay;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Entry;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.frame.Header;
import dev.tapedeck.frame.HostAct;
import dev.tapedeck.frame.LogLine;
import dev.tapedeck.frame.Origin;
import dev.tapedeck.frame.Payload;
import dev.tapedeck.frame.Transport;
import dev.tapedeck.frame.Wire;
import dev.tapedeck.json.Json;
import dev.tapedeck.recording.RecordingWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Turns a capture, one {@code {t_ms, dir, line}} a line, into a recording. */
public final class CaptureTape {
    private CaptureTape() {}

    public static Path convert(Path capture, Path file, String provider, String wire) throws IOException {
        Header header = new Header(
                "aaaaaaaaaaaaaaaa",
                provider,
                new Wire(wire),
                Transport.STDIO_JSONRPC,
                null,
                null,
                List.of(),
                null,
                Instant.parse("2026-11-30T12:00:00Z"),
                Origin.RECORDED,
                null,
                null,
                List.of(),
                Map.of(),
                Map.of(),
                null);
        try (RecordingWriter writer = RecordingWriter.create(file, header)) {
            long seq = 0;
            for (String text : Files.readAllLines(capture)) {
                JsonNode line = Json.read(text.getBytes(StandardCharsets.UTF_8));
                if (line.path("line").isTextual()) {
                    writer.write(entry(++seq, line));
                } else if (line.at("/meta/what").asText().equals("spawn")) {
                    writer.write(new HostAct(++seq, line.path("t_ms").longValue() * 1000, HostAct.SPAWN, Map.of()));
                }
            }
            writer.end(null, null, "exited");
        }
        return file;
    }

    private static Entry entry(long seq, JsonNode line) {
        String text = line.path("line").textValue();
        long micros = line.path("t_ms").longValue() * 1000;
        if (line.path("dir").asText().equals("err")) {
            return new LogLine(seq, micros, "stderr", new Payload.Text(text));
        }
        boolean in = line.path("dir").asText().equals("in");
        if (in && text.startsWith("{\"_capture\"")) {
            boolean spawn = text.contains("argv") || text.contains("second");
            return new HostAct(seq, micros, spawn ? HostAct.SPAWN : HostAct.MARK, Map.of());
        }
        return Frame.line(seq, micros, in ? Direction.IN : Direction.OUT, payload(text));
    }

    private static Payload payload(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        try {
            Json.read(bytes);
            return new Payload.Json(bytes);
        } catch (IOException e) {
            return new Payload.Text(text);
        }
    }
}
