package dev.tapedeck.inspect.browser;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * A headless Chromium with one tab, driven over its debugging socket. Nothing but this machine can be reached from it.
 *
 * <p>Not safe for use by several threads.
 */
final class Chromium implements AutoCloseable {
    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome", "chrome");
    private static final long WAIT_S = 60;

    private final Process process;
    private final HttpClient http = HttpClient.newHttpClient();
    private final WebSocket socket;
    private final BlockingQueue<JsonNode> messages = new LinkedBlockingQueue<>();
    private final List<JsonNode> events = new ArrayList<>();
    private int calls;
    private String session = "";

    private Chromium(Process process, URI address) {
        this.process = process;
        this.socket = http.newWebSocketBuilder().buildAsync(address, new Messages()).join();
        String target = call("Target.createTarget", Map.of("url", "about:blank")).path("targetId").asText();
        session = call("Target.attachToTarget", Map.of("targetId", target, "flatten", true)).path("sessionId").asText();
        for (String domain : List.of("Page", "Network", "Runtime", "Log")) {
            call(domain + ".enable", Map.of());
        }
    }

    /** Starts one with its profile in that folder; skips the test when this machine has none. */
    static Chromium start(Path profile) throws IOException, InterruptedException {
        Optional<Path> program = program();
        Assumptions.assumeTrue(
                program.isPresent(), "skipped: no Chromium on this machine (apt-get install chromium); looked for "
                        + NAMES + " on the PATH");
        Process process = new ProcessBuilder(
                        program.orElseThrow().toString(), "--headless=new", "--no-sandbox", "--disable-gpu",
                        "--disable-dev-shm-usage", "--remote-debugging-port=0", "--user-data-dir=" + profile,
                        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", "--no-first-run",
                        "--disable-background-networking", "--disable-component-update", "about:blank")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        Path port = profile.resolve("DevToolsActivePort");
        for (int i = 0; i < WAIT_S * 10; i++) {
            List<String> lines = Files.exists(port) ? Files.readAllLines(port) : List.of();
            if (lines.size() >= 2) {
                return new Chromium(process, URI.create("ws://127.0.0.1:" + lines.get(0) + lines.get(1)));
            }
            Thread.sleep(100);
        }
        process.destroyForcibly();
        throw new IOException("Chromium did not open its debugging socket within " + WAIT_S + " s");
    }

    private static Optional<Path> program() {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Loads a page and waits until everything of it is there. */
    void open(URI address) {
        events.clear();
        JsonNode answer = call("Page.navigate", Map.of("url", address.toString()));
        if (answer.has("errorText")) {
            throw new AssertionError(address + ": " + answer.path("errorText").asText());
        }
        waitFor("Page.loadEventFired");
    }

    /** The value of an expression; a promise is waited for. */
    JsonNode evaluate(String expression) {
        JsonNode answer = call(
                "Runtime.evaluate",
                Map.of("expression", expression, "returnByValue", true, "awaitPromise", true));
        if (answer.has("exceptionDetails")) {
            throw new AssertionError(answer.path("exceptionDetails").toString());
        }
        return answer.path("result").path("value");
    }

    /** Size of the view in CSS pixels. */
    void view(int width, int height) {
        call("Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    }

    /** Sets the cookie of the visitor. */
    void cookie(URI address, String cookie) {
        String[] parts = cookie.split("=", 2);
        call("Network.setCookie", Map.of("url", address.toString(), "name", parts[0], "value", parts[1]));
    }

    /** Runs a script in every page before the page's own. */
    void before(String script) {
        call("Page.addScriptToEvaluateOnNewDocument", Map.of("source", script));
    }

    /** Presses a key as a person does. */
    void press(String key) {
        call("Input.dispatchKeyEvent", Map.of("type", "keyDown", "key", key, "text", key.length() == 1 ? key : ""));
        call("Input.dispatchKeyEvent", Map.of("type", "keyUp", "key", key));
    }

    /** What the browser told of a sort since the page was opened. */
    List<JsonNode> events(String method) {
        evaluate("1"); // an answer comes behind what happened before
        return events.stream().filter(event -> event.path("method").asText().equals(method))
                .map(event -> event.path("params")).toList();
    }

    private JsonNode call(String method, Map<String, Object> parameters) {
        int id = ++calls;
        ObjectNode message = Json.mapper().createObjectNode().put("id", id).put("method", method);
        message.set("params", Json.mapper().valueToTree(parameters));
        if (!session.isEmpty()) {
            message.put("sessionId", session);
        }
        socket.sendText(message.toString(), true).join();
        while (true) {
            JsonNode answer = next(method);
            if (answer.path("id").asInt() == id) {
                if (answer.has("error")) {
                    throw new AssertionError(method + ": " + answer.path("error"));
                }
                return answer.path("result");
            }
            events.add(answer);
        }
    }

    private void waitFor(String event) {
        while (events.stream().noneMatch(each -> each.path("method").asText().equals(event))) {
            events.add(next(event));
        }
    }

    private JsonNode next(String wanted) {
        try {
            JsonNode message = messages.poll(WAIT_S, TimeUnit.SECONDS);
            if (message == null) {
                throw new AssertionError("the browser said nothing for " + WAIT_S + " s; expected " + wanted);
            }
            return message;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        socket.abort();
        http.close();
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().onExit().join();
    }

    private final class Messages implements WebSocket.Listener {
        private final StringBuilder parts = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
            parts.append(data);
            if (last) {
                try {
                    messages.add(Json.read(parts.toString().getBytes(StandardCharsets.UTF_8)));
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
                parts.setLength(0);
            }
            return WebSocket.Listener.super.onText(from, data, last);
        }
    }
}
