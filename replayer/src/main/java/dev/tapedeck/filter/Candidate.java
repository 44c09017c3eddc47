package dev.tapedeck.filter;

import dev.tapedeck.canonical.EventType;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.host.Disposition;
import dev.tapedeck.rules.Role;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A frame as a filter looks at it. */
public interface Candidate {
    long seq();

    /** Arrival, in µs since the recording started. */
    long micros();

    /** Size of the payload in bytes. */
    long size();

    /** Number of the batch that it was drained in; 0 when it never was. */
    long batch();

    Direction direction();

    String provider();

    /** Native kind; empty when the frame could not be decoded. */
    String kind();

    @Nullable Role role();

    @Nullable String rule();

    /** Whether the rule that took it says that something of it is carried by no event. */
    boolean loses();

    Disposition disposition();

    /** Whether it became an event of one of these types. */
    boolean became(Set<EventType> types);

    boolean marked(Mark mark);

    /** The frame itself; absent where only an index was asked. */
    @Nullable Frame frame();

    /** What it became; absent where nothing was replayed. */
    @Nullable Outcome outcome();
}
