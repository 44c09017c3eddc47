package dev.tapedeck.guest;

import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.frame.Payload;
import dev.tapedeck.json.Json;
import dev.tapedeck.mapping.MapContext;
import dev.tapedeck.mapping.MapResult;
import dev.tapedeck.mapping.Mapper;
import dev.tapedeck.rules.Dialect;
import dev.tapedeck.rules.JsonRpcDialect;
import dev.tapedeck.rules.Message;
import dev.tapedeck.scratch.Scratch;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Calls of guests with frames written down in tests. */
final class Calls {
    static final Instant STARTED = Instant.parse("2026-11-30T12:00:00Z");
    static final MapContext CONTEXT = new MapContext("s", null, 1, List.of());

    private Calls() {}

    /** Frames of the provider, numbered from 1. */
    static List<Message> frames(String... lines) throws IOException {
        Dialect.Session session = new JsonRpcDialect(Map.of()).open();
        List<Message> frames = new ArrayList<>();
        for (String line : lines) {
            byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
            long seq = frames.size() + 1;
            frames.add(session.read(
                    Frame.line(seq, 1000 * seq, Direction.OUT, new Payload.Json(bytes)), Json.read(bytes)));
        }
        return frames;
    }

    static MapResult map(Guest guest, String... lines) throws IOException {
        return map(guest, Scratch.EMPTY, lines);
    }

    static MapResult map(Guest guest, Scratch scratch, String... lines) throws IOException {
        return mapper(guest).mapFrames(CONTEXT, frames(lines), scratch);
    }

    static Mapper mapper(Guest guest) {
        return new GuestMapper(guest, new WallClock(5000), STARTED);
    }
}
