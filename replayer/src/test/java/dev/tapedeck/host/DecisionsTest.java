package dev.tapedeck.host;

import static dev.tapedeck.host.Toy.frame;
import static dev.tapedeck.host.Toy.request;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.EventType;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.RequestRef;
import dev.tapedeck.canonical.RequestType;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.LineEnd;
import dev.tapedeck.frame.Payload;
import dev.tapedeck.rules.Claim;
import dev.tapedeck.rules.Resumed;
import dev.tapedeck.rules.RuleBook;
import dev.tapedeck.runtime.ItemState;
import dev.tapedeck.runtime.RequestState;
import dev.tapedeck.runtime.RuntimeEvent;
import dev.tapedeck.runtime.TurnDetail;
import dev.tapedeck.runtime.TurnPhase;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The decisions of architecture section 6, each by its number. */
final class DecisionsTest {
    private final Stage stage = new Stage();

    private static final String BEGIN = frame("begin", "a", "1", null);
    private static final String END = frame("end", "a", "1", null);

    private static final String KEEP = frame("keep", "a", null, null, "key", "k", "value", "v", "name", "n");

    private static String open(String item) {
        return frame("open", "a", "1", item);
    }

    private static String text(String item, String text) {
        return frame("text", "a", "1", item, "text", text);
    }

    private static String close(String item, String text) {
        return frame("close", "a", "1", item, "text", text);
    }

    // ---- D1

    @Test
    void D1_text_before_the_first_frame_is_preamble_and_reaches_no_mapper() {
        stage.out("\u001b[1mwelcome", "to the shell", BEGIN).over();
        assertEquals(Map.of(Disposition.UNDELIVERED, 2, Disposition.MAPPED, 1), stage.dispositions());
        assertTrue(stage.result(1).reason().startsWith("preamble"), stage.result(1).reason());
        assertNull(stage.host.closed());
    }

    @Test
    void D1_text_after_the_first_frame_is_a_protocol_failure_and_what_was_mapped_stays() {
        stage.out(BEGIN, open("i"), text("i", "half"), "not a frame", text("i", " lost")).over();
        assertEquals(CloseCause.PROTOCOL, stage.host.closed());
        HostNote.Closed closed = stage.notes(HostNote.Closed.class).getFirst();
        assertTrue(closed.reason().contains("frame 4 cannot be decoded"), closed.reason());
        String told = stage.host.maps().json().at("/turns/0/statusLine").asText();
        assertTrue(told.startsWith("a frame cannot be decoded"), told);
        assertEquals("half", stage.item("a", "i").text());
        assertEquals(Disposition.FAULTED, stage.result(4).disposition());
        assertEquals(Disposition.UNDELIVERED, stage.result(5).disposition());
        assertTrue(stage.notes(HostNote.Warned.class).isEmpty(), "a protocol failure is no bookkeeping failure");
    }

    @Test
    void D1_a_preamble_line_that_starts_like_JSON_is_a_protocol_failure() {
        stage.out("{\"method\":\"begin\"").over();
        assertEquals(CloseCause.PROTOCOL, stage.host.closed());
    }

    @Test
    void D1_a_log_line_in_brackets_does_not_start_like_JSON_but_a_list_of_objects_does() {
        stage.out("[info] starting", "[2026-11-30] started", BEGIN);
        assertEquals(2, stage.dispositions().get(Disposition.UNDELIVERED));
        Stage other = new Stage();
        other.arrive(Direction.OUT, new Payload.Text("[ {\"method\":"), LineEnd.LF).over();
        assertEquals(CloseCause.PROTOCOL, other.host.closed());
    }

    @Test
    void D1_more_than_64_lines_of_preamble_are_too_many() {
        for (int i = 0; i < 64; i++) {
            stage.out("line " + i);
        }
        assertNull(stage.host.closed());
        stage.out("line 65").over();
        assertEquals(CloseCause.PROTOCOL, stage.host.closed());
    }

    @Test
    void D1_more_than_64_KiB_of_preamble_are_too_many() {
        stage.out("x".repeat(64 * 1024));
        assertNull(stage.host.closed());
        stage.out("y").over();
        assertEquals(CloseCause.PROTOCOL, stage.host.closed());
    }

