package dev.tapedeck.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.CanonicalEvent;
import dev.tapedeck.canonical.EventType;
import dev.tapedeck.canonical.SessionPayload.SessionExited;
import dev.tapedeck.frame.Wire;
import dev.tapedeck.host.CloseCause;
import dev.tapedeck.host.Disposition;
import dev.tapedeck.host.HostNote;
import dev.tapedeck.runtime.RuntimeEvent;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Faults that others have met in the open, each by its number: what host and replay make of them. */
final class CasesTest {
    private static final String PARENT = "0199c0de-0000-7000-8000-0000000000a1";
    private static final String CHILD = "0199c0de-0000-7000-8000-0000000000a2";

    @TempDir
    private Path folder;

    private static Path input(String name) {
        return Played.shared("cases/inputs").resolve(name);
    }

    private static JsonNode find(JsonNode maps, String list, String member, String value) {
        return StreamSupport.stream(maps.path(list).spliterator(), false)
                .filter(entry -> entry.path(member).asText().equals(value))
                .findFirst()
                .orElseThrow(() -> new AssertionError(list + " with " + member + " " + value + " in " + maps));
    }

    private static void sound(Played played) {
        assertEquals(List.of(), played.report.violations());
    }

    @Test
    void C04_a_banner_before_the_first_frame_is_counted_and_frames_map_normally() throws IOException {
        Played played = Played.of(input("C04-codex-preamble.ndjson"));
        sound(played);
        assertEquals(3, played.report.count(Disposition.UNDELIVERED));
        assertEquals(0, played.report.count(Disposition.FAULTED));
        assertEquals("hi", find(played.report.mapsInFull(), "items", "item", "msg_1").path("text").asText());
        assertTrue(played.report.notes(HostNote.Closed.class).isEmpty());
    }

    @Test
    void C05_foreign_bytes_in_mid_stream_close_the_epoch_with_a_reason_and_keep_what_was_mapped() throws IOException {
        Played played = Played.of(input("C05-codex-foreign-bytes.ndjson"));
        sound(played);
        HostNote.Closed closed = played.report.notes(HostNote.Closed.class).getFirst();
        assertEquals(CloseCause.PROTOCOL, closed.cause());
        assertTrue(closed.reason().contains("frame 3 cannot be decoded"), closed.reason());
        assertEquals(Map.of(
                        Disposition.MAPPED, 2L, Disposition.FAULTED, 1L, Disposition.UNDELIVERED, 3L,
                        Disposition.DROPPED, 0L, Disposition.DUPLICATE, 0L, Disposition.UNMAPPED, 0L),
                played.report.dispositions());
        assertEquals("failed", find(played.report.mapsInFull(), "items", "item", "msg_1").path("state").asText());
    }

    @Test
    void C12_a_process_killed_in_mid_line_ends_its_turn_and_the_fragment_is_no_frame() throws IOException {
        Path raw = input("C12-codex-exit-midline.ndjson");
        Played played = Played.of(Played.ended(raw, folder, null, "SIGKILL"));
        sound(played);
        assertEquals(3, played.report.count(Disposition.MAPPED));
        assertEquals(1, played.report.count(Disposition.UNDELIVERED));
        assertTrue(played.results.getLast().reason().startsWith("unterminated"), played.results.getLast().reason());
        HostNote.Closed closed = played.report.notes(HostNote.Closed.class).getFirst();
        assertEquals(CloseCause.EXIT, closed.cause());
        assertEquals("signal SIGKILL", closed.reason());
        CanonicalEvent exited = played.canonical.getLast();
        assertEquals(EventType.SESSION_EXITED, exited.type());
        assertEquals("error", ((SessionExited) exited.payload()).exitKind().word());
        JsonNode turn = played.report.mapsInFull().path("turns").path(0);
        assertEquals("idle", turn.path("phase").asText());
        assertEquals("failed", turn.path("detail").asText());
        assertEquals("half ", find(played.report.mapsInFull(), "items", "item", "msg_1").path("text").asText());
    }

    @Test
    void C14_a_request_with_id_0_is_a_request() throws IOException {
        Played played = Played.of(input("C14-codex-request-id-zero.ndjson"));
        sound(played);
        JsonNode request = find(played.report.mapsInFull(), "requests", "request", "0");
        assertEquals("resolved", request.path("state").asText());
        assertEquals(1, played.count(EventType.REQUEST_OPENED));
        assertEquals(1, played.count(EventType.REQUEST_RESOLVED));
        assertEquals(
                List.of("needs_input", "working", "idle"),
                played.runtime(RuntimeEvent.TurnUpdated.class).stream()
                        .skip(1)
                        .map(turn -> turn.phase().word())
                        .toList());
    }

    @Test
    void C16_a_frame_nested_too_deep_is_one_fault_and_the_rest_is_read() throws IOException {
        Played played = Played.of(
                Replay.of(input("C16-claude-deep-nesting.ndjson")).wire(new Wire("codex.app-server")));
        sound(played);
        assertEquals(1, played.report.count(Disposition.FAULTED));
        assertEquals(0, played.report.count(Disposition.UNDELIVERED));
        assertTrue(played.report.notes(HostNote.Closed.class).isEmpty());
    }

