package dev.tapedeck.inspect;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.golden.Rendering;
import dev.tapedeck.golden.View;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.select.Elements;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Approving, discarding and taking back on the pages. */
class GoldenPagesTest {
    private static final String APPROVED = """
            {"type":"turn.started","turnId":"turn_1"}
            {"type":"item.completed","payload":{"status":"completed"}}
            {"type":"turn.completed","payload":{"state":"completed"}}
            """;
    private static final String RECEIVED = APPROVED.replace("\"status\":\"completed\"", "\"status\":\"failed\"");

    @TempDir
    Path folder;

    private Path goldens;

    @BeforeEach
    void write() throws IOException {
        Tapes.turn(folder, "fixtures/codex/one/recording.ndjson", "one").write();
        goldens = folder.resolve("golden");
        golden("codex/one", APPROVED, RECEIVED);
        golden("codex/two", APPROVED, RECEIVED);
        golden("codex/three", APPROVED, RECEIVED.replace("turn_1", "turn_2"));
        golden("codex/four", null, APPROVED);
        golden("codex/five", APPROVED, null);
    }

    @Test
    void the_queue_groups_equal_changes_other_changes_and_new_ones() throws IOException {
        try (TestInspector inspector = open(false)) {
            Document page = inspector.page("/goldens");
            assertEquals(
                    List.of("Same change 2", "Other changes 1", "New, nothing approved yet 1", "Approved 1"),
                    page.select(".lst h2").eachText());
            assertEquals(List.of("one", "two", "three", "four"), page.select(".lst li a b").eachText());
            assertTrue(inspector.page("/").text().contains("Golden differs: codex/one/canonical"));
            Document cell = inspector.page("/matrix?cell=turn.started%7Ccodex+%C2%B7+codex.app-server");
            assertTrue(cell.select("aside dd").text().contains("of 1 session wait: look"), cell.select("aside").text());
            Elements rows = page.select(".mid tbody tr");
            assertEquals(4, rows.size());
            assertTrue(rows.first().text().startsWith("codex/one canonical 1 changed"), rows.first().text());
            assertEquals("2", rows.first().select("td").last().text());
        }
    }

    @Test
    void a_difference_shows_signs_and_words_and_folds_what_is_equal() throws IOException {
        try (TestInspector inspector = open(false)) {
            Document page = inspector.page(address(inspector, "one"));
            assertEquals(List.of("completed", "failed"), page.select(".df mark").eachText());
            assertEquals("removed: ", page.select("td.o .vh").first().wholeText());
            assertEquals(
                    List.of("1 equal line · turn.started", "1 equal line · turn.completed"),
                    page.select("tr.eq").eachText());
            Document unified = inspector.page(address(inspector, "one") + "?view=unified");
            assertEquals(List.of("completed", "failed"), unified.select(".df mark").eachText());
            Document text = inspector.page(address(inspector, "one") + "?unit=text");
            assertTrue(
                    text.select(".df td.w").text().contains("{\"type\":\"item.completed\""), text.select(".df").text());
        }
    }

    @Test
    void a_changed_event_leads_to_the_frame_that_it_comes_from() throws IOException {
        Path recording = folder.resolve("fixtures/codex/one/recording.ndjson");
        String now = new String(Rendering.of(recording).views().get(View.CANONICAL), StandardCharsets.UTF_8);
        List<String> lines = now.lines().toList();
        String before = lines.stream()
                .map(line -> line.contains("\"item.completed\"") || line.contains("\"turn.completed\"")
                        ? line.replaceFirst("\"type\"", "\"gone\":1,\"type\"")
                        : line.contains("\"session.exited\"") ? line.replace("{", "{\"gone\":1,") : line)
                .collect(Collectors.joining("\n", "", "\n"));
        golden("codex/one", before, now);
        try (TestInspector inspector = open(false)) {
            Document page = inspector.page(address(inspector, "one"));
            Elements frames = page.select(".why section:has(h3:contains(Source)) tr:gt(0) a");
            // The host's own warning stands between the two, and the end of the process comes from no frame.
            assertTrue(lines.stream().anyMatch(line -> line.contains("runtime.warning")), now);
            assertEquals(List.of("frame 8", "frame 12"), frames.eachText());
            assertEquals("12", inspector.page(frames.last().attr("href")).select("tr.sel a").text());
        }
    }

