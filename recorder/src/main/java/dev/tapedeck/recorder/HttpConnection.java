package dev.tapedeck.recorder;

import dev.tapedeck.frame.Carrier;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.HostAct;
import dev.tapedeck.frame.LineEnd;
import dev.tapedeck.frame.Payload;
import dev.tapedeck.recorder.HttpSide.Framing;
import dev.tapedeck.recording.BodyGatherer;
import dev.tapedeck.recording.SseBlock;
import dev.tapedeck.recording.SseCutter;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one connection between host and server says: exchanges, and the events of streams that were opened on it.
 *
 * <p>Headers are looked at and never recorded. The request that opens an event stream is the act {@code subscribe}.
 */
final class HttpConnection {
    private static final Payload NOTHING = new Payload.Text("");

    /** Where the frames of a session go. */
    interface Sink {
        void frame(
                Direction way, Payload payload, Carrier carrier, LineEnd end, List<Integer> cuts, long micros)
                throws IOException;

        void log(String stream, Payload payload, long micros) throws IOException;

        void act(String act, Map<String, Object> facts, long micros) throws IOException;

        /** Number of the next exchange, from 1. */
        long nextExchange();

        /** Whether the path, without its query, is a declared event stream. */
        boolean declares(String path);

        /** A name for a stream that is opened now, or empty if the path is no declared stream. */
        String opened(String path);

        void closed(String stream);

        /** Whether the process goes on; waits a little, since its streams end just before it does. */
        boolean processLives();
    }

    private final Sink sink;
    private final Deque<Exchange> open = new ArrayDeque<>();
    private final HttpSide host = new HttpSide(new Requests());
    private final HttpSide server = new HttpSide(new Responses());
    private boolean hostEnded;

    HttpConnection(Sink sink) {
        this.sink = sink;
    }

    void accept(boolean fromHost, byte[] bytes, long micros) throws IOException {
        (fromHost ? host : server).accept(bytes, micros);
    }

    void ended(boolean fromHost, long micros) throws IOException {
        if (fromHost) {
            hostEnded = true;
            host.end(micros);
            return;
        }
        server.end(micros);
        for (Exchange exchange = open.poll(); exchange != null; exchange = open.poll()) {
            exchange.tellRequest(micros);
            exchange.respond(0, NOTHING, LineEnd.LF, micros);
        }
    }

    /** A request, and what has become of it. */
    private final class Exchange {
        private final long number = sink.nextExchange();
        private final String method;
        private final String path;
        private @Nullable Payload request;
        private LineEnd requestEnd = LineEnd.LF;
        private boolean told;

        Exchange(String method, String path) {
            this.method = method;
            this.path = path;
        }

        String bare() {
            return path.split("[?#]", 2)[0];
        }

        void requested(Payload body, boolean whole, long micros) throws IOException {
            request = body;
            requestEnd = whole ? LineEnd.LF : LineEnd.NONE;
            // What opens an event stream is told by its response.
            if (!method.equals("GET") || !sink.declares(bare())) {
                tellRequest(micros);
            }
        }

        void tellRequest(long micros) throws IOException {
            if (!told) {
                told = true;
                sink.frame(
                        Direction.IN,
                        request == null ? NOTHING : request,
                        new Carrier.HttpRequest(number, method, path),
                        requestEnd,
                        List.of(),
                        micros);
            }
        }

        void respond(int status, Payload body, LineEnd end, long micros) throws IOException {
            sink.frame(Direction.OUT, body, new Carrier.HttpResponse(number, status), end, List.of(), micros);
        }
    }

    private final class Requests implements HttpSide.Listener {
        private final BodyGatherer body = new BodyGatherer();
        private String encoding = "";
        private @Nullable Exchange exchange;

        @Override
        public Framing head(String startLine, Map<String, String> headers, long micros) throws IOException {
            String[] words = startLine.split(" ");
            if (words.length != 3 || !words[2].startsWith("HTTP/1.")) {
                deaf("an HTTP/1.1 request expected", micros);
                return new Framing.Opaque();
            }
            exchange = new Exchange(words[0], words[1].replaceFirst("^https?://[^/]+", ""));
            open.add(exchange);
            encoding = encoding(headers);
            return HttpSide.framing(headers, Framing.NONE);
        }

        @Override
        public void body(byte[] bytes, int from, int to, long micros) throws IOException {
            body.accept(bytes, from, to);
        }

        @Override
        public void end(boolean whole, long micros) throws IOException {
            if (exchange != null) {
                exchange.requested(body.take(encoding), whole, micros);
            }
        }

        @Override
        public void deaf(String why, long micros) throws IOException {
            sink.act(HostAct.MARK, Map.of("text", "a connection passes unrecorded: " + why), micros);
            server.stop();
        }
    }

