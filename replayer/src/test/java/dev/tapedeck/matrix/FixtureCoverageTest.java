package dev.tapedeck.matrix;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Entry;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.frame.Payload;
import dev.tapedeck.json.Json;
import dev.tapedeck.recording.RecordingReader;
import dev.tapedeck.recording.Strictness;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** How much of what a schema lists the recorded fixtures show; the floors only ever rise. */
class FixtureCoverageTest {
    private static final String KINDS = "/dev/tapedeck/matrix/kinds/codex.app-server/0.171.0.txt";
    private static final int NOTIFICATIONS = 63;
    private static final int REQUESTS = 8;
    private static final int ITEM_TYPES = 17;

    @Test
    void the_codex_fixtures_show_as_many_kinds_as_can_be_provoked_offline() throws IOException {
        Set<String> listed = listed();
        Set<String> notifications = new TreeSet<>();
        Set<String> requests = new TreeSet<>();
        Set<String> items = new TreeSet<>();
        for (Path recording : recordings()) {
            try (RecordingReader reader = RecordingReader.open(recording, Strictness.STRICT)) {
                for (Entry entry = reader.next(); entry != null; entry = reader.next()) {
                    if (entry instanceof Frame frame
                            && frame.direction() == Direction.OUT
                            && frame.payload() instanceof Payload.Json json) {
                        count(Json.read(json.bytes()), notifications, requests, items);
                    }
                }
            }
        }
        Set<String> methods = listed.stream().map(kind -> kind.split(":")[0]).collect(Collectors.toSet());
        notifications.retainAll(methods);
        requests.retainAll(methods);
        items.retainAll(listed);
        Set<String> types = items.stream().map(kind -> kind.split(":")[1]).collect(Collectors.toSet());

        atLeast(NOTIFICATIONS, "notifications", notifications);
        atLeast(REQUESTS, "server requests", requests);
        atLeast(ITEM_TYPES, "item types", types);
    }

    private static void count(
            JsonNode frame, Set<String> notifications, Set<String> requests, Set<String> items) {
        if (!frame.has("method")) {
            return;
        }
        String method = frame.path("method").textValue();
        (frame.has("id") ? requests : notifications).add(method);
        String type = frame.at("/params/item/type").asText("");
        if (!type.isEmpty()) {
            items.add(method + ":" + type);
        }
    }

    private static void atLeast(int floor, String what, Collection<String> found) {
        assertTrue(found.size() >= floor, floor + " " + what + " expected, found " + found.size() + ": " + found);
    }

    private static Set<String> listed() throws IOException {
        try (InputStream in = Objects.requireNonNull(FixtureCoverageTest.class.getResourceAsStream(KINDS))) {
            return new String(in.readAllBytes(), UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .collect(Collectors.toSet());
        }
    }

    private static List<Path> recordings() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("..", "fixtures", "codex"))) {
            return files.filter(file -> file.endsWith("recording.ndjson")).sorted().toList();
        }
    }
}
