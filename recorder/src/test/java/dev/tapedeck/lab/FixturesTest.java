package dev.tapedeck.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.frame.Origin;
import dev.tapedeck.json.Json;
import dev.tapedeck.lab.scenario.Scenario;
import dev.tapedeck.lab.scenario.ScenarioReader;
import dev.tapedeck.recording.RecordingReader;
import dev.tapedeck.recording.Strictness;
import dev.tapedeck.redaction.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The scenarios and recordings that ship with Tapedeck. */
class FixturesTest {
    private static final Path FIXTURES = Path.of("..", "fixtures");
    private static final long MOST_BYTES = 3_000_000;
    private static final Map<String, Pattern> PRIVATE = Map.of(
            "a home folder", Pattern.compile("/(?:home|Users)/(?!user\\b)[\\w.-]+"),
            "root's home folder", Pattern.compile("/root/(?:\\.|Desktop|work)[\\w./-]*"),
            "a run's folder", Pattern.compile("/[\\w./-]*tapedeck-lab-[0-9a-f]+"),
            "a JSON web token", Pattern.compile("eyJ[\\w-]{8,}\\.[\\w-]+\\.[\\w-]*"),
            "an API key", Pattern.compile("\\bsk-[\\w-]{8,}"),
            "an e-mail address",
                    Pattern.compile("[\\w.+-]+@(?!example\\.com|localhost|openai/)[\\w-]+\\.[a-z]{2,}\\b"));

    @Test
    void every_scenario_can_be_read_and_has_a_recording_of_a_real_session() throws Exception {
        List<Scenario> scenarios = ScenarioReader.readAll(FIXTURES);

        assertTrue(scenarios.size() >= 30, scenarios.size() + " scenarios");
        for (Scenario scenario : scenarios) {
            Path recording = recording(scenario);
            assertTrue(Files.exists(recording), recording + " is missing");
            try (RecordingReader reader = RecordingReader.open(recording, Strictness.STRICT)) {
                assertEquals(Origin.RECORDED, reader.header().origin(), scenario.name());
                assertEquals(scenario.name(), reader.header().scenario());
                assertEquals(scenario.wire(), reader.header().wire(), scenario.name());
                assertEquals("/workspace", reader.header().cwd(), scenario.name());
                while (reader.next() != null) {
                    // A strict reader throws at the first damage.
                    continue;
                }
                assertTrue(reader.ending() != null, scenario.name() + " has no end");
            }
        }
    }

    @Test
    void a_scenario_says_of_a_recording_that_was_written_by_hand_that_it_was() throws Exception {
        int written = 0;
        for (Path recording : recordings()) {
            Path scenario = recording.resolveSibling(ScenarioReader.FILE);
            if (Files.exists(scenario)) {
                boolean synthetic = Json.read(Files.readAllBytes(scenario)).path("synthetic").isTextual();
                try (RecordingReader reader = RecordingReader.open(recording, Strictness.STRICT)) {
                    assertEquals(synthetic, reader.header().origin() == Origin.SYNTHETIC, scenario.toString());
                }
                written += synthetic ? 1 : 0;
            }
        }
        assertTrue(written >= 20, written + " scenarios of recordings that were written by hand");
    }

    @Test
    void at_least_three_scenarios_are_stable_enough_for_a_live_run() throws Exception {
        List<Scenario> live =
                ScenarioReader.readAll(FIXTURES).stream().filter(Scenario::live).toList();

        assertTrue(live.size() >= 3, live.size() + " live scenarios");
        live.forEach(scenario -> assertFalse(scenario.concurrent(), scenario.name()));
    }

    @Test
    void the_fixtures_of_a_provider_stay_small() throws Exception {
        Map<String, Long> sizes = new TreeMap<>();
        for (Scenario scenario : ScenarioReader.readAll(FIXTURES)) {
            sizes.merge(scenario.provider(), Files.size(recording(scenario)), Long::sum);
        }

        assertFalse(sizes.isEmpty());
        sizes.forEach((provider, bytes) -> assertTrue(bytes < MOST_BYTES, provider + ": " + bytes + " bytes"));
    }

    @Test
    void nothing_of_the_machine_or_its_user_stands_in_a_recording() throws Exception {
        List<String> found = new ArrayList<>();
        for (Path recording : recordings()) {
            String text = Files.readString(recording);
            PRIVATE.forEach((what, pattern) -> {
                Matcher matcher = pattern.matcher(text);
                while (matcher.find()) {
                    found.add(recording + ": " + what + ": " + matcher.group());
                }
            });
            String host = Machine.current("").host();
            if (host != null && text.contains("\"serverName\":\"" + host + "\"")) {
                found.add(recording + ": this machine's name");
            }
        }

        assertEquals(List.of(), found);
    }

    private static Path recording(Scenario scenario) {
        return FIXTURES.resolve(scenario.lab()).resolve(scenario.name()).resolve("recording.ndjson");
    }

    private static List<Path> recordings() throws IOException {
        try (Stream<Path> files = Files.walk(FIXTURES)) {
            return files.filter(file -> file.endsWith("recording.ndjson")).sorted().toList();
        }
    }
}
