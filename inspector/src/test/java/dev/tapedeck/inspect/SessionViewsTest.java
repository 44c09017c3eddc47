package dev.tapedeck.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Timeline, transcript, state and budgets of a session, read from their parsed markup. */
class SessionViewsTest {
    @TempDir
    Path folder;

    private TestInspector inspector;
    private String session;

    @BeforeEach
    void start() throws IOException {
        Tapes.turn(folder, "codex/greeting/recording.ndjson", "greeting").write();
        inspector = TestInspector.of(folder);
        String frames = inspector.page("/sessions?q=greeting").select("tbody th a").attr("href");
        session = frames.replace("/frames", "");
    }

    @AfterEach
    void stop() {
        inspector.close();
    }

    @Test
    void every_view_of_a_session_leads_to_every_other_one() throws IOException {
        List<String> words = List.of("Frames", "Timeline", "Transcript", "State", "Budgets");
        for (String view : List.of("frames", "timeline", "transcript", "state", "budgets")) {
            Document page = inspector.page(session + "/" + view);
            assertEquals(words, page.select("nav.views a").eachText(), view);
            String current = page.select("nav.views a[aria-current=page]").text();
            assertEquals(view, current.toLowerCase(java.util.Locale.ROOT));
            assertEquals(1, page.select("h1").size(), view);
        }
    }

    @Test
    void the_timeline_has_a_row_and_a_bar_for_each_turn_and_item_and_leads_to_their_frames() throws IOException {
        Document page = inspector.page(session + "/timeline");
        List<String> names = page.select("tbody th a").eachText();
        assertEquals(List.of("turn_1", "item_1"), names.subList(0, 2));
        assertEquals(names.size(), page.select("tbody svg.wf rect").size());
        assertTrue(page.select("tbody tr").get(0).text().contains("completed"), page.text());
        assertEquals(session + "/frames?sel=5", page.select("tbody th a").get(0).attr("href"));
        Document turns = inspector.page(session + "/timeline?show=turns");
        assertEquals(List.of("turn_1"), turns.select("tbody th a").eachText());
        assertTrue(inspector.page(session + "/timeline?show=requests").text().contains("Nothing of that sort"));
        assertEquals(422, inspector.get(session + "/timeline?show=colours").statusCode());
    }

    @Test
    void silence_of_more_than_five_seconds_is_folded_and_told() throws IOException {
        Tapes.at(folder, "codex/slow/recording.ndjson")
                .header("id", "eeeebbbbccccdddd")
                .header("scenario", "slow")
                .out("turn/started", turn("inProgress"))
                .line("\"dir\":\"out\",\"frame\":{\"method\":\"turn/completed\",\"params\":{\"threadId\":\"t\","
                        + "\"turn\":{\"id\":\"u\",\"status\":\"completed\",\"items\":[]}}}")
                .write();
        Path file = folder.resolve("codex/slow/recording.ndjson");
        String text = java.nio.file.Files.readString(file).replace("\"seq\":2,\"t\":1000", "\"seq\":2,\"t\":42001000");
        java.nio.file.Files.writeString(file, text);
        String slow = session("slow");
        Document page = inspector.page(slow + "/timeline");
        assertTrue(page.text().contains("42.0 s of silence before frame 2"), page.text());
        assertEquals(1, page.select("tbody svg rect.gapband").size());
    }

    @Test
    void the_transcript_shows_what_was_said_and_the_frame_that_it_began_with() throws IOException {
        Document page = inspector.page(session + "/transcript");
        assertEquals("greeting", page.select("article.model .words").text());
        assertEquals(session + "/frames?sel=6", page.select("article.model header a").attr("href"));
        assertEquals("Turn 1", page.select(".said h2").first().text());
    }

