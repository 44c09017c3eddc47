package dev.tapedeck.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The list of frames and the panel of a frame tell of one and the same run of the host. */
class HostRowsTest {
    private static final String DELTA = "item/agentMessage/delta";

    @TempDir
    Path folder;

    @Test
    void the_panels_of_the_bundled_fault_show_the_host_rows_of_the_list_one_after_another() throws IOException {
        Path bundled = Path.of("..", "fixtures", "demo", "faulted", "recording.ndjson");
        Files.copy(bundled, folder.resolve("recording.ndjson"));
        try (TestInspector inspector = TestInspector.of(folder)) {
            String frames = frames(inspector);
            Document list = inspector.page(frames);
            List<String> rows = listed(list);
            List<String> panels = new ArrayList<>();
            for (Element row : list.select(".ls tr[data-row] a")) {
                panels.addAll(own(inspector.page(frames + "?sel=" + row.text())));
            }
            assertFalse(rows.isEmpty());
            assertEquals(rows, panels);
        }
    }

    @Test
    void the_panel_of_a_fault_names_the_resync_and_the_frame_that_it_came_after() throws IOException {
        Tapes.turn(folder, "turn.ndjson", "greeting").write();
        try (TestInspector inspector = TestInspector.of(folder)) {
            String frames = frames(inspector);
            Document fault = inspector.page(frames + "?sel=10");
            List<String> later = fault.select("#detail .hostnote.later > span:not(.pill)").eachText();
            assertEquals(1, later.size(), "the batch's resync and not what came later: " + later);
            assertEquals(later, own(inspector.page(frames + "?sel=12")).subList(0, 1));
            Element place = fault.select("#detail p:contains(When its batch was done) a").first();
            assertEquals("12", place.text());
            assertEquals("12", inspector.page(place.attr("href")).select("tr.sel a").text());
            assertEquals(List.of(), own(inspector.page(frames + "?sel=8")));
        }
    }

    @Test
    void what_the_host_says_of_a_fault_stands_below_the_frame() throws IOException {
        Tapes.turn(folder, "turn.ndjson", "greeting").write();
        try (TestInspector inspector = TestInspector.of(folder)) {
            Element fault = inspector.page(frames(inspector)).select(".ls tr[data-problem]:contains(frame fault)")
                    .first();
            assertEquals("10", fault.select("a").text());
            assertTrue(fault.nextElementSibling().text().contains("failure"), fault.nextElementSibling().text());
            assertEquals("9", fault.previousElementSibling().select("a").text());
        }
    }

    @Test
    void each_batch_of_a_long_session_has_its_own_resync_in_list_and_panel() throws IOException {
        Tapes.Tape tape = Tapes.at(folder, "long.ndjson");
        for (int i = 1; i <= 2100; i++) {
            Object delta = i == 7 || i == 1030 ? 7 : "x";
            tape.out(DELTA, Map.of("threadId", "t", "turnId", "u", "itemId", "i", "delta", delta));
        }
        tape.write();
        try (TestInspector inspector = TestInspector.of(folder)) {
            String frames = frames(inspector);
            List<String> rows = new ArrayList<>();
            for (int at = 1; at <= 2100; at += 1000) {
                rows.addAll(listed(inspector.page(frames + "?n=1000&at=" + at)));
            }
            List<String> panels = new ArrayList<>();
            for (int seq : new int[] {6, 7, 8, 1023, 1024, 1025, 1029, 1030, 1031, 2047, 2048, 2049, 2099, 2100}) {
                panels.addAll(own(inspector.page(frames + "?sel=" + seq)));
            }
            assertEquals(rows, panels);
            assertEquals(2, panels.stream().filter(row -> row.contains("frames up to")).count(), panels.toString());
            List<String> last = own(inspector.page(frames + "?sel=1024"));
            assertEquals(last, inspector.page(frames + "?sel=7")
                    .select("#detail .hostnote.later > span:not(.pill)").eachText());
        }
    }

    private static List<String> listed(Document page) {
        return page.select(".ls tr.host td[colspan] > span:not(.pill)").eachText();
    }

    private static List<String> own(Document page) {
        return page.select("#detail .hostnote:not(.later) > span:not(.pill)").eachText();
    }

    private static String frames(TestInspector inspector) throws IOException {
        return inspector.page("/sessions").select("tbody th a").attr("href");
    }
}
