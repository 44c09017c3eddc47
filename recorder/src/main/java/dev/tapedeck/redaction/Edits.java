package dev.tapedeck.redaction;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Replacements in one array of bytes, none overlapping another. */
final class Edits {
    private record Edit(int from, int to, byte[] with) {}

    private final List<Edit> edits = new ArrayList<>();

    void replace(int from, int to, String with) {
        edits.add(new Edit(from, to, with.getBytes(StandardCharsets.UTF_8)));
    }

    boolean isEmpty() {
        return edits.isEmpty();
    }

    byte[] apply(byte[] bytes) {
        if (edits.isEmpty()) {
            return bytes;
        }
        edits.sort(Comparator.comparingInt(Edit::from));
        ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length + 64);
        int copied = 0;
        for (Edit edit : edits) {
            out.write(bytes, copied, edit.from() - copied);
            out.writeBytes(edit.with());
            copied = edit.to();
        }
        out.write(bytes, copied, bytes.length - copied);
        return out.toByteArray();
    }

    /** Where an offset in the old bytes lies in the new ones; an offset inside a replacement moves behind it. */
    int moved(int offset) {
        int shift = 0;
        for (Edit edit : edits) {
            if (edit.to() <= offset) {
                shift += edit.with().length - (edit.to() - edit.from());
            } else if (edit.from() < offset) {
                return edit.from() + shift + edit.with().length;
            }
        }
        return offset + shift;
    }
}
