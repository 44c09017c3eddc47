package dev.tapedeck.play;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.tapedeck.frame.Carrier;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.frame.LineEnd;
import dev.tapedeck.frame.LogLine;
import dev.tapedeck.frame.Payload;
import dev.tapedeck.json.Json;
import dev.tapedeck.recording.Payloads;
import dev.tapedeck.recording.SseBlock;
import dev.tapedeck.rules.Message;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Says frames as an HTTP server on loopback: events on the streams that were opened, responses in their exchanges.
 *
 * <p>A client that leaves a stream costs the events of that stream only, as with any server.
 */
public final class HttpVoice implements Voice, AutoCloseable {
    private static final int NOT_FOUND = 404;
    private static final int NO_CONTENT = 204;
    private static final int NOT_MODIFIED = 304;

    private final HttpServer server;
    private final Set<String> streams;
    private final Consumer<LogLine> logs;
    private final AtomicLong exchanges = new AtomicLong();
    private final Map<Long, HttpExchange> open = new ConcurrentHashMap<>();
    private final Map<String, List<HttpExchange>> subscribers = new ConcurrentHashMap<>();

    private HttpVoice(HttpServer server, Set<String> streams, Consumer<LogLine> logs) {
        this.server = server;
        this.streams = Set.copyOf(streams);
        this.logs = logs;
    }

    /**
     * Takes the port; {@link #listen} begins to serve.
     *
     * @param port 0 for any free one
     * @param streams paths of the event streams
     * @param logs takes what the provider said beside the wire
     * @throws IOException if the port cannot be taken
     */
    public static HttpVoice open(int port, Set<String> streams, Consumer<LogLine> logs) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        return new HttpVoice(server, streams, logs);
    }

    /** Where it is reached, without a slash at the end. */
    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Serves, and tells what it hears. */
    public void listen(Consumer<Heard> heard) {
        server.createContext("/", exchange -> accept(exchange, heard));
        server.start();
    }

    private void accept(HttpExchange exchange, Consumer<Heard> heard) throws IOException {
        String path = exchange.getRequestURI().toString();
        String bare = exchange.getRequestURI().getRawPath();
        if (exchange.getRequestMethod().equals("GET") && streams.contains(bare)) {
            exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
            exchange.getResponseHeaders().set("Cache-Control", "no-cache");
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().flush();
            subscribers.computeIfAbsent(bare, any -> new CopyOnWriteArrayList<>()).add(exchange);
            heard.accept(new Heard.Subscribed(bare));
            return;
        }
        byte[] body = exchange.getRequestBody().readAllBytes();
        long number = exchanges.incrementAndGet();
        open.put(number, exchange);
        heard.accept(new Heard.Spoken(new Frame(
                0,
                0,
                Direction.IN,
                Payloads.classify(body),
                new Carrier.HttpRequest(number, exchange.getRequestMethod(), path),
                LineEnd.LF,
                List.of())));
    }

    @Override
    public void say(Frame frame, @Nullable Frame heard, boolean held) throws IOException {
        switch (frame.carrier()) {
            case Carrier.SseEvent event ->
                toStream(event.stream(), SseBlock.bytes(event, frame.payload()), frame.cuts());
            case Carrier.HttpResponse response -> {
                if (heard != null) {
                    respond(heard, response.status(), frame.payload().bytes());
                }
            }
            case Carrier.Line line -> {} // no stream carries lines
            case Carrier.HttpRequest request -> throw new IllegalStateException("a provider that calls its client");
        }
    }

    private void toStream(String stream, byte[] bytes, List<Integer> cuts) {
        List<HttpExchange> to = subscribers.getOrDefault(stream, List.of());
        for (HttpExchange each : to) {
            try {
                OutputStream body = each.getResponseBody();
                int from = 0;
                for (int cut : cuts) {
                    if (cut > from && cut < bytes.length) {
                        body.write(bytes, from, cut - from);
                        body.flush();
                        from = cut;
                    }
                }
                body.write(bytes, from, bytes.length - from);
                body.flush();
            } catch (IOException e) {
                to.remove(each);
                each.close();
            }
        }
    }

    private void respond(Frame heard, int status, byte[] body) {
        if (!(heard.carrier() instanceof Carrier.HttpRequest request)) {
            return;
        }
        HttpExchange exchange = open.remove(request.exchange());
        if (exchange == null) {
            return;
        }
        try (exchange) {
            if (status == 0) {
                return; // the recorded connection broke before there was a status
            }
            boolean empty = body.length == 0 || status == NO_CONTENT || status == NOT_MODIFIED;
            if (!empty) {
                boolean json = Payloads.classify(body) instanceof Payload.Json;
                exchange.getResponseHeaders().set("Content-Type", json ? "application/json" : "text/plain");
            }
            exchange.sendResponseHeaders(status, empty ? -1 : body.length);
            if (!empty) {
                exchange.getResponseBody().write(body);
            }
        } catch (IOException e) {
            // The caller has left; the session goes on with its other calls.
        }
    }

    @Override
    public void log(LogLine line) {
        if (streams.contains(line.stream())) {
            toStream(line.stream(), line.payload().bytes(), List.of());
        } else {
            logs.accept(line);
        }
    }

    @Override
    public void endStream(String stream) {
        List<HttpExchange> ended = subscribers.remove(stream);
        if (ended != null) {
            ended.forEach(HttpExchange::close);
        }
    }

    @Override
    public void flush() {}

    @Override
    public void refuse(Frame heard, @Nullable Message message, String reason) {
        byte[] body = Json.write(Map.of("error", reason)).getBytes(StandardCharsets.UTF_8);
        respond(heard, NOT_FOUND, body);
    }

    @Override
    public void close() {
        new ArrayList<>(subscribers.keySet()).forEach(this::endStream);
        server.stop(0);
    }
}
