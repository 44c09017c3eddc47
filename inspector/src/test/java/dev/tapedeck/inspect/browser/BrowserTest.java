package dev.tapedeck.inspect.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.inspect.HostileTextTest;
import dev.tapedeck.inspect.InspectorOptions;
import dev.tapedeck.inspect.StaticReport;
import dev.tapedeck.inspect.Tapes;
import dev.tapedeck.inspect.TestInspector;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Every page in a headless Chromium: nothing recorded runs, nothing is fetched elsewhere, everybody can use it. */
class BrowserTest {
    private static final String APPROVED = "{\"type\":\"turn.started\"}\n{\"type\":\"item.completed\",\"n\":1}\n";

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path folder;

    private Chromium chromium;

    @BeforeEach
    void start() throws IOException, InterruptedException {
        chromium = Chromium.start(Files.createTempDirectory("tapedeck-chromium"));
    }

    @AfterEach
    void stop() {
        if (chromium != null) {
            chromium.close();
        }
    }

    @Test
    void S13_no_recorded_text_runs_as_script_and_none_breaks_the_policy() throws IOException {
        chromium.before("window.ran=0;for(const f of ['alert','confirm','prompt'])window[f]=()=>{window.ran++}");
        for (String hostile : HostileTextTest.CORPUS) {
            int number = HostileTextTest.CORPUS.indexOf(hostile);
            Path tapes = folder.resolve("hostile" + number);
            Tapes.turn(tapes, "codex/a/recording.ndjson", hostile).write();
            try (TestInspector inspector = TestInspector.of(tapes)) {
                chromium.cookie(inspector.address(), inspector.cookie());
                for (String page : kinds(inspector.crawl(40)).values()) {
                    chromium.open(inspector.address().resolve(page));
                    String where = page + " with " + hostile;
                    assertEquals(0, chromium.evaluate("window.ran").asInt(), where);
                    assertEquals(List.of(), chromium.events("Page.javascriptDialogOpening"), where);
                    assertEquals(List.of(), chromium.events("Log.entryAdded"), where);
                    assertEquals(List.of(), chromium.events("Runtime.exceptionThrown"), where);
                }
            }
        }
    }

    @Test
    void S13_the_browser_does_tell_when_a_policy_is_broken() throws IOException {
        try (TestInspector inspector = inspector()) {
            chromium.open(inspector.address().resolve("/"));
            chromium.evaluate("document.body.insertAdjacentHTML('beforeend','<img src=x onerror=alert(1)>');"
                    + "document.body.append(Object.assign(document.createElement('script'),{text:'window.ran=1'}));"
                    + "new Promise(done => setTimeout(done, 200))");
            assertTrue(!chromium.events("Log.entryAdded").isEmpty());
        }
    }

    @Test
    void S26_every_page_is_complete_where_no_other_machine_can_be_reached() throws IOException {
        try (TestInspector inspector = inspector()) {
            for (String page : inspector.crawl(60).keySet()) {
                chromium.open(inspector.address().resolve(page));
                assertEquals(List.of(), chromium.events("Network.loadingFailed"), page);
                for (JsonNode request : chromium.events("Network.requestWillBeSent")) {
                    String address = request.path("request").path("url").asText();
                    assertTrue(address.startsWith(inspector.address().toString()), page + " asks for " + address);
                }
                String display = chromium.evaluate(
                        "getComputedStyle(document.querySelector('main').firstElementChild).display").asText();
                assertTrue(List.of("block", "flex", "grid").contains(display), page + ": " + display);
            }
        }
    }

    @Test
    void axe_finds_nothing_on_any_page_in_either_theme() throws IOException {
        String axe = axe();
        List<String> found = new ArrayList<>();
        try (TestInspector inspector = inspector()) {
            Set<String> pages = every(inspector);
            assertTrue(pages.size() > 30, pages.toString());
            for (String theme : List.of("light", "dark")) {
                chromium.cookie(inspector.address(), "theme=" + theme);
                for (String page : pages) {
                    chromium.open(inspector.address().resolve(page));
                    assertEquals(theme, chromium.evaluate("document.documentElement.dataset.theme").asText());
                    found.addAll(violations(axe, theme + " " + page));
                }
            }
        }
        assertEquals(List.of(), found, String.join("\n", found));
    }

    @Test
    void axe_does_find_what_is_wrong() throws IOException {
        try (TestInspector inspector = inspector()) {
            chromium.open(inspector.address().resolve("/"));
            chromium.evaluate("document.querySelector('main').insertAdjacentHTML('beforeend','<img src=x><h1>x</h1>')");
            chromium.evaluate(axe() + ";1");
            JsonNode ids = chromium.evaluate("axe.run().then(r => r.violations.map(v => v.id))");
            assertTrue(ids.toString().contains("image-alt"), ids.toString());
        }
    }

