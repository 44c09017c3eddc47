package dev.tapedeck.acceptance;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.zip.GZIPOutputStream;

/**
 * A server of event streams, started as a process of its own: what is posted to {@code /next} becomes the next bytes of
 * {@code /event}; {@code /echo} gives a body back, {@code /gzip} a packed one, {@code /exit} ends the process.
 */
final class SmallServer {
    private static final LinkedBlockingQueue<byte[]> NEXT = new LinkedBlockingQueue<>();

    private SmallServer() {}

    public static void main(String[] arguments) throws IOException {
        System.setProperty("sun.net.httpserver.nodelay", "true");
        List<String> words = List.of(arguments);
        String host = words.get(words.indexOf("--hostname") + 1);
        int port = Integer.parseInt(words.get(words.indexOf("--port") + 1));
        HttpServer server = HttpServer.create(new InetSocketAddress(host, port), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/event", SmallServer::events);
        server.createContext("/next", exchange -> {
            NEXT.add(exchange.getRequestBody().readAllBytes());
            answer(exchange, 204, new byte[0]);
        });
        server.createContext("/echo", exchange -> answer(exchange, 200, exchange.getRequestBody().readAllBytes()));
        server.createContext("/gzip", exchange -> {
            ByteArrayOutputStream packed = new ByteArrayOutputStream();
            try (GZIPOutputStream zip = new GZIPOutputStream(packed)) {
                zip.write("{\"packed\":true}".getBytes(UTF_8));
            }
            exchange.getResponseHeaders().set("Content-Encoding", "gzip");
            answer(exchange, 200, packed.toByteArray());
        });
        server.createContext("/exit", exchange -> Runtime.getRuntime().halt(7));
        server.start();
        System.out.println("a word before");
        System.out.println("server listening on http://" + host + ":" + port);
    }

    private static void answer(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
    }

    /** An empty post ends the stream. */
    private static void events(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, 0);
        try (OutputStream out = exchange.getResponseBody()) {
            // Else the head would wait for the first event.
            out.flush();
            for (byte[] next = NEXT.take(); next.length > 0; next = NEXT.take()) {
                out.write(next);
                out.flush();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
