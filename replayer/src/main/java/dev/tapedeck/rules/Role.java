package dev.tapedeck.rules;

/** What part a frame plays in an exchange. */
public enum Role {
    /** Asks for an answer. */
    REQUEST,
    /** Asks for none. */
    NOTIFICATION,
    /** Answers a request. */
    RESULT,
    /** Refuses a request. */
    ERROR
}
