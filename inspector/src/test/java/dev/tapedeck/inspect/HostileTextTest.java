package dev.tapedeck.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jsoup.nodes.Attribute;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recordings are hostile input: whatever stands in them, pages only ever show it. */
public class HostileTextTest {
    private static final String BENIGN = "harmless words";
    /** What somebody who knows the trade would put into a recording. */
    public static final List<String> CORPUS = List.of(
            "<script>alert(1)</script>", "</script><script>alert(1)</script>", "<img src=x onerror=alert(1)>",
            "\"><svg onload=alert(1)>", "' onmouseover='alert(1)", "javascript:alert(1)", "data:text/html,<b>x</b>",
            "&lt;script&gt;alert(1)&lt;/script&gt;", "&#60;script&#62;", "+ADw-script+AD4-alert(1)+ADw-/script+AD4-",
            "{{7*7}}${7*7}<%= 7*7 %>#{7*7}", "<a href=\"javascript:alert(1)\">x</a>",
            "<div hx-get=\"/\" hx-trigger=\"load\">",
            "<style>*{display:none}</style>", "<base href=//evil.example.test>", "<meta http-equiv=refresh content=0>",
            "<!-- --> <![CDATA[ ]]>", "<iframe srcdoc=\"<script>alert(1)</script>\">",
            "</title></textarea></pre></ul></table>",
            "<template shadowrootmode=open><slot></template>", "`;alert(1)//", "<math><mtext></form><form><mglyph>");

    @TempDir
    Path folder;

    /** S13. */
    @Test
    void S13_hostile_text_in_every_field_leaves_every_page_with_the_elements_of_harmless_text() throws IOException {
        Map<String, String> expected = skeletons(BENIGN, "benign");
        assertTrue(expected.size() >= 15, "pages " + expected.keySet());
        for (String hostile : CORPUS) {
            Map<String, String> found = skeletons(hostile, "hostile" + CORPUS.indexOf(hostile));
            assertEquals(expected.keySet(), found.keySet(), hostile);
            expected.forEach((page, skeleton) -> assertSame(skeleton, found.get(page), page + " with " + hostile));
        }
    }

    @Test
    void S12_no_page_has_inline_style_script_or_foreign_address() throws IOException {
        Tapes.turn(folder, "codex/a/recording.ndjson", CORPUS.getFirst()).write();
        try (TestInspector inspector = TestInspector.of(folder)) {
            Map<String, Document> pages = inspector.crawl(60);
            assertTrue(pages.size() > 15, "pages " + pages.keySet());
            pages.forEach((address, page) -> {
                assertTrue(page.select("[style], style").isEmpty(), address);
                page.getAllElements().forEach(element -> check(address, element));
            });
        }
    }

    @Test
    void S15_characters_that_hide_or_reorder_are_shown_as_escapes() throws IOException {
        String tricky = "a\u202eb\u200bc\u0007d\u2066e\ufeff\ud800f\u0000g\u2028h";
        Tapes.turn(folder, "codex/a/recording.ndjson", tricky).write();
        try (TestInspector inspector = TestInspector.of(folder)) {
            inspector.crawl(60).forEach((address, page) -> {
                String text = page.outerHtml();
                for (String character : List.of("\u202e", "\u200b", "\u0007", "\u2066", "\ufeff", "\u0000", "\u2028")) {
                    assertFalse(
                            text.contains(character), address + " holds U+" + Integer.toHexString(character.charAt(0)));
                }
            });
            assertTrue(inspector.page("/sessions").text().contains("a\\u202eb\\u200bc\\u0007d"), "escapes");
        }
    }

    @Test
    void S26_every_page_is_complete_with_what_this_server_alone_sends() throws IOException {
        Tapes.turn(folder, "codex/a/recording.ndjson", BENIGN).write();
        try (TestInspector inspector = TestInspector.of(folder)) {
            Set<String> parts = new TreeSet<>();
            inspector.crawl(60).values().forEach(page -> {
                page.select("[src]").forEach(part -> parts.add(part.attr("src")));
                page.select("link[href]").forEach(part -> parts.add(part.attr("href")));
            });
            assertTrue(parts.size() >= 4, parts.toString());
            for (String part : parts) {
                assertTrue(part.matches("/assets/[a-z2-7]{16}/[a-z.]+"), part);
                HttpResponse<String> response = inspector.get(part);
                assertEquals(200, response.statusCode(), part);
                assertFalse(response.body().matches("(?s).*(url\\(\\s*['\"]?(?:https?:)?//|@import).*"), part);
            }
        }
    }

    @Test
    void S27_a_value_that_only_its_name_makes_a_secret_is_masked_until_it_is_revealed() throws IOException {
        String secret = "correct horse";
        Map<String, Object> login = Map.of(
                "password", secret, "user_name", "somebody", "note", "{\"apiKey\": \"hush\\\"ed\"}");
        Tapes.at(folder, "codex/a/recording.ndjson").out("login/asked", login).write();
        try (TestInspector inspector = TestInspector.of(folder)) {
            String frame = null;
            for (Map.Entry<String, Document> page : inspector.crawl(60).entrySet()) {
                assertFalse(page.getValue().outerHtml().contains(secret), page.getKey());
                assertFalse(page.getValue().outerHtml().contains("hush"), page.getKey());
                assertFalse(inspector.swap(page.getKey()).body().contains(secret), page.getKey());
                frame = page.getKey().endsWith("/frames") ? page.getKey().replace("/frames", "/f/1") : frame;
            }
            for (String view : List.of("", "?view=text")) {
                Document page = inspector.page(frame + view);
                assertTrue(page.text().contains("[masked: "), view);
                assertTrue(page.text().contains("2 likely secrets masked"), page.select("header").text());
                assertTrue(page.text().contains("note"), "what is no secret stays");
                Document shown = inspector.page(page.select("header a:contains(Reveal)").attr("href"));
                assertTrue(shown.text().contains(secret) && shown.text().contains("hush"), view);
            }
        }
    }

