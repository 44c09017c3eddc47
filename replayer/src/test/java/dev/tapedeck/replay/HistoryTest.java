package dev.tapedeck.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.host.FrameResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** History that a replay derives, beside the history that the real provider told in the same recording. */
final class HistoryTest {
    private record Line(String turn, String item, String state, String text) {}

    @ParameterizedTest
    @ValueSource(strings = {"history", "resume"})
    void D4_derived_history_holds_the_items_that_the_provider_tells_in_its_order(String fixture) throws IOException {
        Path file = Path.of("..", "fixtures", "codex", fixture, "recording.ndjson");
        FrameResult answer = Played.of(file).results.stream()
                .filter(result -> result.message() != null)
                .filter(result -> "thread/read".equals(result.message().replyTo()))
                .filter(result -> result.message().json().at("/result/thread/turns/0/items/0").isObject())
                .findFirst()
                .orElseThrow();
        JsonNode maps = Played.of(Replay.of(file).until(answer.frame().seq())).report.mapsInFull();
        List<Line> derived = derived(maps, answer.message().json().at("/result/thread/id").asText());
        assertFalse(derived.isEmpty());
        assertEquals(told(answer.message().json(), turns(derived)), derived);
    }

    private static Set<String> turns(List<Line> lines) {
        Set<String> turns = new HashSet<>();
        lines.forEach(line -> turns.add(line.turn()));
        return turns;
    }

    private static List<Line> derived(JsonNode maps, String thread) {
        List<Line> lines = new ArrayList<>();
        for (JsonNode item : maps.path("items")) {
            if (item.path("thread").asText().equals(thread)) {
                boolean message = item.path("kind").asText().equals("assistant_message");
                lines.add(new Line(
                        item.path("turn").asText(),
                        item.path("item").asText(),
                        item.path("state").asText(),
                        message ? item.path("text").asText() : ""));
            }
        }
        return lines;
    }

    /** The provider's turns, those of an earlier process left out: an epoch drops its maps. */
    private static List<Line> told(JsonNode answer, Set<String> ofThisEpoch) {
        List<Line> lines = new ArrayList<>();
        for (JsonNode turn : answer.at("/result/thread/turns")) {
            if (ofThisEpoch.contains(turn.path("id").asText())) {
                turn.path("items").forEach(item -> lines.add(new Line(
                        turn.path("id").asText(),
                        item.path("id").asText(),
                        item.path("status").asText("completed"),
                        item.path("text").asText(""))));
            }
        }
        return lines;
    }
}
