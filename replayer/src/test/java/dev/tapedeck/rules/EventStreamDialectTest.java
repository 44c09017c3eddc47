package dev.tapedeck.rules;

import static dev.tapedeck.frame.Direction.IN;
import static dev.tapedeck.frame.Direction.OUT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.RequestRef;
import dev.tapedeck.frame.Carrier;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.frame.LineEnd;
import dev.tapedeck.frame.Payload;
import dev.tapedeck.frame.Wire;
import dev.tapedeck.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Typed events with HTTP calls beside them. */
class EventStreamDialectTest {
    private static final RuleBook BOOK = RuleBook.typed(new Wire("test.events"), "/type", "/says", "/in")
            .discriminate("note", "/of")
            .request("may.i", "/id")
            .answerCall("POST /may/{id}/reply", "id")
            .scope(RuleBook.Scope.THREAD, "/thread", "{thread}")
            .drop("POST /thread/{thread}/say", "said")
            .drop("GET /thread/list", "listed")
            .drop("GET /thread/{thread}", "shown")
            .build();

    private final Dialect.Session session = BOOK.dialect().open();
    private long seq;

    @Test
    void rules_read_what_an_event_says_wherever_its_wrapper_keeps_it() {
        Message plain = event("{\"type\":\"note\",\"says\":{\"of\":\"a\",\"thread\":\"t\"}}");
        Message wrapped = event(
                "{\"where\":\"/\",\"in\":{\"type\":\"note\",\"says\":{\"of\":\"a\",\"thread\":\"t\"}}}");
        for (Message message : List.of(plain, wrapped)) {
            assertEquals("note:a", message.kind().path());
            assertEquals("a", new FrameView(message, null).text("/of"));
            assertEquals("t", BOOK.refs(new FrameView(message, null)).thread());
        }
        List<String> reads = new ArrayList<>();
        new FrameView(wrapped, reads::add).text("/of");
        assertEquals(List.of("/in/says/of"), reads, "what was read is told from the frame's root");
    }

    @Test
    void an_event_that_says_nothing_is_read_as_a_whole() {
        assertEquals("note:b", event("{\"type\":\"note\",\"of\":\"b\"}").kind().path());
        assertEquals("?", event("{}").kind().path());
    }

    @Test
    void a_call_is_known_by_its_template_and_a_word_fits_better_than_a_parameter() {
        Message said = call(1, "POST", "/thread/t1/say?where=%2F", "{\"text\":\"x\"}");
        assertEquals("POST /thread/{thread}/say", said.kind().path());
        assertEquals(Map.of("thread", "t1"), said.parameters());
        assertEquals("t1", BOOK.refs(new FrameView(said, null)).thread());
        assertEquals("GET /thread/list", call(2, "GET", "/thread/list", "null").kind().path());
        assertEquals("GET /thread/{thread}", call(3, "GET", "/thread/t2", "null").kind().path());
    }

    @Test
    void a_call_that_no_rule_names_keeps_its_ids_out_of_its_kind() {
        assertEquals("PUT /thing/*", call(1, "PUT", "/thing/th_81/part", "{}").kind().path());
        assertEquals("PUT /thing", call(2, "PUT", "/thing", "{}").kind().path());
    }

    @Test
    void a_response_is_joined_by_the_number_of_its_exchange() {
        call(7, "GET", "/thread/t1", "null");
        call(8, "POST", "/thread/t2/say", "{}");
        Message second = response(8, 500, "{\"error\":\"x\"}");
        Message first = response(7, 200, "[]");
        assertEquals("POST /thread/{thread}/say#error", second.kind().path());
        assertEquals("GET /thread/{thread}#result", first.kind().path());
        assertEquals(Map.of("thread", "t1"), first.parameters());
        assertEquals("#error", response(9, 0, "null").kind().path(), "no request was recorded");
    }

    @Test
    void a_call_answers_the_request_that_an_event_opened() {
        Message asked = event("{\"type\":\"may.i\",\"says\":{\"id\":\"p1\"}}");
        assertEquals(Role.REQUEST, asked.role());
        Message answer = call(4, "POST", "/may/p1/reply", "{\"yes\":true}");
        assertEquals(asked.id(), answer.id());
        assertEquals(new RequestRef("p1", false), answer.id());
        assertEquals("may.i#result", answer.kind().path());
        assertEquals("may.i", answer.replyTo());
        assertEquals("POST /may/{id}/reply#result", response(4, 200, "true").kind().path());
        Message again = call(5, "POST", "/may/p1/reply", "{\"yes\":true}");
        assertEquals("#result", again.kind().path());
        assertNull(again.replyTo());
    }

    @Test
    void a_path_that_does_not_name_a_parameter_is_a_fault() {
        FrameView frame = new FrameView(call(1, "GET", "/thread/list", "null"), null);
        assertThrows(FrameFault.class, () -> frame.parameter("thread"));
    }

    private Message event(String json) {
        return read(OUT, new Carrier.SseEvent("/event", null, null), json);
    }

    private Message call(long exchange, String method, String path, String json) {
        return read(IN, new Carrier.HttpRequest(exchange, method, path), json);
    }

    private Message response(long exchange, int status, String json) {
        return read(OUT, new Carrier.HttpResponse(exchange, status), json);
    }

    private Message read(Direction direction, Carrier carrier, String text) {
        try {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            JsonNode json = Json.read(bytes);
            seq++;
            Frame frame = new Frame(
                    seq, seq, direction, new Payload.Json(bytes), carrier, LineEnd.LF, List.of());
            return session.read(frame, json);
        } catch (IOException e) {
            throw new AssertionError(text, e);
        }
    }
}