    @Test
    void D1_client_input_that_is_no_object_is_dropped_with_a_reason() {
        stage.out(BEGIN).in("garbage", "[1]").arrive(Direction.IN, new Payload.Json("7".getBytes()), LineEnd.LF).over();
        assertEquals(Map.of(Disposition.MAPPED, 1, Disposition.DROPPED, 3), stage.dispositions());
        assertTrue(stage.result(3).reason().contains("client input"), stage.result(3).reason());
        assertNull(stage.host.closed());
    }

    @Test
    void D1_a_blank_line_is_no_frame_and_harms_nothing() {
        stage.out(BEGIN, "  ", END).over();
        assertEquals(Disposition.DROPPED, stage.result(2).disposition());
        assertNull(stage.host.closed());
    }

    // ---- D2

    @Test
    void D2_a_turns_end_closes_its_own_threads_items_as_failed_and_keeps_their_text() {
        stage.out(
                        frame("begin", "a", "1", null),
                        frame("begin", "b", "1", null),
                        open("i"),
                        text("i", "I started "),
                        frame("open", "b", "1", "j"),
                        END)
                .over();
        assertEquals(ItemState.FAILED, stage.item("a", "i").state());
        assertEquals("turn ended", stage.item("a", "i").detail());
        assertEquals("I started ", stage.item("a", "i").text());
        assertEquals(ItemState.OPEN, stage.item("b", "j").state());
        assertEquals(1, stage.canonical(EventType.ITEM_COMPLETED));
        List<String> last = stage.canonical();
        assertEquals(List.of("item.completed", "turn.completed"), last.subList(last.size() - 2, last.size()));
    }

    @Test
    void D2_every_started_item_completes_once_even_one_without_a_runtime_kind() {
        stage.out(BEGIN, frame("odd", "a", "1", "x"), END).over();
        assertNull(stage.host.maps().item("a", "x"));
        assertEquals(1, stage.canonical(EventType.ITEM_COMPLETED));
    }

    @Test
    void D2_a_later_completion_by_the_provider_replaces_the_synthetic_close_and_is_counted_late() {
        stage.out(BEGIN, open("i"), text("i", "half"), END, close("i", "whole")).over();
        assertEquals(ItemState.COMPLETED, stage.item("a", "i").state());
        assertEquals("whole", stage.item("a", "i").text());
        assertNull(stage.item("a", "i").detail());
        assertEquals(1, stage.host.counters().late());
        assertEquals(1, stage.canonical(EventType.ITEM_COMPLETED));
        assertEquals(1, stage.canonical(EventType.ITEM_UPDATED));
    }

    @Test
    void D2_open_requests_are_cancelled_the_cancel_answer_is_written_once_and_a_later_answer_is_refused() {
        stage.out(BEGIN, request(7, "ask", "a", "1"), END);
        stage.in("{\"id\":7,\"result\":{}}").out(frame("asked", "a", "1", null, "request", "7")).over();
        assertEquals(RequestState.CANCELLED, stage.host.maps().requests().iterator().next().state());
        List<HostNote.CancelWritten> cancels = stage.notes(HostNote.CancelWritten.class);
        assertEquals(1, cancels.size());
        assertEquals("{\"decision\":\"cancel\"}", cancels.getFirst().answer().toString());
        assertEquals(1, stage.notes(HostNote.AnswerRefused.class).size());
        assertEquals(1, stage.runtime(RuntimeEvent.RequestUpdated.class).stream()
                .filter(event -> event.state() != RequestState.PENDING)
                .count());
        assertEquals(0, stage.host.outstandingRequests());
        assertEquals(ItemState.FAILED, stage.item("a", "request:7").state(), "no later word makes it answered");
    }

    @Test
    void D2_an_item_that_starts_after_its_turn_ended_stays_closed() {
        stage.out(BEGIN, END, open("i"), text("i", "late words")).over();
        assertEquals(ItemState.FAILED, stage.item("a", "i").state());
        assertEquals("late words", stage.item("a", "i").text());
    }

    @Test
    void D2_a_request_that_comes_after_its_turn_ended_is_cancelled_at_once() {
        stage.out(BEGIN, END, request(1, "ask", "a", "1")).over();
        assertEquals(RequestState.CANCELLED, stage.host.maps().requests().iterator().next().state());
        assertEquals(1, stage.notes(HostNote.CancelWritten.class).size());
        assertEquals(TurnPhase.IDLE, stage.turn("a", "1").phase());
    }

