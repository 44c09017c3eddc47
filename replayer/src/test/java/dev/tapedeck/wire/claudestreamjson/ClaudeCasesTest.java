package dev.tapedeck.wire.claudestreamjson;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.CanonicalEvent;
import dev.tapedeck.canonical.EventType;
import dev.tapedeck.canonical.ItemPayload.ContentDelta;
import dev.tapedeck.canonical.ItemPayload.ItemCompleted;
import dev.tapedeck.canonical.ItemPayload.ItemStarted;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemStatus;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.RequestPayload.RequestResolved;
import dev.tapedeck.canonical.TelemetryPayload.AccountRateLimitsUpdated;
import dev.tapedeck.canonical.TelemetryPayload.RuntimeWarning;
import dev.tapedeck.canonical.ThreadPayload.ThreadTokenUsageUpdated;
import dev.tapedeck.canonical.TurnPayload.TurnCompleted;
import dev.tapedeck.canonical.TurnState;
import dev.tapedeck.host.Disposition;
import dev.tapedeck.json.Json;
import dev.tapedeck.replay.UnmappedKind;
import dev.tapedeck.wire.claudestreamjson.Talk.Told;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Faults that others have met in the open, each by its number: what the rule book makes of them. */
class ClaudeCasesTest {

    @Test
    void C03_a_line_over_a_mebibyte_is_a_frame_like_any_other() throws IOException {
        Told told = Talk.ofCase("C03-claude-line-over-1mib.ndjson");
        assertEquals(0, told.report().count(Disposition.FAULTED));
        ItemSnapshot result = told.payloads(ItemCompleted.class).getFirst().item();
        assertEquals("image", result.attachments().getFirst().kind());
        assertEquals(64, result.attachments().getFirst().sha256().length());
        assertEquals(1, told.count(EventType.TURN_COMPLETED));
    }

    @Test
    void C08_half_a_surrogate_pair_survives_in_a_tools_input() throws IOException {
        Told told = Talk.ofCase("C08-claude-lone-surrogate.ndjson");
        String input = Json.write(told.only(ItemStarted.class).item().input());
        assertTrue(input.contains("\\ud82d limit"), input);
        assertEquals("emoji \ud83c\udf89 ok", told.item("1:1:0").path("text").asText());
    }

    @Test
    void C16_nesting_beyond_the_limit_is_one_fault_and_the_next_frame_is_mapped() throws IOException {
        Told told = Talk.ofCase("C16-claude-deep-nesting.ndjson");
        assertEquals(1, told.report().count(Disposition.FAULTED));
        assertEquals("still here", told.only(ItemCompleted.class).item().text());
        assertEquals(TurnState.COMPLETED, told.only(TurnCompleted.class).state());
    }

    @Test
    void C18_unknown_types_and_blocks_are_counted_by_name_and_the_rest_arrives() throws IOException {
        Told told = Talk.ofCase("C18-claude-unknown-types.ndjson");
        assertEquals(
                List.of("brand_new_event", "assistant:hologram"),
                told.report().unmapped().stream().map(UnmappedKind::kind).toList());
        assertEquals(1, told.report().count(Disposition.UNMAPPED));
        assertEquals(
                List.of("no rule for brand_new_event", "no rule for assistant:hologram"),
                told.payloads(RuntimeWarning.class).stream().map(RuntimeWarning::message).toList());
        JsonNode limits = told.only(AccountRateLimitsUpdated.class).rateLimits();
        assertEquals("five_hour", limits.path("rateLimitType").asText());
        assertEquals("hello", told.only(ItemCompleted.class).item().text());
        assertEquals(TurnState.COMPLETED, told.only(TurnCompleted.class).state());
    }

    @Test
    void C27_deltas_snapshot_and_a_snapshot_sent_again_are_one_text() throws IOException {
        Told told = Talk.ofCase("C27-claude-delta-plus-snapshot.ndjson");
        assertEquals("Hello", told.item("1:1:0").path("text").asText());
        assertEquals(1, told.report().mapsInFull().path("items").size());
        assertEquals(ItemStatus.COMPLETED, told.only(ItemCompleted.class).item().status());
        assertEquals(0, told.report().counters().late() + told.report().counters().duplicate());
    }

