package dev.tapedeck.fault;

/**
 * A member of the frame is not there.
 *
 * <p>Where a rule needs it: a frame fault, so one warning and one resync, and scratch as before the frame. Else the
 * frame is mapped without it (decision D5).
 *
 * @param path JSON pointer of the member
 */
public record MissingField(long frame, String path) implements FrameFault {
    public MissingField {
        Field.pointer(path);
    }

    @Override
    public Sink before(Sink next) {
        return Field.changed(frame, path, next, value -> null);
    }
}