    @Test
    void D2_a_turn_may_start_without_a_user_message() {
        stage.out(BEGIN, END).over();
        assertEquals(TurnPhase.IDLE, stage.turn("a", "1").phase());
    }

    // ---- D3

    @Test
    void D3_a_lagged_request_is_mapped_from_the_registry_and_never_lost() {
        Stage slow = new Stage(Limits.STANDARD, 0);
        slow.out(BEGIN).drain().out(request(3, "ask", "a", "1"), text("i", "x"));
        slow.host.lag(1);
        slow.over();
        assertEquals(RequestState.PENDING, slow.host.maps().requests().iterator().next().state());
        assertEquals(TurnPhase.NEEDS_INPUT, slow.turn("a", "1").phase());
        assertEquals(Disposition.UNDELIVERED, slow.result(2).disposition());
        assertTrue(slow.notes(HostNote.ErrorWritten.class).isEmpty());
    }

    @Test
    void D3_a_request_of_a_failed_batch_is_mapped_by_the_resync() {
        stage.out(BEGIN);
        stage.host.failNextCall("the plugin threw");
        stage.out(request(3, "ask", "a", "1")).over();
        assertEquals(RequestState.PENDING, stage.host.maps().requests().iterator().next().state());
    }

    @Test
    void D3_unmapped_requests_get_their_protocol_error_in_order_and_an_excess_one_waits_behind_them() {
        Stage narrow = new Stage(Limits.STANDARD.with(Limit.REQUESTS, 2), 0);
        narrow.out(
                        BEGIN,
                        request(0, "unheard.of", "a", "1"),
                        request(1, "ask", "a", "1"),
                        request(2, "ask", "a", "1"),
                        request(3, "unheard.of", "a", "1"))
                .over();
        List<String> order = narrow.notes(HostNote.ErrorWritten.class).stream()
                .map(note -> note.request().key())
                .toList();
        assertEquals(List.of("0", "2", "3"), order);
        assertEquals(2, narrow.notes(HostNote.RequestRefused.class).size());
        assertEquals(Disposition.UNMAPPED, narrow.result(2).disposition());
        assertEquals(Disposition.DROPPED, narrow.result(4).disposition());
        assertEquals(1, narrow.host.maps().requests().size(), "an excess request is never mapped");
    }

    @Test
    void D3_a_request_that_is_dropped_or_faulted_is_answered_with_an_error_too() {
        stage.out(BEGIN, request(1, "refused.on.purpose", "a", "1"), request(2, "text", "a", "1")).over();
        assertEquals(2, stage.notes(HostNote.ErrorWritten.class).size());
        assertEquals(0, stage.host.outstandingRequests());
    }

    @Test
    void D3_the_65th_outstanding_request_is_refused_and_the_process_stays_up() {
        stage.out(BEGIN);
        for (int i = 0; i < 65; i++) {
            stage.out(request(i, "ask", "a", "1"));
        }
        stage.over();
        assertEquals(64, stage.host.outstandingRequests());
        assertEquals(1, stage.notes(HostNote.ErrorWritten.class).size());
        assertNull(stage.host.closed());
    }

    // ---- D4

    @Test
    void D4_history_pages_hold_50_items_and_bring_back_what_a_failed_batch_lost() {
        stage.out(BEGIN);
        for (int i = 0; i < 120; i++) {
            stage.out(open("i" + i), close("i" + i, "text " + i));
        }
        stage.host.failNextCall("boom");
        stage.out(close("late", "recovered")).over();
        HostNote.Resynced resynced = stage.notes(HostNote.Resynced.class).getFirst();
        assertEquals(3, resynced.pages());
        assertEquals(121, resynced.items());
        assertEquals("recovered", stage.item("a", "late").text());
    }

    @Test
    void D4_history_holds_no_partial_text() {
        stage.out(BEGIN, open("i"));
        stage.host.failNextCall("boom");
        stage.out(text("i", "lost ")).out(text("i", "kept")).over();
        assertEquals("kept", stage.item("a", "i").text());
        assertEquals(ItemState.OPEN, stage.item("a", "i").state());
    }

    @Test
    void D4_history_holds_the_text_so_far_of_an_item_that_its_wire_only_streams() {
        RuleBook book = Toy.BOOK.extended().streamsOnly(ItemType.ASSISTANT_MESSAGE).build();
        Stage streaming = new Stage(book, Limits.STANDARD, 1, false);
        streaming.out(BEGIN, open("i")).out(text("i", "seen "));
        streaming.host.failNextCall("boom");
        streaming.out(text("i", "lost ")).out(text("i", "kept")).over();
        assertEquals("seen lost kept", streaming.item("a", "i").text());
        assertEquals(ItemState.OPEN, streaming.item("a", "i").state());
    }

