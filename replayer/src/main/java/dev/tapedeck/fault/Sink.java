package dev.tapedeck.fault;

import dev.tapedeck.frame.Ending;
import dev.tapedeck.frame.Entry;
import org.jspecify.annotations.Nullable;

/** Takes what a recording holds, in the order in which it arrives. */
public interface Sink {
    void entry(Entry entry);

    /** Nothing more comes: the process ended, or, with no ending, the recording did. Called once. */
    void ends(@Nullable Ending ending);
}
