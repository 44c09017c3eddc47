package dev.tapedeck.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What each page shows, read from its parsed markup. */
class PagesTest {
    @TempDir
    Path folder;

    private TestInspector inspector;

    @BeforeEach
    void start() throws IOException {
        Tapes.turn(folder, "codex/greeting/recording.ndjson", "greeting").write();
        inspector = TestInspector.of(folder);
    }

    @AfterEach
    void stop() {
        inspector.close();
    }

    @Test
    void the_overview_names_the_worst_first_and_one_click_leads_to_it() throws IOException {
        Document page = inspector.page("/");
        List<String> lines = page.select(".todo li > a").eachText();
        assertEquals("codex sends made/up greeting, 1 frame, no rule", lines.get(0));
        assertEquals("1 frame faulted in “greeting”", lines.get(1));
        Document kind = inspector.page(page.select(".todo li > a").get(0).attr("href"));
        assertEquals("made/up greeting", kind.select("h1").text());
        Document fault = inspector.page(page.select(".todo li > a").get(1).attr("href"));
        assertEquals("10", fault.select("tr.sel a").text());
        assertTrue(fault.select("tr.sel ~ tr.host").text().contains("resync"), "its resync stands below it");
    }

    @Test
    void many_problems_of_one_sort_hide_no_other_sort() throws IOException {
        Tapes.Tape tape = Tapes.at(folder, "codex/many/recording.ndjson").header("id", "eeeebbbbccccdddd");
        for (int i = 0; i < 12; i++) {
            tape.out("made/up " + i, Map.of("a", i));
        }
        tape.write();
        await("2 recordings");
        List<String> lines = inspector.page("/").select(".todo li > a").eachText();
        assertEquals(7, lines.size());
        assertEquals("1 frame faulted in “greeting”", lines.get(1));
        assertTrue(lines.get(2).contains("no rule"), lines.toString());
    }

    @Test
    void a_broken_line_is_told_where_it_stands_and_the_rest_is_shown() throws IOException {
        Path file = Tapes.at(folder, "codex/broken/recording.ndjson").header("id", "eeeebbbbccccdddd")
                .out("made/up one", Map.of("a", 1)).out("made/up two", Map.of("a", 2)).write();
        List<String> lines = new ArrayList<>(Files.readAllLines(file));
        lines.add(2, "{ no line of ours");
        Files.write(file, lines);
        await("2 recordings");
        Document overview = inspector.page("/");
        Element line = overview.select(".todo li > a:contains(is damaged)").first();
        Document frames = inspector.page(line.attr("href"));
        assertTrue(frames.select(".note.bad").text().contains("damaged: line at line 3"), frames.text());
        List<Element> rows = frames.select(".ls tbody tr");
        assertEquals(3, rows.size(), frames.select(".ls").text());
        assertTrue(rows.get(0).text().contains("made/up one"), rows.get(0).text());
        assertTrue(rows.get(1).text().contains("damaged line at line 3"), rows.get(1).text());
        assertTrue(rows.get(2).text().contains("made/up two"), rows.get(2).text());
        assertTrue(inspector.page("/sessions").select("tbody tr:contains(broken) .pill").text().contains("damaged"));
    }

    @Test
    void sessions_can_be_found_and_sorted() throws IOException {
        Tapes.at(folder, "codex/other/recording.ndjson")
                .header("id", "eeeebbbbccccdddd")
                .header("scenario", "other")
                .write();
        await("2 recordings");
        assertEquals(List.of("greeting", "other"), names(inspector.page("/sessions")));
        assertEquals(List.of("other", "greeting"), names(inspector.page("/sessions?sort=turns")).reversed());
        assertEquals(List.of("other"), names(inspector.page("/sessions?q=OTHER")));
        assertTrue(inspector.page("/sessions?q=nothing").text().contains("No session holds “nothing”"));
        HttpResponse<String> bad = inspector.get("/sessions?sort=colour");
        assertEquals(422, bad.statusCode());
        assertTrue(Jsoup.parse(bad.body()).text().contains("sort: expected one of problems, title"), bad.body());
    }

