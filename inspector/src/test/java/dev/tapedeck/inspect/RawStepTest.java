package dev.tapedeck.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The first step of a frame: long payloads come in pieces, and secrets stay covered in each of them. */
class RawStepTest {
    @TempDir
    Path folder;

    @Test
    void a_long_payload_is_shown_in_pieces_that_together_are_the_whole() throws IOException {
        String words = "0123456789".repeat(15_000);
        Tapes.at(folder, "a.ndjson").out("made/up", Map.of("say", words)).write();
        try (TestInspector inspector = TestInspector.of(folder)) {
            StringBuilder text = new StringBuilder();
            String address = frame(inspector) + "?view=text";
            for (int pieces = 0; !address.isEmpty(); pieces++) {
                Document page = inspector.page(address);
                assertTrue(page.outerHtml().length() < 150_000, "a page stays small");
                text.append(page.select(".step pre.code").first().wholeText());
                assertEquals(pieces > 0, !page.select("a:contains(what comes before)").isEmpty());
                address = page.select(".step a:contains(Show more)").attr("href");
            }
            int frame = ("{\"method\":\"made/up\",\"params\":{\"say\":\"" + words + "\"}}").length();
            assertEquals(frame, text.length());
            assertTrue(text.toString().contains(words));
            Document bytes = inspector.page(frame(inspector) + "?view=bytes&from=4096");
            assertTrue(bytes.select(".step pre.code").text().startsWith("001000  "), "goes on where it left off");
            assertTrue(bytes.select(".step").text().contains("4,097–8,192 of 150,"), bytes.select(".step").text());
            assertEquals(422, inspector.get(frame(inspector) + "?view=text&from=x").statusCode());
        }
    }

    @Test
    void S27_a_secret_stays_masked_in_bytes_and_where_a_piece_ends_in_it() throws IOException {
        String secret = "sk-proj-" + "a1b2c3d4".repeat(4);
        String before = "x".repeat(64 * 1024 - 60);
        Tapes.at(folder, "a.ndjson").out("made/up", Map.of("say", before + " " + secret + " " + "y".repeat(99)))
                .write();
        try (TestInspector inspector = TestInspector.of(folder)) {
            String frame = frame(inspector);
            for (String view : new String[] {"text", "text&from=65536", "bytes&from=65472", "bytes&from=65536"}) {
                Document page = inspector.page(frame + "?view=" + view);
                String shown = page.select(".step pre.code").first().wholeText();
                assertFalse(shown.contains("a1b2c3d4") || shown.contains("61 31 62 32"), view + " " + shown.length());
                Document revealed = inspector.page(frame + "?reveal=1&view=" + view);
                assertFalse(revealed.select(".step pre.code").first().wholeText().contains("[masked"), view);
            }
            assertTrue(inspector.page(frame + "?reveal=1&view=bytes&from=65472").text().contains("61 31 62 32"));
        }
    }

    private static String frame(TestInspector inspector) throws IOException {
        return inspector.page("/sessions").select("tbody th a").attr("href").replace("/frames", "/f/1");
    }
}
