package dev.tapedeck.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.fault.FaultPlan;
import dev.tapedeck.fault.PlanFormat;
import dev.tapedeck.fault.Schedule;
import dev.tapedeck.frame.Header;
import dev.tapedeck.host.CloseCause;
import dev.tapedeck.host.Disposition;
import dev.tapedeck.host.FailureKind;
import dev.tapedeck.host.HookCall;
import dev.tapedeck.host.HostNote;
import dev.tapedeck.json.Json;
import dev.tapedeck.mapping.MapContext;
import dev.tapedeck.mapping.MapResult;
import dev.tapedeck.mapping.Mapper;
import dev.tapedeck.rules.Message;
import dev.tapedeck.scratch.Scratch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Each budget of runtime-event-path and each cause of a close, reached by a recording, with the outcome that the table
 * of budgets and the list of failures demand. Every invariant holds each time.
 */
final class EveryBudgetTest {
    private static final Path FIXTURES = Path.of("..", "fixtures");
    private static final Path COMMAND = FIXTURES.resolve("codex/approve-command-silent/recording.ndjson");
    private static final Path REQUESTS =
            Path.of("src", "test", "resources", "dev", "tapedeck", "torture", "several-requests.ndjson");

    @Test
    void broadcast_queue_a_lag_is_a_bookkeeping_failure() throws IOException {
        ReplayReport report = under(COMMAND, "limit(limit=queue,value=4)", "stall(after=12,frames=10)");
        assertFailsAlone(report, FailureKind.LAG);
        assertTrue(report.count(Disposition.UNDELIVERED) >= 6);
    }

    @Test
    void drain_batch_the_remainder_is_the_next_batch_without_a_wait() throws IOException {
        List<Integer> sizes = new ArrayList<>();
        ReplayReport report = run(Replay.of(COMMAND)
                .plan(plan("limit(limit=batch,value=7)", "stall(after=1,frames=19)"))
                .listener(new ReplayListener() {
                    @Override
                    public void called(HookCall call) {
                        sizes.add(call.frames().size());
                    }
                }));
        assertEquals(List.of(7, 7), sizes.subList(0, 2));
        assertEquals(List.of(), report.notes(HostNote.Failed.class));
        assertEquals(0, report.count(Disposition.UNDELIVERED));
    }

    @Test
    void emitted_values_too_many_are_a_bookkeeping_failure_and_the_batch_is_not_applied() throws IOException {
        ReplayReport report = under(COMMAND, "limit(limit=emitted,value=300)");
        assertFailsAlone(report, FailureKind.EMITTED);
        assertEquals(0, report.count(Disposition.MAPPED));
    }

    @Test
    void plugin_state_blob_too_large_is_a_bookkeeping_failure_and_the_host_keeps_the_one_before() throws IOException {
        List<Integer> handedIn = new ArrayList<>();
        ReplayReport report = run(Replay.of(COMMAND)
                .mapper(Hoarder::new)
                .plan(plan("limit(limit=state-blob,value=500)").with(new Schedule.Every(5)))
                .listener(new ReplayListener() {
                    @Override
                    public void called(HookCall call) {
                        handedIn.add(call.before().bytes());
                    }
                }));
        List<HostNote.Failed> failures = report.notes(HostNote.Failed.class);
        assertEquals(FailureKind.SCRATCH, failures.getFirst().kind());
        assertTrue(failures.getFirst().reason().startsWith("state-blob: expected 500 bytes at most, found "));
        assertEquals(1, report.notes(HostNote.Warned.class).size());
        assertTrue(handedIn.stream().allMatch(bytes -> bytes <= 500), handedIn::toString);
        assertStaysUp(report);
    }

    @Test
    void scratch_too_large_is_a_bookkeeping_failure_and_the_host_keeps_the_one_before() throws IOException {
        ReplayReport report = under(COMMAND, "limit(limit=scratch,value=4)");
        assertFailsAlone(report, FailureKind.SCRATCH);
        assertEquals(0, report.count(Disposition.MAPPED));
    }

    @Test
    void item_map_the_oldest_closed_items_retire_and_the_process_stays_up() throws IOException {
        ReplayReport report = under(COMMAND, "limit(limit=items,value=2)");
        assertEquals(List.of(), report.notes(HostNote.Failed.class));
        List<String> left = new ArrayList<>();
        report.maps().path("items").forEach(item -> left.add(item.path("kind").asText()));
        assertEquals(List.of("command", "assistant_message"), left);
        assertEquals("items", report.notes(HostNote.Trimmed.class).getFirst().limit().word());
        assertStaysUp(report);
    }

    @Test
    void item_text_heavy_text_keeps_its_tail_and_the_process_stays_up() throws IOException {
        ReplayReport whole = under(COMMAND);
        ReplayReport report = under(COMMAND, "limit(limit=item-text,value=40)", "limit(limit=text-tail,value=8)");
        assertEquals(List.of(), report.notes(HostNote.Failed.class));
        assertEquals("item-text", report.notes(HostNote.Trimmed.class).getFirst().limit().word());
        assertTrue(text(whole).endsWith(text(report)), text(report));
        assertEquals(8, text(report).length());
        assertStaysUp(report);
    }

