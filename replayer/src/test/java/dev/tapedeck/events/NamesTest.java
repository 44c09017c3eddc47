package dev.tapedeck.events;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class NamesTest {
    @Test
    void a_fork_knows_what_was_known_and_then_goes_its_own_way() {
        Ordinals whole = new Ordinals();
        whole.item("t", "item-0001");
        Ordinals fork = whole.fork();
        Ordinals twin = fork.fork();
        whole.item("t", "item-0002");
        assertEquals("item_1", fork.item("t", "item-0001"));
        assertEquals("about item-0002", fork.stable("about item-0002"), "not known yet");
        assertEquals("item_2", fork.item("t", "item-0003"));
        assertEquals("item_3", fork.fork().item("t", "item-0004"));
        assertEquals("item_2", whole.item("t", "item-0002"));
        assertEquals("item_2", twin.item("t", "item-0009"));
        assertEquals("about item_2", fork.stable("about item-0003"));
        assertEquals("about item_1", fork.stable("about item-0001"));
    }
}
