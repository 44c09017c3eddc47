package dev.tapedeck.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Entry;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.frame.HostAct;
import dev.tapedeck.frame.LineEnd;
import dev.tapedeck.frame.LogLine;
import dev.tapedeck.recording.RecordingReader;
import dev.tapedeck.recording.Strictness;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs the real command line as a host does: a process of its own, its streams pipes. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RecordCommandTest {
    private static final int MEBIBYTE = 1024 * 1024;

    @TempDir
    Path folder;

    private Path tape;

    @BeforeEach
    void nameTheRecording() {
        tape = folder.resolve("tape.ndjson");
    }

    private record Result(int exitCode, byte[] out, String err) {
        String text() {
            return new String(out, UTF_8);
        }
    }

    @Test
    void both_directions_through_cat_are_identical_and_the_recording_gives_the_stream_back() throws Exception {
        byte[] input = "{\"id\":1}\r\nplain\n\n  {\"spaced\": true} \n\u00e4\u2028\nlast without end".getBytes(UTF_8);
        Result result = run(input, record("cat"));
        assertArrayEquals(input, result.out());
        assertEquals(new Result(0, result.out(), ""), result);
        assertArrayEquals(input, stream(Direction.IN));
        assertArrayEquals(input, stream(Direction.OUT));
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(tape)));
    }

    @Test
    void random_bytes_pass_unchanged_and_come_back_out_of_the_recording() throws Exception {
        long seed = System.nanoTime();
        System.out.println("random bytes: seed " + seed);
        byte[] input = new byte[4 * MEBIBYTE];
        new Random(seed).nextBytes(input);
        Path file = Files.write(folder.resolve("random"), input);
        Result result = run(new byte[0], record("cat", file.toString()));
        assertArrayEquals(input, result.out(), "seed " + seed);
        assertArrayEquals(input, stream(Direction.OUT), "seed " + seed);
    }

    @Test
    void a_program_that_answers_byte_by_byte_is_never_held_up() throws Exception {
        Process process = start(record(
                "sh", "-c", "while c=$(dd bs=1 count=1 2>/dev/null) && [ -n \"$c\" ]; do printf \"<$c>\"; done"));
        OutputStream in = process.getOutputStream();
        for (char c = 'a'; c <= 'p'; c++) {
            in.write(c);
            in.flush();
            // Nothing more is sent before the answer is here, so a piece held back anywhere would stop the test.
            assertEquals("<" + c + ">", new String(process.getInputStream().readNBytes(3), UTF_8));
        }
        in.close();
        assertEquals(0, process.waitFor());
        assertEquals("abcdefghijklmnop", new String(stream(Direction.IN), UTF_8));
    }

    @Test
    void a_flood_in_both_directions_at_once_neither_stops_nor_changes() throws Exception {
        long seed = System.nanoTime();
        byte[] input = new byte[12 * MEBIBYTE];
        new Random(seed).nextBytes(input);
        assertArrayEquals(input, run(input, record("cat")).out(), "seed " + seed);
    }

    @Test
    void stdout_and_stderr_stay_apart() throws Exception {
        Result result = run(new byte[0], record("sh", "-c", "echo out; echo err >&2; printf tail; printf rest >&2"));
        assertEquals("out\ntail", result.text());
        assertEquals("err\nrest", result.err());
        List<String> logged = new ArrayList<>();
        for (Entry entry : read(tape)) {
            if (entry instanceof LogLine line) {
                logged.add(line.stream() + ":" + line.payload().display());
            }
        }
        assertEquals(List.of("stderr:err", "stderr:rest"), logged);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 255})
    void the_exit_code_is_the_commands(int code) throws Exception {
        assertEquals(code, run(new byte[0], record("sh", "-c", "exit " + code)).exitCode());
    }

    @Test
    void a_command_that_dies_of_a_signal_takes_the_recorder_with_it_by_the_same_signal() throws Exception {
        List<String> inner = record("sh", "-c", "kill -s KILL $$");
        List<String> shell = new ArrayList<>(List.of("sh", "-c", "\"$@\"; echo code $?", "sh"));
        shell.addAll(inner);
        Result result = run(new byte[0], shell);
        assertEquals("code 137\n", result.text());
        assertTrue(result.err().contains("Killed"), "only a real death makes the shell say so: " + result.err());
    }

    @ParameterizedTest
    @ValueSource(strings = {"TERM", "INT", "HUP"})
    void a_signal_is_passed_on_and_the_command_decides(String signal) throws Exception {
        assumeTrue(
                new ProcessBuilder("sh", "-c", "trap 'exit 0' " + signal + "; kill -s " + signal + " $$; exit 1")
                                .start()
                                .waitFor()
                        == 0,
                "this build was started with SIG" + signal + " ignored");
        Process process = start(record(
                "sh", "-c", "trap 'echo told " + signal + "; exit 9' " + signal
                + "; echo ready; while :; do sleep 0.1; done"));
        InputStream out = process.getInputStream();
        assertEquals("ready\n", new String(out.readNBytes(6), UTF_8));
        new ProcessBuilder("sh", "-c", "kill -s " + signal + " " + process.pid()).start().waitFor();
        assertEquals("told " + signal + "\n", new String(out.readAllBytes(), UTF_8));
        assertEquals(9, process.waitFor());
        assertTrue(read(tape).stream()
                .anyMatch(entry -> entry instanceof HostAct act
                        && act.act().equals(HostAct.SIGNAL)
                        && ("SIG" + signal).equals(act.facts().get("signal"))));
    }

    @Test
    void C43_a_child_that_exits_before_it_reads_harms_nobody() throws Exception {
        Process process = start(record("sh", "-c", "echo \"error: unexpected argument '--listen' found\" >&2; exit 2"));
        CompletableFuture<String> err = collect(() -> text(process.getErrorStream()));
        try (OutputStream in = process.getOutputStream()) {
            in.write("{\"id\":1,\"method\":\"initialize\"}\n".getBytes(UTF_8));
            in.write(new byte[MEBIBYTE]);
        } catch (IOException e) {
            assertTrue(String.valueOf(e.getMessage()).matches("Broken pipe|Stream [Cc]losed"), e.getMessage());
        }
        assertEquals(2, process.waitFor());
        assertEquals("error: unexpected argument '--listen' found\n", err.get());
        assertArrayEquals(new byte[0], stream(Direction.OUT));
    }

    @Test
    void a_child_that_only_closes_its_stdin_lets_the_host_know() throws Exception {
        Process process = start(record("sh", "-c", "exec 0<&-; echo closed; sleep 0.2; exit 6"));
        assertEquals("closed\n", new String(process.getInputStream().readNBytes(7), UTF_8));
        try (OutputStream in = process.getOutputStream()) {
            for (int i = 0; i < 64; i++) {
                in.write(new byte[64 * 1024]);
            }
        } catch (IOException e) {
            // What a pipe tells a writer whose reader is gone.
        }
        assertEquals(6, process.waitFor());
    }

    @Test
    void C44_a_grandchild_that_holds_stdout_does_not_hold_the_recorder() throws Exception {
        Process process = start(record("sh", "-c", "sleep 600 & echo $!; sleep 0.2; exit 0"));
        long grandchild = Long.parseLong(line(process.getInputStream()));
        try {
            assertEquals(0, process.waitFor());
            assertTrue(ProcessHandle.of(grandchild).orElseThrow().isAlive(), "no process but the child is ended");
            assertEquals(1, read(tape).stream().filter(entry -> entry instanceof Frame).count());
        } finally {
            ProcessHandle.of(grandchild).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    @Test
    void C44_a_recorder_that_is_killed_leaves_a_readable_truncated_recording() throws Exception {
        Process process = start(record("sh", "-c", "sleep 600 & echo $!; echo second; cat"));
        long grandchild = Long.parseLong(line(process.getInputStream()));
        try {
            assertEquals("second", line(process.getInputStream()));
            while (!Files.exists(tape) || !Files.readString(tape).contains("\"text\":\"second\"")) {
                Thread.sleep(10);
            }
            process.destroyForcibly().waitFor();
            try (RecordingReader reader = RecordingReader.open(tape, Strictness.STRICT)) {
                int frames = 0;
                for (Entry entry = reader.next(); entry != null; entry = reader.next()) {
                    frames += entry instanceof Frame ? 1 : 0;
                }
                assertEquals(2, frames);
                assertNull(reader.ending());
            }
        } finally {
            ProcessHandle.of(grandchild).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    @Test
    void a_host_that_closes_stdout_ends_a_writing_command_as_a_pipe_would() throws Exception {
        Process process = start(record("yes"));
        process.getInputStream().readNBytes(10);
        process.getInputStream().close();
        assertEquals(128 + 13, process.waitFor());
    }

    @Test
    void a_command_that_is_not_there_is_named() throws Exception {
        Result result = run(new byte[0], record("no-such-program", "x"));
        assertEquals(new Result(127, result.out(), "tapedeck: cannot start no-such-program: not found on PATH\n"),
                result);
    }

    @Test
    void an_unwritable_place_costs_one_warning_and_nothing_else() throws Exception {
        Path blocked = Files.writeString(folder.resolve("blocked"), "a file, no folder");
        tape = blocked.resolve("tape.ndjson");
        Result result = run("kept\n".getBytes(UTF_8), record("sh", "-c", "cat; exit 4"));
        assertEquals("kept\n", result.text());
        assertEquals(4, result.exitCode());
        assertTrue(result.err().startsWith("tapedeck: recording stopped, the session goes on: "), result.err());
        assertTrue(result.err().contains(blocked.toString()), result.err());
        assertEquals(1, result.err().lines().count(), result.err());
    }

    @Test
    void a_disk_that_is_full_in_the_middle_costs_one_warning_and_nothing_else() throws Exception {
        byte[] input = "{\"n\":1}\n".repeat(200_000).getBytes(UTF_8);
        Path file = Files.write(folder.resolve("input"), input);
        // A limit on the size of files, in blocks of 512 bytes, is the full disk that needs no rights.
        List<String> limited = new ArrayList<>(List.of("sh", "-c", "ulimit -f 64; exec \"$@\"", "sh"));
        limited.addAll(record("sh", "-c", "cat \"$0\"; exit 5", file.toString()));
        Result result = run(new byte[0], limited);
        assertArrayEquals(input, result.out());
        assertEquals(5, result.exitCode());
        assertTrue(result.err().startsWith("tapedeck: recording stopped, the session goes on: "), result.err());
        assertTrue(result.err().contains(tape.toString()), result.err());
        assertEquals(1, result.err().lines().count(), result.err());
        try (RecordingReader reader = RecordingReader.open(tape, Strictness.TOLERANT)) {
            int frames = 0;
            for (Entry entry = reader.next(); entry != null; entry = reader.next()) {
                frames++;
            }
            assertTrue(frames > 100, "what fitted is readable: " + frames);
        }
    }

    @Test
    void the_commands_environment_and_arguments_are_untouched() throws Exception {
        ProcessBuilder direct = new ProcessBuilder("env");
        ProcessBuilder recorded = new ProcessBuilder(record("env"));
        for (ProcessBuilder builder : List.of(direct, recorded)) {
            builder.environment().put("ODD", "a b\n=c");
        }
        String expected = lines(text(direct.start().getInputStream()));
        assertEquals(expected, lines(text(recorded.start().getInputStream())));

        List<String> arguments = List.of("", " ", "@file", "--", "-h", "--wire", "$HOME", "a\nb", "\"q\"");
        List<String> command = new ArrayList<>(record("sh", "-c", "printf '[%s]' \"$@\"", "sh"));
        command.addAll(arguments);
        assertEquals("[" + String.join("][", arguments) + "]", run(new byte[0], command).text());
    }

    @Test
    void arguments_survive_a_host_without_a_locale() throws Exception {
        assumeTrue(Files.exists(Path.of("/proc/self/cmdline")),
                "this system does not show arguments as they were given");
        // Through a shell, because this build's own locale may not be able to spell the argument.
        List<String> shell = new ArrayList<>(List.of("sh", "-c", "a=$(printf 'h\\303\\251'); exec \"$@\" \"$a\"",
                "sh"));
        shell.addAll(record("printf", "[%s]", "x"));
        ProcessBuilder builder = new ProcessBuilder(shell);
        builder.environment().put("LC_ALL", "C");
        Process process = builder.start();
        assertEquals("[x][h\u00e9]", text(process.getInputStream()));
        assertEquals(0, process.waitFor());
        try (RecordingReader reader = RecordingReader.open(tape, Strictness.STRICT)) {
            assertEquals(List.of("printf", "[%s]", "x", "h\u00e9"), reader.header().command());
        }
    }

    @Test
    void the_default_place_is_tapedecks_own_folder_for_its_owner_only() throws Exception {
        ProcessBuilder builder = new ProcessBuilder(tapedeck("record", "--no-scrub", "--", "echo", "x"));
        builder.environment().put("TAPEDECK_HOME", folder.resolve("home").toString());
        assertEquals(0, builder.start().waitFor());
        Path recordings = folder.resolve("home/recordings");
        try (var files = Files.list(recordings.resolve("unknown"))) {
            tape = files.findFirst().orElseThrow();
        }
        assertTrue(tape.getFileName().toString().matches("\\d{8}-\\d{6}-[a-z2-7]{16}\\.ndjson"), tape.toString());
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(tape)));
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(recordings)));
    }

    @Test
    void an_existing_recording_is_replaced_only_when_told() throws Exception {
        run(new byte[0], record("echo", "first"));
        run(new byte[0], record("echo", "second"));
        assertEquals("first\n", new String(stream(Direction.OUT), UTF_8));
        run(new byte[0], tapedeck("record", "--overwrite", "--no-scrub", "-o", tape.toString(), "--", "echo", "third"));
        assertEquals("third\n", new String(stream(Direction.OUT), UTF_8));
        tape = folder.resolve("tape-2.ndjson");
        assertEquals("second\n", new String(stream(Direction.OUT), UTF_8));
    }

    @Test
    void a_wrong_command_line_starts_nothing() throws Exception {
        Path witness = folder.resolve("witness");
        for (List<String> wrong : List.of(
                tapedeck("record"),
                tapedeck("record", "--"),
                tapedeck("record", "--wire", "Not A Wire", "--", "touch", witness.toString()),
                tapedeck("record", "--provider", "../x", "--", "touch", witness.toString()),
                tapedeck("record", "--unknown", "--", "touch", witness.toString()))) {
            Result result = run(new byte[0], wrong);
            assertEquals(2, result.exitCode(), result.err());
            assertTrue(result.err().contains("Usage: tapedeck record"), result.err());
        }
        assertFalse(Files.exists(witness));
    }

    private List<String> record(String... command) {
        List<String> arguments = new ArrayList<>(List.of("record", "--no-scrub", "-o", tape.toString(), "--"));
        arguments.addAll(List.of(command));
        return tapedeck(arguments.toArray(String[]::new));
    }

    private static List<String> tapedeck(String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Tapedeck.class.getName()));
        command.addAll(List.of(arguments));
        return command;
    }

    private static Process start(List<String> command) throws IOException {
        return new ProcessBuilder(command).start();
    }

    private static Result run(byte[] input, List<String> command) throws Exception {
        Process process = start(command);
        CompletableFuture<String> err = collect(() -> text(process.getErrorStream()));
        CompletableFuture<byte[]> out = collect(() -> bytes(process.getInputStream()));
        try (OutputStream in = process.getOutputStream()) {
            in.write(input);
        }
        return new Result(process.waitFor(), out.get(), err.get());
    }

    /** On a thread of its own: the common pool may have a single one. */
    private static <T> CompletableFuture<T> collect(Supplier<T> reading) {
        return CompletableFuture.supplyAsync(reading, task -> Thread.ofPlatform().daemon().start(task));
    }

    private static byte[] bytes(InputStream in) {
        try {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(InputStream in) {
        return new String(bytes(in), UTF_8);
    }

    private static String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = in.read(); b != '\n' && b >= 0; b = in.read()) {
            line.write(b);
        }
        return line.toString(UTF_8);
    }

    private static String lines(String text) {
        return text.lines().sorted().reduce("", (all, line) -> all + line + "\n");
    }

    /** The bytes of one direction, put together again from the recording. */
    private byte[] stream(Direction direction) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (Entry entry : read(tape)) {
            if (entry instanceof Frame frame && frame.direction() == direction) {
                bytes.write(frame.payload().bytes());
                bytes.write(
                        switch (frame.lineEnd()) {
                            case LineEnd.LF -> new byte[] {'\n'};
                            case LineEnd.CRLF -> new byte[] {'\r', '\n'};
                            case LineEnd.NONE -> new byte[0];
                        });
            }
        }
        return bytes.toByteArray();
    }

    private static List<Entry> read(Path file) throws IOException {
        try (RecordingReader reader = RecordingReader.open(file, Strictness.STRICT)) {
            List<Entry> entries = new ArrayList<>();
            for (Entry entry = reader.next(); entry != null; entry = reader.next()) {
                entries.add(entry);
            }
            assertNotNull(reader.ending(), "the recording has no end");
            return entries;
        }
    }
}