    @Test
    void state_after_a_frame_holds_what_was_told_until_then_and_marks_what_the_frame_changed() throws IOException {
        Document before = inspector.page(session + "/state?at=5");
        assertTrue(before.select(".coll:contains(Turns)").text().contains("working"), before.text());
        assertTrue(before.select(".coll:contains(Items)").isEmpty(), "no item yet");
        Document page = inspector.page(session + "/state?at=7");
        assertTrue(page.select(".coll:contains(Items) summary").text().contains("thread_1/item_1"), page.text());
        assertTrue(page.select("aside .ch").text().contains("items/thread_1/item_1/text"), page.select("aside").text());
        assertEquals(session + "/state?at=6", page.select("a[data-key=p]").attr("href"));
        assertEquals(session + "/state?at=8", page.select("a[data-key=n]").attr("href"));
        Document all = inspector.page(session + "/state?at=7&since=start");
        assertTrue(all.select("aside .ch").text().contains("turns/thread_1/turn_1/phase"), all.select("aside").text());
        Document end = inspector.page(session + "/state");
        assertTrue(end.select(".coll:contains(Turns)").text().contains("idle"), end.text());
    }

    @Test
    void budgets_tell_peaks_beside_bounds_and_what_failed() throws IOException {
        Document page = inspector.page(session + "/budgets");
        String items = page.select("tbody tr:has(th:matchesOwn(^Items$))").text();
        assertTrue(items.startsWith("Items 1 1,000 0.1 %"), items);
        assertTrue(page.select("section:contains(What failed)").text().contains("frame fault"), page.text());
        assertFalse(page.select("svg.chart[aria-label^=Scratch]").isEmpty(), "a drawing");
    }

    @Test
    void a_recording_without_frames_says_so_in_every_view() throws IOException {
        Tapes.at(folder, "codex/empty/recording.ndjson")
                .header("id", "ffffbbbbccccdddd")
                .header("scenario", "empty")
                .write();
        String empty = session("empty");
        assertTrue(inspector.page(empty + "/timeline").text().contains("No frame of this recording became"));
        assertTrue(inspector.page(empty + "/transcript").text().contains("Nothing was said"));
        assertTrue(inspector.page(empty + "/state").text().contains("holds no frames"));
        assertTrue(inspector.page(empty + "/budgets").text().contains("took no frame"));
    }

    @Test
    void families_of_the_matrix_fold_and_unfold() throws IOException {
        Document page = inspector.page("/matrix?cell=none");
        int rows = page.select("tr[data-row]").size();
        assertTrue(rows > 3, "rows");
        Document folded = inspector.page(page.select("tr.fam a:contains(Turn)").attr("href"));
        assertTrue(folded.select("tr[data-row]").size() < rows, "fewer rows");
        assertTrue(folded.select("tr.shut td").text().matches(".*\\d.*"), "what the folded rows hold");
        Document again = inspector.page(folded.select("tr.shut a").attr("href"));
        assertEquals(rows, again.select("tr[data-row]").size());
    }

    @Test
    void the_other_vocabularies_stand_below_the_canonical_events() throws IOException {
        Document page = Jsoup.parse(inspector.get(session + "/f/7").body());
        assertTrue(page.select(".proj:contains(Runtime)").text().contains("item.updated")
                || page.select(".proj:contains(Runtime)").text().contains("greeting"), page.select(".proj").text());
        assertTrue(page.select(".proj:contains(Amalgm)").text().contains("greeting"), page.select(".proj").text());
        Document start = Jsoup.parse(inspector.get(session + "/f/5").body());
        assertTrue(start.select(".proj:contains(Amalgm)").text().contains("nothing: done ends a turn"), start.text());
    }

    private static Map<String, Object> turn(String status) {
        return Map.of("threadId", "t", "turn", Map.of("id", "u", "status", status, "items", List.of()));
    }

    private String session(String name) throws IOException {
        for (int i = 0; i < 40; i++) {
            String href = inspector.page("/sessions?q=" + name).select("tbody th a").attr("href");
            if (!href.isEmpty()) {
                return href.replace("/frames", "");
            }
            try {
                Thread.sleep(250);
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }
        throw new AssertionError("no session " + name);
    }
}