    @Test
    void a_session_opens_on_its_first_problem_with_three_steps() throws IOException {
        Document page = inspector.page(frames());
        assertEquals("9", page.select("tr.sel a").text());
        assertEquals(List.of("1", "2", "3"), page.select("#detail .step > h3 .n").eachText());
        assertTrue(page.select("#detail").text().contains("No rule takes this kind."), page.select("#detail").text());
        assertEquals(10, page.select(".ls tr[data-row]").size());
        assertTrue(page.select(".ls tr.log").text().contains("stderr: greeting"), "log line between frames");
        assertTrue(page.select(".ls tr.log").text().contains("recorder spawn pid 1"), "host act between frames");
        assertTrue(page.select(".ls tr.host").text().contains("failure frame fault"), "what the host did by itself");
    }

    @Test
    void the_rule_of_a_frame_leads_to_all_frames_that_it_took() throws IOException {
        Element rule = inspector.page(frames() + "?sel=6").select("#detail .step a:has(code)").first();
        Document taken = inspector.page(rule.attr("href"));
        assertEquals("rule:\"" + rule.text() + "\"", taken.select("input#q").attr("value"));
        assertEquals("6", taken.select(".ls tr[data-row] a").first().text());
    }

    @Test
    void letters_tie_raw_values_to_where_they_landed_and_mark_what_is_lost() throws IOException {
        Document page = inspector.page(frames() + "?sel=7");
        Element raw = page.select("#detail .step").get(0);
        Element events = page.select("#detail .step").get(1);
        String letter = raw.select("li:contains(delta: \"greeting\") .pv").text();
        assertTrue(letter.matches("[a-z]"), raw.text());
        assertTrue(events.select("li:contains(delta: \"greeting\") .pv").text().contains(letter), events.text());
        assertTrue(events.text().contains("threadId: \"thread_1\""), "ordinals: " + events.text());
        assertFalse(events.text().contains("eventId"), "no event ids");
        Element changes = page.select("#detail .step").get(2);
        assertTrue(changes.text().contains("+ greeting") || changes.text().contains("greeting"), changes.text());

        Tapes.at(folder, "codex/lost/recording.ndjson")
                .header("id", "ffffbbbbccccdddd")
                .header("scenario", "lost")
                .out("turn/started", Map.of(
                        "threadId", "t",
                        "turn", Map.of("id", "u", "status", "inProgress", "items", List.of()),
                        "novelty", "a value of a later version"))
                .write();
        await("2 recordings");
        Document lost = inspector.page(inspector.page("/sessions?q=lost").select("tbody th a").attr("href") + "?sel=1");
        List<String> marked = lost.select("#detail li:has(.nc)").eachText();
        assertTrue(marked.contains("novelty: \"a value of a later version\" not carried"), marked.toString());
        assertFalse(marked.toString().contains("threadId"), marked.toString());
    }

    @Test
    void a_filter_that_is_wrong_names_the_key_and_leaves_the_rows() throws IOException {
        HttpResponse<String> response = inspector.get(frames() + "?q=colour%3Ared");
        assertEquals(422, response.statusCode());
        Document page = Jsoup.parse(response.body());
        assertTrue(
                page.select("#q-error").text().contains("column 1: expected one of the keys type, native"),
                page.text());
        assertEquals("colour:red", page.select("input#q").attr("value"));
        assertEquals("true", page.select("input#q").attr("aria-invalid"));
        assertEquals(10, page.select(".ls tr[data-row]").size());
    }

    @Test
    void a_filter_that_is_wrong_leaves_the_rows_of_the_one_before_and_says_so() throws IOException {
        Document before = inspector.page(frames() + "?q=native:item/*");
        Map<String, String> fields = TestInspector.fields(before.select("form.filter").first());
        assertEquals("native:item/*", fields.get("was"));
        Document page = Jsoup.parse(inspector.get(frames() + "?q=colour%3Ared&was=native:item/*").body());
        assertEquals(before.select(".ls tr[data-row]").size(), page.select(".ls tr[data-row]").size());
        assertTrue(page.select("#q-error").text().contains("The rows are still those of before: Native kind"),
                page.select("#q-error").text());
        String next = page.select(".ls tr[data-row] a").last().attr("href");
        assertTrue(next.contains("q=native") && !next.contains("colour"), next);
    }

