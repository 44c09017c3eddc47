package dev.tapedeck.fault;

import com.fasterxml.jackson.databind.node.NullNode;

/**
 * A value of the frame is null.
 *
 * <p>Where a rule needs it: a frame fault, so one warning and one resync, and scratch as before the frame. Else the
 * field is lost and nothing more.
 *
 * @param path JSON pointer of the value
 */
public record NullField(long frame, String path) implements FrameFault {
    public NullField {
        Field.pointer(path);
    }

    @Override
    public Sink before(Sink next) {
        return Field.changed(frame, path, next, value -> NullNode.instance);
    }
}
