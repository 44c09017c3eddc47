package dev.tapedeck.inspect.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.inspect.Tapes;
import dev.tapedeck.inspect.index.FrameProbe.Probe;
import dev.tapedeck.inspect.index.Stops.Stop;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.zip.GZIPOutputStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StopsTest {
    private static final int TURNS = 400;

    @TempDir
    Path folder;

    @Test
    void a_late_frame_and_the_state_after_it_are_the_same_from_a_stop_as_from_the_start() throws IOException {
        Path file = write(folder.resolve("stops"));
        Path packed = Files.createDirectories(folder.resolve("start")).resolve("tape.ndjson.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
            Files.copy(file, out); // nothing begins inside a packed file, so its frames are replayed from the start
        }
        try (Survey stops = survey("stops"); Survey start = survey("start")) {
            Recording one = recording("stops");
            Recording other = recording("start");
            for (long seq : List.of(1L, 4095L, 4096L, 4097L, 5003L, 8191L, 8192L, 8193L, 9001L, 25L * TURNS)) {
                Probe expected = probe(start, other, seq);
                Probe found = probe(stops, one, seq);
                assertEquals(told(expected), told(found), "frame " + seq);
                assertEquals(snapshot(start, other, seq).toString(), snapshot(stops, one, seq).toString());
            }
            assertNull(start.stop(other, 9001).waypoint());
            assertNull(stops.stop(one, 4096).waypoint(), "a stop is before its frame");
            Stop late = stops.stop(one, 9001);
            assertNotNull(late.waypoint());
            assertTrue(late.waypoint().seq() >= 8192, "the last one before it: " + late.waypoint().seq());
        }
    }

    @Test
    void stops_of_a_longer_recording_lie_farther_apart() throws IOException {
        Path file = write(folder.resolve("stops"));
        Recording recording = recording("stops");
        Stops stops = new Stops(recording.header());
        AtomicReference<Integer> offers = new AtomicReference<>(0);
        dev.tapedeck.replay.Replay.of(file).batch(1).waypoints(16, waypoint -> {
            stops.offer(waypoint);
            offers.updateAndGet(count -> count + 1);
        }).run();
        assertTrue(offers.get() > 4 * Stops.MOST, "offered: " + offers);
        assertTrue(stops.size() <= Stops.MOST && stops.size() > Stops.MOST / 3, "kept: " + stops.size());
        long farthest = 0;
        for (long seq = 200; seq <= 25L * TURNS; seq += 50) {
            Stop stop = stops.before(seq);
            farthest = Math.max(farthest, seq - (stop.waypoint() == null ? 0 : stop.waypoint().seq()));
        }
        assertTrue(farthest < 4 * 25L * TURNS / Stops.MOST, "frames to replay: " + farthest);
        stops.clear();
        assertNull(stops.before(9000).waypoint());
    }

    /** Turns with a message that streams, a tool and figures; so ids, budgets and bills go on all the time. */
    private Path write(Path place) throws IOException {
        Tapes.Tape tape = Tapes.at(place, "tape.ndjson");
        for (int turn = 0; turn < TURNS; turn++) {
            String id = "turn-" + turn;
            Map<String, Object> text = Map.of("type", "agentMessage", "id", "msg-" + turn, "text", "");
            Map<String, Object> tool = Map.of("type", "commandExecution", "id", "tool-" + turn, "command", "ls " + turn,
                    "status", "inProgress");
            tape.out("turn/started", Map.of("threadId", "t-0001", "turn", turn(id, "inProgress")));
            tape.out("item/started", Map.of("threadId", "t-0001", "turnId", id, "item", tool));
            tape.out("item/started", Map.of("threadId", "t-0001", "turnId", id, "item", text));
            for (int i = 0; i < 20; i++) {
                tape.out("item/agentMessage/delta", Map.of(
                        "threadId", "t-0001", "turnId", id, "itemId", "msg-" + turn, "delta", "word of msg-" + turn));
            }
            tape.out("item/completed", Map.of("threadId", "t-0001", "turnId", id, "item", text));
            tape.out("turn/completed", Map.of("threadId", "t-0001", "turn", turn(id, "completed")));
        }
        return tape.write();
    }

    private static Map<String, Object> turn(String id, String status) {
        return Map.of("id", id, "status", status, "items", List.of());
    }

    private Survey survey(String place) throws IOException {
        return new Survey(new Library(folder.resolve(place), InstantSource.system()), InstantSource.system());
    }

    private Recording recording(String place) throws IOException {
        return new Library(folder.resolve(place), InstantSource.system()).scan().recordings().getFirst();
    }

    private static Probe probe(Survey survey, Recording recording, long seq) {
        return once(() -> survey.probe(recording, seq)).orElseThrow();
    }

    private static Snapshot snapshot(Survey survey, Recording recording, long seq) {
        return once(() -> survey.snapshot(recording, seq, Math.max(0, seq - 30)));
    }

    private static <T> T once(Callable<Optional<T>> asked) {
        AtomicReference<T> found = new AtomicReference<>();
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> {
            asked.call().ifPresent(found::set);
            return found.get() != null;
        });
        return found.get();
    }

    private static String told(Probe probe) {
        StringBuilder text = new StringBuilder();
        probe.events().forEach(event ->
                text.append(event.json()).append(event.runtime()).append(event.amalgm()).append('\n'));
        return text + "\n" + probe.changes() + "\n" + probe.notes() + "\n" + probe.batchEnd() + "\n" + probe.meters();
    }
}
