package dev.tapedeck.golden;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ConcurrentOrderTest {
    private static final Pattern ORDINAL = Pattern.compile("(thread|turn|item)_\\d+");

    @Test
    void two_concurrent_items_may_change_places() throws IOException {
        assertSame(
                List.of(started(1, "a"), started(2, "b"), text(1, "x"), text(2, "y"), text(1, "z")),
                List.of(started(1, "b"), text(1, "y"), started(2, "a"), text(2, "x"), text(2, "z")));
    }

    @Test
    void the_order_within_one_item_counts() throws IOException {
        assertDifferent(
                List.of(started(1, "a"), text(1, "x"), text(1, "z")),
                List.of(started(1, "a"), text(1, "z"), text(1, "x")));
    }

    @Test
    void C46_text_that_went_to_the_other_item_is_a_difference() throws IOException {
        assertDifferent(
                List.of(started(1, "a"), started(2, "b"), text(1, "x"), text(2, "y")),
                List.of(started(1, "a"), started(2, "b"), text(2, "x"), text(1, "y")));
    }

    @Test
    void a_missing_or_doubled_event_is_a_difference() throws IOException {
        assertDifferent(List.of(started(1, "a"), text(1, "x")), List.of(started(1, "a")));
        assertDifferent(List.of(started(1, "a"), text(1, "x")), List.of(started(1, "a"), text(1, "x"), text(1, "x")));
    }

    @Test
    void items_that_differ_only_in_their_thread_are_told_apart() throws IOException {
        List<String> one = List.of(thread(1, "parent"), thread(2, "child"), inThread(1, 1, "hi"), inThread(2, 2, "hi"),
                inThread(2, 2, "there"), inThread(1, 1, "you"));
        List<String> other = List.of(thread(1, "child"), inThread(1, 1, "hi"), thread(2, "parent"),
                inThread(1, 1, "there"), inThread(2, 2, "hi"), inThread(2, 2, "you"));
        List<String> swapped = List.of(thread(1, "child"), inThread(1, 1, "hi"), thread(2, "parent"),
                inThread(1, 1, "you"), inThread(2, 2, "hi"), inThread(2, 2, "there"));
        assertSame(one, other);
        assertDifferent(one, swapped);
    }

    @Test
    void items_that_say_the_same_in_different_threads_may_change_places() throws IOException {
        assertSame(
                List.of(thread(1, "a"), thread(2, "b"), inThread(1, 1, "x"), inThread(2, 2, "x")),
                List.of(thread(1, "a"), thread(2, "b"), inThread(2, 1, "x"), inThread(1, 2, "x")));
    }

    @Test
    void a_warning_may_come_before_or_after_what_its_thread_does_but_not_in_another_order_of_warnings()
            throws IOException {
        assertSame(
                List.of(warning("a"), thread(1, "t"), warning("b")),
                List.of(thread(1, "t"), warning("a"), warning("b")));
        assertDifferent(List.of(warning("a"), warning("b")), List.of(warning("b"), warning("a")));
    }

    @Test
    void maps_take_the_numbers_of_their_events() throws IOException {
        List<String> one = List.of(thread(1, "parent"), thread(2, "child"), inThread(1, 1, "x"), inThread(2, 2, "y"));
        List<String> other = List.of(thread(1, "child"), inThread(1, 1, "y"), thread(2, "parent"), inThread(2, 2, "x"));
        String maps = "[{\"item\":\"item_1\",\"text\":\"x\"},{\"item\":\"item_2\",\"text\":\"y\"}]";
        String same = "[{\"item\":\"item_1\",\"text\":\"y\"},{\"item\":\"item_2\",\"text\":\"x\"}]";
        assertEquals(maps(maps, one), maps(same, other));
        assertNotEquals(maps(maps, one), maps(maps, other));
    }

    @Test
    void every_interleaving_of_the_same_events_gives_the_same_order() throws IOException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<String> events = new ArrayList<>();
        for (int item = 1; item <= 6; item++) {
            for (int i = 0; i < 4; i++) {
                events.add(inThread(1 + item % 3, item, "part " + random.nextInt(3)));
            }
        }
        String expected = ordered(renumbered(events));
        for (int round = 0; round < 200; round++) {
            assertEquals(expected, ordered(renumbered(interleaved(events, random))), "seed " + seed);
        }
    }

    /** Shuffles the events of different items against each other and keeps each item's own order. */
    private static List<String> interleaved(List<String> events, Random random) {
        Map<String, List<String>> byItem = new HashMap<>();
        events.forEach(event -> byItem.computeIfAbsent(item(event), key -> new ArrayList<>()).add(event));
        List<List<String>> queues = new ArrayList<>(byItem.values());
        List<String> result = new ArrayList<>();
        while (!queues.isEmpty()) {
            List<String> queue = queues.get(random.nextInt(queues.size()));
            result.add(queue.removeFirst());
            queues.removeIf(List::isEmpty);
        }
        return result;
    }

    /** Ordinals by first appearance, as a recording in this order would have them. */
    private static List<String> renumbered(List<String> events) {
        Map<String, String> numbers = new HashMap<>();
        Map<String, Integer> counts = new HashMap<>();
        return events.stream()
                .map(event -> ORDINAL.matcher(event)
                        .replaceAll(found -> numbers.computeIfAbsent(
                                found.group(), key ->
                                        found.group(1) + "_" + counts.merge(found.group(1), 1, Integer::sum))))
                .toList();
    }

    private static String item(String event) {
        return event.replaceAll(".*(item_\\d+).*", "$1");
    }

    private static String started(int item, String title) {
        return "{\"type\":\"item.started\",\"threadId\":\"thread_1\",\"itemId\":\"item_" + item
                + "\",\"payload\":{\"title\":\"" + title + "\"}}";
    }

    private static String text(int item, String text) {
        return inThread(1, item, text);
    }

    private static String inThread(int thread, int item, String text) {
        return "{\"type\":\"content.delta\",\"threadId\":\"thread_" + thread + "\",\"itemId\":\"item_" + item
                + "\",\"payload\":{\"delta\":\"" + text + "\"}}";
    }

    private static String warning(String message) {
        return "{\"type\":\"runtime.warning\",\"threadId\":\"thread_1\",\"payload\":{\"message\":\"" + message + "\"}}";
    }

    private static String thread(int thread, String name) {
        return "{\"type\":\"thread.started\",\"threadId\":\"thread_" + thread + "\",\"payload\":{\"name\":\"" + name
                + "\"}}";
    }

    private static void assertSame(List<String> one, List<String> other) throws IOException {
        assertEquals(ordered(one), ordered(other));
    }

    private static void assertDifferent(List<String> one, List<String> other) throws IOException {
        assertNotEquals(ordered(one), ordered(other));
    }

    private static String maps(String maps, List<String> events) throws IOException {
        byte[] runtime = (String.join("\n", events) + "\n").getBytes(UTF_8);
        return new String(ConcurrentOrder.ofMaps(maps.getBytes(UTF_8), runtime), UTF_8);
    }

    private static String ordered(List<String> events) throws IOException {
        return new String(ConcurrentOrder.of((String.join("\n", events) + "\n").getBytes(UTF_8)), UTF_8);
    }
}
