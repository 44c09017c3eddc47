package dev.tapedeck.lab.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.json.Json;
import dev.tapedeck.lab.script.Variables;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The Anthropic Messages API, streamed and whole. */
@Timeout(30)
class MessagesTest {
    private static final String STREAM = "{\"model\":\"large\",\"stream\":true}";

    private final Variables variables = new Variables();
    private final List<ModelTalk> started = new ArrayList<>();

    @AfterEach
    void close() {
        started.forEach(ModelTalk::close);
    }

    @Test
    void a_message_comes_in_blocks_between_its_start_and_its_stop() throws Exception {
        ModelTalk model = model("""
                [{"output": [{"reasoning": {"content": ["Let me see."]}},
                             {"item": {"type": "redacted_thinking", "data": "AA=="}},
                             {"message": "Hello there.", "pieces": 2}],
                  "usage": {"input": 7, "written": 4, "cached": 5, "output": 3}}]""");

        List<JsonNode> events = events(tell(model, STREAM).body());

        assertEquals(
                List.of(
                        "message_start",
                        "content_block_start", "content_block_delta", "content_block_delta", "content_block_delta",
                        "content_block_delta", "content_block_stop",
                        "content_block_start", "content_block_stop",
                        "content_block_start", "content_block_delta", "content_block_delta", "content_block_stop",
                        "message_delta", "message_stop"),
                types(events));
        JsonNode message = events.getFirst().path("message");
        assertEquals("large", message.path("model").textValue());
        assertEquals(7, message.at("/usage/input_tokens").intValue());
        assertEquals(4, message.at("/usage/cache_creation_input_tokens").intValue());
        assertEquals(5, message.at("/usage/cache_read_input_tokens").intValue());
        assertEquals("Let me see.", deltas(events, "thinking"));
        assertEquals("signature_delta", events.get(5).at("/delta/type").textValue());
        assertEquals("redacted_thinking", events.get(7).at("/content_block/type").textValue());
        assertEquals("Hello there.", deltas(events, "text"));
        assertEquals(2, events.get(9).path("index").intValue());
        JsonNode end = only(events, "message_delta");
        assertEquals("end_turn", end.at("/delta/stop_reason").textValue());
        assertEquals(3, end.at("/usage/output_tokens").intValue());
    }

    @Test
    void a_tool_of_the_messages_api_is_called_member_by_member_so_that_no_path_is_cut() throws Exception {
        String script = """
                [{"output": [{"call": "read", "arguments": {"path": "${workspace}/a", "lines": [1, 2]}},
                             {"call": "list"},
                             {"call": "broken", "arguments": "{not json"}]}]""";
        variables.put("workspace", "/somewhere/far/away");

        List<JsonNode> events = events(tell(model(script), STREAM).body());

        List<JsonNode> pieces = all(events, "content_block_delta");
        assertEquals("", pieces.get(0).at("/delta/partial_json").textValue());
        assertEquals("{\"path\":\"/somewhere/far/away/a\"", pieces.get(1).at("/delta/partial_json").textValue());
        assertEquals(
                "{\"path\":\"/somewhere/far/away/a\",\"lines\":[1,2]}{}{not json", deltas(events, "partial_json"));
        List<JsonNode> blocks = all(events, "content_block_start");
        assertEquals("toolu_1_1", blocks.get(0).at("/content_block/id").textValue());
        assertEquals("list", blocks.get(1).at("/content_block/name").textValue());
        assertEquals("tool_use", only(events, "message_delta").at("/delta/stop_reason").textValue());
        assertEquals(events, events(tell(model(script), STREAM).body()));
    }

    @Test
    void a_message_fails_stops_early_or_is_cut_as_scripted() throws Exception {
        ModelTalk model = model("""
                [{"output": [{"message": ["Half", {"stop": true}]}],
                  "end": {"failed": {"code": "overloaded_error", "message": "Overloaded"}}},
                 {"output": [{"message": "cut"}], "end": {"incomplete": "max_tokens"}},
                 {"status": 529, "body": {"type": "error"}},
                 {"output": [{"message": ["Half", {"stop": true}]}], "end": "cut"}]""");

        List<JsonNode> failed = events(tell(model, STREAM).body());
        List<JsonNode> incomplete = events(tell(model, STREAM).body());

        assertEquals("overloaded_error", only(failed, "error").at("/error/type").textValue());
        assertEquals(0, count(failed, "content_block_stop"));
        assertEquals("max_tokens", only(incomplete, "message_delta").at("/delta/stop_reason").textValue());
        assertEquals(529, tell(model, STREAM).statusCode());
        assertThrows(IOException.class, () -> tell(model, STREAM));
        assertEquals(List.of(), model.model().unused());
    }

