package dev.tapedeck.acceptance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.frame.Carrier;
import dev.tapedeck.frame.Entry;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.frame.HostAct;
import dev.tapedeck.frame.LogLine;
import dev.tapedeck.frame.Transport;
import dev.tapedeck.recording.RecordingReader;
import dev.tapedeck.recording.SseBlock;
import dev.tapedeck.recording.Strictness;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code tapedeck record} in front of a provider that serves HTTP; the server is {@link SmallServer}. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RecordServerIT {
    private static final String SECRET = "Bearer 4f9d2c71e8a64b0f9d2c71e8a64b0f";

    @TempDir
    Path folder;

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(20))
            .build();
    private Path recording = Path.of("");
    private int port;
    private Process program;

    @BeforeEach
    void start() throws IOException {
        Path server = folder.resolve("opencode");
        Files.writeString(
                server,
                "#!/bin/sh\nexec \"%s\" -XX:TieredStopAtLevel=1 -cp \"%s\" %s \"$@\"\n".formatted(
                        Path.of(System.getProperty("java.home"), "bin", "java"),
                        Path.of("target", "test-classes").toAbsolutePath(),
                        SmallServer.class.getName()));
        Files.setPosixFilePermissions(server, PosixFilePermissions.fromString("rwxr-xr-x"));
        recording = folder.resolve("tape.ndjson");
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        program = Program.in(folder)
                .builder("record", "-o", recording.toString(), "--", server.toString(), "serve", "--port", "" + port)
                .start();
    }

    @AfterEach
    void stop() {
        http.shutdownNow();
        program.descendants().forEach(ProcessHandle::destroyForcibly);
        program.destroyForcibly();
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).header("Authorization", SECRET);
    }

    private HttpResponse<byte[]> post(String path, byte[] body) throws IOException, InterruptedException {
        return http.send(request(path).POST(BodyPublishers.ofByteArray(body)).build(), BodyHandlers.ofByteArray());
    }

    private void next(String bytes) throws IOException, InterruptedException {
        assertEquals(204, post("/next", bytes.getBytes(UTF_8)).statusCode());
    }

    private InputStream subscribe() throws IOException, InterruptedException {
        return http.send(request("/event?directory=x").build(), BodyHandlers.ofInputStream())
                .body();
    }

    private String awaitListening() throws IOException {
        BufferedReader out = program.inputReader(UTF_8);
        String line = out.readLine();
        while (!line.contains("listening")) {
            line = out.readLine();
        }
        return line;
    }

    private List<Entry> entries() throws IOException {
        List<Entry> entries = new ArrayList<>();
        try (RecordingReader reader = RecordingReader.open(recording, Strictness.STRICT)) {
            for (Entry entry = reader.next(); entry != null; entry = reader.next()) {
                entries.add(entry);
            }
        }
        return entries;
    }

    private void exited(int code) throws InterruptedException {
        assertTrue(program.waitFor(30, TimeUnit.SECONDS));
        assertEquals(code, program.exitValue());
    }

    /** Ends the server by itself; its exit code is the program's. */
    private void exit() throws InterruptedException {
        try {
            post("/exit", new byte[0]);
        } catch (IOException e) {
            // The server is gone before it could answer, as it was told.
        }
        exited(7);
    }

    @Test
    void an_event_reaches_the_host_before_the_server_sends_the_next_and_the_recording_gives_the_streams_bytes()
            throws Exception {
        assertEquals("server listening on http://127.0.0.1:" + port, awaitListening());
        List<String> sent = List.of(
                "data: {\"id\":\"1\"}\n\n", ": a comment\n\n", "event: x\r\nid: 7\r\ndata: {\r\ndata: }\r\n\r\n",
                "data: half of", " an event\n\n", "retry: 5\n\ndata: two\n\ndata: in one\n\n");
        InputStream stream = subscribe();
        for (String bytes : sent) {
            next(bytes);
            assertEquals(bytes, new String(stream.readNBytes(bytes.length()), UTF_8));
        }
        next("");
        assertEquals(-1, stream.read());
        exit();

        ByteArrayOutputStream again = new ByteArrayOutputStream();
        for (Entry entry : entries()) {
            if (entry instanceof Frame frame && frame.carrier() instanceof Carrier.SseEvent event) {
                again.writeBytes(SseBlock.bytes(event, frame.payload()));
            } else if (entry instanceof LogLine line && line.stream().equals("/event")) {
                again.writeBytes(line.payload().bytes());
            }
        }
        assertEquals(String.join("", sent), again.toString(UTF_8));
    }

    @Test
    void big_bodies_are_equal_to_the_byte_and_headers_are_not_recorded() throws Exception {
        awaitListening();
        byte[] big = new byte[9 * 1024 * 1024];
        new Random(1).nextBytes(big);
        for (int i = 0; i < big.length; i++) {
            // No letters, among which scrubbing would find an address.
            big[i] |= (byte) 0x80;
        }
        assertArrayEquals(big, post("/echo", big).body());
        assertEquals(200, http.send(request("/gzip").build(), BodyHandlers.ofByteArray()).statusCode());
        exit();

        List<Frame> exchanges = entries().stream()
                .filter(Frame.class::isInstance)
                .map(Frame.class::cast)
                .toList();
        assertArrayEquals(big, exchanges.get(0).payload().bytes());
        assertEquals(new Carrier.HttpRequest(1, "POST", "/echo"), exchanges.get(0).carrier());
        assertArrayEquals(big, exchanges.get(1).payload().bytes());
        assertEquals(new Carrier.HttpResponse(1, 200), exchanges.get(1).carrier());
        assertEquals("{\"packed\":true}", exchanges.get(3).payload().display());
        assertFalse(Files.readString(recording).contains(SECRET.substring(7)));
        assertFalse(Files.readString(recording).contains("Content-Type"));
    }

    @Test
    void a_stream_that_the_server_ends_while_it_lives_is_told_from_one_that_its_exit_ends() throws Exception {
        awaitListening();
        try (InputStream first = subscribe()) {
            next("data: 1\n\n");
            next("");
            first.readAllBytes();
        }
        // A process that exits in the moment after a stream's end is taken to have ended it by that.
        Thread.sleep(1000);
        InputStream second = subscribe();
        next("data: 2\n\n");
        assertEquals('d', second.read());
        exit();

        List<HostAct> acts = entries().stream()
                .filter(HostAct.class::isInstance)
                .map(HostAct.class::cast)
                .filter(act -> !act.act().equals(HostAct.SPAWN))
                .toList();
        assertEquals(
                List.of(HostAct.SUBSCRIBE, HostAct.STREAM_END, HostAct.SUBSCRIBE, HostAct.STREAM_END),
                acts.stream().map(HostAct::act).toList());
        assertEquals(Map.of("stream", "/event", "path", "/event?directory=x"), acts.get(0).facts());
        assertEquals(Map.of("stream", "/event", "by", "provider", "alive", true), acts.get(1).facts());
        assertEquals(Map.of("stream", "/event", "by", "provider", "alive", false), acts.get(3).facts());
        try (RecordingReader reader = RecordingReader.open(recording, Strictness.STRICT)) {
            assertEquals(Transport.HTTP_SSE, reader.header().transport());
            assertEquals("/event", reader.header().primary());
            assertEquals(List.of("/event"), List.copyOf(reader.header().streams().keySet()));
        }
    }

    @Test
    void a_connection_that_comes_before_the_server_answers_waits_for_it() throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        HttpResponse<byte[]> response = null;
        while (response == null) {
            try {
                response = post("/echo", "early".getBytes(UTF_8));
            } catch (java.net.ConnectException e) {
                assertTrue(System.nanoTime() < deadline, "the address was never taken");
                Thread.sleep(5);
            }
        }
        assertEquals("early", new String(response.body(), UTF_8));
    }

    @Test
    void a_signal_reaches_the_server_and_ends_both() throws Exception {
        awaitListening();
        program.destroy();
        exited(143);
        assertInstanceOf(HostAct.class, entries().getLast());
    }

    @Test
    void an_address_that_another_program_has_is_named() throws Exception {
        awaitListening();
        Program.in(folder)
                .run("record", "-o", "other.ndjson", "--", folder.resolve("opencode").toString(), "serve",
                        "--port=" + port)
                .exits(126)
                .says("the address 127.0.0.1:" + port + " that it is to serve cannot be taken: another program");
    }
}
