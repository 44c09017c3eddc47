package dev.tapedeck.recorder;

/** The three streams of a child. */
enum Channel {
    STDIN("stdin"),
    STDOUT("stdout"),
    STDERR("stderr");

    private final String word;

    Channel(String word) {
        this.word = word;
    }

    String word() {
        return word;
    }
}
