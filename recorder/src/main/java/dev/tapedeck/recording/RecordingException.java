package dev.tapedeck.recording;

import dev.tapedeck.text.VisibleText;
import java.io.IOException;

/** A file that is no recording, or a damaged place in one: what, where, expected and found. */
public final class RecordingException extends IOException {
    private static final long serialVersionUID = 1L;

    private final String file;
    private final long line;
    private final long offset;
    private final String expected;
    private final String found;

    /**
     * @param file name of the file as the user gave it
     * @param line line number, from 1
     * @param offset offset in bytes of that line, from 0
     */
    public RecordingException(String what, String file, long line, long offset, String expected, String found) {
        super("%s: %s at line %d (byte %d): %s expected, found %s"
                .formatted(VisibleText.of(file), what, line, offset, expected, VisibleText.of(found)));
        this.file = file;
        this.line = line;
        this.offset = offset;
        this.expected = expected;
        this.found = found;
    }

    static RecordingException of(String file, Damage damage) {
        return new RecordingException(
                damage.kind().words(), file, damage.line(), damage.offset(), damage.expected(), damage.found());
    }

    public String file() {
        return file;
    }

    public long line() {
        return line;
    }

    public long offset() {
        return offset;
    }

    public String expected() {
        return expected;
    }

    public String found() {
        return found;
    }
}
