package dev.tapedeck.wire.pirpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.canonical.CanonicalEvent;
import dev.tapedeck.canonical.ErrorClass;
import dev.tapedeck.canonical.ErrorKind;
import dev.tapedeck.canonical.EventType;
import dev.tapedeck.canonical.ItemPayload.ItemCompleted;
import dev.tapedeck.canonical.ItemStatus;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.StopReason;
import dev.tapedeck.canonical.TelemetryPayload.RuntimeError;
import dev.tapedeck.canonical.ThreadPayload.ThreadTokenUsageUpdated;
import dev.tapedeck.canonical.TurnPayload.TurnCompleted;
import dev.tapedeck.canonical.TurnState;
import dev.tapedeck.canonical.Usage;
import dev.tapedeck.wire.PlayedLines;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What a turn is on a wire that numbers none, how it ends, and what it used. */
class PiTurnsTest {
    private static final String START = "{'type':'agent_start'}";
    private static final String END = "{'type':'agent_end','messages':[],'willRetry':false}";
    private static final String SETTLED = "{'type':'agent_settled','aborted':false}";

    private static String message(String stop, String error) {
        return "{'type':'message_end','message':{'role':'assistant','content':[{'type':'text','text':'x'}],"
                + "'usage':{'input':10,'output':5,'cacheRead':2,'cacheWrite':1,'totalTokens':18,'cost':{'total':0.1}},"
                + "'stopReason':'" + stop + "'" + (error == null ? "" : ",'errorMessage':'" + error + "'") + "}}";
    }

    private static PlayedLines play(String... lines) throws IOException {
        return PlayedLines.talk(PiRpc.WIRE, lines);
    }

    private static TurnCompleted end(PlayedLines played) {
        List<TurnCompleted> ends = played.payloads(TurnCompleted.class);
        assertEquals(1, ends.size(), played.types().toString());
        return ends.getFirst();
    }

    private static long starts(PlayedLines played) {
        return played.events().stream().filter(event -> event.type() == EventType.TURN_STARTED).count();
    }

    @Test
    void a_turn_is_what_one_prompt_sets_off_however_many_model_calls_it_needs() throws IOException {
        PlayedLines played = play(
                START, "{'type':'turn_start'}", message("toolUse", null),
                "{'type':'turn_end','message':{},'toolResults':[]}", "{'type':'turn_start'}", message("stop", null),
                "{'type':'turn_end','message':{},'toolResults':[]}", END, SETTLED);
        assertEquals(1, starts(played));
        assertEquals(TurnState.COMPLETED, end(played).state());
        assertEquals("1", played.events().get(2).refs().turn());
    }

    @Test
    void what_a_turn_used_is_the_exact_sum_of_its_messages_and_billable_once() throws IOException {
        PlayedLines played = play(START, message("toolUse", null), message("stop", null), END, SETTLED);
        Usage turn = Objects.requireNonNull(end(played).turnUsage());
        assertEquals(20L, turn.inputTokens());
        assertEquals(4L, turn.cachedInputTokens());
        assertEquals(36L, turn.totalTokens());
        assertEquals(new BigDecimal("0.2"), turn.costUsd());
        assertTrue(turn.exact() && turn.billable());
        List<ThreadTokenUsageUpdated> steps = played.payloads(ThreadTokenUsageUpdated.class);
        assertEquals(2, steps.size());
        assertTrue(steps.stream().noneMatch(step -> Objects.requireNonNull(step.figures().step()).billable()));
        assertEquals(18L, steps.getFirst().figures().contextTokens());
    }

