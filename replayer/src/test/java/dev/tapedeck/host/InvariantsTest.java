package dev.tapedeck.host;

import static dev.tapedeck.host.Toy.frame;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.canonical.CanonicalEvent;
import dev.tapedeck.canonical.CanonicalPayload;
import dev.tapedeck.canonical.ItemPayload;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.canonical.RequestRef;
import dev.tapedeck.canonical.StreamKind;
import dev.tapedeck.canonical.TurnPayload;
import dev.tapedeck.canonical.TurnState;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.frame.Payload;
import dev.tapedeck.invariant.Invariants;
import dev.tapedeck.invariant.Violation;
import dev.tapedeck.mapping.Emission;
import dev.tapedeck.mapping.MapContext;
import dev.tapedeck.mapping.MapResult;
import dev.tapedeck.mapping.NativeMapper;
import dev.tapedeck.mapping.Outcome;
import dev.tapedeck.projection.RuntimeProjection;
import dev.tapedeck.rules.Claim;
import dev.tapedeck.rules.Dialect;
import dev.tapedeck.rules.Message;
import dev.tapedeck.runtime.ItemKind;
import dev.tapedeck.runtime.RuntimeEvent;
import dev.tapedeck.runtime.TurnPhase;
import dev.tapedeck.scratch.Scratch;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every invariant fails when what it forbids is told to it: a checker that cannot fail checks nothing. */
final class InvariantsTest {
    private final NativeMapper mapper =
            new NativeMapper(Toy.BOOK, new RuntimeProjection(), Stage.STARTED, false);
    private final Invariants invariants = new Invariants(mapper);
    private final Dialect.Session session = Toy.BOOK.dialect().open();

    private void violated(String name) {
        List<String> names = invariants.violations().stream().map(Violation::invariant).distinct().toList();
        assertTrue(names.contains(name), name + " expected among " + names);
    }

    private Message message(long seq, String line) {
        byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
        return session.read(Frame.line(seq, seq, Direction.OUT, new Payload.Json(bytes)), Toy.json(line));
    }

    private FrameResult mapped(long seq, Emission... emissions) {
        Message message = message(seq, frame("begin", "a", "1", null));
        return new FrameResult(message.frame(), message, Disposition.MAPPED, "begin", null, List.of(emissions), 1);
    }

    private static Emission runtime(RuntimeEvent event) {
        return new Emission(0, null, List.of(event), List.of());
    }

    private static Emission canonical(CanonicalPayload payload) {
        Refs refs = new Refs(null, "a", "1", "i", null);
        return new Emission(0, new CanonicalEvent(refs, Stage.STARTED, payload, null), List.of(), List.of());
    }

    private static ItemSnapshot item() {
        return ItemSnapshot.of(ItemType.ASSISTANT_MESSAGE).build();
    }

    private HookCall call(Message message, Scratch before, MapResult result, String failure) {
        MapContext context = new MapContext("s", "a", 1, List.of());
        return new HookCall(1, context, List.of(message), before, result, 0, failure, false);
    }

    @Test
    void a_frame_with_two_results_is_seen() {
        invariants.frame(mapped(1));
        invariants.frame(mapped(1));
        violated("disposition sum");
    }

    @Test
    void a_frame_without_a_result_is_seen() {
        Stage stage = new Stage(Limits.STANDARD, 0).out(frame("begin", "a", "1", null));
        stage.host.drainAll();
        invariants.over(stage.host);
        violated("disposition sum");
    }

    @Test
    void a_budget_that_is_exceeded_is_seen() {
        Stage stage = new Stage(Limits.STANDARD.with(Limit.ITEMS, 1), 1).out(frame("open", "a", "1", "i"));
        stage.host.maps().add(new Item(new ItemKey("a", "j"), "1", ItemKind.PLAN));
        invariants.stepped(stage.host);
        violated("budgets");
    }

    @Test
    void a_second_warning_is_seen() {
        invariants.note(new HostNote.Warned(1, 1, "one"));
        assertEquals(List.of(), invariants.violations());
        invariants.note(new HostNote.Warned(2, 1, "two"));
        violated("one warning per epoch");
    }

    @Test
    void a_failure_without_a_resync_and_one_with_two_are_seen() {
        Stage stage = new Stage();
        stage.host.maps().warning = "boom";
        invariants.note(new HostNote.Failed(1, 1, FailureKind.HOOK, "boom", false));
        invariants.note(new HostNote.Warned(1, 1, "boom"));
        invariants.stepped(stage.host);
        violated("one resync per failed call");
        int before = invariants.violations().size();
        invariants.note(new HostNote.Failed(1, 1, FailureKind.HOOK, "boom", false));
        invariants.note(new HostNote.Resynced(1, 1, List.of(), 1, 0, 1));
        invariants.note(new HostNote.Resynced(1, 1, List.of(), 1, 0, 1));
        invariants.stepped(stage.host);
        assertEquals(before + 1, invariants.violations().size());
    }

    @Test
    void a_first_failure_without_a_visible_warning_is_seen() {
        invariants.note(new HostNote.Failed(1, 1, FailureKind.HOOK, "boom", false));
        invariants.stepped(new Stage().host);
        violated("one warning per epoch");
    }

    @Test
    void a_request_that_a_resync_does_not_map_is_seen() {
        Message asks = message(1, Toy.request(1, "ask", "a", "1"));
        invariants.frame(
                new FrameResult(asks.frame(), asks, Disposition.UNDELIVERED, null, "lost to lag", List.of(), 0));
        invariants.note(new HostNote.Resynced(1, 1, List.of(), 1, 0, 1));
        violated("every request is mapped");
    }

