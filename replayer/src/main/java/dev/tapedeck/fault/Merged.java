package dev.tapedeck.fault;

import dev.tapedeck.frame.Ending;
import dev.tapedeck.frame.Entry;
import dev.tapedeck.frame.Frame;
import org.jspecify.annotations.Nullable;

/**
 * The line end is lost, so that the frame and the next one from the same side arrive as one line.
 *
 * <p>A protocol failure: the epoch closes with a visible reason (runtime-event-path, Failures). Where none follows, it
 * arrives at the end, behind what the other side said meanwhile.
 */
public record Merged(long frame) implements ProcessFault {
    @Override
    public Sink before(Sink next) {
        return new Sink() {
            private @Nullable Frame first;

            @Override
            public void entry(Entry entry) {
                Frame waiting = first;
                if (waiting != null
                        && entry instanceof Frame second
                        && second.seq() > waiting.seq()
                        && second.direction() == waiting.direction()) {
                    first = null;
                    next.entry(OneFrame.with(
                            second, Line.joined(waiting.payload().bytes(), second.payload().bytes())));
                } else if (entry.seq() == frame && entry instanceof Frame found) {
                    first = found;
                } else {
                    next.entry(entry);
                }
            }

            @Override
            public void ends(@Nullable Ending ending) {
                if (first != null) {
                    next.entry(first);
                }
                next.ends(ending);
            }
        };
    }
}
