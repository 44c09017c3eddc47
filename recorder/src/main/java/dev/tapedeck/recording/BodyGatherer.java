package dev.tapedeck.recording;

import dev.tapedeck.frame.Payload;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.InflaterInputStream;

/** Gathers the body of one HTTP message; over 64 MiB it lies in a temporary file. Not safe for several threads. */
public final class BodyGatherer {
    private final HeldBytes held = new HeldBytes(RecordingLimits.PARSED_LINE, null);

    /** @throws IOException if a body over 64 MiB cannot be kept */
    public void accept(byte[] bytes, int from, int to) throws IOException {
        held.append(bytes, from, to);
    }

    /**
     * The whole body, which is then no longer held.
     *
     * @param encoding value of the content-encoding header; {@code gzip} and {@code deflate} are undone, a body in
     *     another encoding is kept as it travelled
     */
    public Payload take(String encoding) {
        if (held.isSpilled()) {
            return held.takeSpill().payload(false);
        }
        return Payloads.classify(decoded(held.take(held.length()), encoding));
    }

    private static byte[] decoded(byte[] body, String encoding) {
        try (InputStream plain = switch (encoding) {
            case "gzip", "x-gzip" -> new GZIPInputStream(new ByteArrayInputStream(body));
            case "deflate" -> new InflaterInputStream(new ByteArrayInputStream(body));
            default -> new ByteArrayInputStream(body);
        }) {
            byte[] decoded = plain.readNBytes(RecordingLimits.PARSED_LINE + 1);
            return decoded.length > RecordingLimits.PARSED_LINE ? body : decoded;
        } catch (IOException e) {
            // Cut short or not what its header says: the bytes that travelled are all there is.
            return body;
        }
    }
}
