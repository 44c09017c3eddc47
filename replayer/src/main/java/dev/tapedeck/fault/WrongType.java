package dev.tapedeck.fault;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.TextNode;
import org.jspecify.annotations.Nullable;

/**
 * A value of the frame has another type than the vendor's: text becomes true, anything else becomes text.
 *
 * <p>Where a rule needs it: a frame fault, so one warning and one resync, and scratch as before the frame.
 *
 * @param path JSON pointer of the value
 */
public record WrongType(long frame, String path) implements FrameFault {
    public WrongType {
        Field.pointer(path);
    }

    @Override
    public Sink before(Sink next) {
        return Field.changed(frame, path, next, WrongType::other);
    }

    private static JsonNode other(@Nullable JsonNode value) {
        return value != null && value.isTextual() ? BooleanNode.TRUE : TextNode.valueOf("not what it was");
    }
}
