package dev.tapedeck.lab.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.lab.script.Variables;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ChatCompletionsTest {
    private static final String PATH = "/v1/chat/completions";
    private static final String STREAM =
            "{\"model\":\"large\",\"stream\":true,\"stream_options\":{\"include_usage\":true}}";

    @Test
    void text_and_reasoning_come_as_deltas_between_the_role_and_the_finish_reason() throws Exception {
        try (ModelTalk talk = ModelTalk.with("""
                [{"output": [{"reasoning": {"content": ["Let me see."]}}, {"message": "Hello there.", "pieces": 2}],
                  "usage": {"input": 7, "cached": 5, "output": 3, "reasoning": 1}}]""")) {
            List<JsonNode> chunks = chunks(talk.ask(PATH, STREAM));

            assertEquals("assistant", chunks.getFirst().at("/choices/0/delta/role").textValue());
            assertEquals("Let me see.", ModelTalk.joined(chunks, "/choices/0/delta/reasoning_content"));
            assertEquals("Hello there.", ModelTalk.joined(chunks, "/choices/0/delta/content"));
            assertEquals(1 + 3 + 2 + 1 + 1, chunks.size());
            assertEquals("stop", chunks.get(6).at("/choices/0/finish_reason").textValue());
            assertTrue(chunks.get(5).at("/choices/0/finish_reason").isNull());
            JsonNode last = chunks.getLast();
            assertEquals(0, last.path("choices").size());
            assertEquals(7, last.at("/usage/prompt_tokens").intValue());
            assertEquals(5, last.at("/usage/prompt_tokens_details/cached_tokens").intValue());
            assertEquals(3, last.at("/usage/completion_tokens").intValue());
            assertEquals(1, last.at("/usage/completion_tokens_details/reasoning_tokens").intValue());
            assertEquals(10, last.at("/usage/total_tokens").intValue());
            chunks.forEach(chunk -> assertEquals("large", chunk.path("model").textValue()));
            chunks.forEach(chunk -> assertEquals("chatcmpl-1", chunk.path("id").textValue()));
        }
    }

    @Test
    void the_counts_are_sent_only_to_those_who_ask_for_them() throws Exception {
        try (ModelTalk talk = ModelTalk.with("[{\"output\": [{\"message\": \"Hi\", \"pieces\": 1}]}]")) {
            List<JsonNode> chunks = chunks(talk.ask(PATH, "{\"stream\":true}"));

            assertEquals(3, chunks.size());
            chunks.forEach(chunk -> assertFalse(chunk.has("usage")));
        }
    }

    @Test
    void tools_are_called_member_by_member_with_the_same_ids_in_every_run() throws Exception {
        String script = """
                [{"output": [{"message": "I call.", "pieces": 1},
                             {"call": "read", "arguments": {"path": "${workspace}/a", "lines": [1, 2]}},
                             {"call": "list"},
                             {"custom": "free", "input": "as it stands", "pieces": 2},
                             {"call": "broken", "arguments": "{not json"}]}]""";
        Variables variables = new Variables();
        variables.put("workspace", "/somewhere/far/away");
        try (ModelTalk talk = ModelTalk.with(script, variables); ModelTalk other = ModelTalk.with(script, variables)) {
            List<JsonNode> chunks = chunks(talk.ask(PATH, STREAM));

            List<JsonNode> calls = chunks.stream()
                    .map(chunk -> chunk.at("/choices/0/delta/tool_calls/0"))
                    .filter(call -> !call.isMissingNode())
                    .toList();
            assertEquals("call_1_1", calls.getFirst().path("id").textValue());
            assertEquals("read", calls.getFirst().at("/function/name").textValue());
            assertEquals("{\"path\":\"/somewhere/far/away/a\"", calls.get(1).at("/function/arguments").textValue());
            assertEquals("{\"path\":\"/somewhere/far/away/a\",\"lines\":[1,2]}", arguments(calls, 0));
            assertEquals("{}", arguments(calls, 1));
            assertEquals("as it stands", arguments(calls, 2));
            assertEquals("{not json", arguments(calls, 3));
            assertEquals("tool_calls", ModelTalk.joined(chunks, "/choices/0/finish_reason").replace("null", ""));
            assertEquals(chunks, chunks(other.ask(PATH, STREAM)));
        }
    }

    @Test
    void a_client_that_wants_no_stream_gets_one_answer() throws Exception {
        try (ModelTalk talk = ModelTalk.with("""
                [{"output": [{"reasoning": {"content": ["Hm."]}}, {"message": "A title"}], "usage": {"input": 9}},
                 {"output": [{"call": "read", "arguments": {"path": "a"}}]},
                 {"output": [], "end": {"failed": {"code": "server_error", "message": "no"}}}]""")) {
            JsonNode text = ModelTalk.json(talk.ask(PATH, "{\"model\":\"small\",\"stream\":false}").body());
            JsonNode call = ModelTalk.json(talk.ask(PATH, "{\"model\":\"small\"}").body());
            HttpResponse<String> failed = talk.ask(PATH, "{}");

            assertEquals("chat.completion", text.path("object").textValue());
            assertEquals("A title", text.at("/choices/0/message/content").textValue());
            assertEquals("Hm.", text.at("/choices/0/message/reasoning_content").textValue());
            assertEquals("stop", text.at("/choices/0/finish_reason").textValue());
            assertEquals(9, text.at("/usage/prompt_tokens").intValue());
            assertTrue(call.at("/choices/0/message/content").isNull());
            assertEquals("{\"path\":\"a\"}", call.at("/choices/0/message/tool_calls/0/function/arguments").textValue());
            assertEquals("tool_calls", call.at("/choices/0/finish_reason").textValue());
            assertEquals(500, failed.statusCode());
            assertEquals("no", ModelTalk.json(failed.body()).at("/error/message").textValue());
        }
    }

    @Test
    void a_stream_fails_stops_early_or_is_cut_as_scripted() throws Exception {
        try (ModelTalk talk = ModelTalk.with("""
                [{"output": [{"message": ["Half", {"stop": true}]}],
                  "end": {"failed": {"code": "server_error", "message": "broken"}}},
                 {"output": [{"message": "long"}], "end": {"incomplete": "length"}},
                 {"status": 429, "body": {"error": {"code": "rate_limit_exceeded"}}},
                 {"output": [{"message": ["Half", {"stop": true}]}], "end": "cut"}]""")) {
            List<String> failed = ModelTalk.data(talk.ask(PATH, STREAM).body());
            List<JsonNode> early = chunks(talk.ask(PATH, STREAM));

            assertEquals("broken", ModelTalk.json(failed.getLast()).at("/error/message").textValue());
            assertTrue(ModelTalk.joined(early, "/choices/0/finish_reason").contains("length"), early.toString());
            assertEquals(429, talk.ask(PATH, STREAM).statusCode());
            assertThrows(IOException.class, () -> talk.ask(PATH, STREAM));
            assertEquals(List.of(), talk.model().unused());
        }
    }

    @Test
    void a_gate_holds_the_text_up_until_it_is_opened() throws Exception {
        try (ModelTalk talk = ModelTalk.with("[{\"output\": [{\"message\": [\"a\", {\"gate\": \"go\"}, \"b\"]}]}]")) {
            CompletableFuture<HttpResponse<String>> answer =
                    talk.http().sendAsync(talk.request(PATH, STREAM), BodyHandlers.ofString());
            Thread.sleep(200);
            boolean held = !answer.isDone();
            talk.model().openGate("go");

            assertTrue(held);
            assertEquals("ab", ModelTalk.joined(chunks(answer.get(5, TimeUnit.SECONDS)), "/choices/0/delta/content"));
        }
    }

    @Test
    void the_last_message_and_the_model_choose_the_response() throws Exception {
        try (ModelTalk talk = ModelTalk.with("""
                [{"when": {"last": "second"}, "output": [{"message": "two"}]},
                 {"when": {"model": "small"}, "output": [{"message": "title"}]},
                 {"output": [{"message": "one"}]}]""")) {
            assertEquals("one", said(talk, "{\"messages\":[{\"content\":\"second\"},{\"content\":\"first\"}]}"));
            assertEquals("two", said(talk, "{\"messages\":[{\"content\":\"first\"},{\"content\":\"second\"}]}"));
            assertEquals("title", said(talk, "{\"model\":\"very-small\",\"messages\":[]}"));
        }
    }

    private static String said(ModelTalk talk, String body) throws IOException, InterruptedException {
        return ModelTalk.json(talk.ask(PATH, body).body()).at("/choices/0/message/content").textValue();
    }

    private static String arguments(List<JsonNode> calls, int index) {
        return ModelTalk.joined(
                calls.stream().filter(call -> call.path("index").intValue() == index).toList(), "/function/arguments");
    }

    /** All chunks before the word that ends the stream. */
    private static List<JsonNode> chunks(HttpResponse<String> answer) throws IOException {
        List<String> data = ModelTalk.data(answer.body());
        assertEquals("[DONE]", data.getLast());
        List<JsonNode> chunks = new ArrayList<>();
        for (String chunk : data.subList(0, data.size() - 1)) {
            chunks.add(ModelTalk.json(chunk));
        }
        return chunks;
    }
}
