package dev.tapedeck.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The test that README.md shows, compiled as printed and run in the folder of a small project of its own. */
class GoldenTestsTest {
    private static final Path PROJECT = Path.of("").toAbsolutePath().getParent();
    private static final String CLASS_PATH =
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    private static final String IMPORTS = """
            import dev.tapedeck.junit.GoldenTests;
            import java.io.IOException;
            import java.nio.file.Path;
            import java.util.stream.Stream;
            import org.junit.jupiter.api.DynamicNode;
            import org.junit.jupiter.api.TestFactory;
            """;

    @TempDir
    Path folder;

    @BeforeEach
    void write_the_small_project() throws IOException {
        compile(IMPORTS + readmeTest());
        recording("codex/one");
    }

    @Test
    void the_test_in_the_readme_has_three_lines() throws IOException {
        assertEquals(3, readmeTest().lines().filter(line -> line.startsWith("    ") && !line.equals("    }")).count());
    }

    @Test
    void a_new_recording_fails_every_view_until_it_is_approved_by_name() throws IOException, InterruptedException {
        String before = run(Map.of());
        assertEquals(5, count(before, "FAILED dynamic-test"), before);
        assertTrue(before.contains("codex/one/canonical: nothing was approved yet"), before);
        assertTrue(before.contains("tapedeck golden approve --golden golden codex/one/canonical"), before);
        assertEquals(List.of(), approved());
        String approving = run(Map.of("TAPEDECK_APPROVE", "codex/one"));
        assertEquals(0, count(approving, "FAILED"), approving);
        assertEquals(5, approved().size());
        String after = run(Map.of());
        assertEquals(6, count(after, "SUCCESSFUL dynamic-test"), after);
        assertEquals(0, count(after, "FAILED"), after);
    }

    @Test
    void a_difference_shows_its_first_line_and_how_to_approve_and_no_other_test_fails() throws Exception {
        run(Map.of("TAPEDECK_APPROVE", "all"));
        Path canonical = folder.resolve("golden/codex/one/canonical.approved.ndjson");
        List<String> lines = Files.readAllLines(canonical);
        String changed = lines.get(1).replaceFirst("\"type\":\"", "\"type\":\"other-");
        Files.writeString(canonical, lines.getFirst() + "\n" + changed + "\n"
                + String.join("\n", lines.subList(2, lines.size())) + "\n");
        String out = run(Map.of());
        assertEquals(1, count(out, "FAILED"), out);
        assertTrue(out.contains("codex/one/canonical: line 2 is not the approved one\n  approved: " + changed), out);
        assertTrue(out.contains("\n  received: " + lines.get(1)), out);
        assertTrue(out.contains("TAPEDECK_APPROVE=codex/one/canonical"), out);
        assertTrue(Files.exists(folder.resolve("golden/codex/one/canonical.received.ndjson")));
    }

    @Test
    void in_ci_nothing_is_ever_approved() throws IOException, InterruptedException {
        String out = run(Map.of("CI", "true", "TAPEDECK_APPROVE", "all"));
        assertEquals(5, count(out, "FAILED dynamic-test"), out);
        assertTrue(out.contains("CI never approves"), out);
        assertEquals(List.of(), approved());
    }

    @Test
    void a_golden_without_a_recording_and_a_folder_without_recordings_fail() throws Exception {
        recording("codex/two");
        run(Map.of("TAPEDECK_APPROVE", "all"));
        Files.delete(folder.resolve("fixtures/codex/two/recording.ndjson"));
        String out = run(Map.of());
        assertEquals(1, count(out, "FAILED"), out);
        assertTrue(out.contains("no recording gives these any more:\n  codex/two/canonical"), out);
        Files.delete(folder.resolve("fixtures/codex/one/recording.ndjson"));
        String empty = run(Map.of());
        assertTrue(empty.contains("a recording expected"), empty);
        assertEquals(1, count(empty, "FAILED test-factory"), empty);
    }

    @Test
    void a_recording_that_cannot_be_replayed_fails_with_the_reason() throws Exception {
        Path broken = Files.createDirectories(folder.resolve("fixtures/codex/broken"));
        Files.writeString(broken.resolve("recording.ndjson"), "{\"tape\":99}\n");
        String out = run(Map.of("TAPEDECK_APPROVE", "all"));
        assertEquals(5, count(out, "FAILED"), out);
        assertTrue(out.contains("codex/broken could not be replayed: "), out);
        assertEquals(5, approved().size());
    }

    private static String readmeTest() throws IOException {
        List<MatchResult> blocks = Pattern.compile("```java\n(.*?)\n```", Pattern.DOTALL)
                .matcher(Files.readString(PROJECT.resolve("README.md")))
                .results()
                .toList();
        assertEquals(1, blocks.size());
        return blocks.getFirst().group(1);
    }

    private void compile(String source) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        JavaFileObject file = new SimpleJavaFileObject(URI.create("string:///RecordingsTest.java"),
                JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return source;
            }
        };
        List<String> options = List.of("-cp", CLASS_PATH, "-d", folder.toString(), "-proc:none");
        assertTrue(compiler.getTask(null, null, null, options, null, List.of(file)).call(), source);
    }

    private void recording(String scenario) throws IOException {
        Path place = Files.createDirectories(folder.resolve("fixtures").resolve(scenario));
        Files.copy(
                PROJECT.resolve("fixtures/codex/login-api-key/recording.ndjson"), place.resolve("recording.ndjson"));
    }

    /** Prints one line for each test that ran, with its failure below. */
    private String run(Map<String, String> environment) throws IOException, InterruptedException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        ProcessBuilder builder = new ProcessBuilder(
                java.toString(), "-XX:+UseSerialGC", "-cp", folder + System.getProperty("path.separator") + CLASS_PATH,
                SmallProject.class.getName(), "RecordingsTest");
        builder.environment().keySet().removeAll(List.of("CI", GoldenTests.APPROVE));
        builder.environment().putAll(environment);
        Process process = builder.directory(folder.toFile()).redirectErrorStream(true).start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), out);
        assertFalse(out.isBlank());
        return out;
    }

    private List<String> approved() throws IOException {
        Path goldens = folder.resolve("golden");
        if (!Files.exists(goldens)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(goldens)) {
            return files.map(Path::getFileName).map(Path::toString).filter(name -> name.contains(".approved."))
                    .toList();
        }
    }

    private static int count(String text, String words) {
        return text.split(Pattern.quote(words), -1).length - 1;
    }
}
