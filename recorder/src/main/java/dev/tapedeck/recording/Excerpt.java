package dev.tapedeck.recording;

import dev.tapedeck.frame.Ending;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.frame.Header;
import dev.tapedeck.hash.Sha256;
import dev.tapedeck.text.VisibleText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;

/** A few frames as the text of a recording of their own, whole and with its hash. */
public final class Excerpt {
    private Excerpt() {}

    /**
     * Its text, in which hidden characters stand as JSON escapes, so that it survives being shown and copied.
     *
     * @param frames in their order; they are numbered anew, from 1
     */
    public static String of(Header header, List<Frame> frames) throws IOException {
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        EntryWriter writer = new EntryWriter(lines);
        for (int i = 0; i < frames.size(); i++) {
            Frame frame = frames.get(i);
            writer.write(new Frame(
                    i + 1,
                    frame.micros(),
                    frame.direction(),
                    frame.payload(),
                    frame.carrier(),
                    frame.lineEnd(),
                    frame.cuts()));
        }
        String text = VisibleText.json(lines.toString(StandardCharsets.UTF_8));
        MessageDigest digest = Sha256.digest();
        digest.update(text.getBytes(StandardCharsets.UTF_8));
        lines.reset();
        String hash = HexFormat.of().formatHex(digest.digest());
        writer.end(new Ending(null, null, "excerpt", frames.size(), hash));
        return VisibleText.json(HeaderCodec.write(header)) + "\n" + text + lines.toString(StandardCharsets.UTF_8);
    }
}
