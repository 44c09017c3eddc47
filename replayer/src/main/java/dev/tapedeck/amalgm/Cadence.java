package dev.tapedeck.amalgm;

import com.fasterxml.jackson.annotation.JsonValue;

/** What a usage figure counts, and so how often it comes (normalization-matrix 9). */
public enum Cadence {
    /** One call of the model; never billable, since the turn counts it again. */
    CHAT_STEP("chat_step"),
    /** One turn: the one place where money is told. */
    CHAT_TURN("chat_turn"),
    /** All turns of a thread so far, told at a turn's end where the provider tells nothing finer; never billable. */
    THREAD_TOTAL("thread_total"),
    /** How full the context is; no sum of these means anything. */
    CONTEXT_SNAPSHOT("context_snapshot");

    private final String word;

    Cadence(String word) {
        this.word = word;
    }

    /** The word that stands in events. */
    @JsonValue
    public String word() {
        return word;
    }
}
