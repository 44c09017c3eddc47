package dev.tapedeck.lab.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class GeminiTest {
    private static final String STREAM = "/v1beta/models/large:streamGenerateContent?alt=sse";
    private static final String WHOLE = "/v1beta/models/small:generateContent";

    @Test
    void thoughts_text_and_calls_come_as_parts_and_the_last_event_has_the_finish_reason() throws Exception {
        try (ModelTalk talk = ModelTalk.with("""
                [{"output": [{"reasoning": {"content": ["Let me see."]}}, {"message": "Hello there.", "pieces": 2},
                             {"call": "read", "arguments": {"path": "a"}},
                             {"custom": "free", "input": "text"}],
                  "usage": {"input": 7, "cached": 5, "output": 3, "reasoning": 1}}]""")) {
            List<JsonNode> events = events(talk, STREAM);

            List<JsonNode> thoughts = events.stream()
                    .filter(event -> event.at("/candidates/0/content/parts/0/thought").asBoolean(false))
                    .toList();
            assertEquals("Let me see.", ModelTalk.joined(thoughts, "/candidates/0/content/parts/0/text"));
            assertEquals("Let me see.Hello there.", ModelTalk.joined(events, "/candidates/0/content/parts/0/text"));
            JsonNode call = events.get(5).at("/candidates/0/content/parts/0/functionCall");
            assertEquals("{\"id\":\"call_1_1\",\"name\":\"read\",\"args\":{\"path\":\"a\"}}", call.toString());
            assertEquals("{\"input\":\"text\"}",
                    events.get(6).at("/candidates/0/content/parts/0/functionCall/args").toString());
            assertFalse(events.get(6).at("/candidates/0").has("finishReason"));
            JsonNode last = events.getLast();
            assertEquals("STOP", last.at("/candidates/0/finishReason").textValue());
            assertEquals(7, last.at("/usageMetadata/promptTokenCount").intValue());
            assertEquals(5, last.at("/usageMetadata/cachedContentTokenCount").intValue());
            assertEquals(3, last.at("/usageMetadata/candidatesTokenCount").intValue());
            assertEquals(1, last.at("/usageMetadata/thoughtsTokenCount").intValue());
            assertEquals(11, last.at("/usageMetadata/totalTokenCount").intValue());
            assertEquals("large", last.path("modelVersion").textValue());
        }
    }

    @Test
    void without_a_stream_all_parts_stand_in_one_answer() throws Exception {
        try (ModelTalk talk = ModelTalk.with("""
                [{"when": {"model": "small"}, "output": [{"message": "One two", "pieces": 2}]}]""")) {
            JsonNode answer = ModelTalk.json(talk.ask(WHOLE, "{}").body());

            assertEquals(2, answer.at("/candidates/0/content/parts").size());
            assertEquals("STOP", answer.at("/candidates/0/finishReason").textValue());
        }
    }

    @Test
    void an_answer_fails_ends_early_or_is_cut_as_scripted() throws Exception {
        try (ModelTalk talk = ModelTalk.with("""
                [{"output": [], "end": {"failed": {"code": "UNAVAILABLE", "message": "later"}}},
                 {"output": [], "end": {"failed": {"code": "INTERNAL", "message": "never"}}},
                 {"output": [{"message": "long"}], "end": {"incomplete": "MAX_TOKENS"}},
                 {"status": 429, "body": {"error": {"status": "RESOURCE_EXHAUSTED"}}},
                 {"output": [{"message": ["Half", {"stop": true}]}], "end": "cut"}]""")) {
            assertEquals("later", events(talk, STREAM).getLast().at("/error/message").textValue());
            assertEquals(500, talk.ask(WHOLE, "{}").statusCode());
            assertEquals("MAX_TOKENS", events(talk, STREAM).getLast().at("/candidates/0/finishReason").textValue());
            assertEquals(429, talk.ask(STREAM, "{}").statusCode());
            assertThrows(IOException.class, () -> talk.ask(STREAM, "{}"));
            assertEquals(List.of(), talk.model().unused());
        }
    }

    @Test
    void the_last_content_chooses_the_response_and_counting_uses_none_up() throws Exception {
        try (ModelTalk talk = ModelTalk.with("[{\"when\": {\"last\": \"second\"}, \"output\": []}]")) {
            String first = "{\"contents\":[{\"parts\":[{\"text\":\"second\"}]},{\"parts\":[{\"text\":\"first\"}]}]}";
            String second = "{\"contents\":[{\"parts\":[{\"text\":\"second\"}]}]}";

            assertEquals(404, talk.ask(STREAM, first).statusCode());
            JsonNode counted = ModelTalk.json(talk.ask("/v1beta/models/large:countTokens", second).body());
            assertTrue(counted.path("totalTokens").intValue() > 0, counted.toString());
            assertEquals(200, talk.ask(STREAM, second).statusCode());
        }
    }

    private static List<JsonNode> events(ModelTalk talk, String path) throws IOException, InterruptedException {
        List<JsonNode> events = new ArrayList<>();
        for (String data : ModelTalk.data(talk.ask(path, "{}").body())) {
            events.add(ModelTalk.json(data));
        }
        return events;
    }
}
