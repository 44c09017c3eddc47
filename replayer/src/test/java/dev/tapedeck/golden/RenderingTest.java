package dev.tapedeck.golden;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.json.Json;
import dev.tapedeck.replay.Replay;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RenderingTest {

    @Test
    void maps_number_ids_as_the_events_do() throws IOException {
        JsonNode maps = Json.mapper().readTree(view("sub-agent", View.MAPS));
        for (String list : List.of("threads", "turns", "items")) {
            for (JsonNode entry : maps.path(list)) {
                assertTrue(entry.path("thread").asText().startsWith("thread_"), entry.toString());
                assertTrue(entry.path("turn").asText("turn_").startsWith("turn_"), entry.toString());
            }
        }
        assertEquals("thread_2", maps.at("/items/0/childThread").asText());
        assertEquals("thread_1", maps.path("boundThread").asText());
    }

    @Test
    void maps_name_a_request_as_the_events_do_and_an_entry_has_a_line() throws IOException {
        String view = view("permission-allow", View.MAPS);
        JsonNode maps = Json.mapper().readTree(view);
        assertEquals("request_1", maps.at("/requests/0/request").asText());
        for (JsonNode item : maps.path("items")) {
            assertEquals(item.path("kind").asText().equals("approval"), item.has("request"), item.toString());
            assertEquals("request_1", item.path("request").asText("request_1"));
            assertTrue(view.contains("\n    " + Json.write(item)), item.toString());
        }
    }

    @Test
    void where_a_stream_broke_the_resync_stands_whatever_the_size_of_batches() throws IOException {
        Path recording = Path.of("..", "fixtures", "opencode", "stream-closed", "recording.ndjson");
        String whole = new String(
                Rendering.of(recording).views().get(View.RUNTIME), StandardCharsets.UTF_8);
        for (int batch : new int[] {1, 2, 7}) {
            Rendering small = Rendering.of(recording, Replay.of(recording).batch(batch));
            assertEquals(whole, new String(small.views().get(View.RUNTIME), StandardCharsets.UTF_8));
        }
        List<String> lines = whole.lines().toList();
        int warned = lines.indexOf(
                lines.stream().filter(line -> line.contains("\"Warning\"")).findFirst().orElseThrow());
        assertTrue(lines.get(warned + 1).startsWith("{\"type\":\"ThreadUpdated\""), lines.get(warned + 1));
    }

    @Test
    void a_thread_that_goes_on_in_another_process_has_no_turn_of_the_same_id_twice() throws IOException {
        Set<String> turns = new HashSet<>();
        int started = 0;
        for (String line : view("resume", View.CANONICAL).split("\n")) {
            JsonNode event = Json.mapper().readTree(line);
            if (event.path("type").asText().equals("turn.started")) {
                started++;
                turns.add(event.path("threadId").asText() + " " + event.path("turnId").asText());
            }
        }
        assertEquals(3, started);
        assertEquals(started, turns.size());
    }

    private static String view(String scenario, View view) throws IOException {
        Path recording = Path.of("..", "fixtures", "claude", scenario, "recording.ndjson");
        return new String(Rendering.of(recording).views().get(view), StandardCharsets.UTF_8);
    }
}
