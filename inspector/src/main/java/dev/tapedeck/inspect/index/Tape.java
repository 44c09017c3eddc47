package dev.tapedeck.inspect.index;

import dev.tapedeck.canonical.EventType;
import dev.tapedeck.host.Disposition;
import org.jspecify.annotations.Nullable;

/**
 * A recording that was replayed once.
 *
 * @param failure why the replay could not reach the end; absent when it did. What was read until then is shown
 */
public record Tape(Recording recording, FrameTable frames, @Nullable String failure) {

    /** What lists say of it, without its frames. */
    public Facts facts() {
        return new Facts(
                recording,
                frames.size(),
                frames.lastMicros(),
                frames.count(EventType.TURN_STARTED),
                frames.count(Disposition.MAPPED),
                frames.count(Disposition.DUPLICATE),
                frames.count(Disposition.DROPPED),
                frames.count(Disposition.UNMAPPED),
                frames.count(Disposition.FAULTED),
                frames.count(Disposition.UNDELIVERED),
                frames.damages().size(),
                frames.firstFault(),
                frames.firstSend(),
                failure);
    }

    /**
     * Figures of one recording.
     *
     * @param micros arrival of the last frame
     * @param damaged how many things are wrong with its file
     * @param firstFault seq of the first frame that faulted; 0 when none did
     * @param firstSend text of the first send; absent when there was none
     */
    public record Facts(
            Recording recording,
            long frames,
            long micros,
            long turns,
            long mapped,
            long duplicate,
            long dropped,
            long unmapped,
            long faulted,
            long undelivered,
            long damaged,
            long firstFault,
            @Nullable String firstSend,
            @Nullable String failure) {

        /** Things that someone should look at. */
        public long problems() {
            return unmapped + faulted + damaged;
        }
    }
}