    @Test
    void a_retry_that_is_announced_goes_on_with_the_same_turn() throws IOException {
        PlayedLines played = play(
                START, message("error", "529: busy"), "{'type':'agent_end','messages':[],'willRetry':true}",
                "{'type':'auto_retry_start','attempt':1,'maxAttempts':3,'delayMs':9,'errorMessage':'529: busy'}",
                START, message("stop", null), "{'type':'auto_retry_end','success':true,'attempt':1}", END, SETTLED);
        assertEquals(1, starts(played));
        assertEquals(TurnState.COMPLETED, end(played).state());
        RuntimeError error = played.payloads(RuntimeError.class).getFirst();
        assertEquals(Boolean.TRUE, error.willRetry());
        assertEquals(ErrorClass.PROVIDER_ERROR, error.errorClass());
    }

    @Test
    void a_failed_turn_waits_for_a_compaction_to_repair_it_until_all_is_settled() throws IOException {
        PlayedLines repaired = play(
                START, message("error", "400: too long"), END, "{'type':'compaction_start','reason':'overflow'}",
                "{'type':'compaction_end','reason':'overflow','result':{'summary':'s','tokensBefore':9},"
                        + "'aborted':false,'willRetry':true}",
                START, message("stop", null), END, SETTLED);
        assertEquals(1, starts(repaired));
        assertEquals(TurnState.COMPLETED, end(repaired).state());

        PlayedLines lost = play(START, message("error", "400: too long"), END, SETTLED);
        assertEquals(TurnState.FAILED, end(lost).state());
        assertEquals(1, lost.payloads(RuntimeError.class).size());
        assertEquals("400: too long", end(lost).errorMessage());
    }

    @Test
    void a_failure_that_no_compaction_repairs_ends_the_turn_at_once() throws IOException {
        for (String error : List.of("401: no key", "529: busy", "terminated: socket closed")) {
            PlayedLines played = play(START, message("error", error), END);
            assertEquals(TurnState.FAILED, end(played).state(), error);
            assertEquals(error, end(played).errorMessage());
        }
    }

    @Test
    void a_turn_that_waits_for_a_retry_ends_when_there_is_none_with_the_programs_last_word() throws IOException {
        PlayedLines played = play(
                START, message("error", "429: slow"), "{'type':'agent_end','messages':[],'willRetry':true}",
                "{'type':'auto_retry_start','attempt':1,'maxAttempts':3,'delayMs':9,'errorMessage':'429: slow'}",
                "{'type':'auto_retry_end','success':false,'attempt':1,'finalError':'Retry cancelled'}");
        assertEquals(TurnState.FAILED, end(played).state());
        assertEquals("Retry cancelled", end(played).errorMessage());
        assertEquals(List.of("retry 1 of 3: 429: slow", "Retry cancelled"),
                played.payloads(RuntimeError.class).stream().map(RuntimeError::message).toList());
    }

    @Test
    void that_retries_are_used_up_is_told_of_the_turn_that_failed() throws IOException {
        PlayedLines played = play(
                START, message("error", "500: boom"), END,
                "{'type':'auto_retry_end','success':false,'attempt':3,'finalError':'500: boom'}", SETTLED);
        assertEquals(TurnState.FAILED, end(played).state());
        CanonicalEvent last = played.events().stream()
                .filter(event -> event.type() == EventType.RUNTIME_WARNING).findFirst().orElseThrow();
        assertEquals("1", last.refs().turn());
    }

    @Test
    void a_version_that_announces_nothing_ends_its_turn_with_each_attempt() throws IOException {
        PlayedLines played = play(
                START, message("error", "500 boom"), "{'type':'agent_end','messages':[]}",
                "{'type':'auto_retry_start','attempt':1,'maxAttempts':3,'delayMs':9,'errorMessage':'500 boom'}",
                START, message("stop", null), "{'type':'agent_end','messages':[]}");
        assertEquals(
                List.of(TurnState.FAILED, TurnState.COMPLETED),
                played.payloads(TurnCompleted.class).stream().map(TurnCompleted::state).toList());
    }

