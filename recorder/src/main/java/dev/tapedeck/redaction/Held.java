package dev.tapedeck.redaction;

import dev.tapedeck.frame.Entry;

/** An entry on its way through the scrubber, with the replacements to be made in its payload. */
final class Held {
    private final Entry entry;
    private final byte[] payload;
    private final Edits edits = new Edits();
    private int pins;

    Held(Entry entry, byte[] payload) {
        this.entry = entry;
        this.payload = payload;
    }

    Entry entry() {
        return entry;
    }

    byte[] payload() {
        return payload;
    }

    Edits edits() {
        return edits;
    }

    /** Keeps the entry back: a text that goes on may show that something in it is private. */
    void pin() {
        pins++;
    }

    void unpin() {
        pins--;
    }

    boolean isPinned() {
        return pins > 0;
    }
}