    @Test
    void D4_a_turn_that_ended_unseen_is_idle_after_the_resync() {
        stage.out(BEGIN, open("i"));
        stage.host.failNextCall("boom");
        stage.out(END).over();
        assertEquals(TurnPhase.IDLE, stage.turn("a", "1").phase());
        assertEquals(ItemState.FAILED, stage.item("a", "i").state());
    }

    @Test
    void D4_a_mapper_that_missed_frames_is_told_the_last_turn_its_items_and_open_requests() {
        stage.out(BEGIN, open("old"), close("old", "one"), END);
        stage.out(frame("begin", "a", "2", null), request(3, "ask", "a", "2"));
        stage.host.failNextCall("boom");
        stage.out(frame("open", "a", "2", "i"), frame("text", "a", "2", "i", "text", "längst")).over();
        HookCall next = stage.calls.getLast();
        assertEquals(
                List.of(new Resumed(
                        "a",
                        null,
                        "2",
                        true,
                        false,
                        null,
                        List.of(
                                new Resumed.Item("request:3", "2", null, true, false, null, null, null, 0),
                                new Resumed.Item("i", "2", ItemType.ASSISTANT_MESSAGE, true, false, null, null, null,
                                        0)),
                        List.of(new Resumed.Request(
                                new RequestRef("3", true),
                                RequestType.COMMAND_EXECUTION_APPROVAL,
                                "2",
                                null,
                                true,
                                null,
                                null)),
                        null,
                        null,
                        null)),
                next.context().resumed());
        assertEquals(
                Toy.json("{'requests':{'3':{'type':'COMMAND_EXECUTION_APPROVAL','thread':'a','turn':'2'}}}"),
                next.result().scratch().json());
    }

    @Test
    void D4_a_request_that_the_resync_maps_is_mapped_with_what_history_knows() {
        RuleBook book = Toy.BOOK.extended()
                .resumes((thread, scratch) -> scratch.put("resumed", thread.turn() + "/" + thread.items().size()))
                .build();
        Stage resuming = new Stage(book, Limits.STANDARD, 1, false);
        resuming.out(BEGIN, open("i"));
        resuming.host.failNextCall("boom");
        resuming.out(request(3, "ask", "a", "1")).over();
        HookCall registered = resuming.calls.stream().filter(HookCall::inResync).findFirst().orElseThrow();
        assertEquals("1/2", registered.result().scratch().json().path("resumed").textValue());
    }

    // ---- D5

    @Test
    void D5_an_unknown_kind_is_a_canonical_warning_and_no_runtime_event() {
        stage.out(BEGIN, frame("never.heard", "a", "1", null)).over();
        FrameResult result = stage.result(2);
        assertEquals(Disposition.UNMAPPED, result.disposition());
        assertEquals(EventType.RUNTIME_WARNING, result.emissions().getFirst().canonical().type());
        assertTrue(result.emissions().getFirst().events().isEmpty());
        assertTrue(stage.notes(HostNote.Failed.class).isEmpty());
    }

    // ---- D6

    @Test
    void D6_lag_shifts_no_id() {
        Stage slow = new Stage(Limits.STANDARD, 0);
        slow.out(BEGIN, open("i"), close("i", "one"), open("j"), close("j", "two"));
        slow.host.lag(3);
        slow.over();
        stage.out(BEGIN, open("i"), close("i", "one"), open("j"), close("j", "two")).over();
        assertEquals(
                stage.host.maps().items().stream().map(Item::id).toList(),
                slow.host.maps().items().stream().map(Item::id).toList());
    }

    // ---- D7

    @Test
    void D7_a_start_after_a_completion_does_not_reopen_and_its_text_is_ignored() {
        stage.out(BEGIN, open("i"), close("i", "done"), open("i"), text("i", " more")).over();
        assertEquals(ItemState.COMPLETED, stage.item("a", "i").state());
        assertEquals("done", stage.item("a", "i").text());
        assertEquals(2, stage.host.counters().late());
        assertEquals(1, stage.canonical(EventType.ITEM_STARTED));
    }

