package dev.tapedeck.recording;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Header;
import dev.tapedeck.frame.Origin;
import dev.tapedeck.frame.Payload;
import dev.tapedeck.frame.Wire;
import dev.tapedeck.json.Json;
import dev.tapedeck.provider.FrameShape;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a file turned out to be from its first lines.
 *
 * @param header read, or made up from what was recognised
 * @param clientFrames shapes of the frames that only a client sends on this wire
 * @param headerless whether the lines are a provider's own, not of our format
 * @param headerLost whether the lines are of our format but the header is not readable
 * @param linesLost lines before the first entry that are not readable, the header not counted
 */
record Opening(
        Header header, List<FrameShape> clientFrames, boolean headerless, boolean headerLost, int linesLost) {
    private static final byte[] HEADER_START = "{\"tape\"".getBytes(StandardCharsets.US_ASCII);

    /**
     * Reads the header, or looks at the first lines without reading them.
     *
     * @throws RecordingException if there is a header that is not one of format version 1
     */
    static Opening of(FileLines lines, String name, @Nullable Wire forced) throws IOException {
        List<byte[]> first = lines.lookAhead();
        JsonNode node = first.isEmpty() ? null : headerNode(first.getFirst());
        if (node != null) {
            lines.advance();
            try {
                Header header = HeaderCodec.read(node);
                return new Opening(forced == null ? header : withWire(header, forced), List.of(), false, false, 0);
            } catch (MalformedLine e) {
                throw new RecordingException("header not readable", name, 1, lines.offset(), e.expected(), e.found());
            }
        }
        int firstEntry = firstEntry(first);
        boolean tornHeader = first.size() == 1 && startsLikeHeader(first.getFirst());
        if (firstEntry >= 0 || tornHeader) {
            // If the first entry stands in line 1, the header was cut off and that line must still be read.
            if (firstEntry != 0) {
                lines.advance();
            }
            Header header = madeUp(forced == null ? Recognised.nothing() : Recognised.named(forced));
            return new Opening(header, List.of(), false, true, Math.max(0, firstEntry - 1));
        }
        Recognised recognised = forced == null ? Recognised.in(first) : Recognised.named(forced, first);
        return new Opening(madeUp(recognised), recognised.clientFrames(), true, false, 0);
    }

    /** Which way a line of a file without a header went: out, unless its shape is one that only a client sends. */
    Direction direction(Payload payload) {
        if (clientFrames.isEmpty() || !(payload instanceof Payload.Json json)) {
            return Direction.OUT;
        }
        try {
            JsonNode frame = Json.read(json.bytes());
            boolean client = clientFrames.stream().anyMatch(shape -> shape.fits(Direction.IN, frame));
            return client ? Direction.IN : Direction.OUT;
        } catch (IOException e) {
            // Beyond the limits of decision D8, which is for whoever decodes it to say.
            return Direction.OUT;
        }
    }

    static @Nullable JsonNode headerNode(byte[] line) {
        if (line.length == 0 || line[0] != '{') {
            return null;
        }
        int end = line.length;
        while (end > 0 && (line[end - 1] == 0 || line[end - 1] == '\r')) {
            end--;
        }
        try {
            JsonNode node = Json.read(Arrays.copyOf(line, end));
            return HeaderCodec.isHeader(node) ? node : null;
        } catch (IOException e) {
            return null;
        }
    }

    private static int firstEntry(List<byte[]> first) {
        for (int i = 0; i < first.size(); i++) {
            try {
                EntryParser.parse(first.get(i), first.get(i).length);
                return i;
            } catch (MalformedLine e) {
                continue;
            }
        }
        return -1;
    }

    private static boolean startsLikeHeader(byte[] line) {
        return line.length >= HEADER_START.length
                && Arrays.equals(line, 0, HEADER_START.length, HEADER_START, 0, HEADER_START.length);
    }

    /** Nobody vouches for a file without a header, so it proves nothing: its origin is not {@code recorded}. */
    private static Header madeUp(Recognised recognised) {
        return new Header(
                "", recognised.provider(), recognised.wire(), recognised.transport(), recognised.version(), null,
                List.of(), null,
                Instant.EPOCH, Origin.SYNTHETIC, null, null, List.of(), Map.of(), Map.of(), null);
    }

    private static Header withWire(Header header, Wire wire) {
        return new Header(
                header.id(), header.provider(), wire, header.transport(), header.version(), header.protocol(),
                header.command(), header.cwd(), header.started(), header.origin(), header.scenario(),
                header.platform(), header.environment(), header.redaction(), header.streams(), header.primary());
    }
}