    @Test
    void S27_likely_secrets_are_masked_until_they_are_revealed() throws IOException {
        String key = "sk-proj-" + "a1b2c3d4".repeat(4);
        String assigned = "c0ffee" + "Zz9".repeat(6);
        String secrets = "key " + key + " and MY_API_KEY='" + assigned + "' and Bearer " + "t0ken".repeat(6);
        Tapes.turn(folder, "codex/a/recording.ndjson", secrets).write();
        try (TestInspector inspector = TestInspector.of(folder)) {
            Map<String, Document> pages = inspector.crawl(60);
            assertTrue(pages.size() > 15, pages.keySet().toString());
            int masked = 0;
            for (Map.Entry<String, Document> page : pages.entrySet()) {
                String html = page.getValue().outerHtml();
                for (String secret : List.of(key, assigned, "t0ken".repeat(6))) {
                    int at = html.indexOf(secret);
                    assertTrue(
                            at < 0, () -> page.getKey() + " shows " + html.substring(Math.max(0, at - 60), at + 9));
                }
                masked += html.contains("[masked: ") ? 1 : 0;
                String swapped = inspector.swap(page.getKey()).body();
                assertFalse(swapped.contains(key) || swapped.contains(assigned), page.getKey());
            }
            assertTrue(masked > 8, "pages with something masked: " + masked);
            String frame = pages.keySet().stream()
                    .filter(page -> page.contains("/frames"))
                    .map(page -> page.replaceAll("/frames.*", "/f/7"))
                    .findFirst()
                    .orElseThrow();
            Document before = inspector.page(frame);
            assertTrue(before.select("header").text().contains("masked Reveal"), before.select("header").text());
            String reveal = before.select("header a:containsOwn(Reveal)").attr("href");
            assertTrue(inspector.page(reveal).outerHtml().contains(key));
            for (String format : List.of("csv", "json", "md")) {
                String file = inspector.get("/matrix/" + format).body();
                assertFalse(file.contains(key) || file.contains(assigned), format);
            }
            assertFalse(inspector.log().contains(key), "log");
        }
    }

    private static void assertSame(String expected, String found, String where) {
        int same = 0;
        while (same < Math.min(expected.length(), found.length()) && expected.charAt(same) == found.charAt(same)) {
            same++;
        }
        int from = Math.max(0, same - 160);
        assertEquals(
                expected.substring(from, Math.min(expected.length(), same + 80)),
                found.substring(from, Math.min(found.length(), same + 80)),
                where);
    }

    private Map<String, String> skeletons(String words, String name) throws IOException {
        Path tapes = folder.resolve(name);
        Tapes.turn(tapes, "codex/a/recording.ndjson", words).write();
        try (TestInspector inspector = TestInspector.of(tapes)) {
            // Addresses hold ids and filters, which differ between two recordings; the pages come in one order.
            int[] number = {0};
            return inspector.crawl(40).entrySet().stream()
                    .collect(Collectors.toMap(
                            page -> "%03d %s".formatted(
                                    number[0]++, page.getKey().replaceAll("[a-z2-7]{16}|\\?.*", "…")),
                            page -> skeleton(page.getValue().body()),
                            (one, other) -> one,
                            java.util.TreeMap::new));
        }
    }

    /** Elements, classes and attribute names; values that come from recordings or name one are left out. */
    private static String skeleton(Element element) {
        StringBuilder out = new StringBuilder("<").append(element.normalName());
        for (Attribute attribute : element.attributes()) {
            if (attribute.getKey().equals("title")) {
                continue; // long words have one so that they can be read in full
            }
            boolean address = List.of("href", "action", "hx-get", "data-live", "data-newest")
                    .contains(attribute.getKey());
            boolean recorded = address || List.of(
                    "value", "aria-label", "d", "x", "y", "width", "height")
                    .contains(attribute.getKey());
            out.append(' ').append(attribute.getKey()).append(recorded ? "" : "=" + attribute.getValue());
            if (address) {
                assertTrue(
                        attribute.getValue().matches("[/#].*") && !attribute.getValue().startsWith("//"),
                        attribute.getValue());
            }
        }
        out.append('>');
        element.children().forEach(child -> out.append(skeleton(child)));
        return out.append("</>").toString();
    }

    private static void check(String address, Element element) {
        for (Attribute attribute : element.attributes()) {
            String where = address + " " + element.normalName() + " " + attribute;
            assertFalse(attribute.getKey().startsWith("on"), where);
            boolean link = List.of("href", "src", "action", "hx-get", "formaction", "srcset", "xlink:href")
                    .contains(attribute.getKey());
            assertTrue(
                    !link || attribute.getValue().startsWith("#") || attribute.getValue().matches("/[^/].*|/"), where);
        }
        boolean inline = element.normalName().equals("script") && !element.hasAttr("src");
        assertFalse(inline, address);
    }
}
