package dev.tapedeck.matrix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.canonical.EventType;
import dev.tapedeck.fixture.Fixture;
import dev.tapedeck.fixture.Fixtures;
import dev.tapedeck.frame.Origin;
import dev.tapedeck.host.FrameResult;
import dev.tapedeck.mapping.Emission;
import dev.tapedeck.recording.RecordingReader;
import dev.tapedeck.recording.Strictness;
import dev.tapedeck.replay.Replay;
import dev.tapedeck.replay.ReplayListener;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What nobody recorded says what it stands for, and keeps it: no live run would notice that it does not. */
class SyntheticFixturesTest {
    @TestFactory
    Stream<DynamicTest> a_written_recording_brings_forth_what_its_scenario_promises() throws IOException {
        return promising().stream().map(fixture -> DynamicTest.dynamicTest(fixture.scenario(), () -> {
            Set<EventType> missing = EnumSet.copyOf(fixture.expects());
            missing.removeAll(told(fixture));
            assertEquals(Set.of(), missing);
        }));
    }

    @Test
    void every_recording_of_a_provider_that_cannot_be_installed_has_a_scenario() throws IOException {
        List<Fixture> written = written().stream()
                .filter(fixture -> fixture.scenario().startsWith("cursor/"))
                .toList();
        assertTrue(written.size() >= 15, written.toString());
        for (Fixture fixture : written) {
            assertFalse(fixture.expects().isEmpty(), fixture.scenario());
        }
    }

    private static List<Fixture> promising() throws IOException {
        List<Fixture> promising = new ArrayList<>();
        for (Fixture fixture : written()) {
            if (!fixture.expects().isEmpty()) {
                promising.add(fixture);
            }
        }
        return promising;
    }

    private static List<Fixture> written() throws IOException {
        List<Fixture> written = new ArrayList<>();
        for (Fixture fixture : Fixtures.in(Path.of("..", "fixtures")).fixtures()) {
            try (RecordingReader reader = RecordingReader.open(fixture.recording(), Strictness.TOLERANT)) {
                if (reader.header().origin() == Origin.SYNTHETIC) {
                    written.add(fixture);
                }
            }
        }
        return written;
    }

    private static Set<EventType> told(Fixture fixture) throws IOException {
        Set<EventType> told = EnumSet.noneOf(EventType.class);
        Replay.of(fixture.recording()).listener(new ReplayListener() {
            @Override
            public void frame(FrameResult result) {
                result.emissions().forEach(emission -> written(result.frame().seq(), emission));
            }

            @Override
            public void written(long seq, Emission emission) {
                if (emission.canonical() != null) {
                    told.add(emission.canonical().type());
                }
            }
        }).run();
        return told;
    }
}
