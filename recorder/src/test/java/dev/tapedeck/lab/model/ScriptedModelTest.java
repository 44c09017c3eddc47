package dev.tapedeck.lab.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.json.Json;
import dev.tapedeck.lab.script.Spec;
import dev.tapedeck.lab.script.Variables;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ScriptedModelTest {
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Variables variables = new Variables();
    private final List<ScriptedModel> started = new ArrayList<>();

    @AfterEach
    void close() {
        started.forEach(ScriptedModel::close);
    }

    @Test
    void text_comes_in_pieces_between_the_events_of_its_item() throws Exception {
        ScriptedModel model = model("""
                [{"output": [{"message": "Hello there.", "pieces": 2, "phase": "final_answer"}],
                  "usage": {"input": 7, "cached": 5, "output": 3, "reasoning": 1}}]""");

        List<JsonNode> events = events(ask(model, "{}").body());

        assertEquals(
                List.of(
                        "response.created",
                        "response.output_item.added",
                        "response.content_part.added",
                        "response.output_text.delta",
                        "response.output_text.delta",
                        "response.output_text.done",
                        "response.output_item.done",
                        "response.completed"),
                types(events));
        assertEquals("Hello ", events.get(3).path("delta").textValue());
        assertEquals("there.", events.get(4).path("delta").textValue());
        assertEquals("Hello there.", events.get(6).at("/item/content/0/text").textValue());
        assertEquals("final_answer", events.get(6).at("/item/phase").textValue());
        JsonNode usage = events.get(7).at("/response/usage");
        assertEquals(7, usage.path("input_tokens").intValue());
        assertEquals(5, usage.at("/input_tokens_details/cached_tokens").intValue());
        assertEquals(3, usage.path("output_tokens").intValue());
        assertEquals(1, usage.at("/output_tokens_details/reasoning_tokens").intValue());
        assertEquals(10, usage.path("total_tokens").intValue());
    }

    @Test
    void reasoning_has_summary_parts_and_raw_content() throws Exception {
        ScriptedModel model = model("""
                [{"output": [{"reasoning": {"summary": ["one", "two"], "content": ["raw"]}}]}]""");

        List<JsonNode> events = events(ask(model, "{}").body());

        assertEquals(2, count(events, "response.reasoning_summary_part.added"));
        assertEquals("raw", joined(events, "response.reasoning_text.delta"));
        assertEquals("onetwo", joined(events, "response.reasoning_summary_text.delta"));
        JsonNode done = only(events, "response.output_item.done").path("item");
        assertEquals("two", done.at("/summary/1/text").textValue());
        assertEquals("raw", done.at("/content/0/text").textValue());
    }

    @Test
    void tool_calls_carry_arguments_or_free_text_and_the_same_ids_in_every_run() throws Exception {
        String script = """
                [{"output": [{"call": "run", "namespace": "shell", "arguments": {"cmd": "ls"}},
                             {"custom": "patch", "input": "*** text", "pieces": 4},
                             {"call": "broken", "arguments": "{not json"}]}]""";

        List<JsonNode> first = events(ask(model(script), "{}").body());
        List<JsonNode> second = events(ask(model(script), "{}").body());

        assertEquals(first, second);
        JsonNode call = all(first, "response.output_item.done").get(0).path("item");
        assertEquals("{\"cmd\":\"ls\"}", call.path("arguments").textValue());
        assertEquals("shell", call.path("namespace").textValue());
        assertEquals("call_1_1", call.path("call_id").textValue());
        assertEquals("*** text", joined(first, "response.custom_tool_call_input.delta"));
        assertEquals(
                "{not json",
                all(first, "response.output_item.done").get(2).at("/item/arguments").textValue());
    }

    @Test
    void an_http_error_has_its_status_body_and_headers() throws Exception {
        ScriptedModel model = model("""
                [{"status": 429, "headers": {"retry-after": "1", "x-limit": "100"},
                  "body": {"error": {"code": "rate_limit_exceeded"}}}]""");

        HttpResponse<String> answer = ask(model, "{}");

        assertEquals(429, answer.statusCode());
        assertEquals("1", answer.headers().firstValue("retry-after").orElseThrow());
        assertEquals("100", answer.headers().firstValue("x-limit").orElseThrow());
        assertEquals("rate_limit_exceeded", Json.mapper().readTree(answer.body()).at("/error/code").textValue());
    }

    @Test
    void a_stream_fails_or_stays_incomplete_as_scripted() throws Exception {
        ScriptedModel model = model("""
                [{"output": [], "end": {"failed": {"code": "insufficient_quota", "message": "no more"}}},
                 {"output": [{"message": "cut"}], "end": {"incomplete": "max_output_tokens"}}]""");

        JsonNode failed = events(ask(model, "{}").body()).getLast();
        JsonNode incomplete = events(ask(model, "{}").body()).getLast();

        assertEquals("response.failed", failed.path("type").textValue());
        assertEquals("insufficient_quota", failed.at("/response/error/code").textValue());
        assertEquals("response.incomplete", incomplete.path("type").textValue());
        assertEquals("max_output_tokens", incomplete.at("/response/incomplete_details/reason").textValue());
    }

    @Test
    void a_cut_connection_ends_inside_the_message_and_is_seen_as_broken() throws Exception {
        ScriptedModel model = model("""
                [{"output": [{"message": ["Half of ", {"stop": true}, "never"]}, {"message": "nor this"}],
                  "end": "cut"}]""");
        StringBuilder seen = new StringBuilder();

        // Told piece by piece: a body read as a stream forgets what it holds when the connection breaks.
        assertThrows(
                IOException.class,
                () -> http.send(
                        request(model, "/v1/responses", "{}"),
                        BodyHandlers.ofByteArrayConsumer(piece -> piece.ifPresent(
                                bytes -> seen.append(new String(bytes, StandardCharsets.UTF_8))))));

        assertTrue(seen.toString().contains("Half of "), seen.toString());
        assertFalse(seen.toString().contains("never"), seen.toString());
        assertFalse(seen.toString().contains("nor this"), seen.toString());
        assertFalse(seen.toString().contains("output_text.done"), seen.toString());
    }

    @Test
    void a_hanging_stream_lasts_until_the_model_is_closed() throws Exception {
        ScriptedModel model = model("""
                [{"output": [{"message": ["Hi", {"stop": true}]}], "end": "hang"}]""");

        CompletableFuture<HttpResponse<String>> answer =
                http.sendAsync(request(model, "/v1/responses", "{}"), BodyHandlers.ofString());
        Thread.sleep(200);
        boolean still = !answer.isDone();
        model.close();

        assertTrue(still);
        // Whether the end looks clean or broken depends on who was faster; that it ends is what counts.
        answer.handle((response, failure) -> true).get(5, TimeUnit.SECONDS);
    }

    @Test
    void a_gate_holds_a_message_up_until_it_is_opened() throws Exception {
        ScriptedModel model = model("""
                [{"output": [{"message": ["a", {"gate": "go"}, "b"]}]}]""");

        CompletableFuture<HttpResponse<String>> answer =
                http.sendAsync(request(model, "/v1/responses", "{}"), BodyHandlers.ofString());
        Thread.sleep(200);
        boolean held = !answer.isDone();
        model.openGate("go");

        assertTrue(held);
        assertEquals("ab", joined(events(answer.get(5, TimeUnit.SECONDS).body()), "response.output_text.delta"));
    }

    @Test
    void delays_are_kept() throws Exception {
        ScriptedModel model = model("""
                [{"delay": 150, "pace": 20, "output": [{"message": "abc", "pieces": 3}]}]""");
        long begun = System.nanoTime();

        int events = events(ask(model, "{}").body()).size();

        long millis = (System.nanoTime() - begun) / 1_000_000;
        assertTrue(millis >= 150 + 20L * events, millis + " ms for " + events + " events");
    }

    @Test
    void the_first_unused_response_that_fits_is_taken() throws Exception {
        ScriptedModel model = model("""
                [{"when": {"last": "thread B"}, "output": [{"message": "for B"}]},
                 {"when": {"contains": "old", "notContains": "newer", "model": "big"}, "output": [{"message": "old"}]},
                 {"when": {"path": "/compact"}, "output": [{"message": "compact"}]},
                 {"output": [{"message": "any"}]}]""");

        assertEquals("any", said(ask(model, "{\"input\":[{\"text\":\"thread B\"},{\"text\":\"thread A\"}]}")));
        assertEquals("for B", said(ask(model, "{\"input\":[{\"text\":\"thread A\"},{\"text\":\"thread B\"}]}")));
        assertEquals(404, ask(model, "{\"model\":\"big\",\"x\":\"old newer\"}").statusCode());
        assertEquals("old", said(ask(model, "{\"model\":\"very-big\",\"x\":\"old\"}")));
        assertEquals(List.of("3"), model.unused());
        assertEquals("compact", said(http.send(
                request(model, "/v1/responses/compact", "{}"), BodyHandlers.ofString())));
        assertEquals(List.of(), model.unused());
    }

    @Test
    void what_the_script_does_not_foresee_is_told() throws Exception {
        ScriptedModel model = model("""
                [{"note": "never asked for", "output": []}, {"optional": true, "output": []}]""");

        int status = http.send(request(model, "/v1/realtime", "{}"), BodyHandlers.ofString())
                .statusCode();

        assertEquals(404, status);
        assertEquals(1, model.surprises().size());
        assertTrue(model.surprises().getFirst().contains("POST /v1/realtime"), model.surprises().toString());
        assertEquals(List.of("1 (never asked for)"), model.unused());
    }

    @Test
    void a_value_of_the_request_is_put_into_the_response() throws Exception {
        ScriptedModel model = model("""
                [{"capture": {"session": {"pattern": "session ID (\\\\d+)", "number": true}},
                  "output": [{"call": "write", "arguments": {"session": "${session}", "text": "to ${session}"}}]}]""");

        List<JsonNode> events = events(ask(model, "{\"input\":\"has session ID 42 now\"}").body());

        assertEquals(
                "{\"session\":42,\"text\":\"to 42\"}",
                only(events, "response.function_call_arguments.done").path("arguments").textValue());
    }

    @Test
    void a_variable_without_a_value_cuts_the_connection_and_is_told() throws Exception {
        ScriptedModel model = model("[{\"output\": [{\"message\": \"${nothing}\"}]}]");

        assertThrows(IOException.class, () -> ask(model, "{}"));

        assertTrue(model.surprises().getFirst().contains("${nothing} has no value"), model.surprises().toString());
    }

    @Test
    void a_zipped_request_is_read_and_the_model_list_is_empty() throws Exception {
        ScriptedModel model = model("[{\"when\": {\"contains\": \"zipped\"}, \"output\": [{\"message\": \"yes\"}]}]");
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(zipped)) {
            gzip.write("{\"a\":\"zipped\"}".getBytes(StandardCharsets.UTF_8));
        }

        HttpRequest request = HttpRequest.newBuilder(uri(model, "/v1/responses"))
                .header("Content-Encoding", "gzip")
                .POST(HttpRequest.BodyPublishers.ofByteArray(zipped.toByteArray()))
                .build();

        assertEquals("yes", said(http.send(request, BodyHandlers.ofString())));
        HttpRequest models = HttpRequest.newBuilder(uri(model, "/v1/models")).build();
        assertEquals("{\"object\":\"list\",\"data\":[],\"models\":[]}",
                http.send(models, BodyHandlers.ofString()).body());
    }

    @Test
    void notes_behind_the_users_message_are_not_the_last_input() throws Exception {
        ScriptedModel model = model("""
                [{"when": {"last": "note"}, "optional": true, "output": [{"message": "wrong"}]},
                 {"when": {"last": "question"}, "output": [{"message": "right", "pieces": 1}]}]""");

        String body = """
                {"stream": true,
                 "messages": [{"role": "user", "content": "question"}, {"role": "system", "content": "note"}]}""";

        assertTrue(tell(model, body).body().contains("right"));
    }

    @Test
    void counting_tokens_and_asking_whether_the_model_is_there_use_no_response_up() throws Exception {
        ScriptedModel model = model("[{\"output\": [{\"message\": \"Hi\"}]}]");

        HttpResponse<String> counted =
                http.send(request(model, "/v1/messages/count_tokens?beta=true", "{}"), BodyHandlers.ofString());
        HttpRequest head = HttpRequest.newBuilder(uri(model, "/")).HEAD().build();

        assertTrue(Json.mapper().readTree(counted.body()).path("input_tokens").intValue() > 0);
        assertEquals(200, http.send(head, BodyHandlers.ofString()).statusCode());
        assertEquals(1, model.unused().size());
        assertEquals(List.of(), model.surprises());
    }

    private ScriptedModel model(String script) throws IOException {
        Spec spec = Spec.of("script", Json.read(script.getBytes(StandardCharsets.UTF_8)));
        ScriptedModel model = ScriptedModel.start(ModelScriptReader.read(spec.elements()), variables);
        started.add(model);
        return model;
    }

    private HttpResponse<String> ask(ScriptedModel model, String body) throws IOException, InterruptedException {
        return http.send(request(model, "/v1/responses", body), BodyHandlers.ofString());
    }

    private HttpResponse<String> tell(ScriptedModel model, String body) throws IOException, InterruptedException {
        return http.send(request(model, "/v1/messages?beta=true", body), BodyHandlers.ofString());
    }

    private static HttpRequest request(ScriptedModel model, String path, String body) {
        return HttpRequest.newBuilder(uri(model, path))
                .timeout(Duration.ofSeconds(20))
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
    }

    private static URI uri(ScriptedModel model, String path) {
        return URI.create("http://127.0.0.1:" + model.port() + path);
    }

    private static String said(HttpResponse<String> answer) throws IOException {
        return joined(events(answer.body()), "response.output_text.delta");
    }

    private static List<JsonNode> events(String stream) throws IOException {
        List<JsonNode> events = new ArrayList<>();
        for (String block : stream.split("\n\n")) {
            String[] lines = block.split("\n");
            JsonNode data = Json.mapper().readTree(lines[1].substring("data: ".length()));
            assertEquals("event: " + data.path("type").textValue(), lines[0]);
            events.add(data);
        }
        return events;
    }

    private static List<String> types(List<JsonNode> events) {
        return events.stream().map(event -> event.path("type").textValue()).toList();
    }

    private static List<JsonNode> all(List<JsonNode> events, String type) {
        return events.stream()
                .filter(event -> event.path("type").asText().equals(type))
                .toList();
    }

    private static JsonNode only(List<JsonNode> events, String type) {
        assertEquals(1, count(events, type), type);
        return all(events, type).getFirst();
    }

    private static int count(List<JsonNode> events, String type) {
        return all(events, type).size();
    }

    private static String joined(List<JsonNode> events, String type) {
        StringBuilder text = new StringBuilder();
        all(events, type).forEach(event -> text.append(event.path("delta").textValue()));
        return text.toString();
    }
}
