package dev.tapedeck.inspect.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.frame.Wire;
import dev.tapedeck.rules.RuleBook;
import dev.tapedeck.wire.RuleBooks;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LeftOutTest {
    @Test
    void every_line_of_the_list_names_a_rule_that_there_is_and_says_why() {
        assertFalse(LeftOut.entries().isEmpty(), "entries");
        for (LeftOut.Entry entry : LeftOut.entries()) {
            RuleBook book = RuleBooks.columns().stream()
                    .filter(known -> known.wire().name().equals(entry.wire()))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no book of " + entry));
            assertTrue(book.rules().stream().anyMatch(rule -> rule.kind().equals(entry.rule())), entry.toString());
            assertTrue(entry.reason().length() > 10, entry.toString());
        }
    }

    @Test
    void two_stars_stand_for_any_number_of_steps_and_other_rules_are_not_meant() {
        Wire pi = wire("pi.rpc");
        String reason = "figures so far; message_end tells the final ones";
        assertEquals(Optional.of(reason), LeftOut.why(pi, "message_update:text_delta", "/usage/cost/total"));
        assertEquals(Optional.empty(), LeftOut.why(pi, "message_update:text_delta", "/usages"));
        assertEquals(Optional.empty(), LeftOut.why(pi, "message_end:assistant", "/usage/cost/total"));
        assertEquals(Optional.empty(), LeftOut.why(wire("acp"), "message_update:text_delta", "/usage/cost/total"));
    }

    private static Wire wire(String name) {
        return RuleBooks.columns().stream()
                .map(RuleBook::wire)
                .filter(wire -> wire.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
