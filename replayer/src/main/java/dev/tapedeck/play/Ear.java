package dev.tapedeck.play;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.tapedeck.frame.Carrier;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.frame.LineEnd;
import dev.tapedeck.frame.Payload;
import dev.tapedeck.json.Json;
import dev.tapedeck.rules.Dialect;
import dev.tapedeck.rules.Message;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads the frames of one conversation, both sides.
 *
 * <p>It is no host: what it cannot read is no failure, only no message.
 */
final class Ear {
    private final Dialect.Session session;
    private final @Nullable String primary;

    /** @param primary the event stream whose events are read; those of others are views of it */
    Ear(Dialect dialect, @Nullable String primary) {
        this.session = dialect.open();
        this.primary = primary;
    }

    @Nullable
    Message read(Frame frame) {
        return switch (frame.carrier()) {
            case Carrier.Line line -> object(frame);
            case Carrier.SseEvent event -> event.stream().equals(primary) ? object(frame) : null;
            case Carrier.HttpRequest request -> session.read(frame, body(frame.payload().bytes()));
            case Carrier.HttpResponse response -> session.read(frame, body(frame.payload().bytes()));
        };
    }

    private @Nullable Message object(Frame frame) {
        if (frame.lineEnd() == LineEnd.NONE || frame.payload() instanceof Payload.Oversize) {
            return null;
        }
        try {
            JsonNode json = Json.read(frame.payload().bytes());
            return json.isObject() ? session.read(frame, json) : null;
        } catch (IOException e) {
            return null;
        }
    }

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
}
