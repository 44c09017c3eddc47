package dev.tapedeck.recorder;

/** A flow of bytes that a session's log takes in. */
sealed interface Channel {
    /** The child's standard streams. */
    enum Stdio implements Channel {
        STDIN("stdin"),
        STDOUT("stdout"),
        STDERR("stderr");

        private final String word;

        Stdio(String word) {
            this.word = word;
        }

        String word() {
            return word;
        }
    }

    /**
     * One direction of a connection between host and server.
     *
     * @param connection number of the connection, from 1
     * @param fromHost whether these are the host's bytes
     */
    record Socket(long connection, boolean fromHost) implements Channel {}
}
