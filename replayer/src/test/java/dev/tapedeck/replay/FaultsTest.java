package dev.tapedeck.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.fault.FaultPlan;
import dev.tapedeck.fault.PlanFormat;
import dev.tapedeck.fault.Schedule;
import dev.tapedeck.host.CloseCause;
import dev.tapedeck.host.Disposition;
import dev.tapedeck.host.FailureKind;
import dev.tapedeck.host.HostNote;
import dev.tapedeck.invariant.Excepted;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * What each fault does to one recording: a command is asked for (frame 17), allowed (18), runs (16 to 21), a message
 * follows (24 to 28), the turn ends (33). Every invariant holds each time, convergence among them.
 */
final class FaultsTest {
    private static final Path RECORDING =
            Path.of("..", "fixtures", "codex", "approve-command-silent", "recording.ndjson");

    @Test
    void a_lag_is_one_warning_and_one_resync_and_the_maps_come_out_as_without_it() throws IOException {
        ReplayReport report = under("lag(after=20,drop=5)");
        assertEquals(List.of(FailureKind.LAG), failures(report));
        assertEquals(1, report.notes(HostNote.Warned.class).size());
        assertEquals(1, report.notes(HostNote.Resynced.class).size());
        assertEquals(Set.of(Excepted.LOST_EVIDENCE, Excepted.SESSION_FACTS), report.excepted());
    }

    @Test
    void an_event_stream_that_ends_under_a_living_process_is_one_resync_and_loses_nothing() throws IOException {
        ReplayReport report = under("stream-end(after=20)");
        assertEquals(List.of(FailureKind.STREAM_ENDED), failures(report));
        assertEquals(1, report.notes(HostNote.Resynced.class).size());
        assertEquals(0, report.count(Disposition.UNDELIVERED));
        assertEquals(Set.of(), report.excepted());
        assertTrue(report.notes(HostNote.Closed.class).getFirst().graceful());
    }

    @Test
    void a_subscriber_that_stalls_before_a_small_queue_lags() throws IOException {
        ReplayReport report = under("limit(limit=queue,value=4)", "stall(after=12,frames=10)");
        assertEquals(List.of(FailureKind.LAG), failures(report).stream().distinct().toList());
        assertTrue(report.notes(HostNote.Closed.class).getFirst().graceful());
    }

    @Test
    void a_failed_call_is_neither_applied_nor_replayed() throws IOException {
        ReplayReport report = every(5, "hook-failure(after=12,reason=plugin threw)");
        assertEquals(List.of(FailureKind.HOOK), failures(report));
        assertEquals(5, report.count(Disposition.UNDELIVERED));
    }

    @Test
    void a_refused_subscription_leaves_the_maps_as_they_are_until_the_user_tries_again() throws IOException {
        assertEquals(
                Set.of(Excepted.NO_RESYNC),
                every(1, "refused-subscription(after=1)", "oversize(frame=24,bytes=134217728)").excepted());
        assertEquals(
                Set.of(),
                every(1, "refused-subscription(after=1)", "oversize(frame=24,bytes=134217728)", "retry(after=30)")
                        .excepted());
    }

    @Test
    void overflows_of_emitted_values_and_scratch_are_failures_and_the_process_stays_up() throws IOException {
        ReplayReport emitted = every(1, "limit(limit=emitted,value=300)");
        assertEquals(List.of(FailureKind.EMITTED), failures(emitted).stream().distinct().toList());
        assertTrue(emitted.notes(HostNote.Closed.class).getFirst().graceful());
        ReplayReport scratch = every(1, "limit(limit=scratch,value=4)");
        assertEquals(List.of(FailureKind.SCRATCH), failures(scratch).stream().distinct().toList());
        assertTrue(scratch.notes(HostNote.Closed.class).getFirst().graceful());
    }

    @Test
    void items_beyond_their_budget_retire_and_nothing_fails() throws IOException {
        ReplayReport report = under("limit(limit=items,value=1)");
        assertEquals(List.of(), failures(report));
        assertEquals(Set.of(Excepted.RETIRED), report.excepted());
        assertEquals(1, report.maps().path("items").size());
    }

    @Test
    void a_field_that_a_rule_needs_faults_its_frame_alone() throws IOException {
        for (String fault : List.of(
                "missing-field(frame=21,path=/params/threadId)",
                "null-field(frame=21,path=/params/item/id)",
                "wrong-type(frame=21,path=/params/item/id)")) {
            ReplayReport report = every(3, fault);
            assertEquals(1, report.count(Disposition.FAULTED), fault);
            assertEquals(List.of(FailureKind.FRAME_FAULT), failures(report), fault);
        }
    }

