package dev.tapedeck.lab.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.tapedeck.json.Json;
import dev.tapedeck.lab.script.UnknownVariableException;
import dev.tapedeck.lab.script.Variables;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * A model on loopback that answers from a script over server-sent events, in the shape of the API that the request's
 * path names ({@link ModelApi}).
 *
 * <p>A request takes the first unused response that fits; a request for another place fits only a response that names
 * a path. {@code GET …/models} lists nothing, {@code …/count_tokens} and {@code …:countTokens} count always the same,
 * {@code HEAD} finds everything. Safe for concurrent requests.
 */
public final class ScriptedModel implements AutoCloseable {
    static {
        // Without this each small chunk waits for an acknowledgement, up to 40 ms.
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    private static final int COUNTED_TOKENS = 1234;

    private final List<ModelResponse> script;
    private final Variables variables;
    private final Gates gates = new Gates();
    private final StreamPlayer player;
    private final HttpServer server;
    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    private final Set<Integer> used = new HashSet<>();
    private final List<String> surprises = new ArrayList<>();

    private ScriptedModel(List<ModelResponse> script, Variables variables) throws IOException {
        this.script = List.copyOf(script);
        this.variables = variables;
        this.player = new StreamPlayer(variables, gates);
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::handle);
        server.setExecutor(executor);
        server.start();
    }

    /** Starts a model on a free port of loopback. */
    public static ScriptedModel start(List<ModelResponse> script, Variables variables) throws IOException {
        return new ScriptedModel(script, variables);
    }

    public int port() {
        return server.getAddress().getPort();
    }

    /** Opens a gate that a stream may wait for. */
    public void openGate(String name) {
        gates.open(name);
    }

    /** Responses that nothing asked for, by place and note; those marked optional or repeat are left out. */
    public List<String> unused() {
        synchronized (used) {
            List<String> unused = new ArrayList<>();
            for (int i = 0; i < script.size(); i++) {
                ModelResponse response = script.get(i);
                if (!used.contains(i) && !response.optional() && !response.repeat()) {
                    unused.add((i + 1) + (response.note().isEmpty() ? "" : " (" + response.note() + ")"));
                }
            }
            return unused;
        }
    }

    /** Requests that the script has no response for, and failures of the script itself. */
    public List<String> surprises() {
        synchronized (surprises) {
            return List.copyOf(surprises);
        }
    }

    /** Refuses connections from now on; streams that run are ended. */
    @Override
    public void close() {
        gates.close();
        server.stop(0);
        executor.shutdownNow();
    }

    private void handle(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        byte[] raw;
        try (InputStream body = exchange.getRequestBody()) {
            raw = unzipped(exchange, body).readAllBytes();
        }
        if (exchange.getRequestMethod().equals("GET") && path.endsWith("/models")) {
            var list = JsonNodeFactory.instance.objectNode().put("object", "list");
            list.putArray("data");
            list.putArray("models");
            plain(exchange, 200, list);
        } else if (path.endsWith("/count_tokens")) {
            plain(exchange, 200, JsonNodeFactory.instance.objectNode().put("input_tokens", COUNTED_TOKENS));
        } else if (path.endsWith(":countTokens")) {
            plain(exchange, 200, JsonNodeFactory.instance.objectNode().put("totalTokens", COUNTED_TOKENS));
        } else if (exchange.getRequestMethod().equals("HEAD")) {
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        } else {
            respond(exchange, path, new String(raw, StandardCharsets.UTF_8));
        }
    }

    private static InputStream unzipped(HttpExchange exchange, InputStream body) throws IOException {
        boolean zipped = "gzip".equalsIgnoreCase(exchange.getRequestHeaders().getFirst("Content-Encoding"));
        return zipped ? new GZIPInputStream(body) : body;
    }

