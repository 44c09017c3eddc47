package dev.tapedeck.play;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.fault.FaultPlan;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Entry;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.frame.HostAct;
import dev.tapedeck.frame.LogLine;
import dev.tapedeck.recording.LoadedRecording;
import dev.tapedeck.recording.Strictness;
import dev.tapedeck.rules.Message;
import dev.tapedeck.wire.RuleBooks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Every bundled recording, played in memory to a client that says what its own client said. */
@Timeout(120)
class RoundTripTest {
    private static final Path FIXTURES = Path.of("../fixtures");

    @Test
    void every_recording_is_played_as_it_was_recorded() throws IOException, InterruptedException {
        Map<String, Integer> played = new TreeMap<>();
        try (Stream<Path> files = Files.walk(FIXTURES)) {
            for (Path file : files.filter(file -> file.endsWith("recording.ndjson")).sorted().toList()) {
                LoadedRecording recording = LoadedRecording.read(file, Strictness.STRICT);
                for (int process = 1; process <= spawned(recording); process++) {
                    play(file, recording, process);
                }
                played.merge(recording.header().wire().name(), 1, Integer::sum);
            }
        }
        assertTrue(
                played.keySet().containsAll(List.of(
                        "acp", "claude.stream-json", "codex.app-server", "codex.exec", "opencode.event2", "pi.rpc")),
                played::toString);
    }

    private static int spawned(LoadedRecording recording) {
        long spawned = recording.entries().stream()
                .filter(entry -> entry instanceof HostAct act && act.act().equals(HostAct.SPAWN))
                .count();
        return (int) Math.max(1, spawned);
    }

    private static void play(Path file, LoadedRecording recording, int process)
            throws IOException, InterruptedException {
        Script script = Script.of(
                recording,
                RuleBooks.of(recording.header().wire()).orElseThrow().dialect(),
                process,
                FaultPlan.NONE);
        Client client = new Client(script);
        Player player = new Player(script, List.of(), Pace.NONE, client, mismatch -> {});
        client.player = player;
        client.speak();
        Outcome outcome = player.play();
        String name = file + " process " + process;
        assertEquals(List.of(), Stage.sentences(outcome), name);
        assertEquals(client.expected(), client.said, name);
    }

    /** Says what the recorded client said, when it said it. */
    private static final class Client implements Voice {
        private final Script script;
        private final List<Entry> said = new ArrayList<>();
        private int at;
        private @Nullable Player player;

        Client(Script script) {
            this.script = script;
        }

        List<Entry> expected() {
            List<Entry> expected = new ArrayList<>();
            for (Cue cue : script.cues()) {
                switch (cue) {
                    case Cue.Say say -> expected.add(say.frame());
                    case Cue.Log log -> expected.add(log.line());
                    case Cue.Await await -> {}
                    case Cue.EndStream end -> {}
                }
            }
            return expected;
        }

        /** All that was said before the next word of the provider. */
        void speak() {
            while (at < script.cues().size()) {
                switch (script.cues().get(at)) {
                    case Cue.AwaitFrame await -> player.hear(new Heard.Spoken(await.frame()));
                    case Cue.AwaitSignal await -> player.hear(new Heard.Signalled(await.signal()));
                    case Cue.AwaitSubscription await -> player.hear(new Heard.Subscribed(await.stream()));
                    case Cue.Say say -> {
                        return;
                    }
                    case Cue.Log log -> {}
                    case Cue.EndStream end -> {}
                }
                at++;
            }
            player.hear(new Heard.Silent());
        }

        @Override
        public void say(Frame frame, @Nullable Frame heard, boolean held) {
            assertEquals(Direction.OUT, frame.direction());
            said.add(frame);
            at++;
            speak();
        }

        @Override
        public void log(LogLine line) {
            said.add(line);
        }

        @Override
        public void endStream(String stream) {}

        @Override
        public void flush() {}

        @Override
        public void refuse(Frame heard, @Nullable Message message, String reason) {}
    }
}