    @Test
    void a_recording_without_an_end_is_truncated_and_not_damaged() throws IOException {
        Document page = inspector.page(frames());
        assertTrue(page.text().contains("This recording is truncated"), page.text());
        assertFalse(page.text().contains("damaged"), page.text());
        assertTrue(inspector.page("/sessions").select("td.st").text().contains("truncated"));
    }

    @Test
    void a_filter_restates_itself_and_counts_its_hits() throws IOException {
        Document page = inspector.page(frames() + "?q=type%3Aitem.*");
        assertTrue(page.select(".fl").text().contains("Event item.*: 2 of 10"), page.select(".fl").text());
        assertEquals(2, page.select(".ls tr[data-row]").size());
        assertTrue(inspector.page(frames() + "?q=nowhere").text().contains("With “nowhere”: no frame of 10."));
    }

    @Test
    void a_filter_without_hits_offers_to_leave_out_the_term_that_removes_most() throws IOException {
        Document page = inspector.page(frames() + "?q=zebra+type%3Aitem.*+-is%3Afault");
        assertTrue(page.select(".ls").text().contains("“zebra” removes most: without it 2 frames pass."), page.text());
        Document without = inspector.page(page.select(".ls a:contains(Remove it)").attr("href"));
        assertEquals("type:item.* -is:fault", without.select("input#q").attr("value"));
        assertEquals(2, without.select(".ls tr[data-row]").size());
    }

    @Test
    void S25_no_page_of_a_recording_starts_a_process() throws Exception {
        Set<Long> before = children();
        Set<Long> started = ConcurrentHashMap.newKeySet();
        AtomicBoolean over = new AtomicBoolean();
        Thread watch = Thread.ofPlatform().start(() -> {
            while (!over.get()) {
                started.addAll(children());
            }
        });
        assertTrue(inspector.crawl(150).size() > 30);
        over.set(true);
        watch.join();
        started.removeAll(before);
        assertEquals(Set.of(), started);
    }

    private static Set<Long> children() {
        return ProcessHandle.current().descendants().map(ProcessHandle::pid).collect(Collectors.toSet());
    }

    @Test
    void a_fault_and_its_warning_stand_behind_the_frame_that_they_are_about() throws IOException {
        Element fault = inspector.page(frames()).select(".ls tr:has(.pill:contains(frame fault)):has(a)").first();
        assertEquals("10", fault.select("a").text());
        Element next = fault.nextElementSibling();
        assertEquals("failure", next.select(".pill").text(), next.text());
        assertEquals("warning", next.nextElementSibling().select(".pill").text());
    }

    @Test
    void a_long_session_comes_in_pages_that_remember_where_they_are() throws IOException {
        Tapes.Tape tape = Tapes.at(folder, "codex/long/recording.ndjson")
                .header("id", "gggg2bbbccccdddd")
                .header("scenario", "long");
        for (int i = 0; i < 450; i++) {
            tape.out(
                    "item/agentMessage/delta", Map.of("threadId", "t", "turnId", "u", "itemId", "i", "delta", "x" + i));
        }
        tape.write();
        await("2 recordings");
        String frames = inspector.page("/sessions?q=long").select("tbody th a").attr("href");
        Document first = inspector.page(frames);
        assertEquals(200, first.select(".ls tr[data-row]").size());
        assertTrue(first.select("footer").text().contains("1–200 of 450"), first.select("footer").text());
        Document second = inspector.page(first.select("footer a:contains(Next)").attr("href"));
        assertTrue(second.select("footer").text().contains("201–400 of 450"), second.select("footer").text());
        assertEquals("201", second.select(".ls tr[data-row] a").first().text());
        Document third = inspector.page(second.select("footer a:contains(Next)").attr("href"));
        assertEquals(50, third.select(".ls tr[data-row]").size());
        assertEquals(0, third.select("footer a:contains(Next)").size());
        Document back = inspector.page(third.select("footer a:contains(Previous)").attr("href"));
        assertTrue(back.select("footer").text().contains("201–400 of 450"));
        Document far = inspector.page(frames + "?sel=333");
        assertEquals("333", far.select("tr.sel a").text());
        assertTrue(far.select("footer").text().contains("201–400 of 450"));
    }