    private final class Responses implements HttpSide.Listener {
        private final BodyGatherer body = new BodyGatherer();
        private String encoding = "";
        private int status;
        private boolean interim;
        private @Nullable Exchange exchange;
        private @Nullable SseCutter events;
        private String stream = "";

        @Override
        public Framing head(String startLine, Map<String, String> headers, long micros) throws IOException {
            String[] words = startLine.split(" ", 3);
            exchange = open.peek();
            if (words.length < 2 || !words[0].startsWith("HTTP/1.") || !words[1].matches("[1-9][0-9][0-9]")
                    || exchange == null) {
                deaf("an HTTP/1.1 response expected", micros);
                return new Framing.Opaque();
            }
            status = Integer.parseInt(words[1]);
            encoding = encoding(headers);
            interim = status < 200;
            if (status == 101) {
                return upgraded(exchange, micros);
            }
            if (interim || exchange.method.equals("HEAD") || status == 204 || status == 304) {
                return Framing.NONE;
            }
            if (isEventStream(headers)) {
                subscribed(exchange, micros);
            }
            return HttpSide.framing(headers, new Framing.UntilClose());
        }

        private boolean isEventStream(Map<String, String> headers) {
            String type = headers.getOrDefault("content-type", "").toLowerCase(Locale.ROOT);
            return status < 300 && type.startsWith("text/event-stream") && encoding.isEmpty();
        }

        private void subscribed(Exchange request, long micros) throws IOException {
            stream = sink.opened(request.bare());
            if (stream.isEmpty()) {
                // Nobody knows what its events speak: kept, but no frames.
                request.tellRequest(micros);
                events = new SseCutter(request.bare(), new Unknown(request.bare()));
                return;
            }
            request.told = true;
            sink.act(HostAct.SUBSCRIBE, Map.of("stream", stream, "path", request.path), micros);
            events = new SseCutter(stream, new Known(stream));
        }

        private Framing upgraded(Exchange request, long micros) throws IOException {
            request.tellRequest(micros);
            request.respond(status, NOTHING, LineEnd.LF, micros);
            sink.act(HostAct.MARK, Map.of("text", "exchange " + request.number
                    + " is no HTTP any more (upgraded): its bytes pass unrecorded"), micros);
            open.clear();
            host.stop();
            return new Framing.Opaque();
        }

        @Override
        public void body(byte[] bytes, int from, int to, long micros) throws IOException {
            if (events != null) {
                events.accept(bytes, from, to, micros);
            } else {
                body.accept(bytes, from, to);
            }
        }

        @Override
        public void end(boolean whole, long micros) throws IOException {
            if (interim) {
                return;
            }
            open.poll();
            if (events != null) {
                events.end();
                events = null;
                if (!stream.isEmpty()) {
                    streamEnded(micros);
                }
            } else if (exchange != null) {
                exchange.tellRequest(micros);
                exchange.respond(status, body.take(encoding), whole ? LineEnd.LF : LineEnd.NONE, micros);
            }
        }

        private void streamEnded(long micros) throws IOException {
            sink.closed(stream);
            boolean alive = hostEnded || sink.processLives();
            sink.act(
                    HostAct.STREAM_END,
                    Map.of("stream", stream, "by", hostEnded ? "host" : "provider", "alive", alive),
                    micros);
        }

        @Override
        public void deaf(String why, long micros) throws IOException {
            sink.act(HostAct.MARK, Map.of("text", "a connection passes unrecorded: " + why), micros);
            host.stop();
        }
    }

    private static String encoding(Map<String, String> headers) {
        String encoding = headers.getOrDefault("content-encoding", "").toLowerCase(Locale.ROOT);
        return encoding.equals("identity") ? "" : encoding;
    }

    private final class Known implements SseCutter.Sink {
        private final String name;

        Known(String name) {
            this.name = name;
        }

        @Override
        public void event(
                Carrier.SseEvent carrier, Payload payload, LineEnd end, List<Integer> cuts, long micros)
                throws IOException {
            sink.frame(Direction.OUT, payload, carrier, end, cuts, micros);
        }

        @Override
        public void rest(Payload bytes, long micros) throws IOException {
            sink.log(name, bytes, micros);
        }
    }

    private final class Unknown implements SseCutter.Sink {
        private final String name;

        Unknown(String name) {
            this.name = name;
        }

        @Override
        public void event(
                Carrier.SseEvent carrier, Payload payload, LineEnd end, List<Integer> cuts, long micros)
                throws IOException {
            sink.log(name, SseBlock.verbatim(SseBlock.bytes(carrier, payload)), micros);
        }

        @Override
        public void rest(Payload bytes, long micros) throws IOException {
            sink.log(name, bytes, micros);
        }
    }
}
