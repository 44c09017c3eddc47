package dev.tapedeck.fault;

/**
 * The frame never arrives, and nobody says so: a missing start, delta or terminal.
 *
 * <p>The host cannot know it. What the frame was about stays as it is until a later snapshot or resync tells it.
 */
public record Lost(long frame) implements FrameFault {
    @Override
    public Sink before(Sink next) {
        return new OneFrame(frame, next, (found, to) -> {});
    }
}
