package dev.tapedeck.amalgm;

import dev.tapedeck.canonical.Refs;
import org.jspecify.annotations.Nullable;

/**
 * One amalgm event.
 *
 * @param refs what it is about, in the provider's own ids
 * @param parentThread on a sub-agent's thread, the thread that it works for: its {@code done} is not the user's
 * @param payload what happened
 */
public record AmalgmEvent(Refs refs, @Nullable String parentThread, AmalgmPayload payload) {
    public AmalgmType type() {
        return payload.type();
    }
}
