package dev.tapedeck.canonical;

import com.fasterxml.jackson.annotation.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * What an error asks of the user, finer than {@link ErrorClass} (normalization-matrix 12): log in, wait, change the
 * request, or look at the network.
 */
public enum ErrorKind {
    /** Not logged in, not allowed, or no credit. */
    AUTH("auth"),
    /** The model or its server failed, is overloaded, or refused. */
    MODEL("model"),
    /** Too many requests or tokens for now; also a quota that is used up. */
    RATE_LIMIT("rate_limit"),
    /** Connection, process or stream broke. */
    TRANSPORT("transport"),
    /** The request itself cannot be carried out as it stands. */
    VALIDATION("validation"),
    UNKNOWN("unknown");

    private final String word;

    ErrorKind(String word) {
        this.word = word;
    }

    /** The word that stands in events. */
    @JsonValue
    public String word() {
        return word;
    }

    /** What an error's class alone tells. */
    public static ErrorKind of(@Nullable ErrorClass errorClass) {
        return switch (errorClass) {
            case null -> UNKNOWN;
            case PROVIDER_ERROR -> MODEL;
            case TRANSPORT_ERROR -> TRANSPORT;
            case PERMISSION_ERROR -> AUTH;
            case VALIDATION_ERROR -> VALIDATION;
            case UNKNOWN -> UNKNOWN;
        };
    }
}