    @Test
    void approving_replaces_the_file_goes_on_and_can_be_taken_back() throws IOException {
        try (TestInspector inspector = open(false)) {
            HttpResponse<String> response = inspector.press(
                    inspector.page(address(inspector, "three")), "Approve this one");
            assertEquals(303, response.statusCode());
            assertEquals(RECEIVED.replace("turn_1", "turn_2"), approved("codex/three"));
            assertFalse(Files.exists(goldens.resolve("codex/three/canonical.received.ndjson")));
            assertTrue(inspector.log().contains("approved codex/three/canonical"), inspector.log());
            Document next = inspector.page(response.headers().firstValue("Location").orElseThrow());
            assertTrue(next.select(".note").text().contains("Approved codex/three/canonical"), next.text());
            assertEquals(303, inspector.press(next, "Undo").statusCode());
            assertEquals(APPROVED, approved("codex/three"));
            assertTrue(Files.exists(goldens.resolve("codex/three/canonical.received.ndjson")));
        }
    }

    @Test
    void equal_changes_are_approved_together_and_no_other() throws IOException {
        try (TestInspector inspector = open(false)) {
            Document page = inspector.page(address(inspector, "one"));
            assertEquals(303, inspector.press(page, "Approve all 2").statusCode());
            assertEquals(RECEIVED, approved("codex/one"));
            assertEquals(RECEIVED, approved("codex/two"));
            assertEquals(APPROVED, approved("codex/three"));
            assertFalse(Files.exists(goldens.resolve("codex/four/canonical.approved.ndjson")));
        }
    }

    @Test
    void what_was_approved_together_is_taken_back_together() throws IOException {
        Map<String, byte[]> before = tree(goldens);
        try (TestInspector inspector = open(false)) {
            HttpResponse<String> response = inspector.press(
                    inspector.page(address(inspector, "one")), "Approve all 2");
            Document next = inspector.page(response.headers().firstValue("Location").orElseThrow());
            assertTrue(
                    next.select(".note").text()
                            .contains("Approved codex/one/canonical and 1 golden with the same change."),
                    next.select(".note").text());
            assertEquals(303, inspector.press(next, "Undo all 2").statusCode());
            assertSame(before, tree(goldens));
            assertEquals(404, inspector.press(next, "Undo all 2").statusCode(), "only once");
            assertEquals(List.of("Same change 2", "Other changes 1", "New, nothing approved yet 1", "Approved 1"),
                    inspector.page("/goldens").select(".lst h2").eachText());
        }
    }

    @Test
    void what_was_discarded_or_approved_for_the_first_time_is_taken_back_byte_by_byte() throws IOException {
        for (String[] decision : new String[][] {{"one", "Discard received"}, {"four", "Approve this one"}}) {
            Map<String, byte[]> before = tree(goldens);
            try (TestInspector inspector = open(false)) {
                HttpResponse<String> response = inspector.press(
                        inspector.page(address(inspector, decision[0])), decision[1]);
                assertFalse(Files.exists(goldens.resolve("codex/" + decision[0] + "/canonical.received.ndjson")));
                Document next = inspector.page(response.headers().firstValue("Location").orElseThrow());
                assertEquals(303, inspector.press(next, "Undo").statusCode());
                assertSame(before, tree(goldens));
            }
        }
    }

    @Test
    void an_undo_of_what_was_changed_since_is_a_409_and_writes_nothing() throws IOException {
        try (TestInspector inspector = open(false)) {
            HttpResponse<String> response = inspector.press(
                    inspector.page(address(inspector, "three")), "Approve this one");
            Document next = inspector.page(response.headers().firstValue("Location").orElseThrow());
            Files.writeString(goldens.resolve("codex/three/canonical.approved.ndjson"), APPROVED);
            Map<String, byte[]> before = tree(goldens);
            assertEquals(409, inspector.press(next, "Undo").statusCode());
            assertSame(before, tree(goldens));
        }
    }

