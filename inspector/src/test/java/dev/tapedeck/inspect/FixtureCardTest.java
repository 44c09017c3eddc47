package dev.tapedeck.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.recording.Verify;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sample frames on a page are a recording to copy. */
class FixtureCardTest {
    private static final String SECRET = "sk-proj-" + "a1b2c3d4".repeat(4);

    @TempDir
    Path folder;

    @Test
    void samples_of_an_unmapped_kind_are_a_whole_recording_without_what_is_private() throws IOException {
        Tapes.at(folder, "a.ndjson")
                .out("made/up", Map.of("key", SECRET, "mail", "ada@vendor.test", "say", "tea & <b>cake</b>\u202e"))
                .out("made/up", Map.of("key", SECRET))
                .write();
        try (TestInspector inspector = TestInspector.of(folder)) {
            String kind = inspector.page("/unmapped").select("tbody th a").attr("href");
            for (String reveal : new String[] {"", "?reveal=1"}) {
                String text = inspector.page(kind + reveal).select("pre#fixture").first().wholeText();
                assertFalse(text.contains(SECRET) || text.contains("ada@vendor.test"), text);
                assertTrue(text.contains("\"<key-1>\"") && text.contains("tea & <b>cake</b>"), text);
                Path kept = Files.writeString(folder.resolve("kept.ndjson"), text);
                Verify verified = Verify.file(kept, null);
                assertEquals(Verify.State.WHOLE, verified.state(), text);
                assertEquals(2, verified.frames());
                assertEquals("mutated", verified.header().origin().word(), "it proves nothing of a provider");
                Files.delete(kept);
            }
        }
    }

    @Test
    void a_fixture_beside_its_recording_is_another_session_and_has_the_same_kind() throws IOException {
        Tapes.turn(folder, "a.ndjson", "greeting").write();
        String cell;
        try (TestInspector inspector = TestInspector.of(folder)) {
            cell = inspector.page("/matrix").select("tr:has(th:contains(content.delta)) td a").first().attr("href");
            Element card = inspector.page(cell).select("aside pre#fixture").first();
            Files.writeString(folder.resolve("kept.ndjson"), card.wholeText());
        }
        try (TestInspector inspector = TestInspector.of(folder)) {
            assertEquals(2, inspector.page("/sessions").select("tbody tr").size());
            Document panel = inspector.page(cell);
            assertTrue(panel.select("aside").text().contains("2 frames in 2 sessions"), panel.select("aside").text());
            assertEquals(2, panel.select("aside section:has(h3:contains(Shapes)) a").size());
        }
    }
}
