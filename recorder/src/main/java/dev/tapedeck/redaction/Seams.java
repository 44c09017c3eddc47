package dev.tapedeck.redaction;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Texts that come in pieces over several frames, so that a private value is found that lies across a seam.
 *
 * <p>Two frames belong to one text when they differ in nothing but that text and numbers. Of each text its tail is kept
 * that could be the beginning of something private: the last word, or a find that reaches the end.
 */
final class Seams {
    /** A longer tail is given up, in bytes. */
    private static final int MAX_TAIL = 16 * 1024;

    private final Sweep sweep;
    private final QuickLook quickLook;
    private final Map<Long, List<Part>> tails = new HashMap<>();

    Seams(Sweep sweep, QuickLook quickLook) {
        this.sweep = sweep;
        this.quickLook = quickLook;
    }

    /** The part of a tail that lies in one frame. */
    private record Part(Held held, int from, int to) {
        int length() {
            return to - from;
        }
    }

    /**
     * Takes the next piece of a text.
     *
     * @param text what tells one text from another
     * @param from index of the piece's first byte in the frame
     * @param to index behind its last byte
     */
    void grow(long text, Held held, int from, int to) {
        List<Part> parts = tails.getOrDefault(text, new ArrayList<>());
        parts.add(new Part(held, from, to));
        held.pin();
        byte[] raw = join(parts);
        EncodedText encoded = EncodedText.ofJson(raw, 0, raw.length);
        List<Sweep.RawFind> finds =
                quickLook.suspects(raw, 0, raw.length) ? sweep.in(raw, encoded, Role.GROWING) : List.of();
        int keep = tailStart(encoded, raw.length, finds);
        for (Sweep.RawFind find : finds) {
            if (find.to() <= keep) {
                replace(parts, find);
            }
        }
        keep(text, parts, keep);
    }

    /** Decides about every text that has a part in that frame, which has to go. */
    void settle(Held held) {
        for (Map.Entry<Long, List<Part>> tail : List.copyOf(tails.entrySet())) {
            List<Part> parts = tail.getValue();
            int end = 0;
            int gone = 0;
            for (Part part : parts) {
                end += part.length();
                gone = part.held() == held ? end : gone;
            }
            if (gone > 0) {
                keep(tail.getKey(), parts, replaceBefore(parts, gone));
            }
        }
    }

    /** Decides about every text. */
    void settleAll() {
        for (Map.Entry<Long, List<Part>> tail : List.copyOf(tails.entrySet())) {
            int end = tail.getValue().stream().mapToInt(Part::length).sum();
            keep(tail.getKey(), tail.getValue(), replaceBefore(tail.getValue(), end));
        }
    }

    private int replaceBefore(List<Part> parts, int gone) {
        byte[] raw = join(parts);
        int keep = gone;
        for (Sweep.RawFind find : sweep.in(raw, EncodedText.ofJson(raw, 0, raw.length), Role.GROWING)) {
            if (find.from() < gone) {
                replace(parts, find);
                keep = Math.max(keep, find.to());
            }
        }
        return keep;
    }

    private static byte[] join(List<Part> parts) {
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        parts.forEach(part -> joined.write(part.held().payload(), part.from(), part.length()));
        return joined.toByteArray();
    }

    /** Where the tail begins that has to be kept, in bytes: what a following piece could make private. */
    private int tailStart(EncodedText encoded, int end, List<Sweep.RawFind> finds) {
        if (encoded.length() == 0) {
            return end;
        }
        String text = encoded.text();
        int known = encoded.rawFrom(sweep.beginningOfKnown(text));
        int lastWord = wordStart(text, text.length());
        // Behind "Bearer " a token may follow, so the last two words are kept.
        int keep = Math.min(encoded.rawFrom(wordStart(text, lastWord)), known);
        for (Sweep.RawFind find : finds) {
            boolean whole = find.to() <= encoded.rawFrom(lastWord) && find.from() < known;
            keep = whole ? Math.max(keep, find.to()) : Math.min(keep, find.from());
        }
        return end - keep > MAX_TAIL ? end : keep;
    }

    private static int wordStart(String text, int end) {
        int start = end;
        while (start > 0 && text.charAt(start - 1) <= ' ') {
            start--;
        }
        while (start > 0 && text.charAt(start - 1) > ' ') {
            start--;
        }
        return start;
    }

    /** Puts the replacement where the value begins and takes its other parts away. */
    private void replace(List<Part> parts, Sweep.RawFind find) {
        String with = sweep.replace(find);
        if (with == null) {
            return;
        }
        int start = 0;
        for (Part part : parts) {
            int from = Math.max(find.from(), start);
            int to = Math.min(find.to(), start + part.length());
            if (from < to) {
                part.held().edits().replace(part.from() + from - start, part.from() + to - start, with);
                with = "";
            }
            start += part.length();
        }
    }

    private void keep(long text, List<Part> parts, int keep) {
        List<Part> kept = new ArrayList<>();
        int start = 0;
        for (Part part : parts) {
            int end = start + part.length();
            if (end <= keep) {
                part.held().unpin();
            } else {
                kept.add(new Part(part.held(), part.from() + Math.max(0, keep - start), part.to()));
            }
            start = end;
        }
        if (kept.isEmpty()) {
            tails.remove(text);
        } else {
            tails.put(text, kept);
        }
    }
}