    @Test
    void C24_a_turns_end_closes_what_it_left_open_and_nothing_shows_as_running() throws IOException {
        Played played = Played.of(input("C24-codex-abandoned-items.ndjson"));
        sound(played);
        JsonNode items = played.report.mapsInFull().path("items");
        assertEquals(3, items.size());
        for (JsonNode item : items) {
            assertEquals("failed", item.path("state").asText());
            assertEquals("turn ended", item.path("detail").asText());
            assertTrue(item.path("exitCode").isMissingNode());
        }
        assertEquals("I started ", find(played.report.mapsInFull(), "items", "item", "msg_1").path("text").asText());
        assertEquals(3, played.count(EventType.ITEM_STARTED));
        assertEquals(3, played.count(EventType.ITEM_COMPLETED));
        assertEquals("interrupted", played.report.mapsInFull().path("turns").path(0).path("detail").asText());
    }

    @Test
    void C28_a_child_threads_terminal_does_not_end_its_parent() throws IOException {
        Played parentOnly = Played.of(Replay.of(input("C28-codex-child-turn-completed.ndjson")).until(9));
        assertEquals("working", find(parentOnly.report.mapsInFull(), "turns", "thread", PARENT).path("phase").asText());
        Played played = Played.of(input("C28-codex-child-turn-completed.ndjson"));
        sound(played);
        JsonNode maps = played.report.mapsInFull();
        assertEquals(PARENT, find(maps, "threads", "thread", CHILD).path("parent").asText());
        assertEquals(PARENT, find(maps, "items", "item", "msg_p").path("thread").asText());
        assertEquals("final answer", find(maps, "items", "item", "msg_p").path("text").asText());
        assertEquals("idle", find(maps, "turns", "thread", PARENT).path("phase").asText());
        assertTrue(find(maps, "threads", "thread", PARENT).path("usage").isMissingNode(), "usage is per thread");
        assertEquals(9, find(maps, "threads", "thread", CHILD).at("/usage/thread/totalTokens").asInt());
    }

    @Test
    void C34_an_error_that_will_be_retried_ends_nothing() throws IOException {
        Played played = Played.of(input("C34-codex-will-retry-error.ndjson"));
        sound(played);
        JsonNode maps = played.report.mapsInFull();
        assertEquals("part one part two", find(maps, "items", "item", "msg_1").path("text").asText());
        assertEquals("completed", find(maps, "items", "item", "msg_1").path("state").asText());
        assertNull(maps.path("turns").path(0).get("detail"));
        assertTrue(played.report.notes(HostNote.Warned.class).isEmpty());
    }

    @Test
    void C37_a_turns_usage_is_the_difference_of_totals() throws IOException {
        Played played = Played.of(input("C37-codex-usage-total-last.ndjson"));
        sound(played);
        JsonNode usage = played.report.mapsInFull().path("threads").path(0).path("usage");
        assertEquals(28794, usage.at("/turn/inputTokens").asInt());
        assertEquals(23040, usage.at("/turn/cachedInputTokens").asInt());
        assertEquals(118, usage.at("/turn/outputTokens").asInt());
        assertEquals(9, usage.at("/turn/reasoningTokens").asInt());
        assertEquals(14471, usage.path("contextTokens").asInt());
    }

    @Test
    void C43_an_empty_recording_has_no_frames_and_its_close_names_exit_code_and_last_stderr_line() throws IOException {
        Path raw = input("C43-codex-exit-before-stdin.ndjson");
        Played empty = Played.of(raw);
        sound(empty);
        assertEquals(0, empty.report.frames());
        Played played = Played.of(Played.ended(raw, folder, 2, null, "error: unexpected argument '--listen' found"));
        sound(played);
        HostNote.Closed closed = played.report.notes(HostNote.Closed.class).getFirst();
        assertEquals("exit code 2: error: unexpected argument '--listen' found", closed.reason());
    }

    @Test
    void C44_a_turn_that_ended_stays_ended_when_the_process_exits() throws IOException {
        Played played = Played.of(Played.ended(input("C44-codex-grandchild-holds-stdout.ndjson"), folder, 0, null));
        sound(played);
        assertNull(played.report.mapsInFull().path("turns").path(0).get("detail"));
        assertEquals(1, played.count(EventType.TURN_COMPLETED));
        assertEquals("graceful", ((SessionExited) played.canonical.getLast().payload()).exitKind().word());
    }

    @Test
    void C48_seconds_and_milliseconds_become_UTC_and_order_is_that_of_arrival() throws IOException {
        Played played = Played.of(input("C48-mixed-timestamps.codex.ndjson"));
        sound(played);
        assertEquals(
                List.of(
                        Instant.parse("2026-09-21T14:13:20.172Z"),
                        Instant.parse("2026-09-21T14:13:20.179Z"),
                        Instant.parse("2026-09-21T14:13:20.186Z")),
                played.canonical.stream().map(CanonicalEvent::createdAt).toList());
        JsonNode turn = played.report.mapsInFull().path("turns").path(0);
        assertEquals("2026-08-15T18:54:38Z", turn.path("startedAt").asText());
        assertEquals("2026-08-15T18:54:50Z", turn.path("completedAt").asText());
    }
}
