package dev.tapedeck.mapping;

import dev.tapedeck.canonical.CanonicalEvent;
import dev.tapedeck.rules.Message;
import dev.tapedeck.rules.Resumed;
import dev.tapedeck.runtime.RuntimeEvent;
import dev.tapedeck.scratch.Scratch;
import java.util.List;

/** Canonical events seen in the runtime vocabulary, without a look at native shapes. */
public interface Projection {
    /** The runtime events that say what the canonical one says; none when the vocabulary has no place for it. */
    List<RuntimeEvent> project(CanonicalEvent event, Message frame, MapContext context, Scratch.Editor scratch);

    /** Takes over into scratch what history said of a thread after frames were lost. */
    default void resume(Resumed thread, Scratch.Editor scratch) {}
}