    @Test
    void axe_finds_nothing_where_there_is_nothing_to_show_and_before_anybody_is_signed_in() throws IOException {
        String axe = axe();
        List<String> found = new ArrayList<>();
        try (TestInspector inspector = TestInspector.of(Files.createDirectories(folder.resolve("empty")))) {
            for (String theme : List.of("light", "dark")) {
                chromium.cookie(inspector.address(), "theme=" + theme);
                chromium.open(inspector.address());
                found.addAll(violations(axe, theme + " signed out"));
            }
            chromium.cookie(inspector.address(), inspector.cookie());
            for (String page : List.of("/", "/sessions", "/matrix", "/unmapped", "/runs", "/goldens")) {
                chromium.open(inspector.address().resolve(page));
                found.addAll(violations(axe, "empty " + page));
            }
        }
        assertEquals(List.of(), found, String.join("\n", found));
    }

    @Test
    void at_320_pixels_no_page_scrolls_sideways_and_nothing_is_cut() throws IOException {
        assertFits(320, 800);
    }

    @Test
    void zoomed_to_200_percent_no_page_scrolls_sideways_and_nothing_is_cut() throws IOException {
        assertFits(720, 450); // a window of 1440 by 900 holds half as many CSS pixels each way
    }

    @Test
    void the_look_for_cut_words_does_find_some() throws IOException {
        try (TestInspector inspector = inspector()) {
            chromium.view(320, 800);
            chromium.open(inspector.address().resolve("/help/keys"));
            assertEquals(0, chromium.evaluate(CUT).size());
            chromium.evaluate("const box = document.createElement('div'), word = document.createElement('b');"
                    + "word.textContent = 'unbreakable'.repeat(9); box.append(word); box.style.overflow = 'hidden';"
                    + "word.style.display = 'block'; word.style.width = '900px';"
                    + "document.querySelector('h1').append(box)");
            assertEquals(1, chromium.evaluate(CUT).size());
        }
    }

    private void assertFits(int width, int height) throws IOException {
        List<String> bad = new ArrayList<>();
        try (TestInspector inspector = inspector()) {
            chromium.view(width, height);
            for (String page : every(inspector)) {
                chromium.open(inspector.address().resolve(page));
                int wide = chromium.evaluate("document.documentElement.scrollWidth").asInt();
                if (wide > width) {
                    bad.add(page + " is " + wide + " wide");
                }
                chromium.evaluate(CUT).forEach(each -> bad.add(page + " cuts " + each.asText()));
            }
        }
        assertEquals(List.of(), bad, String.join("\n", bad));
    }

    /**
     * Elements with words that lie outside of the window or of what clips them, where nobody can scroll to them.
     * An ellipsis is a cut on purpose.
     */
    private static final String CUT = """
            [...document.querySelectorAll('body *')].filter(e => {
              const words = [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim());
              if (!words || e.closest('svg, .vh, .skip, script')) return false;
              const box = e.getBoundingClientRect();
              if (!box.width || !box.height) return false;
              for (let up = e; up; up = up.parentElement) {
                const style = getComputedStyle(up);
                if (style.textOverflow === 'ellipsis' || /auto|scroll/.test(style.overflowX)) return false;
                if (up !== e && /hidden|clip/.test(style.overflowX)
                  && box.right > up.getBoundingClientRect().right + 1) return true;
              }
              return box.right > innerWidth + 1 || box.left < -1;
            }).slice(0, 5).map(e => e.tagName + '.' + e.className + ' ' + e.textContent.trim().slice(0, 40))
            """;

    @Test
    void keys_act_outside_text_fields_and_only_while_they_are_on() throws IOException {
        try (TestInspector inspector = inspector()) {
            chromium.open(inspector.address().resolve("/"));
            chromium.press("g");
            chromium.press("s");
            settle("location.pathname == '/sessions'");
            chromium.press("/");
            settle("document.activeElement.matches('.filter input')");
            chromium.press("?");
            settle("location.pathname == '/sessions' && document.activeElement.value == '?'");
            chromium.press("Escape");
            settle("!document.activeElement.matches('input')");
            chromium.evaluate("localStorage.setItem('keys', 'off')");
            chromium.press("?");
            settle("location.pathname == '/sessions'");
            chromium.evaluate("localStorage.setItem('keys', 'on')");
            chromium.press("?");
            settle("location.pathname == '/help/keys'");
        }
    }

