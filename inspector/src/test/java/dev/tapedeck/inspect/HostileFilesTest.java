package dev.tapedeck.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What lies under the inspected folder may be anything, and nothing of it leads out of the folder. */
class HostileFilesTest {
    private static final String SECRET = "outside-secret";

    @TempDir
    Path folder;

    @Test
    void S17_links_and_devices_are_listed_as_skipped_and_never_opened() throws Exception {
        Path outside = Files.createDirectory(folder.resolve("outside"));
        Path inside = Files.createDirectory(folder.resolve("inside"));
        Tapes.turn(outside, "secret.ndjson", SECRET).write();
        Tapes.turn(inside, "codex/a/recording.ndjson", "fine").write();
        Files.createSymbolicLink(inside.resolve("link.ndjson"), outside.resolve("secret.ndjson"));
        Files.createSymbolicLink(inside.resolve("folder"), outside);
        assertEquals(0, new ProcessBuilder("mkfifo", inside.resolve("fifo.ndjson").toString()).start().waitFor());
        try (TestInspector inspector = TestInspector.of(inside)) {
            Document sessions = inspector.page("/sessions");
            assertEquals(List.of("fine"), sessions.select("tbody th > a").eachText());
            String skipped = sessions.select("details").text();
            assertTrue(skipped.contains("link.ndjson: a link or a device"), skipped);
            assertTrue(skipped.contains("fifo.ndjson: a link or a device"), skipped);
            inspector.crawl(40).forEach((address, page) -> assertFalse(page.text().contains(SECRET), address));
        }
    }

    @Test
    void S17_a_file_that_became_a_link_after_it_was_found_is_not_opened() throws IOException {
        Path outside = Files.createDirectory(folder.resolve("outside"));
        Path inside = Files.createDirectory(folder.resolve("inside"));
        Path secret = Tapes.turn(outside, "secret.ndjson", SECRET).write();
        Path file = Tapes.turn(inside, "codex/a/recording.ndjson", "fine").write();
        try (TestInspector inspector = TestInspector.of(inside)) {
            String frames = inspector.page("/sessions").select("tbody th a").attr("href");
            assertEquals(200, inspector.get(frames).statusCode());
            Files.delete(file);
            Files.createSymbolicLink(file, secret);
            String frame = frames.replace("frames", "f/7");
            for (String address : List.of(frames, frames + "?q=outside", frame, frame + "/raw")) {
                HttpResponse<String> response = inspector.get(address);
                assertTrue(
                        response.statusCode() == 409 || response.statusCode() == 404,
                        address + " " + response.statusCode());
                assertFalse(response.body().contains(SECRET), address);
            }
        }
    }

    @Test
    void S18_broken_and_huge_content_costs_no_page() throws IOException {
        Path deep = Files.createDirectories(folder.resolve("deep"));
        Tapes.at(deep, "recording.ndjson").header("id", "deepbbbbccccdddd")
                .out("{\"method\":\"turn/started\",\"params\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}")
                .out(
                        "turn/started",
                        Map.of("threadId", "t", "turn", Map.of("id", "u", "status", "inProgress", "items", List.of())))
                .write();
        Tapes.at(folder, "long.ndjson").header("id", "longbbbbccccdddd")
                .out(
                        "item/agentMessage/delta",
                        Map.of("threadId", "t", "turnId", "u", "itemId", "i", "delta", "x".repeat(17 << 20)))
                .write();
        Path empty = Tapes.at(folder, "empty-lines.ndjson").header("id", "emptbbbbccccdddd").write();
        Files.writeString(empty, "\n".repeat(1_000_000), java.nio.file.StandardOpenOption.APPEND);
        Path zeros = Tapes.turn(folder, "zeros.ndjson", "zeros").header("id", "zerobbbbccccdddd").write();
        Files.write(zeros, new byte[4096], java.nio.file.StandardOpenOption.APPEND);
        Files.write(
                folder.resolve("noise.ndjson"),
                "\u0000\u00ff\ufffe not json at all {".getBytes(StandardCharsets.UTF_16));
        Tapes.at(folder, "surrogate.ndjson").header("id", "surrbbbbccccdddd")
                .out(
                        "{\"method\":\"turn/started\",\"params\":{\"threadId\":\"\\ud800\","
                        + "\"turn\":{\"id\":\"\\udc00\",\"status\":\"inProgress\",\"items\":[]}}}")
                .write();
        try (TestInspector inspector = TestInspector.of(folder)) {
            Map<String, Document> pages = inspector.crawl(60);
            assertTrue(pages.size() > 15, pages.keySet().toString());
            pages.forEach((address, page) -> assertTrue(page.outerHtml().length() < 600_000, address));
            assertEquals("", inspector.log());
        }
    }

    @Test
    void a_recording_with_the_header_of_another_is_skipped_and_named() throws IOException {
        Path first = Tapes.turn(folder, "a.ndjson", "twin").write();
        Files.copy(first, folder.resolve("b.ndjson"));
        try (TestInspector inspector = TestInspector.of(folder)) {
            Document page = inspector.page("/sessions");
            assertEquals(1, page.select("tbody tr").size());
            assertTrue(page.text().contains("b.ndjson: has the same header as a.ndjson"), page.text());
        }
    }

    @Test
    void no_page_tells_where_on_this_machine_the_folder_lies() throws IOException {
        Tapes.turn(folder, "codex/a/recording.ndjson", "fine").write();
        Files.writeString(folder.resolve("broken.ndjson"), "{\"tape\":99}\n");
        String parent = folder.getParent().toString();
        try (TestInspector inspector = TestInspector.of(folder)) {
            inspector.crawl(40).forEach((address, page) -> assertFalse(page.outerHtml().contains(parent), address));
            assertTrue(
                    inspector.page("/sessions").text().contains("broken.ndjson: "), inspector.page("/sessions").text());
        }
    }

    @Test
    void an_empty_folder_says_how_to_record() throws IOException {
        try (TestInspector inspector = TestInspector.of(folder)) {
            assertTrue(inspector.page("/sessions").text().contains("tapedeck record -- COMMAND"));
            inspector.crawl(20).forEach((address, page) -> assertEquals(1, page.select("h1").size(), address));
        }
    }
}
