package dev.tapedeck.canonical;

import com.fasterxml.jackson.annotation.JsonIgnore;

/** What a canonical event says, one record for each type of the seed (canonical-events 1.5). */
public sealed interface CanonicalPayload
        permits SessionPayload, ThreadPayload, TurnPayload, ItemPayload, RequestPayload, TelemetryPayload {

    /** The event type that this payload belongs to. */
    @JsonIgnore
    EventType type();
}
