package dev.tapedeck.host;

/** Kinds of bookkeeping failure (runtime-event-path, Failures); none of them closes the process. */
public enum FailureKind {
    LAG("lag"),
    FRAME_FAULT("frame fault"),
    HOOK("failed hook call"),
    EMITTED("emitted values overflow"),
    SCRATCH("scratch overflow"),
    GAP("events lost"),
    STREAM_ENDED("stream ended"),
    RESUBSCRIPTION("resubscription refused");

    private final String word;

    FailureKind(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }
}
