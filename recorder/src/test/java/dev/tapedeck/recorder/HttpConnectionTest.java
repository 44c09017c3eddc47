package dev.tapedeck.recorder;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import dev.tapedeck.frame.Carrier;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.LineEnd;
import dev.tapedeck.frame.Payload;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class HttpConnectionTest {
    /** Writes down what a connection says. */
    private static final class Told implements HttpConnection.Sink {
        final List<String> lines = new ArrayList<>();
        private long exchanges;

        @Override
        public void frame(
                Direction way, Payload payload, Carrier carrier, LineEnd end, List<Integer> cuts, long micros) {
            String what = switch (carrier) {
                case Carrier.HttpRequest request ->
                    "%d %s %s".formatted(request.exchange(), request.method(), request.path());
                case Carrier.HttpResponse response -> response.exchange() + " " + response.status();
                case Carrier.SseEvent event -> event.stream();
                case Carrier.Line line -> "line";
            };
            lines.add(way.word() + " " + what + " [" + payload.display() + "]" + (end == LineEnd.NONE ? " cut" : ""));
        }

        @Override
        public void log(String stream, Payload payload, long micros) {
            lines.add("log " + stream + " [" + payload.display() + "]");
        }

        @Override
        public void act(String act, Map<String, Object> facts, long micros) {
            lines.add(act + " " + new TreeMap<>(facts));
        }

        @Override
        public long nextExchange() {
            return ++exchanges;
        }

        @Override
        public boolean declares(String path) {
            return path.equals("/event");
        }

        @Override
        public String opened(String path) {
            return declares(path) ? path : "";
        }

        @Override
        public void closed(String stream) {}

        @Override
        public boolean processLives() {
            return true;
        }
    }

    private static List<String> told(String host, String server) throws IOException {
        return told(host, server, List.of(), List.of());
    }

    private static List<String> told(String host, String server, List<Integer> hostCuts, List<Integer> serverCuts)
            throws IOException {
        Told told = new Told();
        HttpConnection connection = new HttpConnection(told);
        feed(connection, true, host.getBytes(ISO_8859_1), hostCuts);
        feed(connection, false, server.getBytes(ISO_8859_1), serverCuts);
        connection.ended(false, 0);
        return told.lines;
    }

    private static void feed(HttpConnection connection, boolean fromHost, byte[] bytes, List<Integer> cuts)
            throws IOException {
        int from = 0;
        for (int to : cuts) {
            connection.accept(fromHost, Arrays.copyOfRange(bytes, from, to), 0);
            from = to;
        }
        connection.accept(fromHost, Arrays.copyOfRange(bytes, from, bytes.length), 0);
    }

    private static final String GET = "GET /a HTTP/1.1\r\nHost: x\r\n\r\n";

    @Test
    void a_body_is_delimited_by_length_chunks_or_the_connections_end() throws IOException {
        String post = "POST /b?c=d HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}";
        String chunks = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "3;x=y\r\nabc\r\n2\r\nde\r\n0\r\nTrailer: 1\r\n\r\n";
        assertEquals(
                List.of(
                        "in 1 GET /a []", "in 2 POST /b?c=d [{}]", "in 3 GET /a []", "out 1 200 [abcde]",
                        "out 2 404 [no]", "out 3 200 [until the end]"),
                told(GET + post + GET, chunks + "HTTP/1.1 404 Not Found\r\ncontent-length:2\r\n\r\nno"
                        + "HTTP/1.1 200 OK\r\n\r\nuntil the end"));
    }

    @Test
    void responses_without_a_body_do_not_wait_for_one() throws IOException {
        assertEquals(
                List.of("in 1 HEAD /a []", "in 2 GET /a []", "in 3 GET /a []", "out 1 200 []", "out 2 304 []",
                        "out 3 204 []"),
                told("HEAD /a HTTP/1.1\r\n\r\n" + GET + GET, "HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n"
                        + "HTTP/1.1 304 Not Modified\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n"));
    }

    @Test
    void an_interim_response_is_none() throws IOException {
        assertEquals(
                List.of("in 1 GET /a []", "out 1 200 [ok]"),
                told(GET, "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"));
    }

    @Test
    void a_response_that_never_comes_has_status_0_and_a_torn_one_is_unterminated() throws IOException {
        assertEquals(List.of("in 1 GET /a []", "out 1 0 []"), told(GET, ""));
        assertEquals(
                List.of("in 1 GET /a []", "out 1 200 [ab] cut"),
                told(GET, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab"));
    }

    private static final String EVENTS =
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: 1\n\n:c\n\ndata: 2";

    @Test
    void a_declared_event_stream_is_subscribed_to_and_no_exchange() throws IOException {
        assertEquals(
                List.of(
                        "subscribe {path=/event?x=1, stream=/event}", "out /event [1]", "log /event [:c\n\n]",
                        "out /event [2] cut", "stream-end {alive=true, by=provider, stream=/event}"),
                told("GET /event?x=1 HTTP/1.1\r\n\r\n", EVENTS));
    }

    @Test
    void an_event_stream_that_nobody_declared_is_kept_beside_the_frames() throws IOException {
        assertEquals(
                List.of("in 1 GET /a []", "log /a [data: 1\n\n]", "log /a [:c\n\n]", "log /a [data: 2]"),
                told(GET, EVENTS));
    }

    @Test
    void a_request_for_an_event_stream_that_is_refused_is_an_exchange() throws IOException {
        assertEquals(
                List.of("in 1 GET /event []", "out 1 401 []"),
                told("GET /event HTTP/1.1\r\n\r\n", "HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n"));
    }

    @Test
    void an_upgraded_connection_passes_unrecorded_and_says_so() throws IOException {
        assertEquals(
                List.of(
                        "in 1 GET /a []", "out 1 101 []",
                        "mark {text=exchange 1 is no HTTP any more (upgraded): its bytes pass unrecorded}"),
                told(GET, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n\u0081\u0002hi"));
    }

    @Test
    void what_is_no_http_passes_unrecorded_and_says_so() throws IOException {
        assertEquals(
                List.of("mark {text=a connection passes unrecorded: an HTTP/1.1 request expected}"),
                told("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "\u0000\u0000"));
    }

    // ---- properties

    private static final String[] ANSWERS = {
        "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc", "HTTP/1.1 204 No Content\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\nA\r\n0123456789\r\n0\r\n\r\n",
        "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 500 Bad\nContent-Length: 0\n\n",
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
            + "5\r\ndata:\r\n3\r\n x\n\r\n1\r\n\n\r\n0\r\n\r\n",
    };
    private static final String[] REQUESTS = {
        GET, "POST /p HTTP/1.1\r\nContent-Length: 4\r\n\r\nbody", "\r\nDELETE /d HTTP/1.1\n\n",
        "PUT /p HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n", "GET /event HTTP/1.1\r\n\r\n",
    };

    @Test
    void however_a_connection_is_cut_the_same_is_told() throws IOException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 2000; round++) {
            StringBuilder host = new StringBuilder();
            StringBuilder server = new StringBuilder();
            for (int exchange = random.nextInt(4); exchange >= 0; exchange--) {
                host.append(REQUESTS[random.nextInt(REQUESTS.length)]);
                server.append(ANSWERS[random.nextInt(ANSWERS.length)]);
            }
            server.setLength(server.length() - (random.nextInt(4) == 0 ? random.nextInt(20) : 0));
            List<String> whole = told(host.toString(), server.toString());
            List<Integer> hostCuts = cuts(random, host.length());
            List<Integer> serverCuts = cuts(random, server.length());
            if (!whole.equals(told(host.toString(), server.toString(), hostCuts, serverCuts))) {
                fail("seed " + seed + ": " + shrunk(host.toString(), server.toString(), hostCuts, serverCuts));
            }
        }
    }

    private static List<Integer> cuts(Random random, int length) {
        List<Integer> cuts = new ArrayList<>();
        for (int at = 1; at < length; at++) {
            if (random.nextInt(5) == 0) {
                cuts.add(at);
            }
        }
        return cuts;
    }

    /** Fewer cuts that still make a difference. */
    private static String shrunk(String host, String server, List<Integer> hostCuts, List<Integer> serverCuts)
            throws IOException {
        List<Integer> ofHost = new ArrayList<>(hostCuts);
        List<Integer> ofServer = new ArrayList<>(serverCuts);
        List<String> whole = told(host, server);
        for (List<Integer> cuts : List.of(ofHost, ofServer)) {
            for (int i = cuts.size() - 1; i >= 0; i--) {
                Integer left = cuts.remove(i);
                if (whole.equals(told(host, server, ofHost, ofServer))) {
                    cuts.add(i, left);
                }
            }
        }
        return "host " + host + " cut at " + ofHost + ", server " + server + " cut at " + ofServer + ": "
                + told(host, server, ofHost, ofServer) + ", in one " + whole;
    }
}
