package dev.tapedeck.recorder;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.frame.Entry;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.frame.Header;
import dev.tapedeck.frame.HostAct;
import dev.tapedeck.frame.LineEnd;
import dev.tapedeck.frame.LogLine;
import dev.tapedeck.frame.Wire;
import dev.tapedeck.recording.RecordingReader;
import dev.tapedeck.recording.Strictness;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class SessionRecorderTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final List<String> warnings = new CopyOnWriteArrayList<>();

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void nameTheRecording() {
        file = folder.resolve("tape.ndjson");
    }

    @Test
    void both_directions_pass_through_and_are_recorded_in_the_order_they_came() throws Exception {
        SessionRecorder recorder = start("while read -r line; do echo \"got $line\"; done; echo last >&2");
        recorder.stdin().write("one\n{\"two\":2}\n".getBytes(UTF_8));
        recorder.stdin().close();
        SessionEnd end = recorder.await();

        assertEquals("got one\ngot {\"two\":2}\n", out.toString(UTF_8));
        assertEquals("last\n", err.toString(UTF_8));
        assertEquals(new SessionEnd(0, null, file, true), end);
        List<Entry> entries = read();
        assertEquals("spawn", ((HostAct) entries.getFirst()).act());
        assertEquals(
                List.of("in one", "in {\"two\":2}", "out got one", "out got {\"two\":2}", "stderr last"),
                entries.subList(1, entries.size()).stream().map(SessionRecorderTest::show).sorted().toList());
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    }

    @Test
    void an_answer_is_never_recorded_before_what_it_answers() throws Exception {
        SessionRecorder recorder = start("cat");
        for (int i = 0; i < 500; i++) {
            recorder.stdin().write((i + "\n").getBytes(UTF_8));
        }
        recorder.stdin().close();
        recorder.await();

        List<String> shown = read().stream().map(SessionRecorderTest::show).toList();
        for (int i = 0; i < 500; i++) {
            assertTrue(shown.indexOf("in " + i) < shown.indexOf("out " + i), "line " + i);
        }
    }

    @Test
    void an_unterminated_last_line_is_kept_and_told() throws Exception {
        start("printf 'one\\ntw'").await();
        assertEquals("one\ntw", out.toString(UTF_8));
        Frame last = (Frame) read().getLast();
        assertEquals("tw", last.payload().display());
        assertEquals(LineEnd.NONE, last.lineEnd());
    }

    @Test
    void exit_code_and_signal_are_told() throws Exception {
        assertEquals(new SessionEnd(3, null, file, true), start("exit 3").await());
        nameNext();
        assertEquals(new SessionEnd(137, "SIGKILL", file, true), start("kill -9 $$").await());
        try (RecordingReader reader = RecordingReader.open(file, Strictness.STRICT)) {
            while (reader.next() != null) {
                // Only the end matters here.
            }
            var ending = Objects.requireNonNull(reader.ending());
            assertEquals("SIGKILL", ending.signal());
            assertEquals(null, ending.exit());
            assertEquals("signalled", ending.reason());
        }
    }

    @Test
    void a_signal_reaches_the_child_and_the_recording() throws Exception {
        SessionRecorder recorder = start("trap 'echo told; exit 5' TERM; echo ready; while :; do sleep 0.05; done");
        awaitOutput("ready\n");
        recorder.signal("SIGTERM");
        assertEquals(5, recorder.await().exitCode());
        assertEquals("ready\ntold\n", out.toString(UTF_8));
        assertTrue(read().stream()
                .anyMatch(entry -> entry instanceof HostAct act
                        && act.act().equals(HostAct.SIGNAL)
                        && "SIGTERM".equals(act.facts().get("signal"))));
    }

    @Test
    void a_command_that_does_not_exist_is_named_and_its_recording_says_so() throws Exception {
        StartException failure = assertThrows(StartException.class, () -> recorder("no-such-program-anywhere", "x"));
        assertEquals("cannot start no-such-program-anywhere: not found on PATH", failure.getMessage());
        assertEquals(127, failure.exitCode());
        assertEquals("start-failed", Files.readString(file).replaceAll("(?s).*\"reason\":\"([a-z-]+)\".*", "$1"));
        assertTrue(Files.readString(file).contains("not found on PATH"));
    }

    @Test
    void a_file_that_cannot_be_run_is_told_apart_from_one_that_is_missing() throws Exception {
        Path text = Files.writeString(folder.resolve("text"), "no program");
        StartException failure = assertThrows(StartException.class, () -> recorder(text.toString()));
        assertEquals(126, failure.exitCode());
        assertEquals("cannot start " + text + ": Permission denied", failure.getMessage());
        nameNext();
        Path missing = folder.resolve("missing");
        assertEquals(127, assertThrows(StartException.class, () -> recorder(missing.toString())).exitCode());
    }

    @Test
    void C44_a_grandchild_that_holds_stdout_does_not_hold_the_session() throws Exception {
        long started = System.nanoTime();
        SessionRecorder recorder = start("sleep 600 & echo $! >&2; echo done");
        SessionEnd end = recorder.await();
        long pid = Long.parseLong(err.toString(UTF_8).trim());
        try {
            assertEquals(new SessionEnd(0, null, file, true), end);
            assertEquals("done\n", out.toString(UTF_8));
            assertTrue(ProcessHandle.of(pid).orElseThrow().isAlive(), "only the child may be ended");
            assertTrue(System.nanoTime() - started < 30_000_000_000L, "waited for the grandchild");
        } finally {
            ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    @Test
    void C44_a_grandchild_that_goes_on_writing_is_listened_to_for_a_bounded_time() throws Exception {
        SessionRecorder recorder = start("while sleep 0.05; do echo more; done & echo $! >&2; sleep 0.3; echo done");
        SessionEnd end = recorder.await();
        ProcessHandle.of(Long.parseLong(err.toString(UTF_8).trim())).ifPresent(ProcessHandle::destroyForcibly);
        assertEquals(new SessionEnd(0, null, file, true), end);
        String delivered = out.toString(UTF_8);
        assertTrue(delivered.contains("done\n"), delivered);
        assertTrue(delivered.indexOf("done\n") < delivered.lastIndexOf("more\n"), "nothing came after the exit");
    }

    @Test
    void a_host_that_reads_late_still_gets_everything() throws Exception {
        OutputStream slow = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                write(new byte[] {(byte) b}, 0, 1);
            }

            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
                try {
                    Thread.sleep(700);
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
                out.write(bytes, from, length);
            }
        };
        SessionRecorder recorder = start("head -c 200000 /dev/zero; sleep 600 2>&1 & echo $! >&2", slow);
        recorder.await();
        ProcessHandle.of(Long.parseLong(err.toString(UTF_8).trim())).ifPresent(ProcessHandle::destroyForcibly);
        assertEquals(200_000, out.size());
    }

    @Test
    void a_host_that_closes_stdout_ends_a_writing_child_as_a_pipe_would() throws Exception {
        OutputStream closed = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("Broken pipe");
            }
        };
        SessionRecorder recorder = start("exec yes", closed);
        assertEquals("SIGPIPE", recorder.await().signal());
    }

    @Test
    void a_recording_that_cannot_be_written_costs_one_warning_and_nothing_else() throws Exception {
        file = Path.of("/dev/null/nowhere/tape.ndjson");
        SessionRecorder recorder = start("cat; exit 4");
        recorder.stdin().write("kept\n".getBytes(UTF_8));
        recorder.stdin().close();
        assertEquals(new SessionEnd(4, null, null, false), recorder.await());
        assertEquals("kept\n", out.toString(UTF_8));
        assertEquals(1, warnings.size(), warnings.toString());
        assertTrue(warnings.getFirst().contains("/dev/null"), warnings.toString());
    }

    @Test
    void an_existing_recording_is_left_alone_and_the_next_free_name_is_taken() throws Exception {
        Files.writeString(file, "precious");
        SessionEnd end = start("echo 1").await();
        assertEquals(folder.resolve("tape-2.ndjson"), end.recording());
        assertEquals("precious", Files.readString(file));
    }

    @Test
    void the_header_learns_wire_and_version_from_the_first_frames() throws Exception {
        start("""
            echo '{"id":1,"result":{"userAgent":"me/1.2.3 (X)","codexHome":"/c","platformOs":"linux"}}'""")
                .await();
        Header header = header();
        assertEquals("codex", header.provider());
        assertEquals("codex.app-server", header.wire().name());
        assertEquals("1.2.3", header.version());
    }

    @Test
    void the_program_is_asked_for_its_version_where_no_frame_tells_it() throws Exception {
        Path codex = Files.writeString(folder.resolve("codex"), """
            #!/bin/sh
            [ "$1" = --version ] && { echo "codex-cli 9.8.7"; exit; }
            echo '{"type":"thread.started","thread_id":"t"}'
            """);
        Files.setPosixFilePermissions(codex, PosixFilePermissions.fromString("rwx------"));
        recorder(codex.toString(), "exec", "--json", "hello").await();
        Header header = header();
        assertEquals("codex.exec", header.wire().name());
        assertEquals("9.8.7", header.version());
        assertEquals(List.of(codex.toString(), "exec", "--json", "hello"), header.command());
    }

    @Test
    void what_the_user_names_outranks_what_is_detected() throws Exception {
        SessionRecorder.start(
                        Launch.of(List.of("echo", "{\"type\":\"thread.started\",\"thread_id\":\"t\"}")),
                        RecordingPlan.at(new RecordingPlace.Home(folder))
                                .withProvider("mine")
                                .withWire(new Wire("my.wire"))
                                .withScenario("tag"),
                        out,
                        err,
                        warnings::add)
                .await();
        try (var files = Files.list(folder.resolve("recordings/mine"))) {
            file = files.findFirst().orElseThrow();
        }
        assertTrue(file.getFileName().toString().matches("\\d{8}-\\d{6}-[a-z2-7]{16}\\.ndjson"), file.toString());
        assertEquals(
                "rwx------",
                PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("recordings"))));
        assertEquals("my.wire", header().wire().name());
        assertEquals("tag", header().scenario());
    }

    @Test
    void a_line_on_stderr_that_is_json_is_still_a_log_line() throws Exception {
        start("echo '{}' >&2").await();
        LogLine line = (LogLine) read().getLast();
        assertEquals("{}", line.payload().display());
    }

    private SessionRecorder start(String script) throws IOException {
        return start(script, out);
    }

    private SessionRecorder start(String script, OutputStream host) throws IOException {
        return recorder(host, "sh", "-c", script);
    }

    private SessionRecorder recorder(String... command) throws IOException {
        return recorder(out, command);
    }

    private SessionRecorder recorder(OutputStream host, String... command) throws IOException {
        return SessionRecorder.start(
                Launch.of(List.of(command)),
                RecordingPlan.at(new RecordingPlace.Named(file, false)),
                host,
                err,
                warnings::add);
    }

    private void nameNext() {
        file = folder.resolve("next.ndjson");
    }

    private void awaitOutput(String expected) throws InterruptedException {
        while (!out.toString(UTF_8).equals(expected)) {
            Thread.sleep(5);
        }
    }

    private Header header() throws IOException {
        try (RecordingReader reader = RecordingReader.open(file, Strictness.STRICT)) {
            return reader.header();
        }
    }

    private List<Entry> read() throws IOException {
        try (RecordingReader reader = RecordingReader.open(file, Strictness.STRICT)) {
            List<Entry> entries = new ArrayList<>();
            for (Entry entry = reader.next(); entry != null; entry = reader.next()) {
                entries.add(entry);
            }
            assertNotNull(reader.ending());
            return entries;
        }
    }

    private static String show(Entry entry) {
        return switch (entry) {
            case Frame frame -> frame.direction().word() + " " + frame.payload().display();
            case LogLine line -> line.stream() + " " + line.payload().display();
            case HostAct act -> "host " + act.act();
        };
    }
}
