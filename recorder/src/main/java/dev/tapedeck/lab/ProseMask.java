package dev.tapedeck.lab;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Payload;
import dev.tapedeck.json.Json;
import dev.tapedeck.lab.scenario.ProseRule;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Replaces long texts of the vendor by a filler of equal length in characters; every other byte stays as it is.
 *
 * <p>A string that the scenario itself sent or scripted is never masked, however long.
 */
public final class ProseMask {
    /** What a filler begins with; dots follow. */
    public static final String FILLER = "[vendor prose masked] ";

    private final List<ProseRule> rules;
    private final String own;

    /**
     * @param own text of the scenario file; strings that stand in it are the scenario's own
     */
    ProseMask(List<ProseRule> rules, String own) {
        this.rules = rules;
        this.own = own;
    }

    /** The payload as it may be kept. */
    Payload mask(Direction direction, Payload payload) {
        if (direction == Direction.IN || !(payload instanceof Payload.Json json) || rules.isEmpty()) {
            return payload;
        }
        try {
            JsonNode frame = Json.read(json.bytes());
            List<ProseRule> applying = rules.stream().filter(rule -> rule.appliesTo(frame)).toList();
            return applying.isEmpty() ? payload : new Payload.Json(masked(json.bytes(), applying));
        } catch (IOException e) {
            return payload;
        }
    }

    private byte[] masked(byte[] bytes, List<ProseRule> applying) throws IOException {
        ByteArrayOutputStream masked = new ByteArrayOutputStream(bytes.length);
        int copied = 0;
        try (JsonParser parser = Json.factory().createParser(bytes)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token != JsonToken.VALUE_STRING) {
                    continue;
                }
                int start = (int) parser.currentTokenLocation().getByteOffset();
                String text = parser.getText();
                int end = (int) parser.currentLocation().getByteOffset();
                String member = parser.getParsingContext().inObject()
                        ? String.valueOf(parser.currentName())
                        : String.valueOf(parser.getParsingContext().getParent().getCurrentName());
                if (isProse(text, member, applying)) {
                    masked.write(bytes, copied, start - copied);
                    masked.write(('"' + filler(text) + '"').getBytes(StandardCharsets.UTF_8));
                    copied = end;
                }
            }
        }
        masked.write(bytes, copied, bytes.length - copied);
        return masked.toByteArray();
    }

    private boolean isProse(String text, String member, List<ProseRule> applying) {
        return applying.stream().anyMatch(rule -> rule.isProse(member, text.length()))
                && !own.contains(text)
                && !own.contains(inner(text));
    }

    /** The text as it stands inside a JSON string. */
    private static String inner(String text) {
        String json = Json.write(text);
        return json.substring(1, json.length() - 1);
    }

    private static String filler(String text) {
        int length = text.length();
        return length <= FILLER.length() ? ".".repeat(length) : FILLER + ".".repeat(length - FILLER.length());
    }
}