    @Test
    void the_why_panel_tells_recording_plan_mapper_and_reducer_then_and_now() throws IOException {
        Path one = goldens.resolve("codex/one");
        Files.writeString(one.resolve("golden-meta.json"),
                "{\"canonical\":{\"recording\":\"aaaa1\",\"mapper\":\"bbbb1\",\"reducer\":\"cccc1\"}}");
        Files.writeString(one.resolve("golden-meta.received.json"),
                "{\"canonical\":{\"recording\":\"aaaa1\",\"mapper\":\"bbbb2\",\"reducer\":\"cccc2\"}}");
        Path two = goldens.resolve("codex/two");
        Files.writeString(two.resolve("golden-meta.json"),
                "{\"canonical\":{\"recording\":\"aaaa1\",\"mapper\":\"bbbb1\"}}");
        Files.writeString(two.resolve("golden-meta.received.json"),
                "{\"canonical\":{\"recording\":\"aaaa1\",\"mapper\":\"bbbb1\",\"reducer\":\"cccc2\"}}");
        try (TestInspector inspector = open(false)) {
            Element why = inspector.page(address(inspector, "one")).select(".why .card").first();
            assertEquals("The mapper and reducer changed", why.select(".pill").text());
            assertEquals(
                    List.of("Recording same aaaa1", "Fault plan same none", "Mapper differs bbbb1 → bbbb2",
                            "Reducer differs cccc1 → cccc2"),
                    why.select("tr").eachText());
            Element older = inspector.page(address(inspector, "two")).select(".why .card").first();
            assertEquals("Nothing that it is made of changed", older.select(".pill").text());
            assertEquals("Reducer unknown – → cccc2", older.select("tr").last().text());
            assertEquals("Nobody noted what it was approved from",
                    inspector.page(address(inspector, "three")).select(".why .pill").text());
        }
    }

    @Test
    void a_new_golden_is_approved_alone_and_discarding_deletes_the_received_file_only() throws IOException {
        try (TestInspector inspector = open(false)) {
            assertEquals(
                    303, inspector.press(inspector.page(address(inspector, "four")), "Approve this one").statusCode());
            assertEquals(APPROVED, approved("codex/four"));
            assertEquals(
                    303, inspector.press(inspector.page(address(inspector, "one")), "Discard received").statusCode());
            assertEquals(APPROVED, approved("codex/one"));
            assertFalse(Files.exists(goldens.resolve("codex/one/canonical.received.ndjson")));
        }
    }

    @Test
    void S20_a_file_that_changed_since_it_was_looked_at_is_a_409_and_nothing_is_written() throws IOException {
        for (String changed : List.of("received", "approved")) {
            write();
            try (TestInspector inspector = open(false)) {
                Document page = inspector.page(address(inspector, "one"));
                Path file = goldens.resolve("codex/one/canonical." + changed + ".ndjson");
                Files.writeString(file, APPROVED.replace("turn_1", "turn_9"));
                Map<String, byte[]> before = tree(goldens);
                for (String button : List.of("Approve this one", "Approve all")) {
                    HttpResponse<String> response = inspector.press(page, button);
                    assertEquals(409, response.statusCode(), changed);
                    assertTrue(Jsoup.parse(response.body()).text().contains("changed on disk since you opened it"));
                }
                assertSame(before, tree(goldens));
            }
        }
    }

    @Test
    void S20_of_a_group_only_those_are_approved_that_are_still_what_was_looked_at() throws IOException {
        for (String changed : List.of("received", "approved")) {
            write();
            golden("codex/six", APPROVED, RECEIVED);
            try (TestInspector inspector = open(false)) {
                Document page = inspector.page(address(inspector, "one"));
                Files.writeString(
                        goldens.resolve("codex/two/canonical." + changed + ".ndjson"),
                        APPROVED.replace("turn_1", "turn_9"));
                HttpResponse<String> response = inspector.press(page, "Approve all 3");
                assertEquals(409, response.statusCode());
                String told = Jsoup.parse(response.body()).text();
                assertTrue(told.contains("2 approved. Not approved, since they are no longer what you looked at: "
                        + "codex/two/canonical."), told);
                assertEquals(List.of(RECEIVED, RECEIVED), List.of(approved("codex/one"), approved("codex/six")));
                assertNotEquals(RECEIVED, approved("codex/two"));
                assertTrue(Files.exists(goldens.resolve("codex/two/canonical.received.ndjson")));
            }
        }
    }

    @Test
    void S20_two_pages_that_approve_one_group_approve_nothing_that_one_of_them_did_not_show() throws IOException {
        try (TestInspector inspector = open(false)) {
            Document first = inspector.page(address(inspector, "one"));
            golden("codex/six", APPROVED, RECEIVED); // joins the group behind the first page's back
            Document second = inspector.page(address(inspector, "one"));
            assertEquals(303, inspector.press(first, "Approve all 2").statusCode());
            assertEquals(APPROVED, approved("codex/six"), "the first page did not show it");
            Map<String, byte[]> before = tree(goldens);
            assertEquals(409, inspector.press(second, "Approve all 3").statusCode());
            assertSame(before, tree(goldens));
        }
    }

