package dev.tapedeck.inspect.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.inspect.Tapes;
import dev.tapedeck.inspect.TestInspector;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** The keyboard map of the inspector's design, section 8, key by key in a headless Chromium. */
class KeysTest {
    private static final String APPROVED = "{\"type\":\"turn.started\"}\n{\"type\":\"item.completed\",\"n\":1}\n";

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path folder;

    private Chromium chromium;
    private TestInspector inspector;
    private String frames;

    @BeforeEach
    void start() throws IOException, InterruptedException {
        chromium = Chromium.start(Files.createTempDirectory("tapedeck-chromium"));
        Tapes.turn(folder, "fixtures/codex/one/recording.ndjson", "one").write();
        for (String name : List.of("one", "two")) {
            Path golden = Files.createDirectories(folder.resolve("golden/codex/" + name));
            Files.writeString(golden.resolve("canonical.approved.ndjson"), APPROVED);
            Files.writeString(
                    golden.resolve("canonical.received.ndjson"), APPROVED.replace("1}", name.length() + name + "}"));
        }
        inspector = TestInspector.of(folder.resolve("fixtures"), folder.resolve("golden"), false);
        chromium.cookie(inspector.address(), inspector.cookie());
        frames = inspector.page("/sessions").select("tbody th a").attr("href");
    }

    @AfterEach
    void stop() {
        if (chromium != null) {
            chromium.close();
        }
        if (inspector != null) {
            inspector.close();
        }
    }

    @Test
    void g_and_a_letter_go_to_each_section() {
        open("/help/keys");
        Map<String, String> sections = Map.of(
                "o", "/", "s", "/sessions", "m", "/matrix", "u", "/unmapped", "r", "/runs", "g", "/goldens");
        sections.forEach((key, path) -> {
            chromium.press("g");
            chromium.press(key);
            settle("location.pathname == '" + path + "'");
        });
    }

    @Test
    void j_and_k_move_between_rows_and_n_and_p_between_problems_which_open_beside_the_list() {
        open(frames + "?sel=7");
        assertOpens("j", 8);
        assertOpens("k", 7);
        assertOpens("n", 9);
        assertOpens("n", 10);
        assertOpens("p", 9);
        settle("document.activeElement == document.querySelector('tr.sel a')");
        assertTrue(chromium.evaluate("location.search").asText().contains("sel=9"), "the address is what is shown");
    }

    @Test
    void brackets_move_between_batches() throws IOException {
        Tapes.Tape tape = Tapes.at(folder, "fixtures/codex/long/recording.ndjson").header("id", "longlonglonglong");
        for (int i = 1; i <= 2100; i++) {
            tape.out("item/agentMessage/delta", Map.of("threadId", "t", "turnId", "u", "itemId", "i", "delta", "x"));
        }
        tape.write();
        Awaitility.await().until(() -> !longSession().isEmpty());
        open(longSession() + "?at=1000&sel=1001");
        assertOpens("]", 1025);
        assertOpens("j", 1026);
        assertOpens("[", 1025);
    }

    private String longSession() throws IOException {
        return inspector.page("/sessions").select("tbody th a[href]:contains(long)").attr("href");
    }

    @Test
    void digits_choose_the_views_of_a_session() {
        open(frames);
        for (String view : List.of("2 timeline", "3 transcript", "4 state", "5 budgets", "1 frames")) {
            chromium.press(view.substring(0, 1));
            settle("location.pathname.endsWith('/" + view.substring(2) + "')");
        }
    }

    @Test
    void slash_enters_the_filter_and_escape_leaves_it_then_clears_it() {
        open(frames + "?q=is%3Afault");
        chromium.press("/");
        settle("document.activeElement.id == 'q'");
        chromium.press("j");
        settle("document.activeElement.value == 'j'"); // what stood there was selected, so that typing replaces it
        chromium.press("Escape");
        settle("document.activeElement.id != 'q' && location.search.includes('fault')");
        chromium.press("Escape");
        settle("!location.search.includes('fault')");
    }

