package dev.tapedeck.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pages as files. */
class StaticReportTest {
    private static final String SECRET = "sk-proj-" + "a1b2c3d4".repeat(4);

    @TempDir
    Path folder;

    private Path out;
    private int told;

    @BeforeEach
    void recordings() throws IOException {
        Tapes.turn(folder, "fixtures/codex/one/recording.ndjson", "</script><script>alert(1)</script> " + SECRET)
                .write();
        Tapes.turn(folder, "fixtures/codex/two/recording.ndjson", "two").header("id", "twotwotwotwotwo2").write();
        Path golden = Files.createDirectories(folder.resolve("golden/codex/one"));
        Files.writeString(golden.resolve("canonical.approved.ndjson"), "{\"type\":\"a\"}\n");
        Files.writeString(golden.resolve("canonical.received.ndjson"), "{\"type\":\"b\"}\n");
        out = folder.resolve("report");
    }

    @Test
    void S28_the_report_has_no_script_the_policy_as_a_meta_tag_and_links_within_itself_only() throws IOException {
        write(50);
        Map<String, Document> pages = pages();
        assertTrue(pages.size() >= 9, pages.keySet().toString());
        pages.forEach((name, page) -> {
            assertEquals(List.of(), page.select("script").eachAttr("src"), name);
            assertTrue(page.select("script, style, [style], iframe, base").isEmpty(), name);
            Element policy = page.select("head > meta[http-equiv=Content-Security-Policy]").first();
            assertTrue(policy.attr("content").startsWith("default-src 'none'; style-src 'self'"), name);
            assertFalse(policy.attr("content").contains("script-src"), name);
            page.getAllElements().forEach(element -> element.attributes().forEach(attribute -> {
                String where = name + " " + element.normalName() + " " + attribute;
                assertFalse(attribute.getKey().startsWith("on") || attribute.getKey().startsWith("hx-"), where);
                if (List.of("href", "src", "action", "formaction").contains(attribute.getKey())) {
                    String target = attribute.getValue();
                    assertTrue(target.startsWith("#") || Files.exists(out.resolve(target)), where);
                }
            }));
            assertTrue(page.select("form:not([hidden])").isEmpty(), name);
            assertFalse(page.outerHtml().contains(SECRET), name + " shows a secret");
        });
    }

    @Test
    void from_the_overview_every_page_of_the_report_is_reached_by_links() throws IOException {
        write(50);
        Map<String, Document> pages = pages();
        TreeMap<String, Boolean> seen = new TreeMap<>();
        reach("index.html", pages, seen);
        assertEquals(pages.keySet(), seen.keySet());
        assertTrue(pages.get("sessions.html").text().contains("two"));
        assertEquals(2, pages.keySet().stream().filter(name -> name.matches("s-[a-z2-7]{16}[.]html")).count());
        for (String view : List.of("timeline", "transcript", "state", "budgets")) {
            assertEquals(2, pages.keySet().stream().filter(name -> name.endsWith("-" + view + ".html")).count(), view);
        }
    }

    @Test
    void a_link_to_a_frame_leads_to_that_frame() throws IOException {
        write(50);
        Map<String, Document> pages = pages();
        Element fault = pages.get("index.html").select(".todo a:contains(faulted)").first();
        assertTrue(fault.attr("href").matches("s-[a-z2-7]{16}-f-[0-9]+[.]html"), fault.attr("href"));
        assertTrue(pages.get(fault.attr("href")).text().contains("frame fault"), fault.attr("href"));
    }

    @Test
    void a_run_with_frames_that_no_recording_has_is_in_it_and_leads_to_none_of_them() throws IOException {
        Path faults = Files.createDirectories(folder.resolve("fixtures/codex/two/faults"));
        Files.writeString(faults.resolve("again.json"), "{\"plan\":1,\"schedule\":{\"every\":1},\"faults\":["
                + "{\"fault\":\"repeated\",\"frame\":8,\"later\":1},{\"fault\":\"lag\",\"after\":8,\"drop\":1}]}");
        write(50);
        Map<String, Document> pages = pages();
        Document run = pages.get(pages.get("runs.html").select("tbody th a").first().attr("href"));
        assertTrue(run.select("h2:contains(What the host did) ~ div td").text().contains("frame 9"), run.text());
        assertEquals(List.of(), run.select("a[href^=s-]").eachAttr("href"), "the sessions in a report are clean ones");
    }

    @Test
    void plans_beside_recordings_are_in_it_with_their_results() throws IOException {
        Path faults = Files.createDirectories(folder.resolve("fixtures/codex/two/faults"));
        Files.writeString(faults.resolve("lag.json"),
                "{\"plan\":1,\"schedule\":{\"every\":2},\"faults\":[{\"fault\":\"lag\",\"after\":8,\"drop\":2}]}");
        write(50);
        Map<String, Document> pages = pages();
        Element run = pages.get("runs.html").select("tbody th a").first();
        assertEquals("Lag every=2; lag(after=8,drop=2)", run.parent().text());
        assertTrue(pages.get(run.attr("href")).text().contains("invariants held"), run.attr("href"));
    }

    @Test
    void the_sessions_are_bounded_and_an_earlier_report_is_replaced() throws IOException {
        StaticReport.Written all = write(50);
        assertEquals(new StaticReport.Written(pages().size(), 2, 2), all);
        assertEquals(all.pages(), told);
        StaticReport.Written fewer = write(1);
        assertEquals(1, fewer.sessions());
        assertEquals(1, pages().keySet().stream().filter(name -> name.endsWith("-state.html")).count());
    }

    @Test
    void a_folder_with_other_files_is_left_as_it_is() throws IOException {
        Files.createDirectories(out);
        Files.writeString(out.resolve("thesis.txt"), "mine");
        IOException refused = assertThrows(IOException.class, () -> write(50));
        assertTrue(refused.getMessage().contains("an empty folder or an earlier report expected, found thesis.txt"));
        try (Stream<Path> files = Files.list(out)) {
            assertEquals(1, files.count());
        }
    }

    private StaticReport.Written write(int sessions) throws IOException {
        return StaticReport.write(
                new InspectorOptions(folder.resolve("fixtures"), folder.resolve("golden"), 0, true), out, sessions,
                new StaticReport.Watcher() {
                    @Override
                    public void replayed() {}

                    @Override
                    public void written() {
                        told++;
                    }
                });
    }

    private static void reach(String name, Map<String, Document> pages, Map<String, Boolean> seen) {
        if (pages.containsKey(name) && seen.put(name, true) == null) {
            pages.get(name).select("a[href]").forEach(link -> reach(link.attr("href"), pages, seen));
        }
    }

    private Map<String, Document> pages() throws IOException {
        Map<String, Document> pages = new TreeMap<>();
        try (Stream<Path> files = Files.list(out)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".html")).toList()) {
                pages.put(file.getFileName().toString(), Jsoup.parse(Files.readString(file)));
            }
        }
        return pages;
    }
}