    @Test
    void D7_text_for_an_item_that_only_the_turns_end_closed_extends_it() {
        stage.out(BEGIN, open("i"), text("i", "one "), END, text("i", "two")).over();
        assertEquals("one two", stage.item("a", "i").text());
        assertEquals(ItemState.FAILED, stage.item("a", "i").state());
        assertEquals(1, stage.host.counters().late());
    }

    @Test
    void D7_a_second_completion_or_terminal_changes_nothing_and_is_counted() {
        stage.out(BEGIN, open("i"), close("i", "done"), close("i", "again"), END, END).over();
        assertEquals("done", stage.item("a", "i").text());
        assertEquals(2, stage.host.counters().duplicate());
        assertEquals(1, stage.canonical(EventType.TURN_COMPLETED));
        assertEquals(1, stage.canonical(EventType.ITEM_COMPLETED));
    }

    @Test
    void D7_a_second_start_is_an_update() {
        stage.out(BEGIN, open("i"), open("i")).over();
        assertEquals(1, stage.canonical(EventType.ITEM_STARTED));
        assertEquals(1, stage.canonical(EventType.ITEM_UPDATED));
        assertEquals(1, stage.host.counters().duplicate());
    }

    @Test
    void D7_a_turn_does_not_start_again_after_its_end() {
        stage.out(BEGIN, END, BEGIN).over();
        assertEquals(TurnPhase.IDLE, stage.turn("a", "1").phase());
        assertEquals(1, stage.host.counters().late());
    }

    @Test
    void D7_a_start_that_comes_behind_its_text_keeps_the_text() {
        stage.out(BEGIN, text("i", "first"), frame("open", "a", "1", "i", "text", "")).over();
        assertEquals("first", stage.item("a", "i").text());
    }

    // ---- D8

    @Test
    void D8_C16_a_frame_beyond_the_limits_of_JSON_is_a_fault_and_the_next_one_is_mapped() {
        String deep = "[".repeat(1200) + "]".repeat(1200);
        stage.out(BEGIN, "{\"method\":\"text\",\"params\":" + deep + "}", open("i")).over();
        assertEquals(Disposition.FAULTED, stage.result(2).disposition());
        assertEquals(Disposition.MAPPED, stage.result(3).disposition());
        assertEquals(1, stage.notes(HostNote.Warned.class).size());
        assertEquals(1, stage.notes(HostNote.Resynced.class).size());
        assertNull(stage.host.closed());
    }

    @Test
    void D8_a_number_of_more_than_1000_digits_is_a_fault() {
        stage.out(BEGIN, "{\"method\":\"end\",\"params\":{\"n\":" + "9".repeat(1001) + "}}").over();
        assertEquals(Disposition.FAULTED, stage.result(2).disposition());
    }

    @Test
    void D8_NaN_is_not_JSON() {
        stage.out(BEGIN, "{\"method\":\"end\",\"params\":{\"n\":NaN}}").over();
        assertEquals(CloseCause.PROTOCOL, stage.host.closed());
    }

    @Test
    void D8_a_line_beyond_the_line_limit_is_a_fault() {
        Stage narrow = new Stage(Limits.STANDARD.with(Limit.LINE, 100), 1);
        narrow.out(BEGIN, text("i", "x".repeat(100)), END).over();
        assertEquals(Disposition.FAULTED, narrow.result(2).disposition());
        assertEquals(Disposition.MAPPED, narrow.result(3).disposition());
    }

    // ---- D10

    @Test
    void D10_arrival_order_counts() {
        stage.out(BEGIN, open("i"), text("i", "a"), text("i", "b"), text("i", "c")).over();
        assertEquals("abc", stage.item("a", "i").text());
    }

    // ---- D12

    @Test
    void D12_covered_frames_cannot_double_text_and_still_advance_scratch() {
        Stage slow = new Stage(Limits.STANDARD, 0);
        slow.out(BEGIN, open("i"), text("i", "x")).drain();
        slow.out(text("i", "lost"), close("i", "xlost"), KEEP);
        slow.out("{\"method\":\"limits\",\"params\":{\"limits\":{\"used\":5}}}");
        slow.host.lag(1);
        slow.over();
        assertEquals("xlost", slow.item("a", "i").text());
        assertEquals("covered by a resync", slow.result(5).reason());
        assertEquals(Disposition.UNDELIVERED, slow.result(5).disposition());
        assertEquals("{\"k\":\"v\"}", slow.host.scratch().toString());
        assertEquals(1, slow.runtime(RuntimeEvent.RateLimitsUpdated.class).size());
        assertEquals(1, slow.notes(HostNote.Resynced.class).size());
        assertEquals(7, slow.notes(HostNote.Resynced.class).getFirst().covered());
    }

