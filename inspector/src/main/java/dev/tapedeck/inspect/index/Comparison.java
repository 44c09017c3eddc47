package dev.tapedeck.inspect.index;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.events.Ordinals;
import dev.tapedeck.host.Disposition;
import dev.tapedeck.host.FrameResult;
import dev.tapedeck.host.HostView;
import dev.tapedeck.json.Json;
import dev.tapedeck.mapping.Emission;
import dev.tapedeck.replay.ReplayListener;
import dev.tapedeck.replay.ReplayReport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Two runs of one recording: where they part frame by frame, and how their maps differ at the end.
 *
 * @param frames the first {@value #MAX_FRAMES} frames that came to something else
 * @param further such frames beyond those
 * @param equal frames that came to the same
 */
public record Comparison(
        Side one, Side other, List<FrameDiff> frames, long further, long equal, MapsDiff maps) {
    /** Differing frames that are kept. */
    static final int MAX_FRAMES = 200;
    /** Characters of events that a side keeps; further ones are compared by their hash. */
    static final long MAX_TEXT = 8L << 20;

    public Comparison {
        frames = List.copyOf(frames);
    }

    /** One of the runs. */
    public record Side(Plan plan, ReplayReport report) {}

    /** A frame that came to something else; a side is absent where the frame never arrived. */
    public record FrameDiff(long seq, @Nullable Outcome one, @Nullable Outcome other) {}

    /**
     * What a frame came to.
     *
     * @param reason why it was not mapped, if it was not
     * @param events canonical events as one line of JSON each; both sides name ids alike
     */
    public record Outcome(String kind, Disposition disposition, @Nullable String reason, List<String> events) {
        public Outcome {
            events = List.copyOf(events);
        }

        /** The same frame once more. */
        Outcome and(Outcome again) {
            List<String> both = new ArrayList<>(events);
            both.addAll(again.events);
            return new Outcome(kind, disposition, reason, both);
        }
    }

    /** @throws IOException if the file cannot be read any more, or its wire has no rules */
    static Comparison of(Survey survey, Recording recording, Plan one, Plan other) throws IOException {
        CanonicalJson names = new CanonicalJson(recording.header(), new Ordinals());
        Watching left = new Watching(names, one);
        Watching right = new Watching(names, other);
        ReplayReport leftReport = left.replay(survey, recording);
        ReplayReport rightReport = right.replay(survey, recording);
        TreeSet<Long> all = new TreeSet<>(left.outcomes.keySet());
        all.addAll(right.outcomes.keySet());
        List<FrameDiff> frames = new ArrayList<>();
        for (long seq : all) {
            Outcome a = left.outcomes.get(seq);
            Outcome b = right.outcomes.get(seq);
            if (a == null || !a.equals(b)) {
                frames.add(new FrameDiff(seq, a, b));
            }
        }
        int kept = Math.min(MAX_FRAMES, frames.size());
        return new Comparison(
                new Side(one, leftReport),
                new Side(other, rightReport),
                frames.subList(0, kept),
                frames.size() - kept,
                all.size() - frames.size(),
                MapsDiff.of(left.maps(), right.maps()));
    }

    /** Gathers what a run's frames came to, by their numbers in the recording. */
    private static final class Watching implements ReplayListener {
        private final CanonicalJson names;
        private final Plan plan;
        private final Map<Long, Outcome> outcomes = new LinkedHashMap<>();
        private long text;
        private @Nullable HostView host;

        Watching(CanonicalJson names, Plan plan) {
            this.names = names;
            this.plan = plan;
        }

        ReplayReport replay(Survey survey, Recording recording) throws IOException {
            return survey.replay(recording, plan, Long.MAX_VALUE, false, this)
                    .orElseThrow(() -> new IOException("a wire with a rule book expected"));
        }

        @Override
        public void frame(FrameResult result) {
            List<String> events = new ArrayList<>();
            for (Emission emission : result.emissions()) {
                if (emission.canonical() != null) {
                    events.add(kept(Json.write(names.of(emission.canonical(), result.frame().seq()))));
                }
            }
            String kind = result.message() == null ? "not decoded" : result.message().kind().path();
            outcomes.merge(
                    plan.recorded(result.frame().seq()),
                    new Outcome(kind, result.disposition(), result.reason(), events),
                    Outcome::and);
        }

        private String kept(String event) {
            text += event.length();
            return text <= MAX_TEXT ? event : Integer.toHexString(event.hashCode());
        }

        @Override
        public void stepped(HostView view) {
            host = view;
        }

        ObjectNode maps() {
            return host == null ? Json.mapper().createObjectNode() : names.maps(host.maps());
        }
    }
}
