package dev.tapedeck.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.canonical.RequestRef;
import dev.tapedeck.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class OrdinalsTest {
    private static final String A = "01990001-0000-7000-8000-0000000000a1";
    private static final String B = "01990001-0000-7000-8000-0000000000b1";

    private final Ordinals ordinals = new Ordinals();

    @Test
    void ids_count_by_kind_and_first_appearance() {
        assertEquals("thread_1", ordinals.thread("T"));
        assertEquals("thread_2", ordinals.thread("U"));
        assertEquals("thread_1", ordinals.thread("T"));
        assertEquals("turn_1", ordinals.turn("T", "T"));
        assertEquals("request_1", ordinals.request(new RequestRef("7", true)));
        assertEquals("request_2", ordinals.request(new RequestRef("7", false)));
    }

    @Test
    void the_same_item_id_in_two_threads_is_two_items() {
        assertEquals("item_1", ordinals.item("T", "x"));
        assertEquals("item_2", ordinals.item("U", "x"));
        assertEquals("item_1", ordinals.item("T", "x"));
    }

    @Test
    void ids_are_replaced_inside_values_keys_and_text() {
        ordinals.thread(A);
        ordinals.item(A, "call_32");
        assertStable(
                "{'thread_1':{'id':'thread_1'},'text':'thread thread_1, item_1. not call_321','hook':'pre:item_1'}",
                "{'" + A + "':{'id':'" + A + "'},'text':'thread " + A + ", call_32. not call_321',"
                        + "'hook':'pre:call_32'}");
    }

    @Test
    void an_id_that_no_event_was_about_gets_an_ordinal_too() {
        assertStable("{'x':'id_1','y':'id_2','z':'see id_1'}", "{'x':'" + A + "','y':'" + B + "','z':'see " + A + "'}");
    }

    @Test
    void of_masked_prose_only_the_mark_is_left() {
        assertEquals("a [vendor prose masked] b", new Ordinals().stable("a [vendor prose masked] ........ b"));
        assertEquals("[vendor prose masked]", new Ordinals().stable("[vendor prose masked] ......"));
    }

    @Test
    void times_durations_process_numbers_and_loopback_ports_are_left_out() {
        assertStable(
                "{'url':'http://127.0.0.1:PORT/v1','resetsAt':null,'tokens':12,'windowDurationMins':5,'name':'x'}",
                "{'startedAt':1786820078,'emittedAtMs':1786820078007,'durationMs':3,'timeUsedSeconds':4,'pid':7,"
                        + "'processId':'11105','url':'http://127.0.0.1:35057/v1','resetsAt':null,'tokens':12,"
                        + "'windowDurationMins':5,'name':'x'}");
    }

    @Test
    void words_and_short_ids_stay_what_they_are_in_text() {
        ordinals.item("T", "echo");
        ordinals.item("T", "a1");
        ordinals.request(new RequestRef("12345", true));
        assertStable("{'text':'echo a1 12345'}", "{'text':'echo a1 12345'}");
    }

    @Test
    void two_ids_that_changed_places_are_a_difference() throws IOException {
        String first = run(A, B, A);
        assertEquals(first, run(B, A, B));
        assertNotEquals(first, run(A, B, B));
    }

    private static String run(String one, String two, String three) throws IOException {
        Ordinals ordinals = new Ordinals();
        return ordinals.thread(one) + ordinals.thread(two) + ordinals.stable(object("{'to':'" + three + "'}"));
    }

    private void assertStable(String expected, String value) {
        try {
            assertEquals(object(expected), ordinals.stable(object(value)));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static ObjectNode object(String singleQuoted) throws IOException {
        return (ObjectNode) Json.read(singleQuoted.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }
}
