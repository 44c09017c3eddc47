package dev.tapedeck.recording;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.tapedeck.frame.Carrier;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Ending;
import dev.tapedeck.frame.Entry;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.frame.HostAct;
import dev.tapedeck.frame.LineEnd;
import dev.tapedeck.frame.LogLine;
import dev.tapedeck.frame.Payload;
import dev.tapedeck.json.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parses one line of a recording; members may stand in any order, unknown ones are passed over. */
final class EntryParser {
    private final JsonParser parser;
    private final PayloadReader payloads;
    private long seq = -1;
    private long micros = -1;
    private @Nullable String direction;
    private @Nullable Payload payload;
    private @Nullable Carrier carrier;
    private LineEnd lineEnd = LineEnd.LF;
    private List<Integer> cuts = List.of();
    private @Nullable String stream;
    private @Nullable String act;
    private final Map<String, Object> facts = new HashMap<>();
    private @Nullable Ending ending;

    private EntryParser(JsonParser parser, PayloadReader payloads) {
        this.parser = parser;
        this.payloads = payloads;
    }

    /** An entry, or the end of the recording. */
    record Line(@Nullable Entry entry, @Nullable Ending ending) {}

    /**
     * Parses a line that lies in memory.
     *
     * @throws MalformedLine if it is no line of the format
     */
    static Line parse(byte[] line, int length) throws MalformedLine {
        try (JsonParser parser = RecordingLimits.LINES.createParser(line, 0, length)) {
            return new EntryParser(parser, new PayloadReader.InMemory(line)).line();
        } catch (JsonProcessingException e) {
            throw notJson(e);
        } catch (IOException e) {
            throw new MalformedLine("a line of a recording", e.getMessage());
        }
    }

    /**
     * Parses a line in passing whose payload is too long for memory.
     *
     * @throws MalformedLine if it is no line of the format
     * @throws IOException if the file could not be read
     */
    static Line parsePassing(JsonParser parser, PayloadReader payloads) throws MalformedLine, IOException {
        try {
            return new EntryParser(parser, payloads).line();
        } catch (JsonProcessingException e) {
            throw notJson(e);
        }
    }

    private static MalformedLine notJson(JsonProcessingException e) {
        return new MalformedLine("a JSON object", "%s (at byte %d of the line)"
                .formatted(Json.complaint(e), e.getLocation() == null ? 0 : e.getLocation().getByteOffset()));
    }

