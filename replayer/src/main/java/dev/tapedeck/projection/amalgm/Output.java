package dev.tapedeck.projection.amalgm;

import dev.tapedeck.amalgm.AmalgmEvent;
import dev.tapedeck.amalgm.AmalgmPayload;
import dev.tapedeck.amalgm.Omission;
import dev.tapedeck.canonical.Refs;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects what one canonical event becomes. */
final class Output {
    private final Refs refs;
    private final @Nullable String parentThread;
    private final List<AmalgmEvent> events = new ArrayList<>(2);
    private Omission omission = Omission.SAID_ALREADY;

    Output(Refs refs, @Nullable String parentThread) {
        this.refs = refs;
        this.parentThread = parentThread;
    }

    Refs refs() {
        return refs;
    }

    /** Whom the event is about, as one word; threads without an id are one. */
    String thread() {
        return refs.thread() == null ? "" : refs.thread();
    }

    /** The item, as one word that no other thread's item has. */
    String item() {
        return thread() + '\0' + refs.item();
    }

    boolean ofSubAgent() {
        return parentThread != null;
    }

    void emit(AmalgmPayload payload) {
        events.add(new AmalgmEvent(refs, parentThread, payload));
    }

    void omit(Omission reason) {
        omission = reason;
    }

    Projected done() {
        return new Projected(events, events.isEmpty() ? omission : null);
    }
}