    @Test
    void an_aborted_message_fails_its_text_and_interrupts_the_turn() throws IOException {
        PlayedLines played = play(
                START, "{'type':'message_start','message':{'role':'assistant'}}",
                "{'type':'message_update','assistantMessageEvent':{'type':'text_start','contentIndex':0}}",
                "{'type':'message_update','assistantMessageEvent':{'type':'text_end','contentIndex':0,'content':'x'}}",
                message("aborted", "Request was aborted"), END, "{'type':'agent_settled','aborted':true}");
        ItemCompleted text = played.payloads(ItemCompleted.class).getFirst();
        assertEquals(ItemStatus.FAILED, text.item().status());
        assertEquals("x", text.item().text());
        assertEquals(TurnState.INTERRUPTED, end(played).state());
        assertTrue(played.payloads(RuntimeError.class).isEmpty());
    }

    @Test
    void a_stop_that_nobody_knows_is_no_success() throws IOException {
        PlayedLines played = play(START, message("evaporated", null), END, SETTLED);
        assertEquals(TurnState.FAILED, end(played).state());
        assertEquals("evaporated", end(played).stopReason());
        assertEquals(ItemStatus.FAILED, played.payloads(ItemCompleted.class).getFirst().item().status());
    }

    @Test
    void the_models_limit_is_told_as_why_the_turn_stopped() throws IOException {
        PlayedLines played = play(START, message("length", null), END, SETTLED);
        assertEquals(TurnState.COMPLETED, end(played).state());
        assertEquals(StopReason.MAX_TOKENS, end(played).stop());
    }

    @Test
    void errors_are_told_apart_by_status_and_by_words() throws IOException {
        assertEquals(ErrorClass.PERMISSION_ERROR, failure("401: no key").errorClass());
        assertEquals(ErrorClass.VALIDATION_ERROR, failure("404: no model").errorClass());
        assertEquals(ErrorKind.RATE_LIMIT, failure("429: slow down").kind());
        assertEquals(ErrorClass.TRANSPORT_ERROR, failure("Connection error.: connect ECONNREFUSED").errorClass());
        assertEquals(ErrorClass.UNKNOWN, failure("something else").errorClass());
    }

    private static RuntimeError failure(String error) throws IOException {
        return play(START, message("error", error), END, SETTLED).payloads(RuntimeError.class).getFirst();
    }

    @Test
    void a_compaction_between_two_turns_is_no_part_of_either_and_billable_by_itself() throws IOException {
        PlayedLines played = play(
                START, message("stop", null), END, SETTLED, "{'type':'compaction_start','reason':'manual'}",
                "{'type':'compaction_end','reason':'manual','result':{'summary':'s','tokensBefore':9,"
                        + "'estimatedTokensAfter':3,'usage':{'input':7,'cost':{'total':0.3}}},'aborted':false}",
                START, message("stop", null), END, SETTLED);
        List<ItemCompleted> compactions = played.payloads(ItemCompleted.class).stream()
                .filter(item -> item.item().itemType() == ItemType.CONTEXT_COMPACTION)
                .toList();
        assertEquals(1, compactions.size());
        assertEquals(ItemStatus.COMPLETED, compactions.getFirst().item().status());
        assertEquals(9L, Objects.requireNonNull(compactions.getFirst().item().compaction()).preTokens());
        ThreadTokenUsageUpdated usage = played.payloads(ThreadTokenUsageUpdated.class).get(1);
        assertTrue(Objects.requireNonNull(usage.figures().step()).billable());
        assertNull(usage.figures().turn());
        assertNull(usage.figures().contextTokens());
        assertEquals(new BigDecimal("0.1"), played.payloads(TurnCompleted.class).get(1).totalCostUsd());
    }

    @Test
    void a_compaction_without_a_result_failed() throws IOException {
        PlayedLines played = play(
                "{'type':'compaction_start','reason':'manual'}",
                "{'type':'compaction_end','reason':'manual','aborted':true,'willRetry':false}");
        ItemCompleted end = played.payloads(ItemCompleted.class).getFirst();
        assertEquals(ItemStatus.FAILED, end.item().status());
        assertEquals("aborted", end.item().detail());
    }
}
