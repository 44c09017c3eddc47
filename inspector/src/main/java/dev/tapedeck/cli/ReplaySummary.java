package dev.tapedeck.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.fault.FaultPlan;
import dev.tapedeck.host.Disposition;
import dev.tapedeck.host.HostNote;
import dev.tapedeck.json.Json;
import dev.tapedeck.replay.KindCount;
import dev.tapedeck.replay.ReplayReport;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/** What the replay of several recordings came to. */
final class ReplaySummary {
    /** A kind on one wire, in one direction. */
    record Row(String wire, String kind, Direction direction) implements Comparable<Row> {
        @Override
        public int compareTo(Row other) {
            int byWire = wire.compareTo(other.wire);
            int byKind = byWire != 0 ? byWire : kind.compareTo(other.kind);
            return byKind != 0 ? byKind : direction.compareTo(other.direction);
        }
    }

    private final Map<Disposition, Long> totals = new EnumMap<>(Disposition.class);
    private final Map<Row, Map<Disposition, Long>> kinds = new TreeMap<>();
    private final ArrayNode files = Json.mapper().createArrayNode();
    private final UnmappedTotals unmapped = new UnmappedTotals();
    private final ArrayNode warnings = Json.mapper().createArrayNode();
    private int sessions;
    private long frames;
    private int violations;

    /** @param plan of the replay: frames are called by their numbers in the recording */
    void add(Path file, ReplayReport report, FaultPlan plan) {
        sessions++;
        frames += report.frames();
        violations += report.violations().size();
        report.dispositions().forEach((disposition, count) -> totals.merge(disposition, count, Long::sum));
        String wire = report.header().wire().name();
        for (KindCount kind : report.kinds()) {
            Map<Disposition, Long> counts = kinds.computeIfAbsent(
                    new Row(wire, kind.kind(), kind.direction()), unused -> new EnumMap<>(Disposition.class));
            kind.counts().forEach((disposition, count) -> counts.merge(disposition, count, Long::sum));
        }
        ObjectNode one = files.addObject().put("file", file.toString()).put("wire", wire);
        one.put("version", report.header().version());
        one.put("frames", report.frames());
        Coverage.of(report).ifPresent(words -> one.put("coverage", words));
        report.dispositions().forEach((disposition, count) -> one.put(disposition.word(), count));
        one.put("late", report.counters().late()).put("repeated", report.counters().duplicate());
        one.put("epochs", report.epochs());
        ArrayNode broken = one.putArray("violations");
        report.violations().forEach(violation -> {
            ObjectNode told = Json.mapper().valueToTree(violation);
            broken.add(at(told, violation.seq(), plan));
        });
        ArrayNode excepted = one.putArray("excepted");
        report.excepted().stream().sorted().forEach(by -> excepted.add(by.sentence()));
        ArrayNode damages = one.putArray("damages");
        report.damages().forEach(damage -> damages.add(damage.sentence()));
        ArrayNode notes = one.putArray("notes");
        report.notes().forEach(note -> notes.add(note(note, plan)));
        one.put("noteCount", report.noteCount());
        unmapped.add(file, report, plan);
        for (HostNote.Warned warned : report.notes(HostNote.Warned.class)) {
            warnings.add(note(warned, plan).put("file", file.toString()));
        }
    }

    void unreadable(Path file, String reason) {
        files.addObject().put("file", file.toString()).put("error", reason);
    }

    int sessions() {
        return sessions;
    }

    long frames() {
        return frames;
    }

    int violations() {
        return violations;
    }

    long total(Disposition disposition) {
        return totals.getOrDefault(disposition, 0L);
    }

    /** What has no rule, by wire, version and kind. */
    UnmappedTotals unmapped() {
        return unmapped;
    }

    Map<Row, Map<Disposition, Long>> kinds() {
        return kinds;
    }

    ObjectNode json() {
        ObjectNode json = Json.mapper().createObjectNode();
        json.put("sessions", sessions).put("frames", frames);
        for (Disposition disposition : Disposition.values()) {
            json.put(disposition.word(), total(disposition));
        }
        json.put("violations", violations);
        ArrayNode rows = json.putArray("kinds");
        kinds.forEach((row, counts) -> {
            ObjectNode kind = rows.addObject().put("wire", row.wire()).put("kind", row.kind());
            kind.put("dir", row.direction().word());
            counts.forEach((disposition, count) -> kind.put(disposition.word(), count));
        });
        json.set("unmappedKinds", unmapped.json());
        json.put("unmappedBeyond", unmapped.uncounted());
        json.set("warnings", warnings);
        json.set("files", files);
        return json;
    }

    private static ObjectNode note(HostNote note, FaultPlan plan) {
        return at(Json.mapper().createObjectNode(), note.seq(), plan)
                .put("epoch", note.epoch())
                .put("note", note.getClass().getSimpleName())
                .put("text", plan.words(note.sentence()));
    }

    /** Says at which frame of the recording, and how many stood behind it by then where a fault put some there. */
    private static ObjectNode at(ObjectNode told, long seq, FaultPlan plan) {
        long beside = seq % plan.spacing();
        told.put("seq", plan.recorded(seq));
        return beside == 0 ? told : told.put("beside", beside);
    }
}
