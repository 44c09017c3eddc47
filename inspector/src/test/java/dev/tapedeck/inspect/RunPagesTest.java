package dev.tapedeck.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.select.Elements;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Replays under fault plans and two runs side by side, read from their parsed markup. */
class RunPagesTest {
    private static final String LAG = "batch=2;lag(after=8,drop=2)";

    @TempDir
    Path folder;

    private TestInspector inspector;
    private String id;

    @BeforeEach
    void start() throws IOException {
        Tapes.turn(folder, "codex/greeting/recording.ndjson", "greeting").write();
        inspector = TestInspector.of(folder);
        id = inspector.page("/sessions?q=greeting").select("tbody th a").attr("href").split("/")[2];
    }

    @AfterEach
    void stop() {
        inspector.close();
    }

    @Test
    void the_first_page_of_runs_offers_every_session_and_every_fault() throws IOException {
        Document page = inspector.page("/runs");
        assertEquals("codex · greeting", page.select("select option").text());
        assertTrue(page.select(".faults code").eachText().contains("lag(after,drop)"), page.text());
    }

    @Test
    void a_run_tells_its_invariants_what_the_host_did_and_what_was_excepted() throws IOException {
        Document page = inspector.page(run(LAG));
        int checked = page.select(".checks li").size();
        assertTrue(checked >= 13, page.text());
        assertTrue(page.select("h1 ~ .pill").text().contains("all " + checked + " invariants held"), page.text());
        String host = page.select("section:contains(What the host did) tbody").text();
        assertTrue(host.contains("warning") && host.contains("resync"), host);
        assertTrue(page.select("section:contains(Excepted differences)").text().length() > 25, page.text());
        assertEquals(
                "tapedeck replay codex/greeting/recording.ndjson --batch 2 --fault 'lag(after=8,drop=2)'",
                page.select("#command").text());
        assertEquals("batch=2\nlag(after=8,drop=2)", page.select("textarea").first().wholeText());
    }

    @Test
    void every_plan_that_is_offered_can_be_run_and_holds() throws IOException {
        Document page = inspector.page("/runs?s=" + id);
        assertTrue(page.select(".tries a").size() >= 9, page.text());
        for (String plan : page.select(".tries a").eachAttr("href")) {
            Document run = inspector.page(plan);
            assertTrue(run.select(".pill.ok").text().contains("invariants held"), plan + run.select(".checks").text());
            assertFalse(run.select("section:contains(Plan) textarea").text().isEmpty(), plan);
        }
    }

    @Test
    void the_session_under_a_plan_marks_warning_and_resync_between_its_frames() throws IOException {
        Document page = inspector.page("/s/" + id + "/frames?plan=" + encoded(LAG));
        String host = page.select(".ls tr.host").text();
        assertTrue(host.contains("warning lag: 1 frame lost"), host);
        assertTrue(host.contains("resync 1 thread"), host);
        assertTrue(page.select(".note").text().contains("Replayed under 1 fault"), page.text());
        assertTrue(page.select("tr.sel").text().contains("not delivered"), "problems first: " + page.select("tr.sel"));
        assertTrue(page.select("#detail").text().contains("not delivered"), page.select("#detail").text());
        page.select(".ls tr[data-row] a").forEach(link ->
                assertTrue(link.attr("href").contains("plan=batch%3D2%3Blag"), link.attr("href")));
        assertFalse(inspector.page("/s/" + id + "/frames").text().contains("Replayed under"), "clean otherwise");
    }

    @Test
    void frames_of_a_run_with_copies_keep_their_numbers_and_open_in_three_steps() throws IOException {
        Document page = inspector.page("/s/" + id + "/frames?plan=" + encoded("repeated(frame=7,later=1)"));
        assertTrue(page.select(".ls tr[data-row] a").eachText().contains("7"), page.select(".ls").text());
        String copy = page.select(".ls tr[data-row] a:matches(^\\d\\+\\d)").attr("href");
        Document open = inspector.page(copy);
        assertTrue(open.select("#detail h2").text().matches("Frame \\d\\+\\d"), open.select("#detail").text());
        Document found = inspector.page(
                "/s/" + id + "/frames?q=made&plan=" + encoded("repeated(frame=7,later=1)"));
        assertEquals(1, found.select(".ls tr[data-row]").size(), "text is searched in what was recorded");
    }

    @Test
    void what_the_host_says_of_a_run_with_copies_calls_frames_as_the_recording_does() throws IOException {
        for (String page : List.of("/runs?s=" + id + "&plan=", "/s/" + id + "/frames?sel=10000&plan=")) {
            String text = inspector.page(page + encoded("repeated(frame=7,later=1)")).text();
            assertTrue(text.contains("frame fault: frame 10 (item/completed"), text);
            assertFalse(text.contains("frame 10000"), text);
        }
        String copy = inspector.page(run("repeated(frame=10,later=1)")).text();
        assertTrue(copy.contains("frame 10+1") || copy.contains("frame 11+1"), copy);
        assertFalse(copy.matches("(?s).*frame 1[0-9]00[0-9].*"), copy);
    }

