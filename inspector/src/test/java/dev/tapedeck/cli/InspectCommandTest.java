package dev.tapedeck.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code tapedeck inspect}, run as a program of its own where it has to be stopped. */
@Timeout(60)
class InspectCommandTest {
    @TempDir
    Path folder;

    @Test
    void a_folder_that_is_not_there_is_an_error_that_names_it() {
        StringWriter err = new StringWriter();
        CommandLine command = Tapedeck.commandLine().setErr(new PrintWriter(err));
        Path missing = folder.resolve("missing");
        assertEquals(Tapedeck.UNREADABLE, command.execute("inspect", missing.toString(), "--no-open"));
        assertEquals("tapedeck: " + missing + ": a folder of recordings expected, found nothing\n", err.toString());
    }

    @Test
    void what_is_no_recording_and_goldens_that_are_not_there_are_errors_that_say_what_is_expected() throws IOException {
        Path text = Files.writeString(folder.resolve("notes.txt"), "some notes\n");
        StringWriter err = new StringWriter();
        CommandLine command = Tapedeck.commandLine().setErr(new PrintWriter(err));
        assertEquals(Tapedeck.UNREADABLE, command.execute("inspect", text.toString(), "--no-open"));
        assertTrue(err.toString().startsWith("tapedeck: " + text + ": a recording, or a file of a known wire"),
                err.toString());
        assertTrue(err.toString().endsWith("expected, found neither\n"), err.toString());
        err.getBuffer().setLength(0);
        Path missing = folder.resolve("missing");
        assertEquals(
                Tapedeck.UNREADABLE,
                command.execute("inspect", folder.toString(), "--no-open", "--golden", missing.toString()));
        assertEquals(
                "tapedeck: " + missing + ": --golden: a folder of goldens expected, found nothing\n", err.toString());
    }

    @Test
    void a_number_that_is_no_port_is_a_wrong_command_line() {
        StringWriter err = new StringWriter();
        CommandLine command = Tapedeck.commandLine().setErr(new PrintWriter(err));
        assertEquals(Tapedeck.USAGE, command.execute("inspect", folder.toString(), "--no-open", "--port", "99999"));
        assertTrue(err.toString().contains("a number from 0 to 65535 expected, found 99999"), err.toString());
    }

    @Test
    void a_port_that_was_asked_for_and_is_taken_is_an_error() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            StringWriter err = new StringWriter();
            CommandLine command = Tapedeck.commandLine().setErr(new PrintWriter(err));
            String port = Integer.toString(taken.getLocalPort());
            assertEquals(
                    Tapedeck.UNREADABLE, command.execute("inspect", folder.toString(), "--no-open", "--port", port));
            assertTrue(
                    err.toString().contains("127.0.0.1:" + port)
                            && err.toString().endsWith("; --port 0 takes any free one\n"),
                    err.toString());
        }
    }

    @Test
    void it_prints_one_address_that_signs_in_and_starts_no_process() throws Exception {
        Process process = start("--no-open", "--port", "0");
        try {
            URI address = address(process);
            HttpURLConnection in = (HttpURLConnection) address.toURL().openConnection();
            in.setInstanceFollowRedirects(false);
            assertEquals(303, in.getResponseCode());
            assertEquals("/", in.getHeaderField("Location"));
            assertEquals(0, process.descendants().count(), "S25");
        } finally {
            process.destroy();
            assertTrue(process.waitFor(20, TimeUnit.SECONDS), "it ends when it is told to");
        }
    }

    @Test
    void without_a_folder_it_looks_where_record_writes() throws Exception {
        Path home = Files.createDirectories(folder.resolve("home"));
        ProcessBuilder record = program("record", "--no-scrub", "--provider", "codex", "--", "echo", "{}");
        assertEquals(0, at(home, record).start().waitFor());
        Path written = home.resolve(".tapedeck/recordings");
        assertTrue(Files.isDirectory(written), "recorded below the home that the environment names");
        Process process = at(home, program("inspect", "--no-open", "--port", "0")).start();
        try (BufferedReader err =
                new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
            assertEquals("Inspecting " + written, err.readLine());
        } finally {
            process.destroy();
            process.waitFor(20, TimeUnit.SECONDS);
        }
    }

    private ProcessBuilder at(Path home, ProcessBuilder builder) {
        builder.directory(folder.toFile()).environment().put("HOME", home.toString());
        builder.environment().remove("TAPEDECK_HOME");
        return builder;
    }

    @Test
    void under_CI_nothing_can_be_written_and_it_says_so() throws Exception {
        ProcessBuilder builder = builder("--no-open", "--port", "0");
        builder.environment().put("CI", "true");
        Process process = builder.start();
        try (BufferedReader err =
                new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
            assertTrue(err.readLine().endsWith(" (read-only)"));
        } finally {
            process.destroy();
            process.waitFor(20, TimeUnit.SECONDS);
        }
    }

    private Process start(String... options) throws IOException {
        return builder(options).start();
    }

    private ProcessBuilder builder(String... options) throws IOException {
        Files.createDirectories(folder.resolve("recordings"));
        List<String> words = new ArrayList<>(List.of("inspect", folder.resolve("recordings").toString()));
        words.addAll(List.of(options));
        return program(words.toArray(String[]::new));
    }

    private static ProcessBuilder program(String... words) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp", System.getProperty("java.class.path"),
                Tapedeck.class.getName()));
        command.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().remove("CI");
        return builder;
    }

    private static URI address(Process process) throws IOException {
        BufferedReader err = new BufferedReader(
                new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8));
        for (String line = err.readLine(); line != null; line = err.readLine()) {
            if (line.startsWith("Open ")) {
                return URI.create(line.substring("Open ".length()));
            }
        }
        throw new IOException("an address expected, found none");
    }
}
