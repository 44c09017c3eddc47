package dev.tapedeck.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tapedeck.canonical.EventType;
import dev.tapedeck.frame.Wire;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RuleBookTest {
    @Test
    void rules_stand_in_the_order_in_which_they_are_written_in_a_book_and_in_one_made_of_it() {
        List<String> kinds = IntStream.range(0, 50).mapToObj(i -> "kind" + i).toList();
        RuleBook.Builder builder = RuleBook.jsonRpc(new Wire("test"));
        kinds.forEach(kind -> builder.map(kind, Concept.TEXT, EventType.CONTENT_DELTA, (frame, out) -> {}).gap("a"));
        RuleBook book = builder.build();
        assertEquals(kinds, book.rules().stream().map(Rule::kind).toList());
        assertEquals(kinds, book.extended().build().rules().stream().map(Rule::kind).toList());
    }
}
