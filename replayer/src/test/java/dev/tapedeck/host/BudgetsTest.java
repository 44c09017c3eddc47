package dev.tapedeck.host;

import static dev.tapedeck.host.Toy.frame;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.runtime.ItemState;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What happens at each bound of runtime-event-path, Budgets. */
final class BudgetsTest {
    private static final String BEGIN = frame("begin", "a", "1", null);

    private static String text(String item, String text) {
        return frame("text", "a", "1", item, "text", text);
    }

    private static String keep(String key, String value) {
        return frame("keep", "a", null, null, "key", key, "value", value, "name", "named by " + key);
    }

    @Test
    void the_standard_bounds_are_those_of_the_seed() {
        assertEquals(8192, Limits.STANDARD.of(Limit.QUEUE));
        assertEquals(1024, Limits.STANDARD.of(Limit.BATCH));
        assertEquals(4 * 1024 * 1024, Limits.STANDARD.of(Limit.EMITTED));
        assertEquals(64 * 1024, Limits.STANDARD.of(Limit.SCRATCH));
        assertEquals(256 * 1024, Limits.STANDARD.of(Limit.STATE_BLOB));
        assertEquals(1000, Limits.STANDARD.of(Limit.ITEMS));
        assertEquals(8 * 1024 * 1024, Limits.STANDARD.of(Limit.ITEM_TEXT));
        assertEquals(64, Limits.STANDARD.of(Limit.REQUESTS));
        assertThrows(IllegalArgumentException.class, () -> Limits.STANDARD.with(Limit.BATCH, 0));
    }

    @Test
    void a_queue_beyond_its_bound_loses_the_oldest_frames_which_is_one_failure_with_one_resync() {
        Stage slow = new Stage(Limits.STANDARD.with(Limit.QUEUE, 10), 0);
        slow.out(BEGIN);
        for (int i = 0; i < 14; i++) {
            slow.out(frame("open", "a", "1", "i" + i), frame("close", "a", "1", "i" + i, "text", "t" + i));
        }
        assertEquals(10, slow.host.queued());
        slow.over();
        assertEquals(19, slow.results.stream().filter(result -> "lost to lag".equals(result.reason())).count());
        List<HostNote.Failed> failures = slow.notes(HostNote.Failed.class);
        assertEquals(1, failures.size());
        assertEquals("19 frames lost before the subscriber took them", failures.getFirst().reason());
        assertEquals(1, slow.notes(HostNote.Resynced.class).size());
        assertEquals(14, slow.host.maps().items().size(), "maps equal those of a clean run");
        assertNull(slow.host.closed());
    }

    @Test
    void a_batch_holds_1024_frames_and_the_remainder_is_the_next_one_without_a_wait() {
        Stage slow = new Stage(Limits.STANDARD, 0);
        slow.out(BEGIN);
        for (int i = 0; i < 1100; i++) {
            slow.out(text("i", "x"));
        }
        slow.over();
        assertEquals(List.of(1024, 77), slow.calls.stream().map(call -> call.frames().size()).toList());
    }

    @Test
    void emitted_values_beyond_4_MiB_fail_the_batch_which_is_not_applied() {
        Stage stage = new Stage(Limits.STANDARD, 2);
        stage.out(BEGIN, frame("open", "a", "1", "i"), text("i", "x".repeat(3 << 20)), text("i", "y".repeat(2 << 20)));
        stage.over();
        assertEquals("", stage.item("a", "i").text());
        assertEquals(FailureKind.EMITTED, stage.notes(HostNote.Failed.class).getFirst().kind());
        assertEquals("part of a failed batch", stage.result(3).reason());
        assertNull(stage.host.closed());
    }

    @Test
    void scratch_beyond_64_KiB_is_a_failure_and_the_host_keeps_the_one_before() {
        Stage stage = new Stage();
        stage.out(BEGIN, keep("small", "s"), keep("big", "x".repeat(65 * 1024)), keep("after", "a")).over();
        assertEquals("{\"after\":\"a\",\"small\":\"s\"}", stage.host.scratch().toString());
        assertEquals(FailureKind.SCRATCH, stage.notes(HostNote.Failed.class).getFirst().kind());
        assertEquals(Disposition.UNDELIVERED, stage.result(3).disposition());
        assertEquals(1, stage.notes(HostNote.Resynced.class).size());
    }

    @Test
    void text_beyond_8_MiB_keeps_its_end_and_says_so_once() {
        Stage stage = new Stage();
        stage.out(BEGIN, frame("open", "a", "1", "i"));
        for (int i = 0; i < 20; i++) {
            stage.out(text("i", "é".repeat(256 * 1024) + i));
        }
        stage.over();
        assertTrue(stage.host.maps().textBytes() <= Limits.STANDARD.of(Limit.ITEM_TEXT));
        assertTrue(stage.item("a", "i").text().endsWith("19"));
        assertTrue(stage.host.maps().json().at("/items/0/textCut").asLong() > 0);
        assertEquals(1, stage.notes(HostNote.Trimmed.class).size());
        assertTrue(stage.notes(HostNote.Failed.class).isEmpty(), "truncation is no failure");
    }

    @Test
    void many_small_texts_beyond_the_bound_retire_the_oldest_closed_items() {
        Stage stage = new Stage(Limits.STANDARD.with(Limit.ITEM_TEXT, 100), 1);
        stage.out(BEGIN);
        for (int i = 0; i < 10; i++) {
            stage.out(frame("open", "a", "1", "i" + i), frame("close", "a", "1", "i" + i, "text", "x".repeat(30)));
        }
        stage.over();
        assertEquals(3, stage.host.maps().items().size());
        assertEquals(7, stage.host.counters().retiredItems());
    }

    @Test
    void an_open_item_that_has_to_retire_is_closed_first_so_that_its_start_has_an_end() {
        Stage stage = new Stage(Limits.STANDARD.with(Limit.ITEMS, 1), 1);
        stage.out(BEGIN, frame("open", "a", "1", "i"), frame("open", "a", "1", "j")).over();
        assertEquals(List.of("turn.started", "item.started", "item.started", "item.completed"), stage.canonical());
        assertEquals(ItemState.OPEN, stage.item("a", "j").state());
    }

    @Test
    void a_tail_never_starts_inside_a_character() {
        TailText text = new TailText();
        text.append("abc😀é");
        assertEquals(9, text.bytes());
        text.keepTail(5);
        assertEquals("é", text.toString());
        assertEquals(2, text.bytes());
        assertEquals(7, text.cut());
        text.append("😀");
        text.keepTail(6);
        assertEquals("é😀", text.toString());
    }
}