    @Test
    void outstanding_requests_the_excess_one_gets_its_error_in_its_turn_and_the_process_stays_up() throws IOException {
        FaultPlan one = plan("limit(limit=requests,value=1)").with(new Schedule.Every(1));
        ReplayReport report = run(Replay.of(REQUESTS).plan(one));
        assertEquals(List.of(), report.notes(HostNote.Failed.class));
        assertEquals(
                List.of("11", "21"),
                report.notes(HostNote.RequestRefused.class).stream()
                        .map(refused -> refused.request().text())
                        .toList());
        // 15 and 25 are of an unknown kind and were asked first.
        assertEquals(
                List.of("15", "11", "25", "21"),
                report.notes(HostNote.ErrorWritten.class).stream()
                        .map(error -> error.request().text())
                        .toList());
        assertStaysUp(report);
    }

    @Test
    void the_process_exits_and_the_epoch_closes_with_a_reason_and_a_retry() throws IOException {
        HostNote.Closed closed = closed(under(COMMAND, "exit(frame=25,code=3)"));
        assertEquals(CloseCause.EXIT, closed.cause());
        assertEquals("closed (process exit): exit code 3; retry offered", closed.sentence());
    }

    @Test
    void a_frame_cannot_be_decoded_and_the_epoch_closes() throws IOException {
        for (String fault : List.of("undecodable(frame=25)", "truncated(frame=25,keep=20)", "merged(frame=24)")) {
            assertEquals(CloseCause.PROTOCOL, closed(under(COMMAND, fault)).cause(), fault);
        }
    }

    @Test
    void stdin_breaks_and_the_epoch_closes() throws IOException {
        HostNote.Closed closed = closed(under(COMMAND, "broken-stdin(after=25)"));
        assertEquals(CloseCause.PROTOCOL, closed.cause());
        assertEquals("stdin broke, exit code 0", closed.reason());
    }

    @Test
    void stdout_breaks_in_the_middle_of_a_line_and_the_epoch_closes() throws IOException {
        HostNote.Closed closed = closed(under(COMMAND, "truncated(frame=25,keep=20)", "exit(frame=25,code=1)"));
        assertEquals(CloseCause.PROTOCOL, closed.cause());
        assertTrue(closed.reason().contains("cannot be decoded"), closed.reason());
    }

    @Test
    void the_event_stream_breaks_with_a_killed_process_and_the_epoch_closes_with_its_signal() throws IOException {
        ReplayReport report = under(FIXTURES.resolve("opencode/killed/recording.ndjson"));
        assertEquals(
                List.of(
                        "closed (process exit): signal SIGKILL: opencode server listening on http://127.0.0.1:4096"
                                + "; retry offered",
                        "closed (process exit): signal SIGTERM"),
                report.notes(HostNote.Closed.class).stream().map(HostNote.Closed::sentence).toList());
    }

    /** One warning, a resync for each failed call, the process stays up, and the turn goes on to its end. */
    private static void assertFailsAlone(ReplayReport report, FailureKind kind) {
        List<FailureKind> kinds = report.notes(HostNote.Failed.class).stream()
                .filter(failure -> !failure.inResync())
                .map(HostNote.Failed::kind)
                .toList();
        assertEquals(List.of(kind), kinds.stream().distinct().toList());
        assertEquals(1, report.notes(HostNote.Warned.class).size());
        assertEquals(kinds.size(), report.notes(HostNote.Resynced.class).size());
        assertStaysUp(report);
    }

    private static void assertStaysUp(ReplayReport report) {
        assertEquals(CloseCause.EXIT, closed(report).cause());
        assertEquals("exit code 0", closed(report).reason());
        assertEquals(1, report.epochs());
    }

    private static HostNote.Closed closed(ReplayReport report) {
        assertEquals(1, report.notes(HostNote.Closed.class).size());
        return report.notes(HostNote.Closed.class).getFirst();
    }

    private static String text(ReplayReport report) {
        for (JsonNode item : report.maps().path("items")) {
            if (item.path("kind").asText().equals("assistant_message")) {
                return item.path("text").asText();
            }
        }
        return "";
    }

    private static ReplayReport under(Path recording, String... faults) throws IOException {
        return run(Replay.of(recording).plan(plan(faults)));
    }

    private static FaultPlan plan(String... faults) {
        return FaultPlan.of(Arrays.stream(faults).map(PlanFormat::fault).toList());
    }

    private static ReplayReport run(Replay replay) throws IOException {
        ReplayReport report = replay.run();
        assertEquals(List.of(), report.violations());
        return report;
    }

    /** The older hook: it keeps a word of every frame in its state blob. */
    private static final class Hoarder implements Mapper {
        private final Mapper rules;

        Hoarder(Header header) throws IOException {
            rules = new NativeMappers().open(header);
        }

        @Override
        public MapResult mapFrames(MapContext context, List<Message> frames, Scratch scratch) {
            ObjectNode state = Json.mapper().createObjectNode();
            scratch.json().properties().forEach(member -> state.set(member.getKey(), member.getValue()));
            MapResult result = rules.mapFrames(context, frames, Scratch.EMPTY);
            frames.forEach(frame -> state.put("frame " + frame.seq(), "seen, and never forgotten"));
            return new MapResult(result.emissions(), Scratch.of(state), result.outcomes());
        }

        @Override
        public boolean reduces() {
            return true;
        }
    }
}
