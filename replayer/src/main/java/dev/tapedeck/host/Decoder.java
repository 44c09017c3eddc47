package dev.tapedeck.host;

import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.tapedeck.frame.Carrier;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.frame.LineEnd;
import dev.tapedeck.frame.Payload;
import dev.tapedeck.json.Json;
import dev.tapedeck.rules.Dialect;
import dev.tapedeck.rules.Message;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** Turns the frames of one process into messages and decides about those that are none (decisions D1 and D8). */
final class Decoder {
    /** What came of a frame's bytes. */
    sealed interface Decoded {
        record Read(Message message) implements Decoded {}

        /** An event that another stream tells as well. */
        record Seen(Message message, String stream) implements Decoded {}

        /** No message, and the process goes on. */
        record Skipped(Disposition disposition, String reason) implements Decoded {}

        /** A protocol failure. */
        record Broken(String reason) implements Decoded {}
    }

    private final Limits limits;
    private final Dialect.Session session;
    private final Streams streams;
    private final Map<String, Dialect.Session> otherStreams = new HashMap<>();
    private boolean primaryIsClosed;
    private boolean providerSpoke;
    private int preambleLines;
    private long preambleBytes;

    Decoder(Limits limits, Dialect.Session session, Streams streams) {
        this.limits = limits;
        this.session = session;
        this.streams = streams;
    }

    /** A copy that goes its own way. */
    Decoder(Decoder other) {
        limits = other.limits;
        session = other.session.fork();
        streams = other.streams;
        other.otherStreams.forEach((path, each) ->
                otherStreams.put(path, each == other.session ? session : each.fork()));
        primaryIsClosed = other.primaryIsClosed;
        providerSpoke = other.providerSpoke;
        preambleLines = other.preambleLines;
        preambleBytes = other.preambleBytes;
    }

    /** A stream was opened, or ended. */
    void streamIs(boolean open, String stream) {
        primaryIsClosed = streams.isPrimary(stream) ? !open : primaryIsClosed;
    }

    Decoded decode(Frame frame) {
        if (frame.lineEnd() == LineEnd.NONE) {
            return new Decoded.Skipped(Disposition.UNDELIVERED, "unterminated: the stream ended inside the line");
        }
        long size = frame.payload() instanceof Payload.Oversize oversize ? oversize.length() : frame.payload().size();
        if (size > limits.of(Limit.LINE) || frame.payload() instanceof Payload.Oversize) {
            return new Decoded.Skipped(
                    Disposition.FAULTED,
                    "line: expected %d bytes at most, found %d".formatted(limits.of(Limit.LINE), size));
        }
        byte[] bytes = frame.payload().bytes();
        if (isExchange(frame)) {
            providerSpoke |= frame.direction() == Direction.OUT;
            return new Decoded.Read(session.read(frame, body(bytes)));
        }
        int first = firstVisible(bytes, 0);
        if (first < 0) {
            return new Decoded.Skipped(Disposition.DROPPED, "blank line");
        }
        String problem;
        try {
            JsonNode json = Json.read(bytes);
            if (json.isObject()) {
                providerSpoke |= frame.direction() == Direction.OUT;
                return read(frame, json);
            }
            problem = "expected a JSON object, found " + json.getNodeType().name().toLowerCase(java.util.Locale.ROOT);
        } catch (StreamConstraintsException e) {
            providerSpoke |= frame.direction() == Direction.OUT;
            return new Decoded.Skipped(Disposition.FAULTED, "beyond the limits of JSON: " + e.getOriginalMessage());
        } catch (IOException e) {
            problem = "expected JSON, found " + shown(frame);
        }
        if (frame.direction() == Direction.IN) {
            return new Decoded.Skipped(Disposition.DROPPED, "client input that is no frame: " + problem);
        }
        if (!providerSpoke && !startsLikeJson(bytes, first) && fitsPreamble(bytes.length)) {
            return new Decoded.Skipped(Disposition.UNDELIVERED, "preamble: text before the first frame");
        }
        return new Decoded.Broken("cannot be decoded: " + problem);
    }

    private Decoded read(Frame frame, JsonNode json) {
        if (frame.carrier() instanceof Carrier.SseEvent event && streams.isView(event.stream(), primaryIsClosed)) {
            String path = Streams.path(event.stream());
            Dialect.Session other = otherStreams.computeIfAbsent(path, this::open);
            return new Decoded.Seen(other.read(frame, json), String.valueOf(streams.primary()));
        }
        return new Decoded.Read(session.read(frame, json));
    }

    private Dialect.Session open(String path) {
        Dialect dialect = streams.dialects().get(path);
        return dialect == null ? session : dialect.open();
    }

    private static boolean isExchange(Frame frame) {
        return switch (frame.carrier()) {
            case Carrier.Line line -> false;
            case Carrier.SseEvent event -> false;
            case Carrier.HttpRequest request -> true;
            case Carrier.HttpResponse response -> true;
        };
    }

    /** The body of an exchange is whatever it is: no JSON is text, and nothing is null. */
    private static JsonNode body(byte[] bytes) {
        if (bytes.length == 0) {
            return NullNode.instance;
        }
        try {
            return Json.read(bytes);
        } catch (IOException e) {
            return TextNode.valueOf(new String(bytes, StandardCharsets.UTF_8));
        }
    }

    private boolean fitsPreamble(int bytes) {
        preambleLines++;
        preambleBytes += bytes;
        return preambleLines <= limits.of(Limit.PREAMBLE_LINES) && preambleBytes <= limits.of(Limit.PREAMBLE);
    }

    /** An object, or a list of containers or strings; a bracket alone also opens log lines such as {@code [info]}. */
    private static boolean startsLikeJson(byte[] bytes, int first) {
        if (bytes[first] != '[') {
            return bytes[first] == '{';
        }
        int next = firstVisible(bytes, first + 1);
        return next >= 0 && (bytes[next] == '{' || bytes[next] == '[' || bytes[next] == '"');
    }

    private static int firstVisible(byte[] bytes, int from) {
        for (int i = from; i < bytes.length; i++) {
            if (bytes[i] != ' ' && bytes[i] != '\t' && bytes[i] != '\r') {
                return i;
            }
        }
        return -1;
    }

    private static String shown(Frame frame) {
        String text = frame.payload().display();
        return text.length() <= 80 ? text : text.substring(0, 80) + "…";
    }
}
