package dev.tapedeck.recording;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The lines of a file, the first of which can be looked at before they are read. */
final class FileLines {
    private static final int AHEAD_LINES = 64;
    private static final int AHEAD_BYTES = 1024 * 1024;

    private final LineSource source;
    /** Bytes and lines of the file that stand before the source's first one. */
    private final long bytesBefore;
    private final long linesBefore;
    private final Deque<Ahead> ahead = new ArrayDeque<>();
    private @Nullable Ahead current;
    /** The source stands at a line that was neither read nor read ahead. */
    private boolean unread;
    private boolean sourceEnded;

    private record Ahead(byte[] bytes, long number, long offset, boolean terminated) {}

    FileLines(InputStream in, String name) throws IOException {
        Encoding.Checked checked = Encoding.check(in, name);
        source = new LineSource(checked.in(), RecordingLimits.RECORDING_LINE);
        bytesBefore = checked.skipped();
        linesBefore = 0;
    }

    /** The lines behind so many bytes and lines of a file; the stream begins there. */
    FileLines(InputStream in, long bytesBefore, long linesBefore) {
        this.source = new LineSource(in, RecordingLimits.RECORDING_LINE);
        this.bytesBefore = bytesBefore;
        this.linesBefore = linesBefore;
    }

    /** Goes to the next line; false at the end of the file. */
    boolean advance() throws IOException {
        current = ahead.poll();
        if (current != null) {
            return true;
        }
        if (unread) {
            unread = false;
            return true;
        }
        return !sourceEnded && source.advance();
    }

    /** The first lines, up to 64 of them or 1 MiB or a line too long for memory; they stay to be read. */
    List<byte[]> lookAhead() throws IOException {
        int bytes = 0;
        while (ahead.size() < AHEAD_LINES && bytes < AHEAD_BYTES) {
            sourceEnded = !source.advance();
            if (sourceEnded) {
                break;
            }
            if (source.oversize()) {
                unread = true;
                break;
            }
            bytes += source.length();
            byte[] copy = Arrays.copyOf(source.buffer(), source.length());
            ahead.add(new Ahead(copy, source.number(), source.offset(), source.terminated()));
        }
        return new ArrayList<>(ahead.stream().map(Ahead::bytes).toList());
    }

    /** The line's bytes, from 0 to {@link #length}; reused by the next one. */
    byte[] buffer() {
        return current == null ? source.buffer() : current.bytes();
    }

    int length() {
        return current == null ? source.length() : current.bytes().length;
    }

    /** Whether only the beginning of the line is here and the rest is to be read from {@link #rest}. */
    boolean oversize() {
        return current == null && source.oversize();
    }

    InputStream rest() {
        return source.rest();
    }

    /** Whether a line feed followed; of a line too long for memory known once its rest is read. */
    boolean terminated() {
        return current == null ? source.terminated() : current.terminated();
    }

    /** Line number, from 1. */
    long number() {
        return linesBefore + (current == null ? source.number() : current.number());
    }

    /** Offset in the file of the line's first byte, from 0. */
    long offset() {
        return bytesBefore + (current == null ? source.offset() : current.offset());
    }

    /** Offset in the file of the first byte that was not read. */
    long position() {
        return bytesBefore + source.position();
    }

    /** Offset in the file of the next line's first byte. */
    long next() {
        Ahead first = ahead.peek();
        long next = first != null ? first.offset() : unread ? source.offset() : source.position();
        return bytesBefore + next;
    }
}
