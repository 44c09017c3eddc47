package dev.tapedeck.wire.claudestreamjson;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.TurnPayload.TurnCompleted;
import dev.tapedeck.canonical.TurnState;
import dev.tapedeck.host.Disposition;
import dev.tapedeck.wire.claudestreamjson.Talk.Told;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Sessions of an older release that others recorded: its raw stdout, without a header. */
class ClaudeCorpusTest {
    private static final String FOLDER = "corpus/tidebreak-harness";

    @TestFactory
    Stream<DynamicTest> every_frame_of_an_older_release_is_taken() throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(Talk.shared(FOLDER))) {
            files = all.filter(file -> file.getFileName().toString().startsWith("claude-")).sorted().toList();
        }
        assertTrue(files.size() >= 5, "sessions found: " + files.size());
        return files.stream().map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> {
            Told told = Told.of(file);
            assertEquals(List.of(), told.report().unmapped());
            assertEquals(0, told.report().count(Disposition.FAULTED));
            assertEquals(told.report().frames(), told.results().size());
        }));
    }

    @Test
    void an_interrupted_turn_is_interrupted_and_keeps_the_text_so_far() throws IOException {
        Told told = session("interrupt");
        assertEquals(TurnState.INTERRUPTED, told.only(TurnCompleted.class).state());
        JsonNode text = told.report().mapsInFull().at("/items/0");
        assertEquals("failed", text.path("state").asText());
        assertTrue(text.path("text").asText().startsWith("This is a pure creative writing task"), text.toString());
    }

    @Test
    void text_that_nobody_announced_stands_once() throws IOException {
        JsonNode items = session("two-turn").report().mapsInFull().path("items");
        assertEquals(2, items.size());
        assertEquals("one", items.path(0).path("text").asText());
        assertEquals("two", items.path(1).path("text").asText());
        items.forEach(item -> assertEquals("completed", item.path("state").asText()));
    }

    private static Told session(String name) throws IOException {
        return Told.of(Talk.shared(FOLDER + "/claude-2.1.233-" + name + ".ndjson"));
    }
}