    @Test
    void two_runs_part_at_the_first_frame_that_came_to_something_else() throws IOException {
        Document page = inspector.page("/compare?s=" + id + "&b=" + encoded("lost(frame=8)"));
        assertTrue(page.select("h2").first().text().startsWith("They part at frame 8 item/completed"), page.text());
        assertTrue(page.select(".two .card").get(1).text().contains("never arrived"), page.select(".two").text());
        Document same = inspector.page("/compare?s=" + id);
        assertTrue(same.text().contains("Both runs came to the same"), same.text());
        Document lag = inspector.page("/compare?s=" + id + "&b=" + encoded(LAG));
        assertTrue(lag.select("section:contains(Maps at the end) tbody th").eachText().contains("warning"), lag.text());
        assertEquals("1", lag.select("tr:has(th:contains(resyncs)) td").get(1).text());
    }

    @Test
    void a_run_by_hand_is_kept_under_an_address_of_its_own() throws IOException {
        assertTrue(inspector.page("/runs").text().contains("None is kept yet"));
        inspector.page(run(LAG));
        inspector.page(run("lost(frame=8)"));
        Elements rows = inspector.page("/runs").select("tbody tr");
        assertEquals(2, rows.size());
        assertEquals("lost(frame=8)", rows.first().select("th a").text(), "the latest first");
        Document kept = inspector.page(rows.last().select("th a").attr("href"));
        assertEquals("batch=2\nlag(after=8,drop=2)", kept.select("textarea").first().wholeText());
        Document both = inspector.page(
                kept.select("section:contains(Other runs) a:contains(Compare)").attr("href"));
        assertTrue(both.select("h2").first().text().startsWith("They part at frame"), both.text());
        assertTrue(inspector.page("/").select("section:contains(Runs with faults) tbody tr").size() == 2);
    }

    @Test
    void a_plan_beside_its_recording_is_a_run_with_a_lasting_address() throws IOException {
        Path faults = Files.createDirectories(folder.resolve("codex/greeting/faults"));
        Files.writeString(faults.resolve("slow.json"), "{\"plan\":1,\"schedule\":{\"after\":[4,9]},\"faults\":"
                + "[{\"fault\":\"lag\",\"after\":8,\"drop\":2}]}");
        Files.writeString(faults.resolve("torn.json"), "{\"plan\":1,");
        Files.createSymbolicLink(faults.resolve("linked.json"), faults.resolve("slow.json"));
        String address;
        try (TestInspector other = TestInspector.of(folder)) {
            Document list = other.page("/runs");
            assertEquals(1, list.select("tbody tr").size(), list.text());
            assertEquals("Slow after=4,9; lag(after=8,drop=2)", list.select("tbody th").text());
            assertTrue(list.select("tbody td").text().contains("held"), list.text());
            assertTrue(list.select("details").text().contains("codex/greeting/faults/torn.json"), list.text());
            address = list.select("tbody th a").attr("href");
        }
        try (TestInspector again = TestInspector.of(folder)) {
            Document run = again.page(address);
            assertEquals("tapedeck replay codex/greeting/recording.ndjson --plan codex/greeting/faults/slow.json",
                    run.select("#command").text());
            assertEquals("after=4,9\nlag(after=8,drop=2)", run.select("textarea").first().wholeText());
            Files.delete(faults.resolve("slow.json"));
        }
        try (TestInspector later = TestInspector.of(folder)) {
            HttpResponse<String> gone = later.get(address);
            assertEquals(404, gone.statusCode());
            Document page = Jsoup.parse(gone.body());
            assertEquals("This run is not kept", page.select("h1").text());
            assertEquals("/runs", page.select("main a").attr("href"));
        }
    }

    @Test
    void every_invariant_is_told_in_a_sentence() throws IOException {
        inspector.page(run(LAG)).select(".checks li").forEach(
                line -> assertTrue(line.select("small").text().endsWith("."), line.text()));
    }

    @Test
    void what_is_no_plan_is_told_with_what_was_expected() throws IOException {
        HttpResponse<String> bad = inspector.get(run("lag(after=x,drop=2)"));
        assertEquals(422, bad.statusCode());
        assertTrue(Jsoup.parse(bad.body()).text().contains("expected lag(after,drop)"), bad.body());
        assertEquals(422, inspector.get(run("meteor(frame=1)")).statusCode());
        assertEquals(404, inspector.get("/runs?s=zzzzzzzzzzzzzzzz").statusCode());
        assertEquals(404, inspector.get("/compare").statusCode());
        assertEquals(422, inspector.get("/compare?s=" + id + "&a=meteor").statusCode());
    }

    private String run(String plan) {
        return "/runs?s=" + id + "&plan=" + encoded(plan);
    }

    private static String encoded(String plan) {
        return URLEncoder.encode(plan, StandardCharsets.UTF_8);
    }
}