    @Test
    void an_unknown_method_is_unmapped_and_fails_nothing() throws IOException {
        ReplayReport report = under("unknown-value(frame=25,path=/method)");
        assertEquals(List.of("unheard/of"), report.unmapped().stream().map(UnmappedKind::kind).toList());
        assertEquals(List.of(), failures(report));
    }

    @Test
    void an_unknown_status_never_becomes_a_success() throws IOException {
        ReplayReport report = under("unknown-value(frame=21,path=/params/item/status)");
        assertEquals("failed", report.maps().at("/items/1/state").asText());
        assertEquals(Set.of(Excepted.ALTERED_FRAME), report.excepted());
    }

    @Test
    void a_line_beyond_the_limit_is_a_fault_and_the_next_one_is_mapped() throws IOException {
        ReplayReport report = every(1, "oversize(frame=25,bytes=134217728)");
        assertEquals(1, report.count(Disposition.FAULTED));
        assertEquals(Set.of(), report.excepted());
    }

    @Test
    void repeated_and_late_frames_are_counted_and_end_nothing_twice() throws IOException {
        assertTrue(under("repeated(frame=33,later=0)").counters().duplicate() > 0);
        assertTrue(under("delayed(frame=16,by=6)").counters().late() > 0);
        assertEquals(1, under("repeated(frame=18,later=2)").notes(HostNote.AnswerRefused.class).size());
    }

    @Test
    void a_turn_whose_end_is_lost_ends_with_the_process() throws IOException {
        ReplayReport report = under("lost(frame=33)");
        assertEquals("interrupted", report.maps().at("/turns/0/detail").asText());
        assertEquals(Set.of(Excepted.ALTERED_FRAME), report.excepted());
    }

    @Test
    void lines_that_are_broken_close_the_epoch_with_a_visible_reason() throws IOException {
        for (String fault : List.of(
                "undecodable(frame=25)", "truncated(frame=25,keep=20)", "split(frame=25,at=20)", "merged(frame=24)")) {
            HostNote.Closed closed = under(fault).notes(HostNote.Closed.class).getFirst();
            assertEquals(CloseCause.PROTOCOL, closed.cause(), fault);
            assertTrue(closed.reason().contains("cannot be decoded"), closed.reason());
        }
    }

    @Test
    void a_line_whose_end_is_lost_and_that_none_follows_arrives_last() throws IOException {
        ReplayReport report = under("exit(frame=18,code=0)", "merged(frame=17)");
        assertEquals(1, report.maps().path("requests").size());
        assertEquals(CloseCause.EXIT, report.notes(HostNote.Closed.class).getFirst().cause());
    }

    @Test
    void the_end_of_the_process_closes_the_epoch_and_says_how_it_ended() throws IOException {
        assertEquals("exit code 3", closed("exit(frame=25,code=3)").reason());
        assertEquals("signal SIGKILL", closed("killed(frame=25,signal=SIGKILL)").reason());
        assertTrue(closed("exit(frame=25,code=0)").graceful());
        assertEquals("stdin broke, exit code 0", closed("broken-stdin(after=25)").reason());
    }

    @Test
    void a_new_process_is_a_new_epoch_with_maps_of_its_own() throws IOException {
        ReplayReport report = under("new-process(frame=20)", "lag(after=26,drop=2)");
        assertEquals(2, report.epochs());
        assertNotNull(report.maps().path("warning").textValue());
    }

    private static HostNote.Closed closed(String fault) throws IOException {
        return under(fault).notes(HostNote.Closed.class).getFirst();
    }

    private static List<FailureKind> failures(ReplayReport report) {
        return report.notes(HostNote.Failed.class).stream().map(HostNote.Failed::kind).toList();
    }

    private static ReplayReport under(String... faults) throws IOException {
        return run(plan(faults));
    }

    private static ReplayReport every(int frames, String... faults) throws IOException {
        return run(plan(faults).with(new Schedule.Every(frames)));
    }

    private static FaultPlan plan(String... faults) {
        return FaultPlan.of(Arrays.stream(faults).map(PlanFormat::fault).toList());
    }

    private static ReplayReport run(FaultPlan plan) throws IOException {
        ReplayReport report = Replay.of(RECORDING).plan(plan).run();
        assertEquals(List.of(), report.violations());
        return report;
    }
}
