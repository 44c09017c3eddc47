package dev.tapedeck.recording;

import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Entry;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.frame.Header;
import dev.tapedeck.frame.Origin;
import dev.tapedeck.frame.Payload;
import dev.tapedeck.frame.Transport;
import dev.tapedeck.frame.Wire;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Recordings for tests. */
final class Recordings {
    static final Header HEADER = new Header(
            "abcdefghijklm234", "codex", new Wire("codex.app-server"), Transport.STDIO_JSONRPC, "1.2.3", null,
            List.of("codex", "app-server"), "/workspace", Instant.parse("2026-11-30T12:00:00.123Z"), Origin.RECORDED,
            "some-scenario", "linux-x64", List.of("CODEX_HOME"), Map.of("home", 2L), Map.of(), null);

    private Recordings() {}

    /** Everything a reader told. */
    record Read(Header header, boolean headerless, List<Entry> entries, dev.tapedeck.frame.@Nullable Ending ending,
            List<Damage> damages) {
        List<Frame> frames() {
            return entries.stream().filter(Frame.class::isInstance).map(Frame.class::cast).toList();
        }

        List<String> payloads() {
            return frames().stream().map(frame -> frame.payload().display()).toList();
        }
    }

    static Read read(Path path, Strictness strictness) throws IOException {
        try (RecordingReader reader = RecordingReader.open(path, strictness)) {
            return read(reader);
        }
    }

    static Read read(byte[] file, Strictness strictness) throws IOException {
        try (RecordingReader reader =
                RecordingReader.over(new ByteArrayInputStream(file), "test.ndjson", strictness, null)) {
            return read(reader);
        }
    }

    static Read read(String file, Strictness strictness) throws IOException {
        return read(file.getBytes(StandardCharsets.UTF_8), strictness);
    }

    private static Read read(RecordingReader reader) throws IOException {
        List<Entry> entries = new ArrayList<>();
        for (Entry entry = reader.next(); entry != null; entry = reader.next()) {
            entries.add(entry);
        }
        return new Read(reader.header(), reader.headerless(), entries, reader.ending(), reader.damages());
    }

    static Frame out(long seq, String line) {
        return Frame.line(seq, seq * 1000, Direction.OUT, Payloads.classify(line.getBytes(StandardCharsets.UTF_8)));
    }

    static Payload json(String json) {
        return new Payload.Json(json.getBytes(StandardCharsets.UTF_8));
    }
}
