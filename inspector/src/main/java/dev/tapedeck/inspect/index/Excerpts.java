package dev.tapedeck.inspect.index;

import dev.tapedeck.frame.Entry;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.frame.Header;
import dev.tapedeck.frame.Origin;
import dev.tapedeck.recording.Excerpt;
import dev.tapedeck.recording.RecordingReader;
import dev.tapedeck.recording.Strictness;
import dev.tapedeck.redaction.Machine;
import dev.tapedeck.redaction.Scrubber;
import dev.tapedeck.replay.Waypoint;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;

/** Frames of a recording as a small recording that somebody may keep as a fixture: what is private is replaced. */
public final class Excerpts {
    /** Frames of one. */
    public static final int MOST = 6;
    /** Bytes of payload of one; it stands on a page. */
    private static final long MOST_BYTES = 32 * 1024;

    private Excerpts() {}

    /**
     * Text of a recording of those frames.
     *
     * @param seqs frames of it; the first few are taken
     * @return empty when there is none of them, or the first is too long for a page
     */
    public static Optional<String> of(Survey survey, Recording recording, SortedSet<Long> seqs) throws IOException {
        Header whole = recording.header();
        Scrubber scrubber = Scrubber.forMachine(new Machine(
                System.getProperty("user.home"), whole.cwd(), System.getProperty("user.name"), null, Map.of()));
        List<Entry> scrubbed = new ArrayList<>();
        for (Frame frame : frames(survey, recording, seqs)) {
            scrubbed.addAll(scrubber.scrub(frame));
        }
        scrubbed.addAll(scrubber.flush());
        List<Frame> frames = scrubbed.stream().map(Frame.class::cast).toList();
        return frames.isEmpty() ? Optional.empty() : Optional.of(Excerpt.of(header(whole, seqs, scrubber), frames));
    }

    /** As the recording's, without what tells of the machine; its id is its own, so that both may lie in one folder. */
    private static Header header(Header whole, SortedSet<Long> seqs, Scrubber scrubber) {
        return new Header(
                Ids.of(whole.id() + seqs),
                whole.provider(),
                whole.wire(),
                whole.transport(),
                whole.version(),
                whole.protocol(),
                List.of(),
                null,
                whole.started(),
                Origin.MUTATED,
                whole.scenario(),
                null,
                List.of(),
                scrubber.counts(),
                whole.streams(),
                whole.primary());
    }

    private static List<Frame> frames(Survey survey, Recording recording, SortedSet<Long> seqs) throws IOException {
        List<Frame> frames = new ArrayList<>();
        if (seqs.isEmpty()) {
            return frames;
        }
        Path path = survey.open(recording);
        Waypoint from = survey.stopSoFar(recording, seqs.first()).waypoint();
        long bytes = 0;
        try (RecordingReader reader = from == null
                ? RecordingReader.open(path, Strictness.TOLERANT)
                : RecordingReader.open(path, from.place(), Long.MAX_VALUE, Strictness.TOLERANT)) {
            for (Entry entry = reader.next(); entry != null && entry.seq() <= seqs.last(); entry = reader.next()) {
                if (entry instanceof Frame frame && seqs.contains(entry.seq())) {
                    bytes += frame.payload().size();
                    if (frames.size() == MOST || bytes > MOST_BYTES) {
                        break;
                    }
                    frames.add(frame);
                }
            }
        }
        return frames;
    }
}
