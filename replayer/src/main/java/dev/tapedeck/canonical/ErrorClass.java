package dev.tapedeck.canonical;

import com.fasterxml.jackson.annotation.JsonValue;

/** Who an error comes from (canonical-events 1.5). */
public enum ErrorClass {
    PROVIDER_ERROR("provider_error"),
    TRANSPORT_ERROR("transport_error"),
    PERMISSION_ERROR("permission_error"),
    VALIDATION_ERROR("validation_error"),
    UNKNOWN("unknown");

    private final String word;

    ErrorClass(String word) {
        this.word = word;
    }

    /** The word that stands in events. */
    @JsonValue
    public String word() {
        return word;
    }
}
