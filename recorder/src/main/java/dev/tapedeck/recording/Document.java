package dev.tapedeck.recording;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.frame.Wire;
import dev.tapedeck.json.Json;
import dev.tapedeck.provider.Manifest.WireSpec;
import dev.tapedeck.provider.Manifests;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A file that is one JSON document over many lines: what a provider exports. It is read as lines, first the document
 * without its frames, then each frame; the manifests say where the frames stand. Spaces between its tokens are lost.
 */
final class Document {
    /** A larger document is refused, in bytes. */
    static final int LARGEST = 64 * 1024 * 1024;

    private static final int SNIFFED = 64;

    private Document() {}

    /**
     * The lines of a file; those of a document are made from it.
     *
     * @throws RecordingException if the file begins as a document and is none, or none of a known wire
     */
    static InputStream lines(InputStream in, String name, @Nullable Wire forced) throws IOException {
        PushbackInputStream start = new PushbackInputStream(in, SNIFFED);
        byte[] first = start.readNBytes(SNIFFED);
        start.unread(first);
        return opensOverLines(first) ? new ByteArrayInputStream(split(start, name, forced)) : start;
    }

    /** Only a document that was printed for people has nothing but a brace in its first line. */
    private static boolean opensOverLines(byte[] first) {
        String text = new String(first, StandardCharsets.ISO_8859_1);
        int end = text.indexOf('\n');
        return end > 0 && text.substring(0, end).strip().equals("{");
    }

    private static byte[] split(InputStream in, String name, @Nullable Wire forced) throws IOException {
        byte[] whole = in.readNBytes(LARGEST + 1);
        if (whole.length > LARGEST) {
            throw wrong(name, 1, "a JSON document of up to " + LARGEST + " bytes", "a larger one");
        }
        JsonNode document;
        try {
            document = Json.read(whole);
        } catch (JacksonException e) {
            int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
            throw wrong(name, line, "a JSON document, or JSON a line", Json.complaint(e));
        }
        return lines(document, pointer(document, name, forced));
    }

    private static JsonPointer pointer(JsonNode document, String name, @Nullable Wire forced) throws IOException {
        List<WireSpec> known = Manifests.all().stream()
                .flatMap(manifest -> manifest.wires().stream())
                .filter(spec -> spec.document() != null)
                .toList();
        for (WireSpec spec : known) {
            JsonPointer at = spec.document();
            boolean fits = forced == null
                    ? spec.frames().stream().anyMatch(shape -> shape.fits(shape.direction(), document))
                    : spec.wire().equals(forced);
            if (at != null && fits && document.at(at).isArray()) {
                return at;
            }
        }
        String wires = String.join(", ", known.stream().map(spec -> spec.wire().name()).toList());
        throw wrong(name, 1, "a recording, a provider's lines, or a document of " + wires, "another JSON document");
    }

    private static byte[] lines(JsonNode document, JsonPointer frames) {
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        ObjectNode head = document.deepCopy();
        if (head.at(frames.head()) instanceof ObjectNode holder) {
            holder.remove(frames.last().getMatchingProperty());
        }
        line(head, lines);
        document.at(frames).forEach(frame -> line(frame, lines));
        return lines.toByteArray();
    }

    private static void line(JsonNode frame, ByteArrayOutputStream lines) {
        lines.writeBytes(Json.writeBytes(frame));
        lines.write('\n');
    }

    private static RecordingException wrong(String name, int line, String expected, String found) {
        return new RecordingException("not readable", name, line, 0, expected, found);
    }
}
