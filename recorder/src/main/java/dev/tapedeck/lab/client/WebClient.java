package dev.tapedeck.lab.client;

import dev.tapedeck.frame.Carrier.SseEvent;
import dev.tapedeck.frame.LineEnd;
import dev.tapedeck.frame.Payload;
import dev.tapedeck.recording.SseCutter;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Speaks HTTP with one process of a provider, and hands the events of its streams to an inbox. */
public final class WebClient implements AutoCloseable {
    private static final int BUFFER = 64 * 1024;

    private final URI base;
    private final Map<String, String> headers;
    private final Inbox inbox;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Map<String, CompletableFuture<HttpResponse<InputStream>>> streams = new ConcurrentHashMap<>();

    /**
     * @param base where the provider serves
     * @param headers what each request carries, for instance its credential
     */
    public WebClient(URI base, Map<String, String> headers, Inbox inbox) {
        this.base = base;
        this.headers = Map.copyOf(headers);
        this.inbox = inbox;
    }

    /** Sends a request, with JSON as its body if there is one. */
    CompletableFuture<HttpResponse<byte[]>> send(String method, String path, byte @Nullable [] json) {
        HttpRequest.Builder request = request(path);
        BodyPublisher body = json == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(json);
        if (json != null) {
            request.header("Content-Type", "application/json");
        }
        return http.sendAsync(request.method(method, body).build(), BodyHandlers.ofByteArray());
    }

    /**
     * Opens an event stream; its events go to the inbox.
     *
     * @param path also the source's name in the inbox
     * @return whether its head has come in that time; always true when there is no wait
     */
    boolean subscribe(String path, Duration longest) throws IOException, InterruptedException {
        HttpRequest request = request(path).header("Accept", "text/event-stream").build();
        CompletableFuture<HttpResponse<InputStream>> opening =
                http.sendAsync(request, BodyHandlers.ofInputStream());
        inbox.opened(path);
        streams.put(path, opening);
        opening.whenComplete((response, failure) -> {
            if (response != null) {
                Thread.ofVirtual().start(() -> read(path, response.body()));
            } else {
                inbox.ended(path);
            }
        });
        if (longest.isZero()) {
            return true;
        }
        try {
            return opening.get(longest.toMillis(), TimeUnit.MILLISECONDS).statusCode() == 200;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new IOException("event stream " + path + " could not be opened: " + e.getCause(), e);
        }
    }

    /** Closes an event stream; false when none of that path is open. */
    boolean unsubscribe(String path) throws IOException {
        CompletableFuture<HttpResponse<InputStream>> stream = streams.remove(path);
        if (stream == null) {
            return false;
        }
        HttpResponse<InputStream> response = stream.getNow(null);
        if (response == null) {
            stream.cancel(true);
        } else {
            response.body().close();
        }
        return true;
    }

    /** Closes every event stream, as a host does before it ends its server. */
    public void unsubscribe() throws IOException {
        for (String path : streams.keySet()) {
            unsubscribe(path);
        }
    }

    private HttpRequest.Builder request(String path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(base.resolve(path));
        headers.forEach(request::header);
        return request;
    }

    private void read(String path, InputStream body) {
        SseCutter cutter = new SseCutter(path, new Events(path));
        byte[] buffer = new byte[BUFFER];
        try (body) {
            for (int length = body.read(buffer); length >= 0; length = body.read(buffer)) {
                cutter.accept(buffer, 0, length, 0);
            }
            cutter.end();
        } catch (IOException e) {
            // Broken or closed: what came until then is all there is.
        } finally {
            inbox.ended(path);
        }
    }

    private final class Events implements SseCutter.Sink {
        private final String path;

        Events(String path) {
            this.path = path;
        }

        @Override
        public void event(SseEvent carrier, Payload payload, LineEnd end, List<Integer> cuts, long micros) {
            if (end == LineEnd.LF) {
                inbox.add(path, payload.bytes());
            }
        }

        @Override
        public void rest(Payload bytes, long micros) {
            // Comments keep a connection alive and tell nothing.
        }
    }

    /** Closes every connection at once. */
    @Override
    public void close() {
        http.shutdownNow();
    }
}