    @Test
    void a_swap_gets_the_main_landmark_alone() throws IOException {
        Document whole = inspector.page(frames() + "?sel=6");
        assertEquals("#detail", whole.select(".ls tbody").attr("hx-select"));
        HttpResponse<String> swap = inspector.swap(frames() + "?sel=6");
        assertTrue(swap.body().startsWith("<main "), swap.body().substring(0, 80));
        assertEquals("HX-Request", swap.headers().firstValue("Vary").orElseThrow());
        assertEquals(1, Jsoup.parse(swap.body()).select("#detail").size());
    }

    @Test
    void a_frame_has_an_address_of_its_own_and_its_bytes_can_be_saved() throws IOException {
        String session = frames().replace("/frames", "");
        Document page = inspector.page(session + "/f/9");
        assertEquals("Frame 9", page.select("h1").text());
        HttpResponse<String> raw = inspector.get(session + "/f/9/raw");
        assertTrue(raw.body().startsWith("{\"method\":\"made/up greeting\""), raw.body());
        assertEquals(404, inspector.get(session + "/f/99").statusCode());
        assertEquals(404, inspector.get(session + "/f/99/raw").statusCode());
        assertEquals(404, inspector.get("/s/aaaaaaaaaaaaaaaa/frames").statusCode());
        assertTrue(inspector.page(session + "/f/9?view=bytes").text().contains("000000  7b 22 6d 65"));
        assertEquals(422, inspector.get(session + "/f/9?view=x").statusCode());
    }

    @Test
    void an_unmapped_kind_comes_with_samples_and_lines_to_copy() throws IOException {
        Document list = inspector.page("/unmapped");
        assertEquals(List.of("made/up greeting"), list.select("tbody th").eachText());
        Document page = inspector.page(list.select("tbody th a").attr("href"));
        assertTrue(page.select("pre#rule-line").text().startsWith(".map(\"made/up greeting\","), page.text());
        assertEquals(".drop(\"made/up greeting\", \"why no host needs it\")", page.select("pre#drop-line").text());
        assertTrue(page.select("pre.code").first().text().contains("\"more\""), "sample");
        var paths = page.select("table.paths tbody tr").eachText();
        assertTrue(paths.contains("method string made/up greeting"), paths.toString());
        var seen = page.select("h3:contains(First and last seen) + table tbody tr");
        assertEquals(1, seen.size(), "one version was recorded");
        assertEquals(2, seen.select("a").size(), "its first and its last frame");
        Element near = page.select("h3:contains(Nearest) + table tr").first();
        Document known = inspector.page(near.select("a").attr("href"));
        assertEquals(near.select("th").text(), known.select("tr.sel .nat").text(), "a frame of that kind");
        assertEquals(404, inspector.get("/unmapped/aaaaaaaaaaaaaaaa").statusCode());
    }

    @Test
    void the_matrix_can_be_saved_with_the_rows_that_are_shown() throws IOException {
        Document page = inspector.page("/matrix?model=runtime");
        List<String> links = page.select("footer a[href^=/matrix/]").eachAttr("href");
        assertEquals(3, links.size());
        for (String link : links) {
            HttpResponse<String> file = inspector.get(link);
            assertEquals(200, file.statusCode());
            String name = "matrix." + link.replaceAll("/matrix/([a-z]+).*", "$1");
            assertEquals(
                    "attachment; filename=\"" + name + "\"",
                    file.headers().firstValue("Content-Disposition").orElseThrow());
            boolean titles = name.endsWith(".md");
            List<String> rows = titles
                    ? page.select("tbody th[scope=row]").eachText()
                    : page.select("td a[href*=cell=]").eachAttr("href").stream()
                            .map(cell -> cell.replaceAll(".*cell=([^%&]+)%7C.*", "$1"))
                            .toList();
            assertTrue(rows.size() > 5, rows.toString());
            rows.forEach(row -> assertTrue(file.body().contains(row), name + " has the row " + row));
        }
        assertTrue(inspector.get("/matrix/csv").body().contains("content.delta"));
        assertEquals(404, inspector.get("/matrix/exe").statusCode());
        assertEquals(422, inspector.get("/matrix/csv?model=x").statusCode());
    }

