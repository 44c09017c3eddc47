package dev.tapedeck.lab.model;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.json.Json;
import dev.tapedeck.lab.script.Spec;
import dev.tapedeck.lab.script.Variables;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A scripted model and a client that asks it. */
record ModelTalk(ScriptedModel model, HttpClient http) implements AutoCloseable {
    static ModelTalk with(String script) throws IOException {
        return with(script, new Variables());
    }

    static ModelTalk with(String script, Variables variables) throws IOException {
        Spec spec = Spec.of("script", Json.read(script.getBytes(StandardCharsets.UTF_8)));
        return new ModelTalk(
                ScriptedModel.start(ModelScriptReader.read(spec.elements()), variables), HttpClient.newHttpClient());
    }

    HttpRequest request(String path, String body) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + model.port() + path))
                .version(HttpClient.Version.HTTP_1_1)
                .timeout(Duration.ofSeconds(20))
                .POST(BodyPublishers.ofString(body))
                .build();
    }

    HttpResponse<String> ask(String path, String body) throws IOException, InterruptedException {
        return http.send(request(path, body), BodyHandlers.ofString());
    }

    /** The data of unnamed events; the last one as text when it is not JSON. */
    static List<String> data(String stream) {
        List<String> data = new ArrayList<>();
        for (String block : stream.split("\n\n")) {
            if (!block.startsWith("data: ") || block.contains("\n")) {
                throw new AssertionError("one line of data expected, found " + block);
            }
            data.add(block.substring("data: ".length()));
        }
        return data;
    }

    static JsonNode json(String text) throws IOException {
        return Json.read(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Texts at that place of each event that has one, put together. */
    static String joined(List<JsonNode> events, String pointer) {
        StringBuilder text = new StringBuilder();
        events.forEach(event -> text.append(event.at(pointer).asText("")));
        return text.toString();
    }

    @Override
    public void close() {
        model.close();
        http.shutdownNow();
    }
}