    // ---- D13

    @Test
    void D13_the_failures_of_one_call_share_one_resync_and_one_warning() {
        Stage batched = new Stage(Limits.STANDARD, 0);
        batched.out(BEGIN, frame("text", "a", "1", "i"), open("j"), frame("text", "a", "1", "i")).over();
        assertEquals(2, batched.notes(HostNote.Failed.class).size());
        assertEquals(1, batched.notes(HostNote.Resynced.class).size());
        assertEquals(1, batched.notes(HostNote.Warned.class).size());
        assertEquals(1, batched.runtime(RuntimeEvent.Warning.class).size());
        assertEquals(Disposition.MAPPED, batched.result(3).disposition(), "a fault leaves the other frames applicable");
    }

    @Test
    void D13_each_failed_call_has_its_own_resync_but_the_epoch_warns_once() {
        stage.out(BEGIN);
        for (int i = 0; i < 3; i++) {
            stage.host.failNextCall("boom " + i);
            stage.out(open("i" + i)).out(open("j" + i));
        }
        stage.over();
        assertEquals(3, stage.notes(HostNote.Resynced.class).size());
        assertEquals(1, stage.notes(HostNote.Warned.class).size());
        assertNull(stage.host.closed(), "repeated failures never close the process");
    }

    @Test
    void D13_a_refused_resubscription_never_loops() {
        stage.out(BEGIN);
        stage.host.failNextCall("boom");
        stage.host.refuseNextSubscription("not now");
        stage.out(open("i")).over();
        assertEquals(0, stage.notes(HostNote.Resynced.class).size());
        List<HostNote.Failed> failures = stage.notes(HostNote.Failed.class);
        assertEquals(List.of(false, true), failures.stream().map(HostNote.Failed::inResync).toList());
        stage.host.retry();
        assertEquals(1, stage.notes(HostNote.Resynced.class).size());
    }

    @Test
    void D13_a_failure_inside_a_resync_is_counted_and_causes_no_other() {
        stage.out(BEGIN);
        stage.host.failNextCall("boom");
        stage.out(request(1, "text", "a", "1")).over();
        assertEquals(1, stage.notes(HostNote.Resynced.class).size());
        assertEquals(1, stage.notes(HostNote.ErrorWritten.class).size(), "it could not be mapped, so it is refused");
    }

    // ---- D14

    @Test
    void D14_the_oldest_closed_items_retire_first_and_the_oldest_open_ones_last() {
        Stage narrow = new Stage(Limits.STANDARD.with(Limit.ITEMS, 3), 1);
        narrow.out(BEGIN, open("o1"), open("c1"), close("c1", ""), open("o2"), open("o3"));
        assertNull(narrow.host.maps().item("a", "c1"));
        assertEquals(3, narrow.host.maps().items().size());
        narrow.out(open("o4")).over();
        assertNull(narrow.host.maps().item("a", "o1"));
        assertTrue(narrow.notes(HostNote.Trimmed.class).stream()
                .anyMatch(note -> note.limit() == Limit.ITEMS));
        assertEquals(2, narrow.host.counters().retiredItems());
    }

    @Test
    void D14_idle_turns_and_threads_are_bounded() {
        Stage narrow = new Stage(Limits.STANDARD.with(Limit.IDLE_TURNS, 2).with(Limit.THREADS, 3), 1);
        for (int i = 0; i < 5; i++) {
            narrow.out(frame("begin", "t" + i, "1", null), frame("end", "t" + i, "1", null));
        }
        narrow.over();
        assertEquals(2, narrow.host.maps().turns().size());
        assertEquals(3, narrow.host.maps().threads().size());
        assertEquals("t0", narrow.host.boundThread(), "the bound thread stays");
        assertEquals("t0", narrow.host.maps().threads().iterator().next().id());
    }

    // ---- evidence and epochs

