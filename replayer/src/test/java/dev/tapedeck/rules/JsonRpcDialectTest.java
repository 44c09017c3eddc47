package dev.tapedeck.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.canonical.RequestRef;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.frame.Payload;
import dev.tapedeck.frame.Wire;
import dev.tapedeck.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class JsonRpcDialectTest {
    private final Dialect.Session session = new JsonRpcDialect(Map.of()).open();
    private long seq;

    @Test
    void number_7_and_string_7_are_two_requests_and_each_answer_finds_its_own() throws IOException {
        read(Direction.IN, "{\"id\":7,\"method\":\"first\"}");
        read(Direction.IN, "{\"id\":\"7\",\"method\":\"second\"}");
        assertEquals("second", read(Direction.OUT, "{\"id\":\"7\",\"result\":{}}").replyTo());
        assertEquals("first", read(Direction.OUT, "{\"id\":7,\"error\":{}}").replyTo());
    }

    @Test
    void an_id_beyond_2_to_the_53_keeps_its_digits() throws IOException {
        Message asked = read(Direction.OUT, "{\"id\":9007199254740993,\"method\":\"ask\"}");
        assertEquals(new RequestRef("9007199254740993", true), asked.id());
        assertEquals("ask#result", read(Direction.IN, "{\"id\":9007199254740993,\"result\":null}").kind().path());
    }

    @Test
    void both_sides_may_use_one_id_at_once() throws IOException {
        read(Direction.IN, "{\"id\":0,\"method\":\"ours\"}");
        read(Direction.OUT, "{\"id\":0,\"method\":\"theirs\"}");
        assertEquals("theirs", read(Direction.IN, "{\"id\":0,\"result\":1}").replyTo());
        assertEquals("ours", read(Direction.OUT, "{\"id\":0,\"result\":1}").replyTo());
    }

    @Test
    void an_object_that_neither_calls_nor_answers_has_a_kind_that_no_rule_takes() throws IOException {
        Message odd = read(Direction.OUT, "{\"id\":3,\"params\":{}}");
        RuleBook book = RuleBook.jsonRpc(new Wire("made.up"))
                .dropOthers(Direction.OUT, Role.RESULT, "answers are left out")
                .build();
        assertTrue(book.ruleFor(odd).isEmpty(), odd.kind().path());
    }

    private Message read(Direction direction, String json) throws IOException {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        return session.read(Frame.line(++seq, 0, direction, new Payload.Json(bytes)), Json.read(bytes));
    }
}
