package dev.tapedeck.recording;

import dev.tapedeck.frame.Carrier.SseEvent;
import dev.tapedeck.frame.Payload;
import dev.tapedeck.text.Utf8;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of one server-sent event, taken apart and put together again (WHATWG HTML, server-sent events).
 *
 * <p>Lines end with CR, LF or CRLF; {@code data} lines are joined by LF; of {@code event} and {@code id} the last
 * counts, and an id that holds NUL does not. Whatever else stands in the block, comments and {@code retry} too, is kept
 * in its form: the block's own bytes without the values of its data lines.
 */
public final class SseBlock {
    private static final byte[] DATA = ascii("data");
    private static final byte[] EVENT = ascii("event");
    private static final byte[] ID = ascii("id");

    private final byte[] block;
    private final ByteArrayOutputStream data = new ByteArrayOutputStream();
    private final ByteArrayOutputStream form = new ByteArrayOutputStream();
    private int dataLines;
    private @Nullable String event;
    private @Nullable String id;

    private SseBlock(byte[] block) {
        this.block = block;
        for (int at = 0; at < block.length; ) {
            int end = lineEnd(block, at);
            int next = behindLineEnd(block, end);
            line(at, end, next);
            at = next;
        }
    }

    static SseBlock of(byte[] block) {
        return new SseBlock(block);
    }

    /** Whether the block has a data line; without one it is no event. */
    boolean isEvent() {
        return dataLines > 0;
    }

    /** Values of the data lines, joined by LF. */
    byte[] data() {
        return data.toByteArray();
    }

    /** What the event's line of a recording says beside its data. */
    SseEvent carrier(String stream) {
        byte[] own = form.toByteArray();
        boolean usual = Arrays.equals(own, usualForm(event, id, dataLines));
        return new SseEvent(stream, event, id, usual ? null : verbatim(own));
    }

    /** Bytes as text if they are UTF-8. */
    public static Payload verbatim(byte[] bytes) {
        return Utf8.valid(bytes, 0, bytes.length)
                ? new Payload.Text(new String(bytes, StandardCharsets.UTF_8))
                : new Payload.Binary(bytes);
    }

    /** The bytes of the event as they stood in its stream. */
    public static byte[] bytes(SseEvent carrier, Payload payload) {
        byte[] data = payload.bytes();
        Payload kept = carrier.form();
        byte[] form = kept == null ? usualForm(carrier.event(), carrier.id(), lines(data)) : kept.bytes();
        if (form.length == 0) {
            return data;
        }
        ByteArrayOutputStream block = new ByteArrayOutputStream(form.length + data.length);
        int taken = 0;
        for (int at = 0; at < form.length; ) {
            int end = lineEnd(form, at);
            int next = behindLineEnd(form, end);
            block.write(form, at, end - at);
            if (names(form, at, end, DATA)) {
                int until = Math.max(taken, indexOf(data, '\n', taken));
                block.write(data, taken, until - taken);
                taken = Math.min(until + 1, data.length);
            }
            block.write(form, end, next - end);
            at = next;
        }
        return block.toByteArray();
    }

    private void line(int at, int end, int next) {
        if (names(block, at, end, DATA)) {
            int value = valueFrom(at, end, DATA.length);
            if (dataLines++ > 0) {
                data.write('\n');
            }
            data.write(block, value, end - value);
            form.write(block, at, value - at);
            form.write(block, end, next - end);
            return;
        }
        form.write(block, at, next - at);
        if (names(block, at, end, EVENT)) {
            event = value(at, end, EVENT.length);
        } else if (names(block, at, end, ID)) {
            String value = value(at, end, ID.length);
            id = value.indexOf('\0') < 0 ? value : id;
        }
    }

    private String value(int at, int end, int name) {
        int from = valueFrom(at, end, name);
        return new String(block, from, end - from, StandardCharsets.UTF_8);
    }

    /** Behind the colon and the one space that may follow it. */
    private int valueFrom(int at, int end, int name) {
        int from = Math.min(at + name + 1, end);
        return from < end && block[from] == ' ' ? from + 1 : from;
    }

    private static boolean names(byte[] bytes, int at, int end, byte[] field) {
        int behind = at + field.length;
        return behind <= end
                && Arrays.equals(bytes, at, behind, field, 0, field.length)
                && (behind == end || bytes[behind] == ':');
    }

    private static int lineEnd(byte[] bytes, int from) {
        int at = from;
        while (at < bytes.length && bytes[at] != '\n' && bytes[at] != '\r') {
            at++;
        }
        return at;
    }

    private static int behindLineEnd(byte[] bytes, int end) {
        boolean crlf = end + 1 < bytes.length && bytes[end] == '\r' && bytes[end + 1] == '\n';
        return Math.min(end + (crlf ? 2 : 1), bytes.length);
    }

    private static int lines(byte[] data) {
        int lines = 1;
        for (byte b : data) {
            lines += b == '\n' ? 1 : 0;
        }
        return lines;
    }

    private static int indexOf(byte[] bytes, char wanted, int from) {
        for (int i = from; i < bytes.length; i++) {
            if (bytes[i] == wanted) {
                return i;
            }
        }
        return bytes.length;
    }

    private static byte[] usualForm(@Nullable String event, @Nullable String id, int dataLines) {
        String fields = (event == null ? "" : "event: " + event + "\n") + (id == null ? "" : "id: " + id + "\n");
        return (fields + "data: \n".repeat(dataLines) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
