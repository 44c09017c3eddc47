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
import java.util.List;
import java.util.Map;
import java.util.Properties;
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
                assertEquals("block", chromium.evaluate("getComputedStyle(document.querySelector('main').firstElementChild)"
                        + ".display.replace('grid','block').replace('flex','block')").asText(), page);
            }
        }
    }

    @Test
    void axe_finds_nothing_on_any_page_in_either_theme() throws IOException {
        String axe = axe();
        List<String> found = new ArrayList<>();
        try (TestInspector inspector = inspector()) {
            Map<String, Document> pages = inspector.crawl(60);
            assertTrue(pages.size() > 15, pages.keySet().toString());
            for (String theme : List.of("light", "dark")) {
                chromium.cookie(inspector.address(), "theme=" + theme);
                for (String page : pages.keySet()) {
                    chromium.open(inspector.address().resolve(page));
                    assertEquals(theme, chromium.evaluate("document.documentElement.dataset.theme").asText());
                    chromium.evaluate(axe + ";1");
                    JsonNode violations = chromium.evaluate("axe.run({runOnly:['wcag2a','wcag2aa','wcag21a','wcag21aa',"
                            + "'wcag22aa','best-practice']}).then(r => r.violations.map(v => v.id + ': ' + v.help + ' '"
                            + " + v.nodes.slice(0,3).map(n => n.html.slice(0,200)).join(' | ')))");
                    violations.forEach(violation -> found.add(theme + " " + page + " " + violation.asText()));
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
    void at_320_pixels_no_page_scrolls_sideways() throws IOException {
        List<String> wide = new ArrayList<>();
        try (TestInspector inspector = inspector()) {
            chromium.view(320, 800);
            for (String page : kinds(inspector.crawl(60)).values()) {
                chromium.open(inspector.address().resolve(page));
                int width = chromium.evaluate("document.documentElement.scrollWidth").asInt();
                if (width > 320) {
                    wide.add(page + " is " + width + " wide: " + chromium.evaluate("[...document.querySelectorAll('*')]"
                            + ".filter(e => e.getBoundingClientRect().right > 320 && !e.closest('table, .vh'))"
                            + ".map(e => e.tagName + '.' + e.className).slice(0, 12).join(' ')").asText());
                }
            }
        }
        assertEquals(List.of(), wide);
    }

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

    /** Waits until something is so; a page that is being left answers nothing for a moment. */
    private void settle(String condition) {
        Awaitility.await(condition).ignoreExceptionsMatching(AssertionError.class::isInstance)
                .until(() -> chromium.evaluate("document.readyState == 'complete' && (" + condition + ")").asBoolean());
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
