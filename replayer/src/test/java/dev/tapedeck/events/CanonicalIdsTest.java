package dev.tapedeck.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.canonical.RequestRef;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CanonicalIdsTest {
    private final CanonicalIds ids = new CanonicalIds("session", 1);

    @Test
    void an_id_depends_on_its_scope_and_the_providers_id_alone() {
        CanonicalIds later = new CanonicalIds("session", 1);
        for (int i = 0; i < 10_000; i++) {
            later.item("other", "item" + i);
        }
        assertEquals(ids.item("t", "i"), later.item("t", "i"));
        assertEquals(ids.turn("t", "u"), later.turn("t", "u"));
    }

    @Test
    void an_id_is_its_kind_and_16_characters() {
        assertTrue(ids.thread("t").matches("thread_[a-z2-7]{16}"), ids.thread("t"));
        assertTrue(ids.event(7, 0).matches("event_[a-z2-7]{16}"), ids.event(7, 0));
    }

    @Test
    void the_same_item_id_in_two_threads_is_two_items() {
        assertNotEquals(ids.item("t1", "i"), ids.item("t2", "i"));
        assertNotEquals(ids.item("t", "i"), ids.turn("t", "i"));
        assertNotEquals(ids.item("ab", "c"), ids.item("a", "bc"));
    }

    @Test
    void a_request_is_new_in_every_epoch_and_a_thread_is_not() {
        CanonicalIds next = new CanonicalIds("session", 2);
        RequestRef request = new RequestRef("0", true);
        assertNotEquals(ids.request(request), next.request(request));
        assertNotEquals(ids.request(request), ids.request(new RequestRef("0", false)));
        assertEquals(ids.thread("t"), next.thread("t"));
    }

    @Test
    void no_two_of_many_ids_are_equal() {
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < 20_000; i++) {
            assertTrue(seen.add(ids.event(i, 0)));
            assertTrue(seen.add(ids.item("t", Integer.toString(i))));
        }
    }
}
