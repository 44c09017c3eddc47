package dev.tapedeck.fault;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.frame.Payload;
import dev.tapedeck.json.Json;
import java.io.IOException;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** One value inside a frame, by its JSON pointer. */
final class Field {
    private Field() {}

    /** Lets the frame pass with another value there; null takes the member away. Without one it passes whole. */
    static Sink changed(long frame, String path, Sink next, UnaryOperator<@Nullable JsonNode> change) {
        JsonPointer pointer = pointer(path);
        return new OneFrame(frame, next, (found, to) -> to.entry(changed(found, pointer, change)));
    }

    /** @throws IllegalArgumentException if the path is no JSON pointer to a member */
    static JsonPointer pointer(String path) {
        if (!path.startsWith("/")) {
            throw new IllegalArgumentException("path: expected a JSON pointer such as /params/threadId, found "
                    + (path.isEmpty() ? "nothing" : path));
        }
        return JsonPointer.compile(path);
    }

    private static Frame changed(Frame frame, JsonPointer pointer, UnaryOperator<@Nullable JsonNode> change) {
        JsonNode json;
        try {
            json = Json.read(frame.payload().bytes());
        } catch (IOException e) {
            return frame;
        }
        JsonNode value = json.at(pointer);
        if (value.isMissingNode() || pointer.matches()) {
            return frame;
        }
        JsonNode put = change.apply(value);
        switch (json.at(pointer.head())) {
            case ObjectNode object -> {
                String name = pointer.last().getMatchingProperty();
                if (put == null) {
                    object.remove(name);
                } else {
                    object.set(name, put);
                }
            }
            case ArrayNode array -> {
                int index = pointer.last().getMatchingIndex();
                if (put == null) {
                    array.remove(index);
                } else {
                    array.set(index, put);
                }
            }
            default -> throw new IllegalStateException("a value without a container at " + pointer);
        }
        return OneFrame.with(frame, new Payload.Json(Json.writeBytes(json)));
    }
}
