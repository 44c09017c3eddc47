package dev.tapedeck.recording;

import dev.tapedeck.frame.Wire;
import java.util.List;
import java.util.Optional;

/** Tells the wire of a file without a header from its content. */
public interface Recogniser {
    /**
     * Looks at the beginning of a file.
     *
     * @param firstLines up to 64 lines without their ends, foreign output among them
     */
    Optional<WireTraits> recognise(List<byte[]> firstLines);

    /** What is known of a wire that the user named. */
    Optional<WireTraits> traits(Wire wire);
}
