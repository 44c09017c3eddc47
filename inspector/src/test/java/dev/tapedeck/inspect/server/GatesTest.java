package dev.tapedeck.inspect.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.inspect.server.RawHttp.Reply;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What stands between a request and the pages; S numbers are those of the inspector's design. */
class GatesTest {
    private static final String ID = "aaaabbbbccccdddd";
    private static final Pattern PLACE = Pattern.compile("\\{[a-z]+}");

    private final StubSite site = new StubSite();
    private final StringWriter log = new StringWriter();
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-01-01T00:00:00Z"));
    private InspectorServer server;
    private int port;

    @BeforeEach
    void start() throws IOException {
        server = InspectorServer.start(site, 0, false, now::get, new PrintWriter(log));
        port = server.port();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void S01_the_listening_socket_is_loopback_only() throws IOException {
        for (NetworkInterface card : Collections.list(NetworkInterface.getNetworkInterfaces())) {
            for (InetAddress address : Collections.list(card.getInetAddresses())) {
                boolean served = address.equals(InetAddress.getByName("127.0.0.1"));
                assertEquals(served, connects(address), "connection to " + address);
            }
        }
    }

    @Test
    void S02_a_foreign_or_broken_host_sees_nothing() throws IOException {
        String cookie = cookie();
        List<String> hosts = List.of(
                "evil.example.test:" + port, "evil.example.test", "127.0.0.1", "127.0.0.1:1", "127.0.0.1.:" + port,
                "127.0.0.1:" + port + ".evil.example.test", "evil.example.test@127.0.0.1:" + port, "", "[", "a b",
                "0.0.0.0:" + port, "127.1:" + port, "2130706433:" + port, "[::ffff:127.0.0.1]:" + port);
        for (String path : List.of("/", "/assets/" + ID + "/tapedeck.css", "/nothing-here", "/healthz")) {
            for (String host : hosts) {
                Reply reply = RawHttp.send(
                        port, "GET " + path + " HTTP/1.1\nHost: " + host + "\nCookie: " + cookie
                                + "\nConnection: close\n\n");
                assertRefused(reply, "Host " + host + " on " + path);
            }
            assertRefused(RawHttp.send(port, "GET " + path + " HTTP/1.1\nConnection: close\n\n"), "no Host");
            assertRefused(
                    RawHttp.send(port, "GET " + path + " HTTP/1.0\nCookie: " + cookie + "\n\n"), "HTTP/1.0, no Host");
            assertRefused(
                    RawHttp.send(
                            port, "GET " + path + " HTTP/1.1\nHost: 127.0.0.1:" + port
                                    + "\nHost: evil.example.test\nCookie: "
                                    + cookie + "\nConnection: close\n\n"),
                    "two Hosts");
            assertRefused(
                    RawHttp.send(
                            port, "GET http://evil.example.test" + path + " HTTP/1.1\nHost: 127.0.0.1:" + port
                                    + "\nCookie: "
                                    + cookie + "\nConnection: close\n\n"),
                    "absolute form");
        }
        assertEquals(200, RawHttp.get(port, "/", "Cookie: " + cookie).status(), "still alive");
    }

    @Test
    void S03_localhost_is_sent_to_the_one_name_for_reading_and_refused_for_writing() throws IOException {
        for (String host : List.of("localhost:" + port, "LOCALHOST:" + port, "[::1]:" + port)) {
            Reply read = RawHttp.send(port, "GET /matrix?q=a HTTP/1.1\nHost: " + host + "\nConnection: close\n\n");
            assertEquals(307, read.status());
            assertEquals("http://127.0.0.1:" + port + "/matrix?q=a", read.header("Location"));
            Reply write = RawHttp.send(
                    port, "POST /g/" + ID + "/approve HTTP/1.1\nHost: " + host
                            + "\nContent-Length: 0\nConnection: close\n\n");
            assertEquals(421, write.status());
        }
    }

    @Test
    void S04_without_a_cookie_every_page_is_a_401_without_data() throws IOException {
        for (String path : dataPaths()) {
            Reply reply = RawHttp.get(port, path);
            assertEquals(401, reply.status(), path);
            assertFalse(reply.body().contains(StubSite.DATA), path);
        }
        assertEquals(204, RawHttp.get(port, "/healthz").status());
        assertEquals(200, RawHttp.get(port, css()).status());
    }

    @Test
    void S05_wrong_tokens_are_refused_and_the_eleventh_within_a_minute_waits() throws IOException {
        List<String> wrong = List.of("", "x", token() + "x", token().substring(1), "a".repeat(5000));
        for (int i = 0; i < SignIn.MAX_FAILURES; i++) {
            assertEquals(401, RawHttp.get(port, "/auth?token=" + wrong.get(i % wrong.size())).status());
        }
        assertEquals(429, RawHttp.get(port, "/auth?token=x").status());
        assertEquals(429, RawHttp.get(port, "/auth?token=" + token()).status());
        now.set(now.get().plusSeconds(61));
        assertEquals(303, RawHttp.get(port, "/auth?token=" + token()).status());
    }

    @Test
    void S05_a_wrong_bearer_counts_too() throws IOException {
        assertEquals(200, RawHttp.get(port, "/matrix", "Authorization: Bearer " + token()).status());
        for (int i = 0; i < SignIn.MAX_FAILURES; i++) {
            assertEquals(401, RawHttp.get(port, "/matrix", "Authorization: Bearer x" + i).status());
        }
        assertEquals(401, RawHttp.get(port, "/matrix", "Authorization: Bearer " + token()).status());
    }

    @Test
    void S06_signing_in_takes_the_token_out_of_the_address_and_follows_own_routes_only() throws IOException {
        Reply reply = RawHttp.get(port, "/auth?token=" + token() + "&next=%2Fmatrix%3Fcell%3Da");
        assertEquals(303, reply.status());
        assertEquals("/matrix?cell=a", reply.header("Location"));
        String cookie = reply.header("Set-Cookie");
        assertTrue(cookie.startsWith("inspector_" + port + "="), cookie);
        List<String> flags = new ArrayList<>(List.of(cookie.split("; *")));
        flags.removeFirst();
        assertEquals(List.of("HttpOnly", "Path=/", "SameSite=Strict"), flags.stream().sorted().toList());
        for (String next : List.of(
                "https:%2F%2Fevil.example.test%2F", "%2F%2Fevil.example.test", "%2F%5Cevil.example.test",
                "javascript:alert(1)", "%2Fauth", "%2Fs%2F..%2F", "%2Fmatrix%0d%0aX:%20y", "%2Fg%2F" + ID
                        + "%2Fapprove")) {
            Reply other = RawHttp.get(port, "/auth?token=" + token() + "&next=" + next);
            assertEquals(303, other.status(), next);
            assertEquals("/", other.header("Location"), next);
            assertFalse(other.header("Location").contains(token()));
        }
    }

    @Test
    void S07_a_cookie_of_another_process_is_refused() throws IOException {
        try (InspectorServer other = InspectorServer.start(site, 0, false, now::get, new PrintWriter(log))) {
            Reply in = RawHttp.get(other.port(), "/auth?token=" + other.signInAddress().getQuery().substring(6));
            String value = in.header("Set-Cookie").split("[=;]")[1];
            assertEquals(401, RawHttp.get(port, "/matrix", "Cookie: inspector_" + port + "=" + value).status());
            assertEquals(
                    401, RawHttp.get(port, "/auth?token=" + other.signInAddress().getQuery().substring(6)).status());
        }
    }

    @Test
    void S08_pages_of_other_sites_and_other_ports_get_no_data() throws IOException {
        String cookie = "Cookie: " + cookie();
        List<String> paths = dataPaths();
        paths.add(css());
        paths.add("/auth?token=" + token());
        paths.add("/healthz");
        for (String path : paths) {
            for (String site : List.of("cross-site", "same-site", "nonsense")) {
                for (String mode : List.of("navigate", "cors", "no-cors")) {
                    Reply reply = RawHttp.get(port, path, cookie, "Sec-Fetch-Site: " + site, "Sec-Fetch-Mode: " + mode);
                    assertEquals(403, reply.status(), path + " " + site + " " + mode);
                    assertFalse(reply.body().contains(StubSite.DATA), path);
                    assertFalse(reply.hasHeader("Set-Cookie"), path);
                }
            }
            assertNotEquals(403, RawHttp.get(port, path, cookie, "Sec-Fetch-Site: same-origin").status(), path);
        }
        Reply arrival = RawHttp.get(
                port, "/matrix?q=a", cookie, "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate");
        assertTrue(arrival.body().contains("href=\"/matrix?q=a\""), "a link to go on");
    }

    @Test
    void S09_a_write_needs_session_token_origin_and_content_type() throws IOException {
        String cookie = "Cookie: " + cookie();
        String origin = "Origin: http://127.0.0.1:" + port;
        String type = "Content-Type: application/x-www-form-urlencoded";
        String form = "form=" + formToken(cookie);
        String path = "/g/" + ID + "/approve";
        record Attempt(String what, String body, String... headers) {}
        List<Attempt> refused = List.of(
                new Attempt("no session", form, origin, type),
                new Attempt("bearer instead of session", form, "Authorization: Bearer " + token(), origin, type),
                new Attempt("wrong session", form, "Cookie: inspector_" + port + "=x", origin, type),
                new Attempt("no origin", form, cookie, type),
                new Attempt("null origin", form, cookie, "Origin: null", type),
                new Attempt("foreign origin", form, cookie, "Origin: https://evil.example.test", type),
                new Attempt("origin of another port", form, cookie, "Origin: http://127.0.0.1:1", type),
                new Attempt("localhost origin", form, cookie, "Origin: http://localhost:" + port, type),
                new Attempt("no type", form, cookie, origin),
                new Attempt("text", form, cookie, origin, "Content-Type: text/plain"),
                new Attempt("json", form, cookie, origin, "Content-Type: application/json"),
                new Attempt("no form token", "", cookie, origin, type),
                new Attempt("wrong form token", "form=x", cookie, origin, type),
                new Attempt("form token in the address", "", cookie, origin, type));
        for (Attempt attempt : refused) {
            String target = attempt.what().endsWith("address") ? path + "?" + form : path;
            Reply reply = RawHttp.post(port, target, attempt.body(), attempt.headers());
            assertEquals(403, reply.status(), attempt.what());
        }
        assertEquals(List.of(), site.written);
        assertEquals(303, RawHttp.post(port, path, form, cookie, origin, type).status());
        assertEquals(List.of("approve"), site.written);
    }

    @Test
    void S10_reading_a_write_route_and_other_methods_are_not_allowed() throws IOException {
        String cookie = cookie();
        for (String act : List.of("approve", "discard", "undo")) {
            for (String method : List.of("GET", "HEAD")) {
                Reply reply = send(method, "/g/" + ID + "/" + act, cookie);
                assertEquals(405, reply.status(), method + " " + act);
                assertEquals("POST", reply.header("Allow"));
            }
        }
        for (String method : List.of("PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "PROPFIND", "QUERY")) {
            Reply reply = send(method, "/matrix", cookie);
            assertTrue(reply.status() == 405 || reply.status() == 501, method + " " + reply.status());
            assertFalse(reply.body().contains(StubSite.DATA), method);
        }
        for (String path : dataPaths()) {
            Reply reply = send("POST", path, cookie);
            assertEquals(405, reply.status(), path);
            assertFalse(reply.body().contains(StubSite.DATA), path);
        }
        assertEquals(List.of(), site.written);
    }

    @Test
    void S11_every_answer_carries_the_headers() throws IOException {
        String cookie = "Cookie: " + cookie();
        List<Reply> replies = List.of(
                RawHttp.get(port, "/", cookie),
                RawHttp.get(port, "/s/" + ID, cookie),
                RawHttp.get(port, "/"),
                RawHttp.get(port, "/nothing-here", cookie),
                RawHttp.get(port, "/sessions", cookie),
                RawHttp.get(port, "/s/" + ID + "/f/1/raw", cookie),
                RawHttp.get(port, css()),
                RawHttp.get(port, "/healthz"),
                RawHttp.get(port, "/auth?token=x"),
                RawHttp.get(port, "/%ff%fe", cookie),
                RawHttp.get(port, "/", "X-Long: " + "a".repeat(20_000)),
                RawHttp.send(port, "GET / HTTP/1.1\nHost: a\nHost: b\nConnection: close\n\n"),
                RawHttp.send(port, "GET / HTTP/1.1\nHost: evil.example.test\nConnection: close\n\n"),
                RawHttp.send(port, "NONSENSE\n\n"),
                RawHttp.send(port, "GET / HTTP/1.1\nHost: localhost:" + port + "\nConnection: close\n\n"));
        assertEquals(
                List.of(200, 303, 401, 404, 500, 200, 200, 204, 401, 400, 431, 400, 421, 400, 307),
                replies.stream().map(Reply::status).toList());
        for (Reply reply : replies) {
            for (String name : SecurityHeaders.ALL.keySet()) {
                assertTrue(reply.hasHeader(name), reply.status() + " lacks " + name + ": " + reply.headers());
            }
            assertEquals("nosniff", reply.header("X-Content-Type-Options"));
            assertTrue(reply.headers().keySet().stream().noneMatch(name -> name.startsWith("access-control")), "CORS");
            assertFalse(reply.hasHeader("Server"), "Server");
            assertFalse(reply.hasHeader("X-Powered-By"), "X-Powered-By");
        }
        assertEquals(SecurityHeaders.PAGE_POLICY, replies.getFirst().header("Content-Security-Policy"));
        assertEquals("text/html;charset=utf-8", replies.getFirst().header("Content-Type").toLowerCase());
    }

    @Test
    void S11_a_failure_of_our_own_tells_its_number_and_nothing_else() throws IOException {
        Reply reply = RawHttp.get(port, "/sessions", "Cookie: " + cookie());
        assertEquals(500, reply.status());
        assertTrue(reply.body().contains("request 1"), reply.body());
        assertFalse(reply.body().contains("IllegalState"), reply.body());
        assertTrue(log.toString().contains("request 1 failed: GET /sessions"), log.toString());
    }

    @Test
    void S16_paths_that_two_parsers_could_read_differently_are_not_found() throws IOException {
        String cookie = "Cookie: " + cookie();
        for (String id : List.of(
                "..", "%2e%2e%2f", "%2e%2e", "..%2f..%2fetc%2fpasswd", "..%5c..%5cpom.xml", "%252e%252e%252fsecret",
                "%00",
                "a%00b", ID + ";x=1", ID + "%0a", "CON", "link-out.ndjson", "a".repeat(3000), ID.toUpperCase(), ID
                        + "a",
                "%C0%AE%C0%AE", "aaaa bbbb", "%")) {
            List<String> paths = new ArrayList<>(List.of("/" + id, "/assets/" + css().split("/")[2] + "/" + id));
            for (String route : server.reads()) {
                for (Matcher place = PLACE.matcher(route); place.find(); ) {
                    paths.add(filled(route.substring(0, place.start())) + id + filled(route.substring(place.end())));
                }
            }
            assertTrue(paths.size() > 15, paths.toString());
            for (String path : paths) {
                Reply reply = RawHttp.get(port, path, cookie);
                assertTrue(reply.status() == 404 || reply.status() == 400, reply.status() + " for " + path);
            }
        }
        assertEquals(404, RawHttp.get(port, "/s/" + ID + "/f/12345678901", cookie).status(), "eleven digits");
    }

    @Test
    void S19_raw_bytes_are_a_sandboxed_download_under_a_name_of_our_own() throws IOException {
        Reply reply = RawHttp.get(port, "/s/" + ID + "/f/7/raw", "Cookie: " + cookie());
        assertEquals("text/plain;charset=utf-8", reply.header("Content-Type").toLowerCase());
        assertEquals("attachment; filename=\"frame-7.txt\"", reply.header("Content-Disposition"));
        assertTrue(reply.header("Content-Security-Policy").contains("sandbox"));
        assertFalse(reply.header("Content-Security-Policy").contains("script-src"));
    }

    @Test
    void S22_read_only_refuses_every_write() throws IOException {
        try (InspectorServer closed = InspectorServer.start(site, 0, true, now::get, new PrintWriter(log))) {
            Reply in = RawHttp.get(closed.port(), "/auth?token=" + closed.signInAddress().getQuery().substring(6));
            String cookie = "Cookie: " + in.header("Set-Cookie").split(";")[0];
            String token = RawHttp.get(closed.port(), "/g/" + ID, cookie)
                    .body()
                    .split("token-(?=[A-Za-z0-9_-]{43})")[1]
                    .substring(0, 43);
            Reply reply = RawHttp.post(closed.port(), "/g/" + ID + "/approve", "form=" + token, cookie,
                    "Origin: http://127.0.0.1:" + closed.port(), "Content-Type: application/x-www-form-urlencoded");
            assertEquals(403, reply.status());
            assertEquals(List.of(), site.written);
        }
    }

    @Test
    void S24_clients_that_drip_their_request_are_cut_off() throws IOException, InterruptedException {
        String head = "POST /g/" + ID + "/approve HTTP/1.1\nHost: 127.0.0.1:" + port + "\nCookie: " + cookie()
                + "\nOrigin: http://127.0.0.1:" + port + "\nContent-Type: application/x-www-form-urlencoded\n";
        String whole = "GET /healthz HTTP/1.1\nHost: 127.0.0.1:" + port + "\n\n";
        try (
                Drip first = new Drip(port, "GET / HTTP/1.1\nX-Slow: ");
                Drip second = new Drip(port, whole + "GET / HTTP/1.1\nX-Slow: ");
                Drip body = new Drip(port, head + "Content-Length: 60000\n\nform=")) {
            List<Drip> drips = List.of(first, second, body);
            long start = System.nanoTime();
            while (drips.stream().anyMatch(Drip::isOpen) && System.nanoTime() - start < 30_000_000_000L) {
                drips.forEach(Drip::drop);
                Thread.sleep(500);
            }
            assertEquals(List.of(false, false, false), drips.stream().map(Drip::isOpen).toList());
            assertTrue(System.nanoTime() - start < 20_000_000_000L, "sooner than the idle timeout");
        }
        assertEquals(List.of(), site.written);
        assertEquals(200, RawHttp.get(port, "/matrix", "Cookie: " + cookie()).status(), "still alive");
    }

    @Test
    void S25_no_route_starts_a_process() throws IOException {
        String cookie = cookie();
        List<Long> before = ProcessHandle.current().descendants().map(ProcessHandle::pid).toList();
        for (String path : dataPaths()) {
            send("GET", path, cookie);
            send("POST", path, cookie);
        }
        assertEquals(before, ProcessHandle.current().descendants().map(ProcessHandle::pid).toList());
    }

    @Test
    void C49_a_rebound_name_sees_nothing_and_a_simple_request_writes_nothing() throws IOException {
        String cookie = "Cookie: " + cookie();
        Reply rebound = RawHttp.send(port, "GET / HTTP/1.1\nHost: evil.example.test:" + port
                + "\nOrigin: http://evil.example.test:" + port + "\n" + cookie + "\nConnection: close\n\n");
        assertEquals(421, rebound.status());
        assertFalse(rebound.body().contains(StubSite.DATA));
        Reply simple = RawHttp.post(port, "/g/" + ID + "/approve", "{\"scenario\":\"tool-use\"}", cookie,
                "Origin: https://evil.example.test", "Content-Type: text/plain");
        assertEquals(403, simple.status());
        assertEquals(List.of(), site.written);
        assertEquals(
                200, RawHttp.get(port, "/", "Authorization: Bearer " + token()).status(), "a script without Origin");
        Reply six = RawHttp.send(port, "GET / HTTP/1.1\nHost: [::1]:" + port + "\nConnection: close\n\n");
        assertEquals(307, six.status());
    }

    @Test
    void C51_requests_that_leave_the_root_read_nothing() throws IOException {
        String cookie = "Cookie: " + cookie();
        for (String path : List.of(
                "/api/recordings/..%2f..%2f..%2fetc%2fpasswd", "/static/..%5c..%5cpom.xml",
                "/api/recordings/%252e%252e%252fsecret", "/api/recordings/link-out.ndjson",
                "/s/..%2f..%2f..%2fetc%2fpasswd/frames", "/assets/..%5c..%5cpom.xml", "/../../etc/passwd")) {
            Reply reply = RawHttp.get(port, path, cookie);
            assertTrue(reply.status() == 404 || reply.status() == 400, reply.status() + " for " + path);
            assertFalse(reply.body().contains("root:") || reply.body().contains("<project"), path);
        }
    }

    @Test
    void a_long_body_is_refused() throws IOException {
        String cookie = "Cookie: " + cookie();
        Reply reply = RawHttp.post(port, "/g/" + ID + "/approve", "form=" + "a".repeat(100_000), cookie,
                "Origin: http://127.0.0.1:" + port, "Content-Type: application/x-www-form-urlencoded");
        assertTrue(reply.status() == 413 || reply.status() == 403, reply.status() + "");
        assertEquals(List.of(), site.written);
    }

    /** An address of every page and download there is, and of one that is not; the stream has a test of its own. */
    private List<String> dataPaths() {
        List<String> paths = new ArrayList<>(List.of("/nothing-here"));
        server.reads().stream()
                .filter(route -> !List.of("/auth", "/healthz", "/live", "/assets/{hash}/{name}").contains(route))
                .forEach(route -> paths.add(filled(route)));
        assertTrue(paths.size() > 20, paths.toString());
        return paths;
    }

    private static String filled(String route) {
        return route.replace("{id}", ID).replace("{seq}", "1").replace("{format}", "csv");
    }

    private Reply send(String method, String path, String cookie) throws IOException {
        return RawHttp.send(port, method + " " + path + " HTTP/1.1\nHost: 127.0.0.1:" + port + "\nCookie: " + cookie
                + "\nContent-Length: 0\nConnection: close\n\n");
    }

    private boolean connects(InetAddress address) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(address, port), 500);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private String token() {
        return server.signInAddress().getQuery().substring("token=".length());
    }

    private String cookie() throws IOException {
        return RawHttp.get(port, "/auth?token=" + token()).header("Set-Cookie").split(";")[0];
    }

    private String formToken(String cookie) throws IOException {
        return RawHttp.get(port, "/g/" + ID, cookie).body().split("token-(?=[A-Za-z0-9_-]{43})")[1].substring(0, 43);
    }

    private String css() throws IOException {
        return RawHttp.get(port, "/").body().split("rel=\"stylesheet\" href=\"")[1].split("\"")[0];
    }

    private static void assertRefused(Reply reply, String what) {
        assertTrue(reply.status() == 400 || reply.status() == 421, reply.status() + " for " + what);
        assertFalse(reply.body().contains(StubSite.DATA), what);
        assertFalse(reply.hasHeader("Location"), what);
    }
}
