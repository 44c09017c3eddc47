package dev.tapedeck.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.tapedeck.canonical.CanonicalEvent;
import dev.tapedeck.canonical.ItemPayload.ContentDelta;
import dev.tapedeck.canonical.ItemPayload.ItemStarted;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemStatus;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.canonical.RequestRef;
import dev.tapedeck.canonical.StreamKind;
import dev.tapedeck.canonical.TelemetryPayload.RuntimeWarning;
import dev.tapedeck.canonical.TelemetryPayload.TaskStarted;
import dev.tapedeck.json.Json;
import dev.tapedeck.runtime.ItemKind;
import dev.tapedeck.runtime.ItemPatch;
import dev.tapedeck.runtime.ItemState;
import dev.tapedeck.runtime.Patch;
import dev.tapedeck.runtime.RuntimeEvent.EvidenceUpdated;
import dev.tapedeck.runtime.RuntimeEvent.TurnUpdated;
import dev.tapedeck.runtime.TextPatch;
import dev.tapedeck.runtime.TurnPhase;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class EventWriterTest {
    private static final Refs REFS = new Refs("s1", "t1", "u1", "i1", new RequestRef("7", true));
    private static final CanonicalEvent STARTED = new CanonicalEvent(
            REFS,
            Instant.parse("2026-11-30T12:00:00.5Z"),
            new ItemStarted(ItemSnapshot.of(ItemType.COLLAB_AGENT_TOOL_CALL)
                    .status(ItemStatus.IN_PROGRESS)
                    .data(JsonNodeFactory.instance.objectNode().put("native", true))
                    .childThread("t2")
                    .startedAt(Instant.EPOCH)
                    .build()),
            new CanonicalEvent.Raw("source", "kind", JsonNodeFactory.instance.objectNode().put("k", 1)));

    private final CanonicalIds ids = new CanonicalIds("session", 1);

    @Test
    void the_full_form_is_the_seeds_envelope() throws IOException {
        JsonNode json = read(EventWriter.full("codex", ids).canonical(STARTED, 5));
        assertEquals(
                "[eventId, provider, sessionId, createdAt, threadId, turnId, itemId, requestId, providerRefs, type,"
                        + " payload, raw]",
                json.properties().stream().map(java.util.Map.Entry::getKey).toList().toString());
        assertEquals(ids.thread("t1"), json.path("threadId").asText());
        assertEquals("2026-11-30T12:00:00.500Z", json.path("createdAt").asText());
        assertEquals("7", json.at("/providerRefs/providerRequestId").asText());
        assertEquals("i1", json.at("/providerRefs/providerItemId").asText());
        assertEquals("inProgress", json.at("/payload/status").asText());
        assertEquals(ids.thread("t2"), json.at("/payload/childThread").asText());
        assertEquals(1, json.at("/raw/payload/k").asInt());
    }

    @Test
    void the_golden_form_has_neither_times_nor_raw_nor_native_values() {
        assertEquals(
                "{\"type\":\"item.started\",\"threadId\":\"thread_1\",\"turnId\":\"turn_1\",\"itemId\":\"item_1\","
                        + "\"requestId\":\"request_1\",\"payload\":{\"itemType\":\"collab_agent_tool_call\","
                        + "\"status\":\"inProgress\",\"childThread\":\"thread_2\"}}",
                EventWriter.golden(new Ordinals()).canonical(STARTED, 5));
    }

    @Test
    void what_is_told_again_carries_the_mark_of_history_in_both_forms() throws IOException {
        CanonicalEvent again =
                new CanonicalEvent(STARTED.refs(), STARTED.createdAt(), STARTED.payload(), STARTED.raw(), true);
        assertEquals("true", read(EventWriter.full("codex", ids).canonical(again, 5)).path("history").toString());
        assertEquals(
                "true", read(EventWriter.golden(new Ordinals()).canonical(again, 5)).path("history").toString());
    }

    @Test
    void two_events_of_one_frame_have_two_ids_and_a_second_run_has_the_same() throws IOException {
        EventWriter writer = EventWriter.full("codex", ids);
        String first = read(writer.canonical(STARTED, 5)).path("eventId").asText();
        String second = read(writer.canonical(STARTED, 5)).path("eventId").asText();
        String third = read(writer.canonical(STARTED, 6)).path("eventId").asText();
        assertNotEquals(first, second);
        assertNotEquals(first, third);
        EventWriter again = EventWriter.full("codex", new CanonicalIds("session", 1));
        assertEquals(first, read(again.canonical(STARTED, 5)).path("eventId").asText());
    }

    @Test
    void a_task_has_an_ordinal_also_where_a_tool_tells_it_to_the_model() throws IOException {
        EventWriter writer = EventWriter.golden(new Ordinals());
        CanonicalEvent task = new CanonicalEvent(
                REFS, Instant.EPOCH, new TaskStarted("a863e35c10ec8651d", "count", null), null);
        CanonicalEvent words = new CanonicalEvent(
                REFS, Instant.EPOCH, new RuntimeWarning("agentId: a863e35c10ec8651d", null), null);
        assertEquals("task_1", read(writer.canonical(task, 1)).at("/payload/taskId").asText());
        assertEquals("agentId: task_1", read(writer.canonical(words, 2)).at("/payload/message").asText());
    }

    @Test
    void a_patch_is_absent_null_or_a_value() {
        TurnUpdated turn = new TurnUpdated(
                "t1", "u1", TurnPhase.IDLE, Patch.clear(), Patch.keep(), Patch.set("t2"), Patch.keep(), Patch.keep());
        assertEquals(
                "{\"type\":\"TurnUpdated\",\"threadId\":\"thread_1\",\"turnId\":\"turn_1\",\"phase\":\"idle\","
                        + "\"detail\":null,\"parentThreadId\":\"thread_2\"}",
                EventWriter.golden(new Ordinals()).runtime(turn));
    }

    @Test
    void a_text_replaces_or_is_appended() {
        EventWriter writer = EventWriter.golden(new Ordinals());
        ItemPatch patch = new ItemPatch("t1", null, "i1", ItemKind.TOOL_CALL).state(ItemState.OPEN);
        assertEquals(
                "{\"type\":\"ItemUpdated\",\"threadId\":\"thread_1\",\"itemId\":\"item_1\",\"kind\":\"tool_call\","
                        + "\"state\":\"open\",\"append\":\"x\",\"input\":\"y\"}",
                writer.runtime(patch.text(new TextPatch.Append("x")).input(new TextPatch.Replace("y")).event()));
        assertEquals(
                "{\"type\":\"ItemUpdated\",\"threadId\":\"thread_1\",\"itemId\":\"item_1\",\"kind\":\"tool_call\","
                        + "\"state\":\"open\",\"text\":\"x\",\"appendInput\":\"y\"}",
                writer.runtime(patch.text(new TextPatch.Replace("x")).input(new TextPatch.Append("y")).event()));
    }

    @Test
    void a_send_has_an_ordinal_in_the_golden_form_and_the_hosts_id_in_the_full_one() {
        EvidenceUpdated evidence = new EvidenceUpdated("17", "t1", null, "i1");
        assertEquals(
                "{\"type\":\"EvidenceUpdated\",\"sendId\":\"send_1\",\"threadId\":\"thread_1\",\"itemId\":\"item_1\"}",
                EventWriter.golden(new Ordinals()).runtime(evidence));
        assertEquals(
                "{\"type\":\"EvidenceUpdated\",\"sendId\":\"17\",\"threadId\":\"" + ids.thread("t1")
                        + "\",\"itemId\":\"" + ids.item("t1", "i1") + "\"}",
                EventWriter.full("codex", ids).runtime(evidence));
    }

    @Test
    void half_a_surrogate_pair_is_written_as_its_escape() {
        CanonicalEvent delta = new CanonicalEvent(
                REFS, Instant.EPOCH, new ContentDelta(StreamKind.ASSISTANT_TEXT, "a\ud82d😀", null, null), null);
        String line = EventWriter.golden(new Ordinals()).canonical(delta, 1);
        assertEquals("a\\ud82d😀", line.substring(line.indexOf("a\\u"), line.indexOf("\"}}")));
    }

    private static JsonNode read(String line) throws IOException {
        return Json.read(line.getBytes(StandardCharsets.UTF_8));
    }
}
