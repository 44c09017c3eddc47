package dev.tapedeck.rules;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.CanonicalPayload;
import dev.tapedeck.canonical.ItemPayload;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.canonical.StreamKind;
import dev.tapedeck.scratch.Scratch;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Where a rule puts what it makes of a frame. Everything that it holds belongs to that one frame. */
public interface Emitter {

    /** Whom the frame is about, read by the rule book from the wire's usual places. */
    Refs refs();

    /**
     * Emits an event about {@code refs}, made at {@code createdAt} or, when null, at the frame's own time.
     *
     * @throws FrameFault if {@code refs} lacks an id that events of this type need
     */
    void emit(Refs refs, @Nullable Instant createdAt, CanonicalPayload payload);

    /**
     * The same, but what is emitted there tells again what happened before the session was opened here: it carries the
     * mark {@code history}.
     */
    Emitter asHistory();

    /** Mapping state that is not yet an event; changes are undone when the rule throws. */
    Scratch.Editor scratch();

    /**
     * Says that a rule takes no notice of one part of the frame, since nobody wrote a rule for a part of that name: it
     * is counted by its name like an unmapped kind, and told as a warning (decision D5).
     *
     * @param kind name of the part, as a kind below the frame's own
     */
    void unmapped(String kind, JsonNode part);

    /** Number of the process that the frame belongs to, from 1, on wires that count anew in each. */
    int epoch();

    /** Emits an event about what the frame is about. */
    default void emit(CanonicalPayload payload) {
        emit(refs(), null, payload);
    }

    /** Emits text that extends an item. */
    default void contentDelta(StreamKind kind, String delta) {
        emit(new ItemPayload.ContentDelta(kind, delta, null, null));
    }
}