    @Test
    void evidence_needs_the_exact_text_on_the_bound_thread_and_is_consumed_once() {
        stage.in("{\"id\":1,\"method\":\"say\",\"params\":{\"thread\":\"a\",\"text\":\"hello\"}}");
        stage.out(BEGIN, frame("user", "a", "1", "u0", "text", "hello!"));
        assertTrue(stage.host.maps().evidence().isEmpty());
        stage.out(frame("user", "a", "1", "u1", "text", "hello"), frame("user", "a", "1", "u2", "text", "hello"));
        stage.over();
        assertEquals(1, stage.host.maps().evidence().size());
        assertEquals("u1", stage.host.maps().evidence().iterator().next().item());
    }

    @Test
    void evidence_never_comes_from_history() {
        stage.in("{\"id\":1,\"method\":\"say\",\"params\":{\"thread\":\"a\",\"text\":\"hello\"}}").out(BEGIN);
        stage.host.failNextCall("boom");
        stage.out(frame("user", "a", "1", "u1", "text", "hello")).over();
        assertEquals("hello", stage.item("a", "u1").text());
        assertTrue(stage.host.maps().evidence().isEmpty());
    }

    @Test
    void evidence_on_another_thread_is_refused() {
        stage.out(BEGIN).in("{\"id\":1,\"method\":\"say\",\"params\":{\"thread\":\"b\",\"text\":\"hello\"}}");
        stage.out(frame("user", "b", "1", "u1", "text", "hello")).over();
        assertTrue(stage.host.maps().evidence().isEmpty());
        assertEquals(1, stage.notes(HostNote.EvidenceRefused.class).size());
    }

    @Test
    void an_epoch_drops_maps_scratch_claims_and_warning() {
        stage.spawn().in("{\"id\":1,\"method\":\"say\",\"params\":{\"thread\":\"a\",\"text\":\"hello\"}}");
        stage.out(BEGIN, KEEP, frame("text", "a", "1", "i"));
        assertNotEquals(null, stage.host.maps().warning());
        stage.spawn().out(frame("user", "a", "1", "u1", "text", "hello")).over();
        assertEquals(2, stage.host.epoch());
        assertEquals("{}", stage.host.scratch().toString());
        assertNull(stage.host.maps().warning());
        assertNull(stage.host.maps().turn("a", "1"));
        assertTrue(stage.host.maps().evidence().isEmpty(), "a send of another epoch confirms nothing");
    }

    @Test
    void a_process_that_never_spoke_has_had_its_epoch() {
        stage.spawn().spawn().out(BEGIN).over();
        assertEquals(2, stage.host.epoch());
    }

    @Test
    void a_turn_that_retired_is_over_for_what_comes_late() {
        Stage small = new Stage(Limits.STANDARD.with(Limit.IDLE_TURNS, 1), 1);
        small.out(BEGIN, frame("end", "a", "1", null), frame("begin", "a", "2", null), frame("end", "a", "2", null));
        assertNull(small.host.maps().turn("a", "1"));
        small.out(BEGIN, frame("open", "a", "1", "late")).over();
        assertNull(small.host.maps().turn("a", "1"));
        assertEquals("turn ended", small.item("a", "late").detail());
        assertEquals(2, small.host.counters().late());
    }

    @Test
    void the_last_answer_returns_the_turn_to_working() {
        stage.out(BEGIN, request(0, "ask", "a", "1"), request(1, "ask", "a", "1"));
        stage.in("{\"id\":0,\"result\":{}}");
        assertEquals(TurnPhase.NEEDS_INPUT, stage.turn("a", "1").phase());
        stage.in("{\"id\":1,\"result\":{}}").over();
        assertEquals(TurnPhase.WORKING, stage.turn("a", "1").phase());
    }

    @Test
    void a_string_id_and_a_number_id_are_two_requests() {
        stage.out(BEGIN, request(7, "ask", "a", "1"));
        stage.out("{\"id\":\"7\",\"method\":\"ask\",\"params\":{\"thread\":\"a\",\"turn\":\"1\"}}");
        stage.over();
        assertEquals(2, stage.host.maps().requests().size());
        assertEquals(2, stage.host.outstandingRequests());
    }

    // ---- ends

