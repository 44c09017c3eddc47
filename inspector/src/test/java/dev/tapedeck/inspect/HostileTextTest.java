package dev.tapedeck.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jsoup.nodes.Attribute;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recordings are hostile input: whatever stands in them, pages only ever show it. */
class HostileTextTest {
    private static final String BENIGN = "harmless words";
    private static final List<String> CORPUS = List.of(
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
            boolean recorded = List.of(
                    "href", "hx-get", "value", "aria-label", "action", "d", "x", "y", "width", "height")
                    .contains(attribute.getKey());
            out.append(' ').append(attribute.getKey()).append(recorded ? "" : "=" + attribute.getValue());
            if (
                    attribute.getKey().equals("href") || attribute.getKey().equals("action")
                            || attribute.getKey().equals("hx-get")) {
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