    private Line line() throws IOException, MalformedLine {
        expect(parser.nextToken(), JsonToken.START_OBJECT, "a JSON object");
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            member(name, value);
        }
        if (parser.currentToken() != JsonToken.END_OBJECT) {
            throw new MalformedLine("the end of the JSON object", "the end of the line");
        }
        if (parser.nextToken() != null) {
            throw new MalformedLine("one JSON object a line", "more behind it");
        }
        return ending != null ? new Line(null, ending) : new Line(entry(), null);
    }

    private void member(String name, JsonToken value) throws IOException, MalformedLine {
        switch (name) {
            case "seq" -> seq = wholeNumber(value, name);
            case "t" -> micros = wholeNumber(value, name);
            case "dir" -> direction = string(value, name);
            case "frame" -> payload = payloads.frame(parser);
            case "text" -> {
                expect(value, JsonToken.VALUE_STRING, "a string as text");
                payload = payloads.text(parser);
            }
            case "bytes" -> {
                expect(value, JsonToken.VALUE_STRING, "base64 as bytes");
                payload = payloads.bytes(parser);
            }
            case "eol" -> lineEnd = lineEnd(string(value, name));
            case "cuts" -> cuts = cuts(value);
            case "stream" -> stream = string(value, name);
            case "act" -> act = string(value, name);
            case "sse" -> carrier = sse(value);
            case "http" -> carrier = http(value);
            case "end" -> ending = ending(value);
            default -> fact(name, value);
        }
    }

    private Entry entry() throws MalformedLine {
        if (seq < 1) {
            throw new MalformedLine("member seq, from 1", seq < 0 ? "none" : Long.toString(seq));
        }
        if (micros < 0) {
            throw new MalformedLine("member t, in µs", "none");
        }
        return switch (direction) {
            case "in" -> frame(Direction.IN);
            case "out" -> frame(Direction.OUT);
            case "log" -> new LogLine(seq, micros, stream == null ? "stderr" : stream, payload());
            case "host" -> new HostAct(seq, micros, act(), stream == null ? facts : factsWith(stream));
            case null -> throw new MalformedLine("member dir (in, out, log, host)", "none");
            default -> throw new MalformedLine("member dir (in, out, log, host)", direction);
        };
    }

    /** The stream of a log line is a fact of an act. */
    private Map<String, Object> factsWith(String streamOfAct) {
        facts.put("stream", streamOfAct);
        return facts;
    }

    private Frame frame(Direction way) throws MalformedLine {
        return new Frame(seq, micros, way, payload(), carrier == null ? Carrier.LINE : carrier, lineEnd, cuts);
    }

    private Payload payload() throws MalformedLine {
        if (payload == null) {
            throw new MalformedLine("member frame, text or bytes", "none");
        }
        return payload;
    }

    private String act() throws MalformedLine {
        if (act == null) {
            throw new MalformedLine("member act of a host line", "none");
        }
        return act;
    }

    private void fact(String name, JsonToken value) throws IOException {
        switch (value) {
            case VALUE_STRING -> facts.put(name, parser.getText());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> facts.put(name, parser.getNumberValue());
            case VALUE_TRUE -> facts.put(name, true);
            case VALUE_FALSE -> facts.put(name, false);
            default -> parser.skipChildren();
        }
    }

    private static LineEnd lineEnd(String word) throws MalformedLine {
        return switch (word) {
            case "lf" -> LineEnd.LF;
            case "crlf" -> LineEnd.CRLF;
            case "none" -> LineEnd.NONE;
            default -> throw new MalformedLine("eol crlf or none", word);
        };
    }

    private List<Integer> cuts(JsonToken value) throws IOException, MalformedLine {
        expect(value, JsonToken.START_ARRAY, "an array of offsets as cuts");
        List<Integer> offsets = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            offsets.add(Math.toIntExact(Math.clamp(wholeNumber(parser.currentToken(), "cuts"), 0, Integer.MAX_VALUE)));
        }
        return offsets;
    }

    private Carrier sse(JsonToken value) throws IOException, MalformedLine {
        Map<String, Object> members = scalars(value, "sse");
        return new Carrier.SseEvent(text(members, "stream", "sse"), optional(members, "event"),
                optional(members, "id"), form(members));
    }

    private static @Nullable Payload form(Map<String, Object> members) throws MalformedLine {
        String bytes = optional(members, "formBytes");
        String text = optional(members, "form");
        try {
            return bytes != null
                    ? new Payload.Binary(Base64.getDecoder().decode(bytes))
                    : text == null ? null : new Payload.Text(text);
        } catch (IllegalArgumentException e) {
            throw new MalformedLine("base64 as formBytes", bytes);
        }
    }

    private Carrier http(JsonToken value) throws IOException, MalformedLine {
        Map<String, Object> members = scalars(value, "http");
        long exchange = members.get("exchange") instanceof Number number ? number.longValue() : 0;
        if (!members.containsKey("method")) {
            int status = members.get("status") instanceof Number number ? number.intValue() : 0;
            return new Carrier.HttpResponse(exchange, status);
        }
        return new Carrier.HttpRequest(exchange, text(members, "method", "http"), text(members, "path", "http"));
    }

    private Ending ending(JsonToken value) throws IOException, MalformedLine {
        Map<String, Object> members = scalars(value, "end");
        Integer exit = members.get("exit") instanceof Number number ? Integer.valueOf(number.intValue()) : null;
        if (!(members.get("frames") instanceof Number frames)) {
            throw new MalformedLine("member frames of the end", "none");
        }
        String reason = optional(members, "reason");
        return new Ending(
                exit,
                optional(members, "signal"),
                reason == null ? "unknown" : reason,
                frames.longValue(),
                text(members, "sha256", "end"));
    }

    private Map<String, Object> scalars(JsonToken value, String name) throws IOException, MalformedLine {
        expect(value, JsonToken.START_OBJECT, "an object as " + name);
        Map<String, Object> members = new HashMap<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String member = parser.currentName();
            switch (parser.nextToken()) {
                case VALUE_STRING -> members.put(member, parser.getText());
                case VALUE_NUMBER_INT -> members.put(member, parser.getNumberValue());
                case null -> throw new MalformedLine("the end of " + name, "the end of the line");
                default -> parser.skipChildren();
            }
        }
        return members;
    }

    private static String text(Map<String, Object> members, String member, String of) throws MalformedLine {
        if (members.get(member) instanceof String text) {
            return text;
        }
        throw new MalformedLine("string %s in %s".formatted(member, of), String.valueOf(members.get(member)));
    }

    private static @Nullable String optional(Map<String, Object> members, String member) {
        Object value = members.get(member);
        return value == null ? null : value.toString();
    }

    private String string(JsonToken value, String name) throws IOException, MalformedLine {
        expect(value, JsonToken.VALUE_STRING, "a string as " + name);
        return parser.getText();
    }

    private long wholeNumber(@Nullable JsonToken value, String name) throws IOException, MalformedLine {
        if (value != JsonToken.VALUE_NUMBER_INT || parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
            throw new MalformedLine("a whole number as " + name, value == null ? "nothing" : parser.getText());
        }
        return parser.getLongValue();
    }

    private static void expect(@Nullable JsonToken found, JsonToken expected, String words) throws MalformedLine {
        if (found != expected) {
            throw new MalformedLine(words, found == null ? "nothing" : found.toString().toLowerCase());
        }
    }
}