    @Test
    void a_value_with_the_focus_filters_by_key_and_the_open_frame_is_copied() throws IOException {
        try (TestInspector inspector = inspector()) {
            String frames = inspector.page("/sessions").select("tbody th a").attr("href");
            chromium.open(inspector.address().resolve(frames + "?sel=7"));
            chromium.evaluate("document.querySelector('.vl').parentElement.open = true;"
                    + "document.querySelector('.vl a').focus()");
            chromium.press("f");
            settle("new URLSearchParams(location.search).get('q').startsWith('raw.')");
            chromium.open(inspector.address().resolve(frames + "?sel=7"));
            chromium.evaluate("document.querySelector('.vl').parentElement.open = true;"
                    + "document.querySelector('.vl a').focus()");
            chromium.press("F");
            settle("new URLSearchParams(location.search).get('q').startsWith('-raw.')");
            chromium.open(inspector.address().resolve(frames + "?sel=7"));
            chromium.evaluate("navigator.clipboard.writeText = text => { window.copied = text; }");
            chromium.press("c");
            settle("window.copied && JSON.parse(window.copied).method");
        }
    }

    @Test
    void path_and_value_of_a_raw_value_are_copied_whole() throws IOException {
        String words = "one two ".repeat(40);
        Tapes.at(folder, "fixtures/codex/long/recording.ndjson")
                .header("id", "longlonglonglong")
                .out("item/agentMessage/delta", Map.of("itemId", "i", "delta", words))
                .write();
        try (TestInspector inspector = inspector()) {
            String frames = inspector.page("/sessions").select("tbody th a[href]:contains(long)").attr("href");
            chromium.open(inspector.address().resolve(frames));
            chromium.evaluate("navigator.clipboard.writeText = text => { window.copied = text; };"
                    + "window.press = act => [...document.querySelectorAll('.vl li')]"
                    + ".find(li => li.textContent.startsWith('params.delta'))"
                    + ".querySelector(`[data-act=${act}]:not([hidden])`).click()");
            chromium.evaluate("press('copy-path')");
            settle("window.copied == 'params.delta'");
            chromium.evaluate("press('copy-value')");
            settle("window.copied == '" + words + "'");
        }
    }

    @Test
    void in_the_matrix_arrows_move_between_cells_and_brackets_between_families() throws IOException {
        try (TestInspector inspector = inspector()) {
            chromium.open(inspector.address().resolve("/matrix"));
            chromium.evaluate("document.querySelector('.mx td a').focus()");
            String first = chromium.evaluate("document.activeElement.href").asText();
            chromium.press("ArrowDown");
            String below = chromium.evaluate("document.activeElement.href").asText();
            assertTrue(!first.equals(below) && below.contains("cell="), first + " " + below);
            chromium.press("ArrowUp");
            assertEquals(first, chromium.evaluate("document.activeElement.href").asText());
            chromium.press("u");
            assertTrue(chromium.evaluate("document.activeElement.matches('.k-unm')").asBoolean());
            chromium.press("[");
            assertTrue(chromium.evaluate("document.activeElement.textContent").asText().contains("No target"));
            chromium.press("[");
            assertTrue(chromium.evaluate("document.activeElement.matches('.famh')").asBoolean());
            chromium.press("]");
            assertTrue(chromium.evaluate("document.activeElement.textContent").asText().contains("No target"));
        }
    }

    @Test
    void a_golden_is_approved_by_key_only_while_the_difference_has_the_focus_and_comes_back_by_another()
            throws IOException {
        try (TestInspector inspector = inspector()) {
            String golden = inspector.page("/goldens").select(".lst li a").attr("href");
            chromium.open(inspector.address().resolve(golden));
            chromium.press("a");
            chromium.press("v");
            settle("location.search.includes('view=unified')");
            Path approved = folder.resolve("golden/codex/one/canonical.approved.ndjson");
            assertEquals(APPROVED, Files.readString(approved));
            chromium.evaluate("document.querySelector('.scr').focus()");
            chromium.press("a");
            settle("location.pathname == '/goldens' && document.querySelector('[data-key=z]')");
            assertEquals(APPROVED.replace("1}", "2}"), Files.readString(approved));
            chromium.press("z");
            settle("!document.querySelector('[data-key=z]')");
            assertEquals(APPROVED, Files.readString(approved));
        }
    }

    /** Waits until something is so; a page that is being left answers nothing for a moment. */
    private void settle(String condition) {
        Awaitility.await(condition).ignoreExceptionsMatching(AssertionError.class::isInstance)
                .until(() -> chromium.evaluate("document.readyState == 'complete' && !!(" + condition + ")")
                        .asBoolean());
    }

