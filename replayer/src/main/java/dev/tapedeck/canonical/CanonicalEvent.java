package dev.tapedeck.canonical;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One canonical event as a mapper emits it: provider ids only (canonical-events 1.1 and 1.6).
 *
 * @param refs what it is about
 * @param createdAt the provider's own time where the frame told one, else the frame's arrival
 * @param payload what happened
 * @param raw where it comes from; absent for events that the host itself wrote
 * @param history whether it tells again what happened before the session was opened here (optional field of ours): it
 *     begins no turn, confirms no send, and nobody pays for it once more
 */
public record CanonicalEvent(
        Refs refs, Instant createdAt, CanonicalPayload payload, @Nullable Raw raw, boolean history) {

    /** An event that happens now. */
    public CanonicalEvent(Refs refs, Instant createdAt, CanonicalPayload payload, @Nullable Raw raw) {
        this(refs, createdAt, payload, raw, false);
    }

    /** The type that the payload belongs to. */
    public EventType type() {
        return payload.type();
    }

    /**
     * The native frame behind an event.
     *
     * @param source the seed's source name, for instance {@code codex.app-server.notification}, else the wire
     * @param method native kind of the frame
     * @param payload the decoded frame, shared and not to be changed
     */
    public record Raw(String source, String method, JsonNode payload) {}
}
