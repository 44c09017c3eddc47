package dev.tapedeck.play;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.canonical.RequestRef;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.frame.Payload;
import dev.tapedeck.json.Json;
import dev.tapedeck.rules.Message;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Puts the id under which a caller asked into a recorded answer, and leaves every other byte as it stands. */
final class CallersId {
    private CallersId() {}

    /**
     * The answer under that id.
     *
     * @param id the caller's, number or text as it wrote it; null when it gave none
     * @param place where answers of the wire have it; null when they have none
     */
    static Frame in(Frame answer, Message message, @Nullable RequestRef id, @Nullable JsonPointer place) {
        RequestRef recorded = message.id();
        if (place == null || (id == null ? recorded == null : id.equals(recorded))) {
            return answer;
        }
        byte[] bytes = answer.payload().bytes();
        byte[] changed;
        try {
            changed = id != null && recorded != null ? replaced(bytes, place, id) : member(message, place, id);
        } catch (IOException e) {
            throw new IllegalStateException("what was read as JSON is none", e);
        }
        return new Frame(
                answer.seq(), answer.micros(), answer.direction(), new Payload.Json(changed), answer.carrier(),
                answer.lineEnd(), List.of());
    }

    private static String written(RequestRef id) {
        return id.number() ? id.text() : Json.write(id.text());
    }

    private static byte[] replaced(byte[] bytes, JsonPointer place, RequestRef id) throws IOException {
        int from = -1;
        int to = -1;
        try (JsonParser parser = Json.factory().createParser(bytes)) {
            while (parser.nextToken() != null) {
                JsonToken token = parser.currentToken();
                if (token.isScalarValue() && parser.getParsingContext().pathAsPointer().equals(place)) {
                    from = (int) parser.currentTokenLocation().getByteOffset();
                    parser.finishToken();
                    to = (int) parser.currentLocation().getByteOffset();
                }
            }
        }
        if (from < 0) {
            return bytes;
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length + 16);
        out.write(bytes, 0, from);
        out.writeBytes(written(id).getBytes(StandardCharsets.UTF_8));
        out.write(bytes, to, bytes.length - to);
        return out.toByteArray();
    }

    /** Gives an answer an id that the recorded one lacks, or takes it away. */
    private static byte[] member(Message message, JsonPointer place, @Nullable RequestRef id) throws IOException {
        JsonNode json = message.json().deepCopy();
        if (json.at(place.head()) instanceof ObjectNode object) {
            String name = place.last().getMatchingProperty();
            if (id == null) {
                object.remove(name);
            } else {
                object.set(name, Json.read(written(id).getBytes(StandardCharsets.UTF_8)));
            }
        }
        return Json.writeBytes(json);
    }
}
