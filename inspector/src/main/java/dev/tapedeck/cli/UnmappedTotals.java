package dev.tapedeck.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.fault.FaultPlan;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.json.Json;
import dev.tapedeck.json.Shape;
import dev.tapedeck.replay.ReplayReport;
import dev.tapedeck.replay.UnmappedKind;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** What has no rule in several recordings, counted by wire, version and kind. */
final class UnmappedTotals {
    /** Kinds that are counted apart; kind names are data, so their number must be bounded. */
    static final int MAX_KINDS = 4096;
    /** Samples kept of each shape. */
    private static final int MAX_SAMPLES = 3;
    /** Shapes kept of each kind; frames of further shapes are only counted. */
    private static final int MAX_SHAPES = 8;
    /** What stands in place of a version that no recording tells. */
    private static final String NO_VERSION = "";

    private final Map<Key, Total> totals = new TreeMap<>();
    private long uncounted;

    /** A kind of one version of one wire. */
    record Key(String wire, String version, String kind, Direction direction) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            return java.util.Comparator.comparing(Key::wire)
                    .thenComparing(Key::version)
                    .thenComparing(Key::kind)
                    .thenComparing(Key::direction)
                    .compare(this, other);
        }
    }

    /** A frame in a file, and when the provider sent it or its client did. */
    record Place(String file, long seq, Instant at) {}

    /** Frames of one kind. */
    static final class Total {
        private final Map<Shape, List<Sample>> samples = new LinkedHashMap<>();
        private final Map<Shape, Long> shapes = new LinkedHashMap<>();
        private Place first;
        private Place last;
        private long frames;
        private int sessions;

        private Total(Place first, Place last) {
            this.first = first;
            this.last = last;
        }

        long frames() {
            return frames;
        }

        int sessions() {
            return sessions;
        }

        Place first() {
            return first;
        }

        Place last() {
            return last;
        }

        int shapes() {
            return shapes.size();
        }
    }

    private record Sample(String file, long seq, String text) {}

    void add(Path file, ReplayReport report, FaultPlan plan) {
        String version = Objects.requireNonNullElse(report.header().version(), NO_VERSION);
        for (UnmappedKind kind : report.unmapped()) {
            Key key = new Key(report.header().wire().name(), version, kind.kind(), kind.direction());
            if (!totals.containsKey(key) && totals.size() >= MAX_KINDS) {
                uncounted += kind.frames();
                continue;
            }
            Place first = place(file, report, plan, kind.first());
            Place last = place(file, report, plan, kind.last());
            Total total = totals.computeIfAbsent(key, unused -> new Total(first, last));
            total.sessions++;
            total.frames += kind.frames();
            total.first = first.at().isBefore(total.first.at()) ? first : total.first;
            total.last = last.at().isAfter(total.last.at()) ? last : total.last;
            kind.shapes().forEach(shape -> add(file, plan, shape, total));
        }
    }

    private static void add(Path file, FaultPlan plan, UnmappedKind.OfShape shape, Total total) {
        if (!total.shapes.containsKey(shape.shape()) && total.shapes.size() >= MAX_SHAPES) {
            return;
        }
        total.shapes.merge(shape.shape(), shape.frames(), Long::sum);
        List<Sample> kept = total.samples.computeIfAbsent(shape.shape(), key -> new ArrayList<>(1));
        shape.samples().stream()
                .limit(Math.max(0, MAX_SAMPLES - kept.size()))
                .forEach(sample -> kept.add(new Sample(
                        file.toString(), plan.recorded(sample.seq()), sample.text())));
    }

    private static Place place(
            Path file, ReplayReport report, FaultPlan plan, UnmappedKind.Sighting sighting) {
        Instant at = report.header().started().plusNanos(sighting.micros() * 1000);
        return new Place(file.toString(), plan.recorded(sighting.seq()), at);
    }

    boolean isEmpty() {
        return totals.isEmpty();
    }

    Map<Key, Total> totals() {
        return totals;
    }

    /** Frames of kinds beyond {@link #MAX_KINDS}. */
    long uncounted() {
        return uncounted;
    }

    ArrayNode json() {
        ArrayNode rows = Json.mapper().createArrayNode();
        totals.forEach((key, total) -> {
            ObjectNode row = rows.addObject().put("wire", key.wire());
            row.put("version", key.version().equals(NO_VERSION) ? null : key.version());
            row.put("kind", key.kind()).put("dir", key.direction().word());
            row.put("frames", total.frames).put("sessions", total.sessions);
            row.set("first", place(total.first));
            row.set("last", place(total.last));
            ArrayNode shapes = row.putArray("shapes");
            total.shapes.forEach((shape, frames) -> {
                ObjectNode one = shapes.addObject().put("frames", frames);
                shape.paths().forEach(one.putArray("paths")::add);
                ArrayNode samples = one.putArray("samples");
                total.samples.get(shape).forEach(sample -> samples.addObject()
                        .put("file", sample.file())
                        .put("seq", sample.seq())
                        .put("text", sample.text()));
            });
        });
        return rows;
    }

    private static ObjectNode place(Place place) {
        return Json.mapper()
                .createObjectNode()
                .put("file", place.file())
                .put("seq", place.seq())
                .put("at", place.at().toString());
    }
}
