package dev.tapedeck.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.frame.HostAct;
import dev.tapedeck.frame.LogLine;
import dev.tapedeck.host.FrameResult;
import dev.tapedeck.host.HostNote;
import dev.tapedeck.host.HostView;
import dev.tapedeck.host.StateChange;
import dev.tapedeck.mapping.Emission;
import dev.tapedeck.rules.Claim;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class WaypointTest {
    /** Waypoints of one recording that are gone on from. */
    private static final int EACH = 8;

    @TempDir
    Path folder;

    @Test
    void what_a_waypoint_tells_is_what_the_whole_replay_told_behind_it_in_every_fixture() throws IOException {
        List<Path> fixtures;
        try (Stream<Path> all = Files.walk(Path.of("..", "fixtures"))) {
            fixtures = all.filter(file -> file.endsWith("recording.ndjson")).sorted().toList();
        }
        int checked = 0;
        for (Path file : fixtures) {
            int entries = Files.readAllLines(file).size();
            checked += check(file, 1 + file.hashCode() % 3 & 3, Math.max(1, entries / EACH));
        }
        assertTrue(checked > 1000, "waypoints: " + checked);
    }

    @Test
    void a_long_recording_goes_on_from_any_of_its_waypoints() throws IOException {
        Path file = folder.resolve("long.ndjson");
        LongRecording.write(file, 6000);
        assertTrue(check(file, 100, 900) > 4);
    }

    @Test
    void a_file_without_a_header_and_a_replay_under_a_plan_offer_none() throws IOException {
        Path file = Files.writeString(folder.resolve("raw.ndjson"), "{\"method\":\"turn/started\",\"params\":{}}\n"
                .repeat(3));
        List<Waypoint> found = new ArrayList<>();
        Replay.of(file).batch(1).waypoints(1, waypoint -> found.add(waypoint.get())).run();
        assertEquals(List.of(), found);
    }

    /** Returns how many waypoints were gone on from. */
    private static int check(Path file, int batch, int every) throws IOException {
        Told whole = new Told();
        Map<Waypoint, Integer> waypoints = new LinkedHashMap<>();
        Replay.of(file)
                .batch(Math.max(1, batch))
                .tracing(true)
                .listener(whole)
                .waypoints(every, waypoint -> waypoints.put(waypoint.get(), whole.lines.size()))
                .run();
        for (Map.Entry<Waypoint, Integer> waypoint : waypoints.entrySet()) {
            Told rest = new Told();
            waypoint.getKey().goOn(file, Long.MAX_VALUE, 0, true, rest);
            List<String> expected = whole.lines.subList(waypoint.getValue(), whole.lines.size());
            assertEquals(
                    String.join("\n", expected),
                    String.join("\n", rest.lines.subList(1, rest.lines.size())),
                    file + " behind entry " + waypoint.getKey().seq());
        }
        return waypoints.size();
    }

    /** Everything that a listener is told, as lines. */
    private static final class Told implements ReplayListener {
        private final List<String> lines = new ArrayList<>();

        @Override
        public void frame(FrameResult result) {
            lines.add("frame " + result.frame().seq() + " " + result.disposition() + " " + result.rule() + " "
                    + result.reason() + " " + result.batch() + " " + result.emissions());
        }

        @Override
        public void log(LogLine line) {
            lines.add("log " + line.seq());
        }

        @Override
        public void hostAct(HostAct act) {
            lines.add("act " + act);
        }

        @Override
        public void note(HostNote note) {
            lines.add("note " + note);
        }

        @Override
        public void written(long seq, Emission emission) {
            lines.add("written " + seq + " " + emission);
        }

        @Override
        public void changed(long seq, StateChange change) {
            lines.add("changed " + seq + " " + change);
        }

        @Override
        public void claimed(Claim claim) {
            lines.add("claimed " + claim);
        }

        @Override
        public void stepped(HostView host) {
            lines.add("stepped " + host.epoch() + " " + host.arrivedSeq() + " " + host.arrivedFrames() + " "
                    + host.outstandingRequests() + " " + host.boundThread() + " " + host.closed() + " "
                    + host.scratch().bytes() + " " + host.maps().json().toString().hashCode());
        }
    }
}
