package dev.tapedeck.rules;

import static dev.tapedeck.frame.Direction.IN;
import static dev.tapedeck.frame.Direction.OUT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.tapedeck.canonical.RequestRef;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.frame.Payload;
import dev.tapedeck.frame.Wire;
import dev.tapedeck.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class TypedDialectTest {
    private static final RuleBook BOOK = RuleBook.typed(new Wire("test.typed"), "/kind")
            .discriminate("note", "/of")
            .discriminate("note:part", "/part/type", "/part/state")
            .discriminate("ask", "/body/what")
            .request("ask", "/nr")
            .answer("reply", "/to/nr", "/to/verdict", "false")
            .drop("note", "any note")
            .dropFrom(IN, "hello", "the client greets")
            .drop("hello", "the provider greets")
            .build();

    private final Dialect.Session session = BOOK.dialect().open();
    private long seq;

    @Test
    void a_kind_goes_as_deep_as_the_book_tells() {
        assertEquals("hello", read(OUT, "{\"kind\":\"hello\"}").kind().path());
        assertEquals("note:end", read(OUT, "{\"kind\":\"note\",\"of\":\"end\"}").kind().path());
        assertEquals(
                "note:part:text:open",
                read(OUT, "{\"kind\":\"note\",\"of\":\"part\",\"part\":{\"type\":\"text\",\"state\":\"open\"}}")
                        .kind()
                        .path());
    }

    @Test
    void a_part_that_is_not_told_stops_the_kind_there() {
        assertEquals("?", read(OUT, "{}").kind().path());
        assertEquals("note:?", read(OUT, "{\"kind\":\"note\",\"of\":null}").kind().path());
        assertEquals("note:part:?", read(OUT, "{\"kind\":\"note\",\"of\":\"part\"}").kind().path());
    }

    @Test
    void an_answer_has_the_kind_of_what_it_answers_and_sides_do_not_mix() {
        Message mine = read(IN, "{\"kind\":\"ask\",\"nr\":7,\"body\":{\"what\":\"a\"}}");
        Message theirs = read(OUT, "{\"kind\":\"ask\",\"nr\":\"7\",\"body\":{\"what\":\"b\"}}");
        assertEquals(Role.REQUEST, mine.role());
        assertEquals(new RequestRef("7", true), mine.id());
        assertEquals(new RequestRef("7", false), theirs.id());

        Message refused = read(IN, "{\"kind\":\"reply\",\"to\":{\"nr\":\"7\",\"verdict\":false}}");
        assertEquals("ask:b#error", refused.kind().path());
        assertEquals(Role.ERROR, refused.role());
        Message granted = read(OUT, "{\"kind\":\"reply\",\"to\":{\"nr\":7,\"verdict\":true}}");
        assertEquals("ask:a#result", granted.kind().path());
        assertEquals("ask:a", granted.replyTo());
    }

    @Test
    void an_answer_to_nothing_and_a_request_without_an_id_are_told_as_such() {
        Message stray = read(OUT, "{\"kind\":\"reply\",\"to\":{\"nr\":1}}");
        assertEquals("#result", stray.kind().path());
        assertNull(stray.replyTo());
        assertEquals(Role.NOTIFICATION, read(OUT, "{\"kind\":\"ask\",\"body\":{\"what\":\"a\"}}").role());
    }

    @Test
    void one_kind_may_have_a_rule_for_each_side() {
        assertEquals("the client greets", dropped(read(IN, "{\"kind\":\"hello\"}")));
        assertEquals("the provider greets", dropped(read(OUT, "{\"kind\":\"hello\"}")));
    }

    private static String dropped(Message message) {
        return assertInstanceOf(Rule.Drop.class, BOOK.ruleFor(message).orElseThrow()).reason();
    }

    private Message read(Direction direction, String line) {
        try {
            byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
            return session.read(Frame.line(++seq, seq, direction, new Payload.Json(bytes)), Json.read(bytes));
        } catch (IOException e) {
            throw new AssertionError(line, e);
        }
    }
}
