package dev.tapedeck.host;

/** The only two reasons for which a host closes a process (runtime-event-path, Failures). */
public enum CloseCause {
    /** The provider process ended. */
    EXIT("process exit"),
    /** A frame could not be decoded, or stdin, stdout or the event stream broke. */
    PROTOCOL("protocol failure");

    private final String word;

    CloseCause(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }
}
