package dev.tapedeck.acceptance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.golden.View;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoIT {
    @TempDir
    Path folder;

    @Test
    void the_table_shows_real_sessions_without_trouble_and_the_demo_set_with_some() throws Exception {
        Map<String, FileTime> before = goldens();
        String out = Program.in(folder).run("demo", "--no-inspect").exits(0).out();
        List<String> heads = List.of(
                "sessions", "frames", "mapped", "duplicate", "dropped", "unmapped", "faulted", "goldens");
        assertEquals(heads, words(out.lines().findFirst().orElseThrow()));

        List<String> codex = row(out, "codex");
        assertTrue(number(codex, 1) >= 30, codex.toString());
        assertEquals(number(codex, 2), number(codex, 3) + number(codex, 4) + number(codex, 5), codex.toString());
        assertEquals(List.of("0", "0"), codex.subList(6, 8));
        assertEquals(View.values().length * number(codex, 1), number(codex, 8), codex.toString());
        assertEquals("passing", codex.getLast());

        List<String> demo = row(out, "demo");
        assertEquals(List.of("3", "1", "14", "passing,", "1", "changed"), demo.subList(6, 12));
        assertEquals(before, goldens(), "the checkout's goldens are left alone");
    }

    @Test
    void links_of_the_first_page_lead_to_the_unmapped_kind_the_faulted_frame_and_the_changed_golden() throws Exception {
        try (Demo demo = Demo.start(folder)) {
            Document first = demo.page("/");
            List<Element> lines = first.select(".todo a");
            assertEquals(3, lines.size(), first.select(".todo").text());

            Document kind = demo.page(lines.get(0).attr("href"));
            assertTrue(lines.get(0).text().endsWith("3 frames, no rule"), lines.get(0).text());
            List<String> code = kind.select("pre.code:not(#fixture)").eachText();
            assertEquals(3, code.stream().filter(text -> text.startsWith("{")).count(), "samples");
            assertTrue(kind.select("#rule-line").text().startsWith(".map("), kind.text());

            Document frame = demo.page(lines.get(1).attr("href"));
            assertEquals(
                    List.of("Raw frame", "Canonical events", "State change"), frame.select(".step > h3 b").eachText());
            assertTrue(frame.select("#detail").text().contains("expected a string, found null"), frame.text());
            assertTrue(frame.select("tr.host").text().contains("resync"), frame.select("tr.host").text());

            Document golden = demo.page(lines.get(2).attr("href"));
            assertTrue(golden.select(".why").text().contains("The mapper changed"), golden.select(".why").text());
            assertEquals("0", golden.select("td.w mark").text());
            Document source = demo.page(golden.select(".why a:contains(frame)").attr("href"));
            assertTrue(source.select("#detail").text().contains("exitCode"), source.select("#detail").text());
        }
    }

    @Test
    void no_page_of_the_bundled_recordings_is_larger_than_150_kilobytes() throws Exception {
        try (Demo demo = Demo.start(folder)) {
            for (String path : List.of(
                    "/", "/sessions", "/matrix", "/matrix?model=concepts", "/matrix?model=runtime", "/unmapped",
                    "/runs", "/goldens")) {
                Document page = demo.page(path);
                page.outputSettings(new Document.OutputSettings().prettyPrint(false));
                int size = page.outerHtml().getBytes(StandardCharsets.UTF_8).length;
                assertTrue(size > 1000 && size < 150_000, path + ": " + size);
            }
        }
    }

    /** The inspector that {@code tapedeck demo} opens, and somebody who was given its address. */
    private record Demo(Process process, URI address) implements AutoCloseable {
        static Demo start(Path folder) throws Exception {
            Path out = folder.resolve("demo.txt");
            Process process = Program.in(folder)
                    .builder("demo", "--no-open", "--port", "0")
                    .redirectErrorStream(true)
                    .redirectOutput(out.toFile())
                    .start();
            Pattern open = Pattern.compile("Open (http\\S+)");
            Awaitility.await().atMost(Duration.ofSeconds(120)).until(() ->
                    open.matcher(Files.readString(out)).find() || !process.isAlive());
            Matcher address = open.matcher(Files.readString(out));
            assertTrue(address.find(), Files.readString(out));
            return new Demo(process, URI.create(address.group(1)));
        }

        /** A page, once every recording was replayed for it. */
        Document page(String path) throws Exception {
            String token = address.getQuery().replaceFirst("token=", "");
            HttpRequest request = HttpRequest.newBuilder(address.resolve(path))
                    .header("Authorization", "Bearer " + token)
                    .build();
            try (HttpClient client = HttpClient.newHttpClient()) {
                return Awaitility.await().atMost(Duration.ofSeconds(120)).until(
                        () -> Jsoup.parse(client.send(request, HttpResponse.BodyHandlers.ofString()).body()),
                        page -> page.select("meta[http-equiv=refresh]").isEmpty());
            }
        }

        @Override
        public void close() {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private static List<String> row(String out, String set) {
        return out.lines().map(DemoIT::words).filter(words -> words.getFirst().equals(set)).findFirst().orElseThrow();
    }

    private static List<String> words(String line) {
        return Arrays.asList(line.strip().split(" +"));
    }

    private static long number(List<String> row, int column) {
        return Long.parseLong(row.get(column));
    }

    private static Map<String, FileTime> goldens() throws Exception {
        Map<String, FileTime> files = new TreeMap<>();
        try (Stream<Path> walk = Files.walk(Program.PROJECT.resolve("golden"))) {
            for (Path file : walk.filter(Files::isRegularFile).toList()) {
                files.put(file.toString(), Files.getLastModifiedTime(file));
            }
        }
        return files;
    }
}
