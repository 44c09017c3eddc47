package dev.tapedeck.recording;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The end of a file whose writer was stopped: zero bytes and a torn last line are cut off, a last line that is complete
 * but for its line feed gets one. Nothing before the last line feed is touched.
 *
 * @param keep size of the file without its torn tail, in bytes
 * @param cut bytes behind that are not part of a complete line
 * @param needsLineFeed whether the last line is complete but for its line feed
 */
public record TailRepair(long keep, long cut, boolean needsLineFeed) {
    private static final int BLOCK = 64 * 1024;

    /**
     * Looks what repair a file needs, without changing it.
     *
     * @throws RecordingException if even the first line is torn, so that nothing could be kept
     * @throws IOException if the file cannot be read
     */
    public static TailRepair check(Path path) throws IOException {
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
            return check(file, path);
        }
    }

    /**
     * Repairs a file, and forces it to disk if there was something to repair.
     *
     * @return what was done
     * @throws IOException as {@link #check}, or if the file cannot be written
     */
    public static TailRepair repair(Path path) throws IOException {
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            TailRepair repair = check(file, path);
            if (!repair.needed()) {
                return repair;
            }
            file.truncate(repair.keep);
            if (repair.needsLineFeed) {
                file.write(ByteBuffer.wrap(new byte[] {'\n'}), repair.keep);
            }
            file.force(true);
            return repair;
        }
    }

    /** Whether there is something to repair. */
    public boolean needed() {
        return cut > 0 || needsLineFeed;
    }

    /** What there is to repair, in words. */
    public String sentence() {
        if (!needed()) {
            return "nothing to repair";
        }
        String cutting = cut == 0 ? "" : "%d bytes of a torn tail cut off at byte %d".formatted(cut, keep);
        String feeding = needsLineFeed ? "the last line's missing line feed added" : "";
        return cutting + (cutting.isEmpty() || feeding.isEmpty() ? "" : ", ") + feeding;
    }

    private static TailRepair check(FileChannel file, Path path) throws IOException {
        long size = file.size();
        long unpadded = lastOther(file, size, (byte) 0) + 1;
        long lineStart = lastOf(file, unpadded, (byte) '\n') + 1;
        if (lineStart == unpadded) {
            return new TailRepair(unpadded, size - unpadded, false);
        }
        if (complete(file, lineStart, unpadded)) {
            return new TailRepair(unpadded, size - unpadded, true);
        }
        if (lineStart == 0) {
            throw new RecordingException(
                    "header not readable", path.toString(), 1, 0, "a complete header line", "a torn one, " + size
                            + " bytes");
        }
        return new TailRepair(lineStart, size - lineStart, false);
    }

    private static boolean complete(FileChannel file, long from, long to) throws IOException {
        if (to - from > RecordingLimits.RECORDING_LINE) {
            return false;
        }
        byte[] line = new byte[(int) (to - from)];
        ByteBuffer buffer = ByteBuffer.wrap(line);
        while (buffer.hasRemaining() && file.read(buffer, from + buffer.position()) >= 0) {
            continue;
        }
        if (Opening.headerNode(line) != null) {
            return true;
        }
        try {
            EntryParser.parse(line, line.length);
            return true;
        } catch (MalformedLine e) {
            return false;
        }
    }

    private static long lastOf(FileChannel file, long end, byte wanted) throws IOException {
        return lastWhere(file, end, wanted, true);
    }

    private static long lastOther(FileChannel file, long end, byte unwanted) throws IOException {
        return lastWhere(file, end, unwanted, false);
    }

    private static long lastWhere(FileChannel file, long end, byte value, boolean equal) throws IOException {
        ByteBuffer block = ByteBuffer.allocate(BLOCK);
        for (long to = end; to > 0; ) {
            long from = Math.max(0, to - BLOCK);
            block.clear().limit((int) (to - from));
            while (block.hasRemaining() && file.read(block, from + block.position()) >= 0) {
                continue;
            }
            for (int i = block.position() - 1; i >= 0; i--) {
                if ((block.get(i) == value) == equal) {
                    return from + i;
                }
            }
            to = from;
        }
        return -1;
    }
}
