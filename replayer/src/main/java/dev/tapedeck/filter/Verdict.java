package dev.tapedeck.filter;

/** Whether a frame passes, as far as what is known of it tells. */
public enum Verdict {
    YES,
    NO,
    /** What is asked for is not at hand; a look into the file, or a replay, would tell. */
    UNKNOWN;

    static Verdict of(boolean passes) {
        return passes ? YES : NO;
    }

    Verdict not() {
        return switch (this) {
            case YES -> NO;
            case NO -> YES;
            case UNKNOWN -> UNKNOWN;
        };
    }
}
