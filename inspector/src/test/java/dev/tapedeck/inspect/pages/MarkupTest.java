package dev.tapedeck.inspect.pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** S14: what the code of the pages may not contain, so that no recorded text can become markup. */
class MarkupTest {
    private static final Path SOURCES = Path.of("src/main/java/dev/tapedeck/inspect");
    /** Links and form targets come from routes alone; a report points those that two classes made at its files. */
    private static final List<String> LINK_MAKERS = List.of("Html.java", "Shell.java", "ReportFolder.java");

    @Test
    void S14_no_class_writes_markup_that_is_not_escaped() throws IOException {
        assertEquals(
                List.of(),
                matches(
                        "rawHtml|UnescapedText|TagCreator\\.join|(?<!\\.)\\bjoin\\(|\"[^\"]*<[a-z/!][^\"]*>[^\"]*\"",
                        List.of()));
    }

    @Test
    void S14_attribute_names_are_constants() throws IOException {
        // A name that is no literal starts with a letter and is no ternary of ours.
        assertEquals(List.of(), matches("\\.(?:attr|withData)\\((?!\"[A-Za-z-]+\"|$)", List.of()));
        assertEquals(List.of(), matches("\\.condAttr\\((?!.*\"[a-z-]+\")(?!$)", List.of()));
    }

    @Test
    void S14_no_attribute_carries_style_or_script() throws IOException {
        assertEquals(List.of(), matches("withStyle|\"style\"|[aA]ttr\\((?:.*, )?\"on[a-z]+\"|withOn[A-Z]", List.of()));
    }

    @Test
    void S14_only_two_classes_make_links() throws IOException {
        assertEquals(List.of(), matches("withHref|withSrc|withAction|\"href\"|\"src\"|\"action\"", LINK_MAKERS).stream()
                // Drawings refer to their own symbols, and zones of the map are links by route.
                .filter(
                        line -> !line.startsWith("Glyph.java") && !line.contains("route.apply")
                                && !line.contains("place.apply"))
                .toList());
    }

    @Test
    void class_names_and_ids_never_come_from_a_recording() throws IOException {
        List<String> computed = matches("with(?:Class|Id)\\((?!\")", List.of("Page.java"));
        assertTrue(computed.size() < 25, "computed class names are all ours: " + computed);
        assertEquals(List.of(), computed.stream()
                .filter(
                        line -> line.matches(
                                ".*(?:recording|header|payload|kind\\.kind|message|json)\\(.*withClass\\(.*"))
                .filter(line -> line.matches(".*withClass\\([^\"]*(?:recording|header|payload|message|json).*"))
                .toList());
    }

    private static List<String> matches(String regex, List<String> except) throws IOException {
        Pattern pattern = Pattern.compile(regex);
        List<String> found = new ArrayList<>();
        int files = 0;
        try (Stream<Path> sources = Files.walk(SOURCES)) {
            for (Path file : sources.filter(path -> path.toString().endsWith(".java")).toList()) {
                files++;
                if (except.contains(file.getFileName().toString())) {
                    continue;
                }
                for (String line : Files.readAllLines(file)) {
                    Matcher matcher = pattern.matcher(line);
                    if (!line.strip().startsWith("*") && !line.strip().startsWith("/") && matcher.find()) {
                        found.add(file.getFileName() + ": " + line.strip());
                    }
                }
            }
        }
        assertTrue(files > 20, "sources found");
        return found;
    }
}