    @Test
    void the_matrix_tells_claim_and_evidence_apart() throws IOException {
        Document page = inspector.page("/matrix");
        assertEquals("Unmapped", page.select("aside .pill").text());
        Element cell = page.select("tr:has(th:contains(content.delta)) td a[href*=codex]").first();
        Document panel = inspector.page(cell.attr("href"));
        assertTrue(panel.select("aside").text().contains("by "), panel.select("aside").text());
        assertTrue(panel.select("aside").text().contains("1 frame in 1 session"), panel.select("aside").text());
        assertEquals("none waits", panel.select("aside dt:contains(Goldens) + dd").text());
        Document frames = inspector.page(panel.select("aside a.pri").attr("href"));
        assertEquals(List.of("7"), frames.select(".ls tbody a").eachText());
        Document filtered = inspector.page("/matrix?status=unm");
        assertEquals(List.of("unmapped"), filtered.select("tbody th[scope=row]").eachText());
        for (String model : List.of("concepts", "runtime")) {
            assertTrue(inspector.page("/matrix?model=" + model).select("tbody th[scope=row]").size() > 5, model);
        }
        assertEquals(422, inspector.get("/matrix?model=x").statusCode());
    }

    @Test
    void every_page_has_one_heading_landmarks_scoped_heads_and_a_way_to_skip_to_its_content() throws IOException {
        inspector.crawl(60).forEach((address, page) -> {
            assertEquals(1, page.select("h1").size(), address);
            assertEquals(1, page.select("main#main").size(), address);
            assertEquals(1, page.select("header.bar").size(), address);
            assertEquals("#main", page.select("body > a.skip").attr("href"), address);
            assertEquals("en", page.select("html").attr("lang"), address);
            assertTrue(page.select("th:not([scope])").isEmpty(), address + page.select("th:not([scope])"));
            assertTrue(page.select("button:not([type]), input:not([type=hidden]):not([name])").isEmpty(), address);
            page.select("svg:not([aria-hidden]):not([role=img])").forEach(
                    svg -> assertEquals("", svg.outerHtml(), address));
            page.select("[id]").eachAttr("id").stream()
                    .collect(java.util.stream.Collectors.groupingBy(id -> id, java.util.stream.Collectors.counting()))
                    .forEach((id, count) -> assertEquals(1L, count, address + " id " + id));
            page.select("nav").forEach(nav -> assertTrue(nav.hasAttr("aria-label"), address));
            page.select("input:not([type=hidden])").forEach(input -> assertTrue(
                    input.parents().is("label")
                            || !page.select("label[for=" + input.id() + "]").isEmpty(), address + input));
        });
    }

    @Test
    void a_page_of_200_frames_is_smaller_than_150_kilobytes() throws IOException {
        Tapes.Tape tape = Tapes.at(folder, "codex/long/recording.ndjson")
                .header("id", "gggg2bbbccccdddd")
                .header("scenario", "long");
        for (int i = 0; i < 300; i++) {
            tape.out(
                    "item/agentMessage/delta", Map.of("threadId", "t", "turnId", "u", "itemId", "i", "delta", "x" + i));
        }
        tape.write();
        await("2 recordings");
        String frames = inspector.page("/sessions?q=long").select("tbody th a").attr("href");
        inspector.page(frames);
        int size = inspector.get(frames).body().length();
        assertTrue(size < 150_000, "size " + size);
    }

    private String frames() throws IOException {
        return inspector.page("/sessions?q=greeting").select("tbody th a").attr("href");
    }

    private static List<String> names(Document page) {
        return page.select("tbody th > a").eachText();
    }

    /** The folder is looked at again a second later. */
    private void await(String words) {
        org.awaitility.Awaitility.await()
                .atMost(java.time.Duration.ofSeconds(20))
                .until(() -> inspector.page("/sessions").text().contains(words)
                        && !inspector.page("/sessions").text().contains("replaying"));
    }
}