    @Test
    void a_refused_request_without_an_error_is_seen() {
        invariants.note(new HostNote.RequestRefused(1, 1, new RequestRef("1", true), "ask", "too many"));
        invariants.over(new Stage().host);
        violated("errors in arrival order, one answer each");
    }

    @Test
    void text_for_an_item_that_the_provider_completed_is_seen() {
        Refs refs = new Refs(null, "a", "1", "i", null);
        CanonicalEvent.Raw raw = new CanonicalEvent.Raw("toy", "close", Toy.json("{}"));
        CanonicalEvent done = new CanonicalEvent(refs, Stage.STARTED, new ItemPayload.ItemCompleted(item()), raw);
        invariants.frame(mapped(1, new Emission(0, done, List.of(), List.of())));
        ItemPayload more = new ItemPayload.ContentDelta(StreamKind.ASSISTANT_TEXT, "more", null, null);
        invariants.frame(mapped(2, canonical(more)));
        violated("every started item completes once");
    }

    @Test
    void a_failed_batch_that_is_applied_or_replayed_is_seen() {
        Message message = message(1, frame("begin", "a", "1", null));
        invariants.called(call(message, Scratch.EMPTY, null, "boom"));
        invariants.frame(mapped(1));
        violated("failed batch neither applied nor replayed");
        int before = invariants.violations().size();
        invariants.called(call(message, Scratch.EMPTY, null, "boom"));
        assertEquals(before + 1, invariants.violations().size());
    }

    @Test
    void scratch_that_a_fault_changed_is_seen() {
        Scratch changed = Scratch.of((ObjectNode) Toy.json("{'left':'behind'}"));
        MapResult result = new MapResult(List.of(), changed, List.of(new Outcome.Faulted("broken")));
        invariants.called(call(message(1, frame("text", "a", "1", "i")), Scratch.EMPTY, result, null));
        violated("scratch back after a fault");
    }

    @Test
    void errors_out_of_order_and_second_answers_are_seen() {
        RequestRef one = new RequestRef("1", true);
        invariants.note(new HostNote.ErrorWritten(9, 1, 5, one, "ask", "no"));
        invariants.note(new HostNote.ErrorWritten(9, 1, 4, new RequestRef("2", true), "ask", "no"));
        violated("errors in arrival order, one answer each");
        int before = invariants.violations().size();
        invariants.note(new HostNote.CancelWritten(9, 1, one, "ask", null));
        assertEquals(before + 1, invariants.violations().size());
    }

    @Test
    void an_id_that_is_used_again_is_a_request_of_its_own() {
        RequestRef one = new RequestRef("1", true);
        for (long seq = 10; seq < 12; seq++) {
            invariants.note(new HostNote.RequestRefused(seq, 1, one, "ask", "too many"));
            invariants.note(new HostNote.ErrorWritten(seq, 1, seq, one, "ask", "no"));
        }
        assertEquals(List.of(), invariants.violations());
    }

    @Test
    void a_close_for_bookkeeping_is_seen() {
        invariants.note(new HostNote.Closed(1, 1, CloseCause.PROTOCOL, "scratch overflow", false));
        violated("closed only on exit or protocol failure");
    }

    @Test
    void evidence_from_what_is_marked_as_history_is_seen() {
        RuntimeEvent evidence = new RuntimeEvent.EvidenceUpdated("7", "a", "1", "i");
        CanonicalEvent told = new CanonicalEvent(
                new Refs(null, "a", "1", "i", null), Stage.STARTED, new ItemPayload.ItemCompleted(item()), null, true);
        invariants.claimed(new Claim("7", 1, "a", "", List.of(), ""));
        invariants.frame(mapped(2, new Emission(0, told, List.of(evidence), List.of())));
        violated("evidence only from an exact claimed send");
    }

    @Test
    void evidence_without_a_claim_is_seen() {
        invariants.frame(mapped(1, runtime(new RuntimeEvent.EvidenceUpdated("7", "a", "1", "i"))));
        invariants.stepped(new Stage().host);
        violated("evidence only from an exact claimed send");
    }

    @Test
    void a_turn_that_ends_twice_is_seen() {
        Emission end = runtime(RuntimeEvent.TurnUpdated.phase("a", "1", TurnPhase.IDLE));
        invariants.frame(mapped(1, end));
        assertEquals(List.of(), invariants.violations());
        invariants.frame(mapped(2, end));
        violated("a turn ends once");
    }

    @Test
    void an_item_left_open_by_its_turns_end_is_seen() {
        Stage stage = new Stage().out(frame("begin", "a", "1", null), frame("open", "a", "1", "i"));
        invariants.frame(mapped(1, runtime(RuntimeEvent.TurnUpdated.phase("a", "1", TurnPhase.IDLE))));
        invariants.stepped(stage.host);
        violated("nothing open after a terminal");
    }

    @Test
    void items_that_start_twice_complete_twice_or_never_are_seen() {
        invariants.frame(mapped(1, canonical(new ItemPayload.ItemStarted(item()))));
        invariants.frame(mapped(2, canonical(TurnPayload.TurnCompleted.of(TurnState.COMPLETED))));
        violated("every started item completes once");
        int before = invariants.violations().size();
        invariants.frame(mapped(3, canonical(new ItemPayload.ItemStarted(item()))));
        invariants.frame(mapped(4, canonical(new ItemPayload.ItemCompleted(item()))));
        invariants.frame(mapped(5, canonical(new ItemPayload.ItemCompleted(item()))));
        assertEquals(before + 2, invariants.violations().size());
    }
}
