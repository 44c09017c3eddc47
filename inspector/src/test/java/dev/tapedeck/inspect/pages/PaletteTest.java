package dev.tapedeck.inspect.pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Recomputes the contrasts of the design's table from the style sheet. */
class PaletteTest {
    private static final double TEXT = 4.5;
    private static final double SHAPE = 3.0;

    @Test
    void text_and_shapes_have_the_contrast_that_WCAG_asks_for_in_both_themes() throws IOException {
        List<List<String>> texts = List.of(
                List.of("fg", "bg", "sunk", "sel", "add-bg", "add-w", "del-bg", "del-w", "acc-bg", "gap-bg", "unm-bg"),
                List.of("fg2", "bg", "sunk", "sel"),
                List.of("acc", "bg", "sunk", "acc-bg", "sel"),
                List.of("on-acc", "acc"),
                List.of("ok", "bg", "ok-bg"), List.of("gap", "bg", "gap-bg", "sunk"), List.of("drop", "drop-bg"),
                List.of("unm", "bg", "unm-bg"), List.of("mis", "bg", "mis-bg"), List.of("add", "add-bg"),
                List.of("del", "del-bg"));
        for (String theme : List.of("light", "dark")) {
            Map<String, String> colours = colours(theme);
            for (List<String> pair : texts) {
                for (String ground : pair.subList(1, pair.size())) {
                    double contrast = contrast(colours.get(pair.getFirst()), colours.get(ground));
                    assertTrue(contrast >= TEXT, theme + ": " + pair.getFirst() + " on " + ground + " is " + contrast);
                }
            }
            assertTrue(contrast(colours.get("edge"), colours.get("bg")) >= SHAPE, theme);
        }
    }

    @Test
    void every_rule_that_colours_words_can_be_read_on_its_ground() throws IOException {
        Pattern rule = Pattern.compile("([^{}]+)\\{([^{}]*)\\}");
        Pattern words = Pattern.compile("(?:^|;)color:var\\(--([a-z0-9-]+)\\)");
        Pattern ground = Pattern.compile("(?:^|;)background(?:-color)?:var\\(--([a-z0-9-]+)\\)");
        Map<String, String> light = colours("light");
        Map<String, String> dark = colours("dark");
        int looked = 0;
        for (MatchResult found : rule.matcher(css()).results().toList()) {
            Matcher text = words.matcher(found.group(2));
            Matcher behind = ground.matcher(found.group(2));
            if (!text.find() || text.group(1).equals("on-acc") && !behind.find(0)) {
                continue;
            }
            List<String> grounds = behind.find(0) ? List.of(behind.group(1)) : List.of("bg", "sunk");
            for (String each : grounds) {
                String pair = found.group(1).strip() + ": " + text.group(1) + " on " + each + " is ";
                double bright = contrast(light.get(text.group(1)), light.get(each));
                double dim = contrast(dark.get(text.group(1)), dark.get(each));
                assertTrue(bright >= TEXT && dim >= TEXT, pair + bright + ", in the dark " + dim);
                looked++;
            }
        }
        assertTrue(looked > 80, "pairs looked at: " + looked);
    }

    @Test
    void the_dark_theme_is_the_same_whether_the_system_or_the_visitor_chose_it() throws IOException {
        String css = css();
        String system = css.substring(css.indexOf("not([data-theme=light]){") + 24);
        String chosen = css.substring(css.indexOf(":root[data-theme=dark]{color-scheme:dark;") + 41);
        assertEquals(system.substring(0, system.indexOf('}')), chosen.substring(0, chosen.indexOf('}')));
    }

    @Test
    void the_style_sheet_loads_nothing() throws IOException {
        assertFalse(css().contains("url("));
        assertFalse(css().contains("@import"));
    }

    @Test
    void the_script_is_smaller_than_ten_kilobytes() throws IOException {
        assertTrue(resource("tapedeck.js").length < 10_000);
    }

    private static Map<String, String> colours(String theme) throws IOException {
        String css = css();
        Map<String, String> colours = new HashMap<>(declared(css, ":root{color-scheme:light dark;"));
        if (theme.equals("dark")) {
            colours.putAll(declared(css, ":root[data-theme=dark]{"));
        }
        return colours;
    }

    private static Map<String, String> declared(String css, String block) {
        int start = css.indexOf(block);
        Matcher matcher = Pattern.compile("--([a-z0-9-]+):(#[0-9a-f]{6})").matcher(
                css.substring(start, css.indexOf('}', start)));
        Map<String, String> colours = new HashMap<>();
        while (matcher.find()) {
            colours.put(matcher.group(1), matcher.group(2));
        }
        return colours;
    }

    private static double contrast(String one, String other) {
        double a = luminance(one);
        double b = luminance(other);
        return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    }

    private static double luminance(String colour) {
        double[] weights = {0.2126, 0.7152, 0.0722};
        double sum = 0;
        for (int i = 0; i < 3; i++) {
            double part = Integer.parseInt(colour.substring(1 + 2 * i, 3 + 2 * i), 16) / 255.0;
            sum += weights[i] * (part <= 0.04045 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4));
        }
        return sum;
    }

    private static String css() throws IOException {
        return new String(resource("tapedeck.css"), StandardCharsets.UTF_8);
    }

    private static byte[] resource(String name) throws IOException {
        try (InputStream in = Assets.class.getResourceAsStream("/dev/tapedeck/inspect/" + name)) {
            return in.readAllBytes();
        }
    }
}