    @Test
    void blocks_that_the_script_sends_as_events_are_counted() throws Exception {
        ModelTalk model = model("""
                [{"output": [{"event": {"type": "content_block_start", "index": 0, "content_block": {"type": "x"}}},
                             {"event": {"type": "content_block_stop", "index": 0}},
                             {"message": "Hi", "pieces": 1}]}]""");

        List<JsonNode> blocks = all(events(tell(model, STREAM).body()), "content_block_start");

        assertEquals(List.of(0, 1), blocks.stream().map(block -> block.path("index").intValue()).toList());
    }

    @Test
    void who_wants_no_stream_gets_the_message_whole() throws Exception {
        ModelTalk model = model("""
                [{"output": [{"reasoning": {"content": ["Let me see."]}},
                             {"message": ["Hello ", "there."]},
                             {"call": "read", "arguments": {"path": "a"}},
                             {"custom": "run", "input": "{\\"fast\\": true}"},
                             {"item": {"type": "redacted_thinking", "data": "AA=="}}],
                  "usage": {"input": 7, "written": 4, "cached": 5, "output": 3}},
                 {"output": [{"message": "cut"}], "end": {"incomplete": "max_tokens"}},
                 {"output": [], "end": {"failed": {"code": "overloaded_error", "message": "Overloaded"}}}]""");

        JsonNode message = ModelTalk.json(tell(model, "{\"model\":\"large\"}").body());
        JsonNode cut = ModelTalk.json(tell(model, "{\"stream\":false}").body());
        HttpResponse<String> failed = tell(model, "{}");

        assertEquals("message", message.path("type").textValue());
        assertEquals("large", message.path("model").textValue());
        assertEquals(
                List.of("thinking", "text", "tool_use", "tool_use", "redacted_thinking"),
                types(message.path("content")));
        assertEquals("Let me see.", message.at("/content/0/thinking").textValue());
        assertEquals("Hello there.", message.at("/content/1/text").textValue());
        assertEquals("toolu_1_3", message.at("/content/2/id").textValue());
        assertEquals("a", message.at("/content/2/input/path").textValue());
        assertEquals("{\"fast\":true}", Json.write(message.at("/content/3/input")));
        assertEquals("tool_use", message.path("stop_reason").textValue());
        assertEquals(3, message.at("/usage/output_tokens").intValue());
        assertEquals(5, message.at("/usage/cache_read_input_tokens").intValue());
        assertEquals("max_tokens", cut.path("stop_reason").textValue());
        assertEquals(500, failed.statusCode());
        assertEquals("overloaded_error", ModelTalk.json(failed.body()).at("/error/type").textValue());
    }

    private ModelTalk model(String script) throws IOException {
        ModelTalk model = ModelTalk.with(script, variables);
        started.add(model);
        return model;
    }

    private static HttpResponse<String> tell(ModelTalk model, String body) throws IOException, InterruptedException {
        return model.ask("/v1/messages?beta=true", body);
    }

    private static List<JsonNode> events(String stream) throws IOException {
        List<JsonNode> events = new ArrayList<>();
        for (String block : stream.split("\n\n")) {
            String[] lines = block.split("\n");
            JsonNode data = ModelTalk.json(lines[1].substring("data: ".length()));
            assertEquals("event: " + data.path("type").textValue(), lines[0]);
            events.add(data);
        }
        return events;
    }

    private static List<String> types(Iterable<JsonNode> events) {
        List<String> types = new ArrayList<>();
        events.forEach(event -> types.add(event.path("type").textValue()));
        return types;
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

    private static String deltas(List<JsonNode> events, String member) {
        StringBuilder text = new StringBuilder();
        all(events, "content_block_delta").forEach(event -> text.append(event.path("delta").path(member).asText("")));
        return text.toString();
    }
}
