package dev.tapedeck.inspect.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.inspect.Tapes;
import dev.tapedeck.inspect.TestInspector;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** What a page does by itself: it tells of new frames, and keeps a hint away that somebody put away. */
class LiveBrowserTest {
    private static final String DELTA = "{\"method\":\"item/agentMessage/delta\",\"params\":{\"threadId\":\"t\","
            + "\"turnId\":\"u\",\"itemId\":\"i\",\"delta\":\"word %d \"}}";

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
    void a_new_frame_is_announced_and_shown_when_the_reader_asks_for_it() throws IOException {
        Path file = recording(3);
        try (TestInspector inspector = TestInspector.of(folder)) {
            String frames = inspector.page("/sessions").select("tbody th a").attr("href");
            chromium.cookie(inspector.address(), inspector.cookie());
            chromium.open(inspector.address().resolve(frames));
            settle("document.querySelector('.live .words').textContent == 'Live'");
            append(file, 5);
            settle("document.querySelector('.live .words').textContent == '1 new frame'");
            assertEquals(3, rows(), "no row moves under a reader");
            chromium.evaluate("document.querySelector('.live button').click()");
            settle("document.querySelectorAll('.ls tr[data-row]').length == 4");
            assertTrue(chromium.evaluate("document.querySelector('#detail').textContent").asText().contains("word 5"));
            assertTrue(chromium.evaluate("document.querySelector('.live button').hidden").asBoolean());
        }
    }

    @Test
    void who_follows_sees_a_new_frame_without_asking() throws IOException {
        Path file = recording(3);
        append(file, 5);
        try (TestInspector inspector = TestInspector.of(folder)) {
            String frames = inspector.page("/sessions").select("tbody th a").attr("href");
            chromium.cookie(inspector.address(), inspector.cookie());
            chromium.open(inspector.address().resolve(frames + "?follow=on"));
            settle("document.querySelector('.live .words').textContent == 'Live'");
            append(file, 6);
            settle("document.querySelectorAll('.ls tr[data-row]').length == 5");
            settle("document.querySelector('tr.sel a').textContent == '6'");
        }
    }

    @Test
    void a_hint_that_was_put_away_stays_away_and_the_others_stay() throws IOException {
        recording(3);
        try (TestInspector inspector = TestInspector.of(folder)) {
            String frames = inspector.page("/sessions").select("tbody th a").attr("href");
            String frame = frames.replace("/frames", "/f/2");
            assertTrue(inspector.page(frames).select(".hint button").first().hasAttr("hidden"), "only a script can");
            chromium.cookie(inspector.address(), inspector.cookie());
            chromium.open(inspector.address().resolve(frames));
            assertEquals("One frame, three steps", chromium.evaluate("document.querySelector('.hint b').textContent")
                    .asText());
            chromium.evaluate("document.querySelector('.hint button').click()");
            for (String page : new String[] {frames, frame}) {
                chromium.open(inspector.address().resolve(page));
                assertTrue(chromium.evaluate("!document.querySelector('.hint')").asBoolean(), page);
            }
            Tapes.turn(folder, "codex/one.ndjson", "greeting").write();
            Awaitility.await().atMost(Duration.ofSeconds(30)).until(() ->
                    !inspector.page("/").select(".todo.go li").isEmpty());
            chromium.open(inspector.address().resolve("/"));
            assertEquals("Begin here", chromium.evaluate("document.querySelector('.hint b').textContent").asText());
        }
    }

    private int rows() {
        return chromium.evaluate("document.querySelectorAll('.ls tr[data-row]').length").asInt();
    }

    private void settle(String condition) {
        Awaitility.await(condition).atMost(Duration.ofSeconds(30))
                .until(() -> chromium.evaluate("!!(" + condition + ")").asBoolean());
    }

    private Path recording(int frames) throws IOException {
        Tapes.Tape tape = Tapes.at(folder, "tape.ndjson").line("\"dir\":\"host\",\"act\":\"spawn\",\"pid\":1");
        for (int i = 0; i < frames; i++) {
            tape.out(DELTA.formatted(i));
        }
        return tape.write();
    }

    private static void append(Path file, int seq) throws IOException {
        Files.writeString(file, "{\"seq\":" + seq + ",\"t\":" + seq * 1000 + ",\"dir\":\"out\",\"frame\":"
                + DELTA.formatted(seq) + "}\n", StandardOpenOption.APPEND);
    }
}