    @Test
    void S20_a_golden_that_somebody_else_decided_meanwhile_is_a_409() throws IOException {
        try (TestInspector inspector = open(false)) {
            Document page = inspector.page(address(inspector, "three"));
            Files.delete(goldens.resolve("codex/three/canonical.received.ndjson"));
            assertEquals(409, inspector.press(page, "Approve this one").statusCode());
            assertEquals(APPROVED, approved("codex/three"));
        }
    }

    @Test
    void S22_read_only_leaves_every_file_as_it_was_after_every_route() throws IOException {
        Map<String, byte[]> before = tree(folder);
        Document page;
        Map<String, String> fields;
        try (TestInspector inspector = open(false)) {
            page = inspector.page(address(inspector, "one"));
            fields = TestInspector.fields(page.select(".act form").last());
        }
        try (TestInspector inspector = open(true)) {
            Document readOnly = inspector.page(address(inspector, "one"));
            assertTrue(readOnly.select("form[method=post]").isEmpty(), "no form that writes");
            assertTrue(readOnly.text().contains("tapedeck golden approve codex/one/canonical"), readOnly.text());
            inspector.crawl(100);
            for (String act : List.of("approve", "discard", "undo")) {
                assertEquals(403, inspector.post(address(inspector, "one") + "/" + act, fields).statusCode());
            }
        }
        assertSame(before, tree(folder));
    }

    @Test
    void S09_a_write_with_a_wrong_form_token_changes_nothing() throws IOException {
        Map<String, byte[]> before = tree(folder);
        try (TestInspector inspector = open(false)) {
            Map<String, String> fields = TestInspector.fields(
                    inspector.page(address(inspector, "one")).select(".act form").last());
            fields.put("form", "x");
            assertEquals(403, inspector.post(address(inspector, "one") + "/approve", fields).statusCode());
        }
        assertSame(before, tree(folder));
    }

    @Test
    void S17_a_golden_that_is_a_link_is_neither_read_nor_written() throws IOException {
        Path outside = Files.writeString(folder.resolve("outside.ndjson"), "{\"type\":\"outside-secret\"}\n");
        Files.createDirectories(goldens.resolve("codex/link"));
        Files.createSymbolicLink(goldens.resolve("codex/link/canonical.approved.ndjson"), outside);
        Files.writeString(goldens.resolve("codex/link/canonical.received.ndjson"), RECEIVED);
        try (TestInspector inspector = open(false)) {
            HttpResponse<String> list = inspector.get("/goldens");
            assertFalse(list.body().contains("outside-secret"));
        }
        assertEquals("{\"type\":\"outside-secret\"}\n", Files.readString(outside));
    }

    private TestInspector open(boolean readOnly) throws IOException {
        return TestInspector.of(folder.resolve("fixtures"), goldens, readOnly);
    }

    private String address(TestInspector inspector, String name) throws IOException {
        return inspector.page("/goldens").select(".lst li a:has(b:containsOwn(" + name + "))").attr("href");
    }

    private void golden(String scenario, String approved, String received) throws IOException {
        Path place = Files.createDirectories(goldens.resolve(scenario));
        if (approved != null) {
            Files.writeString(place.resolve("canonical.approved.ndjson"), approved);
        }
        if (received != null) {
            Files.writeString(place.resolve("canonical.received.ndjson"), received);
        }
    }

    private String approved(String scenario) throws IOException {
        return Files.readString(goldens.resolve(scenario + "/canonical.approved.ndjson"), StandardCharsets.UTF_8);
    }

    private static Map<String, byte[]> tree(Path root) throws IOException {
        Map<String, byte[]> files = new TreeMap<>();
        try (Stream<Path> paths = Files.walk(root)) {
            for (Path path : paths.filter(Files::isRegularFile).toList()) {
                files.put(root.relativize(path).toString(), Files.readAllBytes(path));
            }
        }
        return files;
    }

    private static void assertSame(Map<String, byte[]> before, Map<String, byte[]> after) {
        assertEquals(before.keySet(), after.keySet());
        before.forEach(
                (name, bytes) -> assertArrayEquals(
                        bytes, after.get(name), name + " " + Arrays.toString(after.get(name))));
    }
}
