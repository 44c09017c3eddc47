package dev.tapedeck.inspect.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.inspect.server.RawHttp.Reply;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What open pages are told of changes; S numbers are those of the inspector's design. */
class LiveStreamsTest {
    private static final String ID = "aaaabbbbccccdddd";
    private static final int CLIENTS = 200;

    private final StringWriter log = new StringWriter();
    private InspectorServer server;
    private int port;
    private String cookie;

    @BeforeEach
    void start() throws IOException {
        server = InspectorServer.start(new StubSite(), 0, false, InstantSource.system(), new PrintWriter(log));
        port = server.port();
        String token = server.signInAddress().getQuery().substring("token=".length());
        cookie = RawHttp.get(port, "/auth?token=" + token).header("Set-Cookie").split(";")[0];
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void a_stream_opens_with_a_comment_and_tells_numbers_and_nothing_recorded() throws IOException {
        try (Client client = new Client("/live?s=" + ID, "Cookie: " + cookie)) {
            String opening = client.readUntil("\n\n");
            assertTrue(opening.startsWith("HTTP/1.1 200 "), opening);
            assertTrue(opening.endsWith(": live\n\n"), opening);
            String told = client.readUntil("\n\n");
            assertTrue(told.endsWith("data: {\"rev\":1,\"s\":\"" + ID + "\",\"frames\":2,\"goldens\":3}\n\n"), told);
            assertFalse(told.contains(StubSite.DATA));
        }
    }

    @Test
    void S02_S04_S08_S11_the_stream_passes_the_same_gates_and_carries_the_same_headers() throws IOException {
        assertEquals(401, RawHttp.get(port, "/live").status());
        assertEquals(421, RawHttp.send(port, "GET /live HTTP/1.1\nHost: evil.example.test:" + port
                + "\nCookie: " + cookie
                + "\nConnection: close\n\n").status());
        for (String site : List.of("cross-site", "same-site")) {
            Reply refused = RawHttp.get(port, "/live", "Cookie: " + cookie, "Sec-Fetch-Site: " + site);
            assertEquals(403, refused.status(), site);
        }
        assertEquals(404, RawHttp.get(port, "/live?s=..%2f", "Cookie: " + cookie).status());
        try (Client client = new Client("/live", "Cookie: " + cookie)) {
            String head = client.readUntil("\r\n\r\n");
            SecurityHeaders.ALL.forEach((name, value) -> assertTrue(head.contains(name + ": " + value), name));
            assertTrue(head.contains("Content-Type: text/event-stream"), head);
            assertFalse(head.contains("Access-Control-"));
            assertFalse(head.contains("\r\nServer:"));
        }
    }

    @Test
    void S23_of_200_clients_16_are_kept_and_memory_stays_flat() throws Exception {
        List<Client> clients = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(CLIENTS)) {
            open(threads, clients);
            int kept = kept(clients);
            assertEquals(LiveStreams.MAX_CLIENTS, kept);
            long before = heap();
            for (int round = 0; round < 3; round++) {
                // Those who were refused come again and again, and those who are kept never read.
                List<Client> others = new ArrayList<>();
                open(threads, others);
                assertEquals(0, kept(others), "every place is taken");
                for (Client other : others) {
                    other.close();
                }
            }
            long grown = heap() - before;
            assertTrue(grown < 8_000_000, "heap grew by " + grown + " bytes");
            assertEquals(200, RawHttp.get(port, "/matrix", "Cookie: " + cookie).status(), "pages still come");
            for (Client client : clients) {
                client.close();
            }
            Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> {
                try (Client late = new Client("/live", "Cookie: " + cookie)) {
                    return late.readUntil("\r\n").contains(" 200 ");
                }
            });
            assertEquals("", log.toString());
        } finally {
            for (Client client : clients) {
                client.close();
            }
        }
    }

    private void open(ExecutorService threads, List<Client> clients) throws Exception {
        List<Future<Client>> opening = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            opening.add(threads.submit(() -> new Client("/live", "Cookie: " + cookie)));
        }
        for (Future<Client> each : opening) {
            clients.add(each.get());
        }
    }

    private static int kept(List<Client> clients) throws IOException {
        int kept = 0;
        for (Client client : clients) {
            String status = client.readUntil("\r\n");
            assertTrue(status.contains(" 200 ") || status.contains(" 503 "), status);
            kept += status.contains(" 200 ") ? 1 : 0;
        }
        return kept;
    }

    private static long heap() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    /** One connection that asked for something and reads no more of the answer than it is told to. */
    private final class Client implements AutoCloseable {
        private final Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        private final InputStream in = socket.getInputStream();

        Client(String path, String header) throws IOException {
            socket.setSoTimeout(20_000);
            String request = "GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\n" + header + "\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
        }

        String readUntil(String end) throws IOException {
            StringBuilder text = new StringBuilder();
            while (text.indexOf(end) < 0) {
                int next = in.read();
                if (next < 0) {
                    throw new IOException("the connection ended after: " + text);
                }
                text.append((char) next);
            }
            return text.toString();
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
