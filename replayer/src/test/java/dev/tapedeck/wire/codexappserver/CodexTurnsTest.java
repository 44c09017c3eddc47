package dev.tapedeck.wire.codexappserver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.CanonicalEvent;
import dev.tapedeck.canonical.ErrorClass;
import dev.tapedeck.canonical.ItemPayload.ItemCompleted;
import dev.tapedeck.canonical.TelemetryPayload.RuntimeError;
import dev.tapedeck.canonical.ThreadPayload.ThreadTokenUsageUpdated;
import dev.tapedeck.canonical.TurnPayload.TurnCompleted;
import dev.tapedeck.canonical.TurnPayload.TurnStarted;
import dev.tapedeck.canonical.TurnState;
import dev.tapedeck.canonical.Usage;
import dev.tapedeck.canonical.UsageFigures;
import dev.tapedeck.runtime.ItemKind;
import dev.tapedeck.runtime.ItemState;
import dev.tapedeck.runtime.Patch;
import dev.tapedeck.runtime.RuntimeEvent;
import dev.tapedeck.runtime.RuntimeEvent.EvidenceUpdated;
import dev.tapedeck.runtime.RuntimeEvent.ItemUpdated;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class CodexTurnsTest {

    @Test
    void C34_an_error_that_will_be_retried_is_a_notice_and_the_turn_completes() {
        Tape.Mapped mapped = Tape.ofCase("C34-codex-will-retry-error.ndjson").map();
        RuntimeError error = mapped.payloads(RuntimeError.class).getFirst();
        assertEquals(true, error.willRetry());
        assertEquals(ErrorClass.TRANSPORT_ERROR, error.errorClass());
        assertEquals(TurnState.COMPLETED, mapped.payloads(TurnCompleted.class).getFirst().state());
        assertEquals("part one part two", mapped.payloads(ItemCompleted.class).getFirst().item().text());
        assertEquals(
                List.of(Patch.set(ItemState.COMPLETED)),
                mapped.runtime(ItemUpdated.class).stream()
                        .filter(item -> item.kind() == ItemKind.NOTICE)
                        .map(ItemUpdated::state)
                        .toList());
        assertTrue(mapped.runtime(ItemUpdated.class).stream().noneMatch(item -> item.kind() == ItemKind.ERROR));
        assertTrue(mapped.runtime(RuntimeEvent.Warning.class).isEmpty());
    }

    @Test
    void C37_a_turn_used_the_difference_of_totals() throws IOException {
        Tape.Mapped mapped = Tape.ofCase("C37-codex-usage-total-last.ndjson").map();
        String expect = "cases/inputs/C37-codex-usage-total-last.expect.json";
        JsonNode expected = Tape.json(Files.readString(Tape.shared(expect)));
        Usage used = mapped.payloads(TurnCompleted.class).getFirst().turnUsage();
        assertEquals(expected.at("/turnUsage/inputTokens").asLong(), used.inputTokens());
        assertEquals(expected.at("/turnUsage/cachedInputTokens").asLong(), used.cachedInputTokens());
        assertEquals(expected.at("/turnUsage/outputTokens").asLong(), used.outputTokens());
        assertEquals(expected.at("/turnUsage/reasoningOutputTokens").asLong(), used.reasoningTokens());
        List<ThreadTokenUsageUpdated> updates = mapped.payloads(ThreadTokenUsageUpdated.class);
        assertEquals(expected.at("/contextFillTokens").asLong(), updates.getLast().figures().contextTokens());
        assertEquals(258400, updates.getLast().figures().contextWindow());
        assertNull(updates.getFirst().figures().turn(), "a value outside a running turn is a baseline");
        assertEquals(78912, updates.getLast().usage().at("/total/totalTokens").asLong());
    }

    @Test
    void only_one_figure_of_a_turn_is_billable() {
        Tape.Mapped mapped = Tape.ofCase("C37-codex-usage-total-last.ndjson").map();
        assertTrue(mapped.payloads(TurnCompleted.class).getFirst().turnUsage().billable());
        for (ThreadTokenUsageUpdated update : mapped.payloads(ThreadTokenUsageUpdated.class)) {
            assertTrue(update.figures().step() == null || !update.figures().step().billable());
            assertEquals(false, update.figures().thread().billable());
        }
    }

    @Test
    void a_thread_that_was_resumed_without_a_baseline_counts_from_the_first_step() {
        Tape.Mapped mapped = Tape.of(
                        CodexAppServer.BOOK,
                        Lines.turnStarted("t1", "u1"),
                        Lines.usage("u1", 5000, 100),
                        Lines.usage("u1", 5030, 30),
                        Lines.turnCompleted("t1", "u1", "completed"))
                .map();
        assertEquals(130, mapped.payloads(TurnCompleted.class).getFirst().turnUsage().totalTokens());
        assertNull(mapped.scratch().json().at("/usage~1t1").get("used"), "only the total outlives the turn");
    }

    @Test
    void a_report_that_is_told_again_when_a_turn_begins_counts_nothing_twice_and_is_no_step() {
        Tape.Mapped mapped = Tape.of(
                        CodexAppServer.BOOK,
                        Lines.turnStarted("t1", "u1"),
                        Lines.usage("u1", 100, 100),
                        Lines.turnCompleted("t1", "u1", "completed"),
                        Lines.turnStarted("t1", "u2"),
                        Lines.usage("u2", 100, 100),
                        Lines.usage("u2", 130, 30),
                        Lines.usage("u2", 130, 30),
                        Lines.turnCompleted("t1", "u2", "completed"))
                .map();
        assertEquals(30, mapped.payloads(TurnCompleted.class).getLast().turnUsage().totalTokens());
        assertEquals(
                List.of(true, false, true, false),
                mapped.payloads(ThreadTokenUsageUpdated.class).stream()
                        .map(update -> update.figures().step() != null)
                        .toList());
    }

    @Test
    void a_sum_without_tokens_of_any_kind_says_how_full_the_context_is_and_nothing_that_was_used() {
        String full = "{'method':'thread/tokenUsage/updated','params':{'threadId':'t1','turnId':'u1','tokenUsage':"
                + "{'total':%1$s,'last':%1$s,'modelContextWindow':500}}}";
        String sum = "{'inputTokens':0,'cachedInputTokens':0,'outputTokens':0,'reasoningOutputTokens':0,"
                + "'totalTokens':500}";
        Tape.Mapped mapped = Tape.of(
                        CodexAppServer.BOOK,
                        Lines.turnStarted("t1", "u1"),
                        full.formatted(sum).replace('\'', '"'),
                        Lines.turnCompleted("t1", "u1", "failed"))
                .map();
        UsageFigures figures = mapped.payloads(ThreadTokenUsageUpdated.class).getFirst().figures();
        assertEquals(500, figures.contextTokens());
        assertNull(figures.step());
        assertNull(figures.thread());
        assertNull(mapped.payloads(TurnCompleted.class).getFirst().turnUsage());
    }

    @Test
    void a_lower_total_starts_a_new_counter() {
        Tape.Mapped mapped = Tape.of(
                        CodexAppServer.BOOK,
                        Lines.turnStarted("t1", "u1"),
                        Lines.usage("u1", 100, 100),
                        Lines.usage("u1", 40, 40),
                        Lines.usage("u1", 60, 20),
                        Lines.turnCompleted("t1", "u1", "completed"))
                .map();
        assertEquals(160, mapped.payloads(TurnCompleted.class).getFirst().turnUsage().totalTokens());
    }

    @Test
    void a_turn_without_figures_has_none_rather_than_0() {
        Tape.Mapped mapped = Tape.of(
                        CodexAppServer.BOOK,
                        Lines.turnStarted("t1", "u1"),
                        Lines.turnCompleted("t1", "u1", "completed"))
                .map();
        assertNull(mapped.payloads(TurnCompleted.class).getFirst().turnUsage());
    }

    @Test
    void C48_seconds_and_milliseconds_become_the_same_clock() {
        Tape.Mapped mapped = Tape.ofCase("C48-mixed-timestamps.codex.ndjson").map();
        assertEquals(
                List.of(
                        Instant.ofEpochMilli(1790000000172L),
                        Instant.ofEpochMilli(1790000000179L),
                        Instant.ofEpochMilli(1790000000186L)),
                mapped.canonical().stream().map(CanonicalEvent::createdAt).toList());
        assertEquals(
                Instant.ofEpochSecond(1786820078), mapped.payloads(TurnStarted.class).getFirst().startedAt());
        assertEquals(
                Instant.ofEpochSecond(1786820090), mapped.payloads(TurnCompleted.class).getFirst().completedAt());
    }

    @Test
    void a_broken_time_is_a_lost_field_and_no_fault() {
        Tape.Mapped mapped = Tape.of(
                        CodexAppServer.BOOK,
                        Lines.json("{'method':'turn/started','params':{'threadId':'t1','turn':{'id':'u1',"
                                + "'startedAt':'yesterday'}},'emittedAtMs':'soon'}"))
                .map();
        assertNull(mapped.payloads(TurnStarted.class).getFirst().startedAt());
        assertEquals(Tape.STARTED.plusMillis(1), mapped.canonical().getFirst().createdAt());
    }

    @Test
    void an_echo_of_a_send_is_evidence_once_though_it_is_told_twice() {
        Tape tape = new Tape(CodexAppServer.BOOK)
                .in(Lines.send(1, "t1", "go on"))
                .in(Lines.send(2, "t1", "go on"))
                .out(Lines.userMessage("started", "i1", "go on"))
                .out(Lines.userMessage("completed", "i1", "go on"))
                .out(Lines.userMessage("completed", "i1", "go on"));
        assertEquals(List.of("1 i1"), evidence(tape.map()));
        tape.out(Lines.userMessage("completed", "i2", "go on"));
        assertEquals(List.of("1 i1", "2 i2"), evidence(tape.map()));
        for (int batch : List.of(1, 2, 3, 4)) {
            assertEquals(tape.map(), tape.map(batch, false));
        }
    }

    @Test
    void nothing_else_is_evidence() {
        assertEquals(List.of(), evidence(echo("t1", "go", "gone").map()), "another text");
        assertEquals(List.of(), evidence(echo("t2", "go", "go").map()), "another thread");
        Tape before = new Tape(CodexAppServer.BOOK)
                .out(Lines.userMessage("completed", "i1", "go"))
                .in(Lines.send(1, "t1", "go"));
        assertEquals(List.of(), evidence(before.map()), "an echo before the send");
        Tape image = new Tape(CodexAppServer.BOOK)
                .in(Lines.json("{'id':1,'method':'turn/start','params':{'threadId':'t1','input':["
                        + "{'type':'text','text':'go'},{'type':'localImage','path':'/a.png'}]}}"))
                .out(Lines.userMessage("completed", "i1", "go"));
        assertEquals(List.of(), evidence(image.map()), "without its picture");
        image.out(Lines.item("completed", "userMessage", "i2", ",'content':[{'type':'text','text':'go'},"
                + "{'type':'localImage','path':'/a.png','detail':null}]"));
        assertEquals(List.of("1 i2"), evidence(image.map()), "with its picture");
    }

    @Test
    void a_plan_is_one_item_that_the_turns_end_completes() {
        String plan = "{'method':'turn/plan/updated','params':{'threadId':'t1','turnId':'u1','plan':["
                + "{'step':'look','status':'%s'},{'step':'act','status':'%s'}]}}";
        List<ItemUpdated> items = Tape.of(
                        CodexAppServer.BOOK,
                        Lines.turnStarted("t1", "u1"),
                        Lines.json(plan.formatted("inProgress", "pending")),
                        Lines.json(plan.formatted("completed", "someday")),
                        Lines.turnCompleted("t1", "u1", "interrupted"))
                .map()
                .runtime(ItemUpdated.class);
        assertEquals(
                List.of("plan:u1", "plan:u1", "plan:u1"), items.stream().map(ItemUpdated::item).toList());
        assertEquals(new dev.tapedeck.runtime.TextPatch.Replace("[x] look\n[ ] act"), items.get(1).text());
        assertEquals(Patch.set(ItemState.COMPLETED), items.get(2).state());
    }

    @Test
    void a_turn_inside_a_reviews_turn_is_told_under_the_reviews() {
        Tape tape = new Tape(CodexAppServer.BOOK)
                .in(Lines.json("{'id':3,'method':'review/start','params':{'threadId':'t1'}}"))
                .out(Lines.json("{'id':3,'result':{'turn':{'id':'u1','status':'inProgress'},'reviewThreadId':'t1'}}"))
                .out(Lines.json("{'method':'turn/started','params':{'threadId':'t1',"
                        + "'turn':{'id':'u2','rootTurnId':'u1'}}}"))
                .out(Lines.turnCompleted("t1", "u1", "completed"));
        assertEquals(
                List.of("u1 WORKING", "u1 IDLE"),
                tape.map().runtime(RuntimeEvent.TurnUpdated.class).stream()
                        .map(turn -> turn.turn() + " " + turn.phase())
                        .toList());
    }

    @Test
    void a_turn_that_is_started_twice_keeps_what_was_counted() {
        Tape.Mapped mapped = Tape.of(
                        CodexAppServer.BOOK,
                        Lines.turnStarted("t1", "u1"),
                        Lines.usage("u1", 100, 100),
                        Lines.turnStarted("t1", "u1"),
                        Lines.usage("u1", 130, 30),
                        Lines.turnCompleted("t1", "u1", "completed"))
                .map();
        assertEquals(130, mapped.payloads(TurnCompleted.class).getFirst().turnUsage().totalTokens());
    }

    private static Tape echo(String thread, String sent, String seen) {
        return new Tape(CodexAppServer.BOOK)
                .in(Lines.send(1, thread, sent))
                .out(Lines.userMessage("completed", "i1", seen));
    }

    private static List<String> evidence(Tape.Mapped mapped) {
        return mapped.runtime(EvidenceUpdated.class).stream()
                .map(evidence -> evidence.send() + " " + evidence.item())
                .toList();
    }
}