    @Test
    void y_copies_the_address_and_every_matrix_key_moves_as_it_says() {
        open("/matrix");
        chromium.evaluate("navigator.clipboard.writeText = text => { window.copied = text; }");
        chromium.press("y");
        settle("window.copied == location.href");
        chromium.evaluate("document.querySelector('.mx td a').focus()");
        String first = focused();
        chromium.press("ArrowDown");
        String below = focused();
        assertFalse(first.equals(below), below);
        chromium.press("End");
        chromium.press("Home");
        assertEquals(below, focused(), "the first cell of its line");
        chromium.press("ArrowUp");
        assertEquals(first, focused());
        chromium.press("Escape");
        settle("new URLSearchParams(location.search).get('cell') == 'none' && !document.querySelector('aside.side')");
    }

    @Test
    void in_a_golden_s_skips_n_and_p_go_on_and_back_t_and_v_change_the_view_and_x_discards_with_the_focus_only()
            throws IOException {
        Document queue = inspector.page("/goldens");
        List<String> goldens = queue.select(".lst li a").eachAttr("href");
        assertEquals(2, goldens.size());
        open(goldens.getFirst());
        chromium.press("t");
        settle("location.search.includes('unit=text')");
        chromium.press("v");
        settle("location.search.includes('view=unified')");
        chromium.press("n");
        settle("location.pathname == '" + goldens.getLast() + "'");
        chromium.press("p");
        settle("location.pathname == '" + goldens.getFirst() + "'");
        chromium.press("x");
        chromium.press("s");
        settle("location.pathname == '" + goldens.getLast() + "'");
        assertEquals(2, received(), "x without the focus does nothing");
        chromium.evaluate("document.querySelector('.scr').focus()");
        chromium.press("x");
        settle("document.querySelector('[data-key=z]')");
        assertEquals(1, received());
        chromium.press("z");
        settle("!document.querySelector('[data-key=z]')");
        assertEquals(2, received());
    }

    @Test
    void tab_space_and_chords_of_the_browser_are_never_taken() {
        open(frames + "?sel=7");
        List<String> taken = new ArrayList<>();
        for (String key : List.of(
                "key:'Tab'", "key:' '", "key:'j',ctrlKey:true", "key:'c',metaKey:true", "key:'n',altKey:true",
                "key:'Enter'", "key:'ArrowDown'", "key:'q'")) {
            boolean prevented = chromium.evaluate("(() => { const event = new KeyboardEvent('keydown', {" + key
                    + ", bubbles: true, cancelable: true}); document.body.dispatchEvent(event);"
                    + " return event.defaultPrevented; })()").asBoolean();
            if (prevented) {
                taken.add(key);
            }
        }
        assertEquals(List.of(), taken);
        assertEquals(7, chromium.evaluate("+document.querySelector('tr.sel a').textContent").asInt());
        assertTrue(chromium.evaluate("(() => { const event = new KeyboardEvent('keydown', {key: 'j', bubbles: true,"
                + " cancelable: true}); document.body.dispatchEvent(event); return event.defaultPrevented; })()")
                .asBoolean(), "one of ours is");
    }

    private long received() throws IOException {
        try (var files = Files.walk(folder.resolve("golden"))) {
            return files.filter(file -> file.toString().contains(".received.")).count();
        }
    }

    private String focused() {
        return chromium.evaluate("document.activeElement.href").asText();
    }

    private void open(String address) {
        chromium.open(inspector.address().resolve(address));
    }

    /** The key selects that frame in the list, and its three steps stand beside it. */
    private void assertOpens(String key, int seq) {
        chromium.press(key);
        settle("document.querySelector('tr.sel a').textContent.replace(',', '') == '" + seq + "'"
                + " && document.querySelector('#detail h2')?.textContent.replace(',', '').includes('Frame " + seq
                + "')");
    }

    private void settle(String condition) {
        Awaitility.await(condition).ignoreExceptionsMatching(AssertionError.class::isInstance)
                .until(() -> chromium.evaluate("document.readyState == 'complete' && !!(" + condition + ")")
                        .asBoolean());
    }
}