    private void respond(HttpExchange exchange, String path, String raw) throws IOException {
        JsonNode body = json(raw);
        int place = take(path, raw, body);
        if (place < 0) {
            surprise("the script has no response for " + exchange.getRequestMethod() + " " + path + ", last input "
                    + shortened(last(path, body)));
            plain(exchange, 404, error("the script has no response for this request"));
            return;
        }
        try {
            play(exchange, path, raw, body, place);
        } catch (UnknownVariableException e) {
            surprise("response " + (place + 1) + ": " + e.getMessage());
            throw new CutException();
        } catch (InterruptedException e) {
            throw new CutException();
        }
    }

    private static JsonNode json(String raw) {
        try {
            return Json.read(raw.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            return MissingNode.getInstance();
        }
    }

    private void play(HttpExchange exchange, String path, String raw, JsonNode body, int place)
            throws IOException, InterruptedException, UnknownVariableException {
        ModelResponse response = script.get(place);
        capture(response, raw);
        if (response.delayMillis() > 0) {
            Thread.sleep(response.delayMillis());
        }
        for (Map.Entry<String, String> header : response.headers().entrySet()) {
            exchange.getResponseHeaders().set(header.getKey(), variables.fill(header.getValue()));
        }
        switch (response.body()) {
            case ModelResponse.Plain plain -> plain(exchange, plain.status(), variables.fill(plain.json()));
            case ModelResponse.Stream stream -> {
                ModelApi api = ModelApi.of(path).orElse(ModelApi.RESPONSES);
                EventSender events = null;
                if (api.streams(path, body)) {
                    exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
                    exchange.getResponseHeaders().set("Cache-Control", "no-cache");
                    exchange.sendResponseHeaders(200, 0);
                    events = new EventSender(exchange.getResponseBody(), response.paceMillis());
                }
                AnswerSender answers = (status, answer) -> plain(exchange, status, answer);
                player.play(stream, writer(api, events, answers, place + 1, ModelApi.model(path, body), body));
                // Only a stream that reached its end is closed; a thrown cut leaves the last chunk unsent.
                exchange.close();
            }
        }
    }

    private static ModelStream writer(
            ModelApi api, @Nullable EventSender events, AnswerSender answers, int number, String model, JsonNode body) {
        return switch (api) {
            case RESPONSES -> new ResponseStream(events, number);
            case MESSAGES ->
                events == null
                        ? new MessageAnswer(answers, new MessageShape(number, model))
                        : new MessageStream(events, new MessageShape(number, model));
            case CHAT ->
                events == null
                        ? new ChatAnswer(answers, new ChatShape(number, model))
                        : new ChatStream(
                                events,
                                new ChatShape(number, model),
                                body.at("/stream_options/include_usage").asBoolean(false));
            case GEMINI -> new GeminiStream(events, answers, number, model);
        };
    }

    private int take(String path, String raw, JsonNode body) {
        synchronized (used) {
            for (int i = 0; i < script.size(); i++) {
                ModelResponse response = script.get(i);
                if ((response.repeat() || !used.contains(i)) && response.when().fits(path, raw, body)) {
                    used.add(i);
                    return i;
                }
            }
            return -1;
        }
    }

    private void capture(ModelResponse response, String raw) {
        response.captures().forEach((name, capture) -> {
            Matcher matcher = capture.pattern().matcher(raw);
            if (matcher.find()) {
                String value = matcher.group(1);
                variables.put(
                        name, capture.number() ? LongNode.valueOf(Long.parseLong(value)) : TextNode.valueOf(value));
            } else {
                surprise("nothing in the request fits the pattern of \"" + name + "\": " + capture.pattern());
            }
        });
    }

    private void surprise(String words) {
        synchronized (surprises) {
            surprises.add(words);
        }
    }

    private static void plain(HttpExchange exchange, int status, JsonNode json) throws IOException {
        byte[] bytes = Json.writeBytes(json);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private static JsonNode error(String message) {
        var error = JsonNodeFactory.instance.objectNode();
        error.putObject("error").put("message", message).put("type", "invalid_request_error");
        return error;
    }

    private static String last(String path, JsonNode body) {
        return ModelApi.of(path).map(api -> api.last(body)).orElse("");
    }

    private static String shortened(String text) {
        return text.length() > 200 ? text.substring(0, 200) + "…" : text;
    }
}
