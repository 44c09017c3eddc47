package dev.tapedeck.wire.opencodeevent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.EventType;
import dev.tapedeck.canonical.TurnPayload.TurnCompleted;
import dev.tapedeck.canonical.TurnState;
import dev.tapedeck.host.Disposition;
import dev.tapedeck.json.Json;
import dev.tapedeck.runtime.RuntimeEvent.EvidenceUpdated;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Sessions of other versions that other projects recorded in public. */
class OlderServersTest {

    @Test
    void nothing_of_release_1_1_is_unmapped_or_faulted() throws IOException {
        Served served = Served.begun();
        JsonNode all = Json.read(Files.readAllBytes(
                Served.shared("corpus/sandbox-agent/opencode-1.1.49-native-all-events.json")));
        all.forEach(event -> served.on("/event", Json.write(event)));
        Served.Told told = clean(served.play());
        assertTrue(told.count(EventType.TURN_COMPLETED) >= 1, told.types().toString());
        assertTrue(told.count(EventType.CONTENT_DELTA) > 0, "snapshots that came with deltas");
    }

    @Test
    void nothing_of_release_1_2_is_unmapped_or_faulted_and_its_text_is_there_once() throws IOException {
        for (String name : List.of("permission-external-file", "task-three-parallel-sleeps",
                "task-user-interruption")) {
            Served served = Served.begun();
            for (String line : Files.readAllLines(
                    Served.shared("corpus/kimaki/opencode-1.2-real-session-" + name + ".jsonl"))) {
                served.on("/event", Json.write(Json.read(line.getBytes(StandardCharsets.UTF_8)).get("event")));
            }
            Served.Told told = clean(served.play());
            assertTrue(told.count(EventType.TURN_STARTED) >= 1, name + " " + told.types());
        }
    }

    @Test
    void a_host_of_release_1_18_18_gets_its_sends_confirmed_and_its_turns_ended() throws IOException {
        Map<String, TurnState> ends = Map.of("error", TurnState.FAILED, "interrupt", TurnState.INTERRUPTED);
        for (String name : List.of("approval-deny", "error", "interrupt")) {
            Served.Told told = clean(harness(name).play());
            assertEquals(1, told.runtime(EvidenceUpdated.class).size(), name);
            if (ends.containsKey(name)) {
                assertEquals(ends.get(name), told.only(TurnCompleted.class).state(), name);
            }
        }
    }

    /** Its directions are the client's own, and a response names its path again instead of a number. */
    private static Served harness(String name) throws IOException {
        Served served = Served.begun();
        Map<String, Long> exchanges = new HashMap<>();
        for (String line : Files.readAllLines(
                Served.shared("corpus/tidebreak-harness/opencode-1.18.18-" + name + ".ndjson"))) {
            JsonNode message = Json.read(line.getBytes(StandardCharsets.UTF_8)).get("msg");
            JsonNode body = message.path("body");
            String text = body.isNull() ? "" : Json.write(body);
            String path = message.path("path").asText();
            if (message.has("event")) {
                served.on("/event", Json.write(message.get("event")));
            } else if (message.has("method")) {
                exchanges.put(path, (long) exchanges.size() + 1);
                served.call(exchanges.get(path), message.path("method").asText(), path, text);
            } else {
                served.answer(exchanges.get(path), message.path("status").asInt(), text);
            }
        }
        return served;
    }

    private static Served.Told clean(Served.Told told) {
        assertEquals(List.of(), told.report().unmapped());
        assertEquals(0, told.report().count(Disposition.FAULTED));
        assertEquals(0, told.report().count(Disposition.UNDELIVERED));
        return told;
    }
}
