package dev.tapedeck.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.cli.Tapedeck;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Recordings that are written while they are looked at. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LiveTest {
    private static final String TURN = "{\"method\":\"turn/%s\",\"params\":{\"threadId\":\"t\",\"turn\":"
            + "{\"id\":\"u\",\"items\":[],\"status\":\"%s\"}}}\n";
    private static final String DELTA = "{\"method\":\"item/agentMessage/delta\",\"params\":{\"threadId\":\"t\","
            + "\"turnId\":\"u\",\"itemId\":\"i\",\"delta\":\"word %d \"}}\n";

    @TempDir
    Path folder;

    @Test
    void a_process_that_is_recorded_is_followed_frame_by_frame() throws Exception {
        Path file = folder.resolve("slow.ndjson");
        Process recorder = record(file);
        try (TestInspector inspector = TestInspector.of(folder)) {
            OutputStream provider = recorder.getOutputStream();
            say(provider, TURN.formatted("started", "inProgress"));
            Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> Files.exists(file) && Files.size(file) > 0);
            String frames = frames(inspector);
            Document first = until(inspector, frames, page -> rows(page) == 1);
            assertEquals("2", first.select(".live[data-live]").attr("data-frames"));
            String stream = first.select(".live[data-live]").attr("data-live");
            try (News news = new News(inspector, stream)) {
                news.until("\"frames\":2,"); // what was said to the provider is a frame too
                for (int i = 0; i < 5; i++) {
                    say(provider, DELTA.formatted(i));
                    news.until("\"frames\":" + 2 * (i + 2) + ",");
                }
            }
            Document growing = until(inspector, frames, page -> rows(page) == 6);
            assertTrue(growing.select(".hd").text().contains("recording"), "the head says that it goes on");
            assertEquals(1, growing.select(".note a:contains(Follow)").size(), "the way without a script");
            Document newest = inspector.page(growing.select(".note a:contains(Newest)").attr("href"));
            assertEquals(6, rows(newest));
            Document opened = inspector.page(frames + "?sel=" + lastSeq(growing));
            assertTrue(opened.select("#detail").text().contains("word 4"), "the newest frame opens in three steps");
            until(inspector, "/sessions", page -> page.select("tbody").text().contains("recording"));
            assertEquals(frames, frames(inspector), "one address from the first frame on");
            say(provider, TURN.formatted("completed", "completed"));
            provider.close();
            assertEquals(0, recorder.waitFor());
            Document over = until(inspector, frames, page -> page.select(".note a:contains(Follow)").isEmpty());
            assertEquals(7, rows(over));
            assertEquals(frames, frames(inspector), "and when the recorder has completed the header");
        } finally {
            recorder.destroyForcibly();
        }
    }

    @Test
    void following_shows_the_last_page_and_comes_again_without_a_script() throws Exception {
        Path file = tape(450).write();
        try (TestInspector inspector = TestInspector.of(folder)) {
            String frames = frames(inspector);
            assertEquals(200, rows(inspector.page(frames)));
            append(file, 452);
            Document page = until(inspector, frames, one -> !one.select(".note a:contains(Follow)").isEmpty());
            String follow = page.select(".note a:contains(Follow)").attr("href");
            Document newest = until(inspector, follow, one -> one.select(".foot").text().contains("of 451"));
            assertEquals("252–451 of 451", newest.select(".foot strong").text());
            assertEquals("5", newest.select("noscript meta[http-equiv=refresh]").attr("content"));
            assertEquals(1, newest.select(".live[data-follows]").size());
            assertTrue(page.select("noscript meta").isEmpty(), "off by default");
        }
    }

    @Test
    void a_recording_that_grows_is_not_replayed_again_from_its_start() throws Exception {
        Path file = tape(30).write();
        try (TestInspector inspector = TestInspector.of(folder)) {
            String frames = frames(inspector);
            inspector.page(frames);
            for (int seq = 32; seq < 40; seq++) {
                append(file, seq);
                int expected = seq - 1;
                Document page = until(inspector, frames, one -> rows(one) == expected);
                assertFalse(page.text().contains("Replaying"), "nobody waits");
            }
        }
    }

    @Test
    void a_file_that_is_cut_or_replaced_shows_what_stands_in_it_now() throws Exception {
        Path file = tape(30).write();
        try (TestInspector inspector = TestInspector.of(folder)) {
            String frames = frames(inspector);
            append(file, 32);
            until(inspector, frames, one -> rows(one) == 31);
            tape(12).write(); // the same file, shorter
            until(inspector, frames, one -> rows(one) == 12);
            append(file, 14);
            until(inspector, frames, one -> rows(one) == 13);
            Path moved = Files.move(file, folder.resolve("moved.ndjson"));
            append(moved, 15);
            until(inspector, frames, one -> rows(one) == 14);
            Files.delete(moved);
            Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> inspector.get(frames).statusCode() == 404);
        }
    }

    @Test
    void a_cut_off_recording_is_not_called_one_that_is_written() throws Exception {
        tape(10).write();
        try (TestInspector inspector = TestInspector.of(folder)) {
            Document page = inspector.page(frames(inspector));
            assertTrue(page.select(".note a:contains(Follow)").isEmpty());
        }
    }

    private Tapes.Tape tape(int frames) {
        Tapes.Tape tape = Tapes.at(folder, "tape.ndjson").line("\"dir\":\"host\",\"act\":\"spawn\",\"pid\":1");
        for (int i = 0; i < frames; i++) {
            tape.out(DELTA.formatted(i).strip());
        }
        return tape;
    }

    private static void append(Path file, int seq) throws IOException {
        String line = "{\"seq\":" + seq + ",\"t\":" + seq * 1000 + ",\"dir\":\"out\",\"frame\":"
                + DELTA.formatted(seq).strip()
                + "}\n";
        Files.writeString(file, line, StandardOpenOption.APPEND);
    }

    /** The provider is {@code cat}: what is said to the recorder comes back, and both ways are recorded. */
    private static Process record(Path file) throws IOException {
        return new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Tapedeck.class.getName(),
                        "record",
                        "--provider",
                        "codex",
                        "--wire",
                        "codex.app-server",
                        "-o",
                        file.toString(),
                        "--",
                        "sh",
                        "-c",
                        "while read -r line; do printf '%s\\n' \"$line\"; done"))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static void say(OutputStream provider, String line) throws IOException {
        provider.write(line.getBytes(StandardCharsets.UTF_8));
        provider.flush();
    }

    private static String frames(TestInspector inspector) {
        List<String> found = new ArrayList<>();
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> {
            found.add(inspector.page("/sessions").select("tbody th a").attr("href"));
            return !found.getLast().isEmpty();
        });
        return found.getLast();
    }

    private static Document until(TestInspector inspector, String address, Predicate<Document> there) {
        List<Document> seen = new ArrayList<>();
        Awaitility.await(address).atMost(Duration.ofSeconds(20)).until(() -> {
            HttpResponse<String> answer = inspector.get(address);
            seen.add(Jsoup.parse(answer.body()));
            return answer.statusCode() == 200 && there.test(seen.getLast());
        });
        return seen.getLast();
    }

    /** Frames of the provider: what the host wrote beside them is the same text on its way in. */
    private static int rows(Document page) {
        return (int) page.select(".ls tr[data-row]").stream()
                .filter(row -> !row.select(".dir.in").isEmpty())
                .count();
    }

    private static String lastSeq(Document page) {
        return page.select(".ls tr[data-row] td:nth-child(2) a").last().text();
    }

    /** The event stream of an open page. */
    private static final class News implements AutoCloseable {
        private final HttpURLConnection connection;
        private final BufferedReader lines;

        News(TestInspector inspector, String address) throws IOException {
            connection = (HttpURLConnection) inspector.address().resolve(address).toURL().openConnection();
            connection.setRequestProperty("Cookie", inspector.cookie());
            connection.setReadTimeout(20_000);
            lines = new BufferedReader(new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8));
        }

        void until(String told) throws IOException {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("data: ") && line.contains(told)) {
                    return;
                }
            }
            throw new IOException("the stream ended before it told " + told);
        }

        @Override
        public void close() {
            connection.disconnect();
        }
    }
}
