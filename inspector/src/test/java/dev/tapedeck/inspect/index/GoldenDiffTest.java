package dev.tapedeck.inspect.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.inspect.index.GoldenDiff.Block;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class GoldenDiffTest {
    private static final String BEFORE = """
            {"type":"turn.started","turnId":"turn_1"}
            {"type":"item.completed","payload":{"status":"completed","title":"x"}}
            {"type":"turn.completed","payload":{"state":"completed"}}
            """;

    @Test
    void events_are_aligned_and_their_fields_compared() {
        GoldenDiff diff = diff(
                BEFORE, BEFORE.replace("\"status\":\"completed\"", "\"status\":\"failed\",\"exitCode\":1"));
        assertEquals(1, diff.changed());
        assertEquals(0, diff.added() + diff.removed());
        Block.Change change = (Block.Change) diff.blocks().get(1);
        assertEquals("item.completed", change.name());
        assertEquals(
                List.of(
                        "type same",
                        "payload.status \"completed\"→\"failed\"",
                        "payload.title same",
                        "payload.exitCode null→1"),
                change.fields().stream()
                        .map(
                                field -> field.path() + " "
                                        + (field.same() ? "same" : field.approved() + "→" + field.received()))
                        .toList());
        assertEquals(new Block.Equal(1, "turn.completed", "turn.completed"), diff.blocks().get(2));
    }

    @Test
    void an_event_without_a_counterpart_is_added_or_removed() {
        String more = BEFORE.replaceFirst("\n", "\n{\"type\":\"turn.diff.updated\",\"payload\":{}}\n");
        assertEquals(1, diff(BEFORE, more).added());
        assertEquals(1, diff(more, BEFORE).removed());
    }

    @Test
    void equal_changes_have_equal_signatures_and_others_have_not() {
        String one = diff(BEFORE, BEFORE.replace("\"title\":\"x\"", "\"title\":\"y\"")).signature();
        String longer = "{\"type\":\"session.started\"}\n" + BEFORE;
        assertEquals(one, diff(longer, longer.replace("\"title\":\"x\"", "\"title\":\"y\"")).signature());
        assertNotEquals(one, diff(BEFORE, BEFORE.replace("\"title\":\"x\"", "\"title\":\"z\"")).signature());
        assertNotEquals(one, diff(BEFORE, BEFORE.replace("turn_1", "y")).signature());
    }

    @Test
    void values_that_differ_only_far_behind_their_start_are_still_different_changes() {
        String text = "a".repeat(5000);
        String before = "{\"type\":\"t\",\"v\":\"" + text + "\"}\n";
        String one = diff(before, before.replace("a\"}", "b\"}")).signature();
        assertNotEquals(one, diff(before, before.replace("a\"}", "c\"}")).signature());
    }

    @Test
    void lines_that_are_no_events_are_compared_as_they_are() {
        GoldenDiff diff = GoldenDiff.of(
                bytes("{\n  \"a\" : 1,\n  \"b\" : 2\n}\n"), bytes("{\n  \"a\" : 1,\n  \"b\" : 3\n}\n"), false);
        assertEquals(1, diff.changed());
        assertTrue(diff.paths().containsKey("\"b\""), diff.paths().toString());
    }

    @Test
    void more_changes_than_are_shown_are_counted() {
        String many = "{\"type\":\"t\",\"v\":1}\n".repeat(700);
        GoldenDiff diff = diff(many, many.replace("1", "2"));
        assertEquals(700, diff.changed());
        assertEquals(200, diff.further());
    }

    private static GoldenDiff diff(String approved, String received) {
        return GoldenDiff.of(bytes(approved), bytes(received), true);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