    @Test
    void C32_without_a_result_the_turn_stays_at_work() throws IOException {
        Told told = Talk.ofCase("C32-claude-no-result.ndjson");
        assertEquals(0, told.count(EventType.TURN_COMPLETED));
        assertEquals("working", told.find("turns", "turn", "1").path("phase").asText());
        assertEquals("completed", told.item("toolu_05").path("state").asText());
    }

    @Test
    void C32_the_turn_is_over_at_its_result_whatever_the_process_does() throws IOException {
        Told told = Talk.ofCase("C32-claude-result-then-hang.ndjson");
        assertEquals("idle", told.find("turns", "turn", "1").path("phase").asText());
        assertEquals(0, told.count(EventType.SESSION_EXITED));
    }

    @Test
    void C35_a_turn_used_what_its_result_says_and_each_message_counts_once() throws IOException {
        Told told = Talk.ofCase("C35-claude-usage-per-block.ndjson");
        TurnCompleted turn = told.only(TurnCompleted.class);
        assertEquals(10L, turn.turnUsage().inputTokens());
        assertEquals(330L, turn.turnUsage().outputTokens());
        assertEquals(32597L, turn.turnUsage().cachedInputTokens());
        assertEquals("0.0312", turn.turnUsage().costUsd().toPlainString());
        List<ThreadTokenUsageUpdated> steps = told.payloads(ThreadTokenUsageUpdated.class).stream()
                .filter(usage -> usage.figures().step() != null)
                .toList();
        assertEquals(
                List.of(310L, 20L),
                steps.stream().map(usage -> usage.figures().step().outputTokens()).toList());
        assertTrue(steps.stream().noneMatch(usage -> usage.figures().step().billable()));
    }

    @Test
    void C39_a_withdrawn_request_is_cancelled_its_item_fails_and_the_turn_goes_on() throws IOException {
        Told told = Talk.ofCase("C39-claude-control-cancel.ndjson");
        assertEquals(Boolean.TRUE, told.only(RequestResolved.class).cancelled());
        assertEquals("cancelled", told.find("requests", "request", "\"req-abc\"").path("state").asText());
        assertEquals("failed", told.item("toolu_07").path("state").asText());
        assertEquals("I could not run it.", told.item("1:1:0").path("text").asText());
        assertEquals(TurnState.COMPLETED, told.only(TurnCompleted.class).state());
    }

    @Test
    void C48_times_become_utc_in_arrival_order_and_a_broken_one_is_only_a_lost_field() throws IOException {
        Told told = Talk.ofCase("C48-mixed-timestamps.claude.ndjson");
        List<CanonicalEvent> items = told.canonical().stream()
                .filter(event -> event.type() == EventType.ITEM_COMPLETED)
                .toList();
        assertEquals(Instant.parse("2026-12-31T23:59:59.999Z"), items.get(0).createdAt());
        assertEquals(Instant.parse("2026-12-31T23:30:00Z"), items.get(1).createdAt());
        assertNull(((ItemCompleted) items.get(2).payload()).item().completedAt());
        assertEquals(
                List.of("late", "later", "bad"),
                told.payloads(ItemCompleted.class).stream().map(each -> each.item().text()).toList());
        assertEquals(0, told.report().count(Disposition.FAULTED));
    }

    @Test
    void C52_input_that_never_closes_is_kept_as_far_as_it_came() throws IOException {
        Told told = Talk.ofCase("C52-claude-partial-json.ndjson");
        assertEquals(0, told.report().count(Disposition.FAULTED));
        String partial = "{\"file_path\":\"/workspace/p.txt\",\"n\":[-1,\"\\ud83c\\udf89";
        assertEquals(
                partial,
                told.payloads(ContentDelta.class).stream().map(ContentDelta::delta).collect(Collectors.joining()));
        assertEquals(partial, told.item("toolu_09").path("input").asText());
        assertEquals("file_change", told.item("toolu_09").path("kind").asText());
        assertEquals("failed", told.item("toolu_09").path("state").asText());
        ItemSnapshot closed = told.payloads(ItemCompleted.class).getLast().item();
        assertEquals(ItemType.FILE_CHANGE, closed.itemType());
        assertEquals(ItemStatus.FAILED, closed.status());
        assertEquals(TurnState.INTERRUPTED, told.only(TurnCompleted.class).state());
    }
}