    @Test
    void S28_a_page_of_the_report_opened_as_a_file_has_its_style_and_runs_nothing() throws IOException {
        Tapes.turn(folder, "fixtures/codex/one/recording.ndjson", HostileTextTest.CORPUS.get(1)).write();
        Path out = folder.resolve("report");
        StaticReport.write(new InspectorOptions(folder.resolve("fixtures"), null, 0, true), out, 5,
                new StaticReport.Watcher() {
                    @Override
                    public void replayed() {}

                    @Override
                    public void written() {}
                });
        chromium.before("window.ran=0;window.alert=()=>{window.ran++}");
        try (Stream<Path> files = Files.list(out)) {
            for (Path page : files.filter(file -> file.toString().endsWith(".html")).toList()) {
                chromium.open(page.toUri());
                assertEquals(0, chromium.evaluate("window.ran").asInt(), page.toString());
                assertEquals(List.of(), chromium.events("Log.entryAdded"), page.toString());
                assertEquals(List.of(), chromium.events("Network.loadingFailed"), page.toString());
                assertEquals("flex", chromium.evaluate("getComputedStyle(document.querySelector('.bar')).display")
                        .asText(), page.toString());
            }
        }
    }

    /** What axe finds on the page that is open. */
    private List<String> violations(String axe, String where) {
        chromium.evaluate(axe + ";1");
        JsonNode violations = chromium.evaluate("axe.run({runOnly:['wcag2a','wcag2aa','wcag21a','wcag21aa',"
                + "'wcag22aa','best-practice']}).then(r => r.violations.map(v => v.id + ': ' + v.help + ' '"
                + " + v.nodes.slice(0,3).map(n => n.html.slice(0,200)).join(' | ')))");
        List<String> found = new ArrayList<>();
        violations.forEach(violation -> found.add(where + " " + violation.asText()));
        return found;
    }

    /** One address for each sort of page that links lead to, and the sorts that take more than a link. */
    private static Set<String> every(TestInspector inspector) throws IOException {
        Set<String> pages = new LinkedHashSet<>(kinds(inspector.crawl(60)).values());
        String frames = inspector.page("/sessions").select("tbody th a").attr("href");
        String session = frames.split("/")[2];
        String run = "/runs?s=" + session + "&plan=batch%3D2%3Blag(after%3D8%2Cdrop%3D2)";
        inspector.page(run);
        pages.addAll(List.of(
                run,
                "/runs",
                inspector.page("/runs").select("tbody th a").attr("href"),
                "/runs/aaaaaaaaaaaaaaaa",
                "/runs?s=" + session + "&plan=meteor",
                "/compare?s=" + session + "&b=lost(frame%3D8)",
                "/compare?s=" + session,
                frames + "?plan=batch%3D2%3Blag(after%3D8%2Cdrop%3D2)",
                frames + "?q=nowhere",
                frames + "?q=nokey%3A1",
                frames + "?sel=7&view=text",
                "/s/" + session + "/f/7",
                "/s/" + session + "/timeline",
                "/s/" + session + "/transcript",
                "/s/" + session + "/state?at=7&since=turn",
                "/s/" + session + "/budgets",
                "/s/aaaaaaaaaaaaaaaa/frames",
                "/sessions?q=nowhere",
                "/matrix?model=concepts",
                "/matrix?model=runtime&sort=worst&cols=proven",
                "/matrix?q=nowhere",
                "/matrix?cell=turn.started%7Ccodex+%C2%B7+codex.app-server",
                "/unmapped?sort=kind",
                "/nowhere",
                "/help/keys",
                "/help/filter"));
        inspector.page("/goldens").select(".lst li a").eachAttr("href").stream().limit(1).forEach(golden ->
                pages.addAll(List.of(golden, golden + "?view=unified&unit=text")));
        return pages;
    }

    private TestInspector inspector() throws IOException {
        Tapes.turn(folder, "fixtures/codex/one/recording.ndjson", "one").write();
        Path golden = Files.createDirectories(folder.resolve("golden/codex/one"));
        Files.writeString(golden.resolve("canonical.approved.ndjson"), APPROVED);
        Files.writeString(golden.resolve("canonical.received.ndjson"), APPROVED.replace("1}", "2}"));
        TestInspector inspector =
                TestInspector.of(folder.resolve("fixtures"), folder.resolve("golden"), false);
        chromium.cookie(inspector.address(), inspector.cookie());
        return inspector;
    }

    /** One address for each sort of page. */
    private static Map<String, String> kinds(Map<String, Document> pages) {
        Map<String, String> kinds = new LinkedHashMap<>();
        pages.keySet().forEach(
                page -> kinds.putIfAbsent(page.replaceAll("\\?.*", "").replaceAll("[a-z2-7]{16}|[0-9]+", "…"), page));
        return kinds;
    }

    private static String axe() throws IOException {
        Properties properties = new Properties();
        try (InputStream in = BrowserTest.class.getResourceAsStream(
                "/META-INF/maven/org.webjars.npm/axe-core/pom.properties")) {
            properties.load(in);
        }
        String resource =
                "/META-INF/resources/webjars/axe-core/" + properties.getProperty("version") + "/axe.min.js";
        try (InputStream in = BrowserTest.class.getResourceAsStream(resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
