package dev.tapedeck.inspect.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.filter.Filter;
import dev.tapedeck.filter.FilterProblem;
import dev.tapedeck.host.FrameResult;
import dev.tapedeck.inspect.Tapes;
import dev.tapedeck.inspect.index.Survey.Findings;
import dev.tapedeck.mapping.Emission;
import dev.tapedeck.matrix.Evidence;
import dev.tapedeck.matrix.KindEvidence;
import dev.tapedeck.matrix.StreamEvidence;
import dev.tapedeck.replay.ReplayListener;
import dev.tapedeck.wire.RuleBooks;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SurveyTest {
    @TempDir
    Path folder;

    /** Goes on by a minute with every look, so that every look is a fresh one. */
    private final InstantSource clock = new InstantSource() {
        private long minutes;

        @Override
        public synchronized Instant instant() {
            return Instant.EPOCH.plusSeconds(60 * ++minutes);
        }
    };

    @Test
    void a_file_that_changed_is_replayed_alone_and_its_new_frames_are_there() throws IOException {
        Path growing = tape("a", "aaaabbbbccccdddd").write();
        tape("b", "bbbbbbbbccccdddd").write();
        tape("c", "ccccbbbbccccdddd").write();
        Library library = new Library(folder, clock);
        try (Survey survey = new Survey(library, clock)) {
            Findings before = complete(survey, library);
            assertEquals(3, survey.replays());
            assertEquals(30, frames(before));
            String line = Files.readAllLines(growing).stream().filter(text -> text.contains("\"seq\":12,")).findFirst()
                    .orElseThrow();
            Files.writeString(growing, line.replace("\"seq\":12,", "\"seq\":13,") + "\n", StandardOpenOption.APPEND);
            Findings after = complete(survey, library);
            assertEquals(31, frames(after));
            assertEquals(4, survey.replays(), "the changed one alone");
            Recording recording = library.scan().named("codex/a/recording.ndjson").orElseThrow();
            assertEquals(11, ready(survey, recording).frames().size());
            assertEquals(4, survey.replays(), "its table came from the survey");
        }
    }

    @Test
    void evidence_put_together_is_the_evidence_of_one_pass() throws IOException {
        tape("a", "aaaabbbbccccdddd").write();
        tape("b", "bbbbbbbbccccdddd").header("origin", "recorded").write();
        Library library = new Library(folder, clock);
        Evidence together = new Evidence();
        Evidence inOnePass = new Evidence();
        for (Recording recording : library.scan().recordings()) {
            Evidence alone = new Evidence();
            gather(recording, alone);
            together.add(alone);
            gather(recording, inOnePass);
        }
        assertEquals(told(inOnePass), told(together));
        assertFalse(told(together).isEmpty());
    }

    @Test
    void a_table_can_be_looked_at_while_it_is_filled() throws IOException {
        Path file = tape("a", "aaaabbbbccccdddd").write();
        Recording recording = new Library(folder, clock).scan().recordings().getFirst();
        TableFiller filler = new TableFiller(Plan.CLEAN);
        Replayer.run(file, recording, Plan.CLEAN, 6, false, filler);
        FrameTable before = filler.soFar(true);
        int rows = before.size();
        Replayer.run(file, recording, Plan.CLEAN, Long.MAX_VALUE, false, filler);
        assertTrue(before.growing());
        assertEquals(rows, before.size());
        assertEquals("item/started:agentMessage", before.row(rows - 1).kind());
        assertFalse(filler.done().growing());
        assertTrue(filler.done().size() > rows);
    }

    @Test
    void a_packed_recording_is_shown_as_any_other() throws IOException {
        Path file = tape("a", "aaaabbbbccccdddd").write();
        Path packed = file.resolveSibling("recording.ndjson.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
            Files.copy(file, out);
        }
        Files.delete(file);
        Library library = new Library(folder, clock);
        try (Survey survey = new Survey(library, clock)) {
            assertEquals(List.of(), library.scan().skipped());
            Recording recording = library.scan().recordings().getFirst();
            assertEquals(10, ready(survey, recording).frames().size());
            assertEquals(1, survey.search(
                    ready(survey, recording), Plan.CLEAN, parse("raw.params.delta:a")).rows().cardinality());
        }
    }

    private static Filter parse(String text) throws IOException {
        try {
            return Filter.parse(text);
        } catch (FilterProblem e) {
            throw new IOException(e);
        }
    }

    private Tapes.Tape tape(String name, String id) {
        return Tapes.turn(folder, "codex/" + name + "/recording.ndjson", name).header("id", id);
    }

    /** What a survey of the files as they are now found; the one before is shown until then. */
    private static Findings complete(Survey survey, Library library) {
        return Awaitility.await().until(
                survey::findings,
                found -> found.complete() && found.scan().recordings().equals(library.scan().recordings()));
    }

    private static Tape ready(Survey survey, Recording recording) {
        for (int i = 0; i < 20; i++) {
            if (survey.tape(recording) instanceof Shelf.Lookup.Ready ready) {
                return ready.tape();
            }
        }
        throw new AssertionError("the replay did not end");
    }

    private static long frames(Findings findings) {
        return findings.facts().values().stream().mapToLong(Tape.Facts::frames).sum();
    }

    private static void gather(Recording recording, Evidence evidence) throws IOException {
        Evidence.OneRecording one = evidence.recording(
                recording.header(),
                recording.name(),
                RuleBooks.of(recording.header().wire()).orElseThrow(),
                Set.of());
        Replayer.run(recording.path(), recording, Plan.CLEAN, Long.MAX_VALUE, false, new ReplayListener() {
            @Override
            public void frame(FrameResult result) {
                one.frame(result);
            }

            @Override
            public void written(long seq, Emission emission) {
                one.written(seq, emission);
            }
        });
        one.end();
    }

    private static Map<String, String> told(Evidence evidence) {
        return evidence.streams().entrySet().stream().collect(Collectors.toMap(
                stream -> stream.getKey().toString(), stream -> told(stream.getValue())));
    }

    private static String told(StreamEvidence stream) {
        return stream.versions() + " " + stream.frames() + " " + stream.hostWritten()
                + stream.kinds().stream().map(SurveyTest::told).collect(Collectors.joining("\n"));
    }

    private static String told(KindEvidence kind) {
        return String.join(
                " ",
                kind.kind(),
                String.valueOf(kind.rule()),
                String.valueOf(kind.frames()),
                String.valueOf(kind.recorded()),
                kind.samples().toString(),
                kind.shapes().toString(),
                kind.spans().toString(),
                kind.events().toString(),
                kind.concepts().toString(),
                kind.recordings().toString(),
                String.valueOf(kind.fault()));
    }
}
