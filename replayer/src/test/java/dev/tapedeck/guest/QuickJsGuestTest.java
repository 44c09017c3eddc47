package dev.tapedeck.guest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.canonical.RequestRef;
import dev.tapedeck.mapping.MapResult;
import dev.tapedeck.mapping.Mapper;
import dev.tapedeck.runtime.Patch;
import dev.tapedeck.runtime.RuntimeEvent;
import dev.tapedeck.scratch.Scratch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class QuickJsGuestTest {
    private static final String ECHO = """
            export function mapFrames(context, frames, scratch) {
              return { events: [], scratch: { ...scratch, seen: frames.map((one) => one.frame) } };
            }
            """;

    private static QuickJsGuest script(String source) throws IOException {
        return new QuickJsGuest("test.js", source, new WallClock(20_000));
    }

    private static QuickJsGuest body(String body) throws IOException {
        return script("function mapFrames(context, frames, scratch) { " + body + " }");
    }

    private static String failure(Guest guest) {
        return assertThrows(Mapper.HookFailure.class, () -> Calls.map(guest, "{\"method\":\"a\"}")).getMessage();
    }

    @Test
    void digits_and_lone_surrogates_survive_both_ways() throws IOException {
        String frame = "{\"a\":12345678901234567890123,\"b\":1.10,\"c\":-0,\"d\":\"\\ud800x\",\"e\":9007199254740993,"
                + "\"f\":[1e400,5,0.5],\"g\":\"\\u0000\"}";
        try (Guest guest = script(ECHO)) {
            MapResult result = Calls.map(guest, frame);
            assertEquals(Calls.frames(frame).getFirst().json(), result.scratch().json().at("/seen/0"));
            assertTrue(result.scratch().toString().contains("\"b\":1.10"), result.scratch().toString());
            assertTrue(result.scratch().toString().contains("\"d\":\"\\ud800x\""), result.scratch().toString());
            Scratch again = Calls.map(guest, result.scratch(), frame).scratch();
            assertEquals(result.scratch(), again, "through scratch a second time");
        }
    }

    @Test
    void large_integers_are_bigints_and_other_unusual_numbers_are_raw_text() throws IOException {
        String body = "const { a, b, c } = frames[0].frame; return { events: [], scratch: "
                + "{ a: typeof a, b: JSON.isRawJSON(b), c: typeof c, sum: a + 1n } };";
        try (Guest guest = body(body)) {
            String scratch = Calls.map(guest, "{\"a\":9007199254740993,\"b\":1.0,\"c\":7}").scratch().toString();
            assertEquals("{\"a\":\"bigint\",\"b\":true,\"c\":\"number\",\"sum\":9007199254740994}", scratch);
        }
    }

    @Test
    void request_ids_keep_type_and_digits() throws IOException {
        String body = "return { scratch: {}, events: frames.map(({ seq, id }) => "
                + "({ seq, type: 'RequestUpdated', requestId: id, state: 'pending' })) };";
        try (Guest guest = body(body)) {
            String number = "{\"id\":12345678901234567890,\"method\":\"a\"}";
            MapResult result = Calls.map(guest, number, "{\"id\":\"7\",\"method\":\"a\"}");
            RuntimeEvent.RequestUpdated first = (RuntimeEvent.RequestUpdated)
                    result.emissions().getFirst().events().getFirst();
            RuntimeEvent.RequestUpdated second = (RuntimeEvent.RequestUpdated)
                    result.emissions().getLast().events().getFirst();
            assertEquals(new RequestRef("12345678901234567890", true), first.request());
            assertEquals(new RequestRef("7", false), second.request());
            assertEquals(Patch.keep(), second.detail());
        }
    }

    @Test
    void an_exception_is_a_failed_call_and_the_next_one_works() throws IOException {
        try (Guest guest = body("if (frames[0].frame.method === 'a') throw new TypeError('no'); "
                + "return { events: [], scratch };")) {
            assertTrue(failure(guest).startsWith("TypeError: no"), failure(guest));
            assertEquals(Scratch.EMPTY, Calls.map(guest, "{\"method\":\"b\"}").scratch());
        }
    }

    @Test
    void an_endless_loop_is_stopped_and_the_next_call_works() throws IOException {
        try (Guest guest = body("if (frames[0].frame.method === 'a') for (;;); return { events: [], scratch };")) {
            Mapper mapper = new GuestMapper(guest, new WallClock(700), Calls.STARTED);
            Mapper.HookFailure failure = assertThrows(
                    Mapper.HookFailure.class,
                    () -> mapper.mapFrames(Calls.CONTEXT, Calls.frames("{\"method\":\"a\"}"), Scratch.EMPTY));
            assertEquals("no answer in time: expected within 700 ms", failure.getMessage());
            assertEquals(Scratch.EMPTY, Calls.map(guest, "{\"method\":\"b\"}").scratch());
        }
    }

    @Test
    void endless_recursion_is_a_failed_call_and_the_next_one_works() throws IOException {
        try (Guest guest = body("const f = (n) => f(n + 1) + 1; "
                + "if (frames[0].frame.method === 'a') f(0); return { events: [], scratch };")) {
            failure(guest);
            assertEquals(Scratch.EMPTY, Calls.map(guest, "{\"method\":\"b\"}").scratch());
        }
    }

    @Test
    void a_sandbox_that_fills_up_call_by_call_is_started_anew() throws IOException {
        String body = "globalThis.left = [...(globalThis.left ?? []), 'x'.repeat(8 << 20)]; "
                + "return { events: [], scratch: { left: globalThis.left.length } };";
        try (Guest guest = body(body)) {
            List<Integer> left = new ArrayList<>();
            for (int i = 0; i < 24; i++) {
                left.add(Calls.map(guest, "{\"method\":\"a\"}").scratch().json().path("left").asInt());
            }
            assertEquals(1, left.getFirst());
            assertTrue(left.lastIndexOf(1) > 0, left.toString());
        }
    }

    @Test
    void more_memory_than_the_sandbox_has_is_a_failed_call() throws IOException {
        String body = "let all = []; for (;;) all.push(new Uint8Array(8 << 20).fill(all.length));";
        try (Guest guest = body(body)) {
            Mapper mapper = new GuestMapper(guest, new WallClock(60_000), Calls.STARTED);
            Mapper.HookFailure failure = assertThrows(
                    Mapper.HookFailure.class,
                    () -> mapper.mapFrames(Calls.CONTEXT, Calls.frames("{\"method\":\"a\"}"), Scratch.EMPTY));
            assertTrue(failure.getMessage().contains("out of memory"), failure.getMessage());
        }
    }

    @Test
    void the_sandbox_has_neither_clock_nor_lots_nor_a_way_out() throws IOException {
        for (String reach : new String[] {"Date.now()", "new Date()", "Math.random()"}) {
            try (Guest guest = body("return { events: [], scratch: { it: " + reach + " } };")) {
                assertTrue(failure(guest).contains("a mapper has no"), reach + ": " + failure(guest));
            }
        }
        String names = "['require', 'process', 'std', 'os', 'fetch', 'Javy', 'plugin', 'setTimeout']";
        try (Guest guest = body("return { events: [], scratch: { there: " + names
                + ".filter((name) => typeof globalThis[name] !== 'undefined'), day: new Date(0).toISOString() } };")) {
            assertEquals(
                    "{\"day\":\"1970-01-01T00:00:00.000Z\",\"there\":[]}",
                    Calls.map(guest, "{\"method\":\"a\"}").scratch().toString());
        }
    }

    @Test
    void a_script_that_is_none_is_refused_with_what_is_wrong() {
        String message = assertThrows(IOException.class, () -> script("function mapFrames( {")).getMessage();
        assertTrue(message.startsWith("test.js: SyntaxError"), message);
        message = assertThrows(IOException.class, () -> script("const mapframes = 1;")).getMessage();
        assertEquals(
                "test.js: expected function mapFrames(context, frames, scratch), found no such function", message);
    }

    @Test
    void a_reducer_keeps_one_state_blob_of_any_shape() throws IOException {
        try (Guest guest = script("function runtimeReduce(state, frames) { "
                + "return { state: (state ?? 0) + frames.length, events: [] }; }")) {
            assertTrue(Calls.mapper(guest).reduces());
            Scratch once = Calls.map(guest, "{\"method\":\"a\"}", "{\"method\":\"b\"}").scratch();
            assertEquals("{\"state\":2}", once.toString());
            assertEquals("{\"state\":3}", Calls.map(guest, once, "{\"method\":\"c\"}").scratch().toString());
        }
    }

    @Test
    void the_kit_hashes_as_the_host_does() throws IOException {
        String text = "x".repeat(1000) + "é😀";
        try (Guest guest = body("return { events: [], scratch: { hash: kit.sha256(frames[0].frame.text), "
                + "empty: kit.sha256('') } };")) {
            Scratch scratch = Calls.map(guest, "{\"text\":\"" + text + "\"}").scratch();
            String expected = dev.tapedeck.canonical.Attachment.of("file", null, text).sha256();
            assertEquals(expected, scratch.json().path("hash").textValue());
            expected = dev.tapedeck.canonical.Attachment.of("file", null, "").sha256();
            assertEquals(expected, scratch.json().path("empty").textValue());
        }
    }
}