    @Test
    void a_process_that_a_signal_ends_closes_its_turn_as_failed_and_offers_retry() {
        stage.out(BEGIN, open("i"), text("i", "half "));
        stage.arrive(Direction.OUT, new Payload.Text("{\"method\":\"te"), LineEnd.NONE);
        stage.stderr("killed").exit(null, "SIGKILL");
        assertEquals(Disposition.UNDELIVERED, stage.result(4).disposition());
        assertEquals(TurnDetail.FAILED, stage.turn("a", "1").detail());
        HostNote.Closed closed = stage.notes(HostNote.Closed.class).getFirst();
        assertEquals("signal SIGKILL: killed", closed.reason());
        assertFalse(closed.graceful());
        assertEquals(CloseCause.EXIT, closed.cause());
        assertEquals("session.exited", stage.canonical().getLast());
    }

    @Test
    void a_process_that_its_host_asked_to_end_by_a_signal_ends_gracefully_and_one_that_was_killed_does_not() {
        stage.out(BEGIN).signal("SIGTERM").exit(null, "SIGTERM");
        HostNote.Closed asked = stage.notes(HostNote.Closed.class).getFirst();
        assertEquals("signal SIGTERM", asked.reason());
        assertTrue(asked.graceful());
        assertEquals(TurnDetail.INTERRUPTED, stage.turn("a", "1").detail());

        stage.spawn().out(BEGIN).signal("SIGINT").exit(1, null);
        assertEquals("exit code 1 after SIGINT", stage.notes(HostNote.Closed.class).getLast().reason());
        assertTrue(stage.notes(HostNote.Closed.class).getLast().graceful());
        stage.spawn().out(BEGIN).exit(1, null);
        assertFalse(stage.notes(HostNote.Closed.class).getLast().graceful());

        stage.spawn().out(BEGIN).signal("SIGTERM").exit(null, "SIGKILL");
        assertFalse(stage.notes(HostNote.Closed.class).getLast().graceful());
        stage.spawn().out(BEGIN).exit(null, "SIGTERM");
        assertFalse(stage.notes(HostNote.Closed.class).getLast().graceful());
    }

    @Test
    void the_maps_say_why_the_epoch_is_over_and_no_thread_of_a_dead_process_is_active() {
        stage.out(frame("status", "a", null, null, "state", "active"))
                .out(frame("status", "b", null, null, "state", "idle"))
                .out(BEGIN)
                .exit(null, "SIGKILL");
        JsonNode maps = stage.host.maps().json();
        assertEquals(Toy.json("{'cause':'process exit','reason':'signal SIGKILL'}"), maps.path("closed"));
        assertEquals("signal SIGKILL", maps.at("/turns/0/statusLine").asText());
        assertEquals("closed", maps.at("/threads/0/status").asText());
        assertEquals("idle", maps.at("/threads/1/status").asText());
        stage.spawn();
        assertFalse(stage.host.maps().json().has("closed"));
    }

    @Test
    void a_process_that_just_exits_interrupts_what_is_open() {
        stage.out(BEGIN, request(1, "ask", "a", "1")).exit(0, null);
        assertEquals(TurnDetail.INTERRUPTED, stage.turn("a", "1").detail());
        assertEquals(RequestState.CANCELLED, stage.host.maps().requests().iterator().next().state());
    }

    @Test
    void C43_broken_stdin_closes_one_epoch_with_exit_code_and_last_stderr_line() {
        stage.stderr("error: unexpected argument").in("{\"id\":1,\"method\":\"initialize\"}");
        stage.host.stdinBreaks();
        stage.exit(2, null);
        HostNote.Closed closed = stage.notes(HostNote.Closed.class).getFirst();
        assertEquals(CloseCause.PROTOCOL, closed.cause());
        assertEquals("stdin broke, exit code 2: error: unexpected argument", closed.reason());
        assertEquals(1, stage.notes(HostNote.Closed.class).size());
    }

    @Test
    void C44_frames_after_the_end_of_a_process_belong_to_no_epoch() {
        stage.spawn().out(BEGIN);
        stage.host.processEnds(0, null, "exited");
        stage.out(text("i", "from a grandchild")).over();
        assertEquals(Disposition.UNDELIVERED, stage.results.getLast().disposition());
        assertNull(stage.host.maps().item("a", "i"));
    }

    @Test
    void claims_name_what_was_sent() {
        List<Claim> claims = new java.util.ArrayList<>();
        stage.in("{\"id\":1,\"method\":\"say\",\"params\":{\"thread\":\"a\",\"text\":\"hello\"}}").out(BEGIN).over();
        stage.calls.forEach(call -> claims.addAll(call.context().claims()));
        assertEquals("hello", claims.getFirst().text());
        assertEquals("s#1", claims.getFirst().nonce());
    }
}
