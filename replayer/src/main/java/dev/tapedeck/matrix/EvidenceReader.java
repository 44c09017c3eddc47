package dev.tapedeck.matrix;

import dev.tapedeck.canonical.EventType;
import dev.tapedeck.fixture.Fixture;
import dev.tapedeck.frame.Header;
import dev.tapedeck.host.FrameResult;
import dev.tapedeck.host.HostNote;
import dev.tapedeck.mapping.Emission;
import dev.tapedeck.replay.Replay;
import dev.tapedeck.replay.ReplayListener;
import dev.tapedeck.wire.RuleBooks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Gathers evidence from recordings: one replay of each. */
public final class EvidenceReader {
    private final Path root;
    private final Evidence evidence = new Evidence();
    private final SortedMap<String, String> recordings = new TreeMap<>();
    private final SortedMap<String, String> failures = new TreeMap<>();

    /** @param root the folder that fixture paths are told from */
    public EvidenceReader(Path root) {
        this.root = root;
    }

    /** Replays one more recording; one that cannot be read is noted and proves nothing. */
    public void read(Fixture fixture) throws IOException {
        Witness witness = new Witness(
                root.relativize(fixture.recording()).toString().replace('\\', '/'), fixture.expects());
        try {
            Replay.of(fixture.recording()).tracing(true).listener(witness).run();
            witness.end(fixture.scenario());
        } catch (IOException e) {
            failures.put(fixture.scenario(), String.valueOf(e.getMessage()));
        }
    }

    public Evidence evidence() {
        return evidence;
    }

    /** For each scenario that was read, the id of its recording. */
    public SortedMap<String, String> recordings() {
        return Collections.unmodifiableSortedMap(recordings);
    }

    /** For each scenario that could not be read, why. */
    public SortedMap<String, String> failures() {
        return Collections.unmodifiableSortedMap(failures);
    }

    private final class Witness implements ReplayListener {
        private final String path;
        private final Set<EventType> expects;
        private @Nullable String id;
        private Evidence.@Nullable OneRecording recording;

        Witness(String path, Set<EventType> expects) {
            this.path = path;
            this.expects = expects;
        }

        @Override
        public void header(Header header) {
            id = header.id();
            recording = evidence.recording(header, path, RuleBooks.of(header.wire()).orElse(null), expects);
        }

        @Override
        public void frame(FrameResult result) {
            if (recording != null) {
                recording.frame(result);
            }
        }

        @Override
        public void written(long seq, Emission emission) {
            if (recording != null) {
                recording.written(seq, emission);
            }
        }

        @Override
        public void note(HostNote note) {
            if (recording != null && note instanceof HostNote.EpochOpened) {
                recording.newEpoch();
            }
        }

        @Override
        public boolean wantsChanges(long seq) {
            return false;
        }

        void end(String scenario) {
            if (recording != null && id != null) {
                recording.end();
                recordings.put(scenario, id);
            }
        }
    }
}
