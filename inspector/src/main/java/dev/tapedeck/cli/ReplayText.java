package dev.tapedeck.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.fault.FaultPlan;
import dev.tapedeck.host.Disposition;
import dev.tapedeck.replay.ReplayReport;
import dev.tapedeck.replay.UnmappedKind;
import dev.tapedeck.text.VisibleText;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What a replay tells people: what went wrong first, then the figures. */
final class ReplayText {
    private static final int SHOWN_SAMPLE = 160;
    private static final int SHOWN_NOTES = 20;
    private static final int SHOWN_DAMAGES = 10;
    private static final int WIDEST_KIND = 60;

    private ReplayText() {}

    /** One session: a line of figures, what is unmapped, what the host did, and the maps in short. */
    static void session(PrintWriter out, Path file, ReplayReport report, FaultPlan plan) {
        String version = report.header().version() == null ? "" : " " + report.header().version();
        out.println(visible(file + "  " + report.header().provider() + version + ", " + report.header().wire()));
        out.println("  " + figures(report));
        Coverage.of(report).ifPresent(words -> out.println("  " + words));
        for (UnmappedKind kind : report.unmapped()) {
            out.printf("  unmapped %s %s, %d frames%n", kind.direction().word(), visible(kind.kind()), kind.frames());
            for (UnmappedKind.Sample sample : kind.samples()) {
                out.printf("    %s: %s%n", plan.name(sample.seq()), shortened(visible(sample.text()), SHOWN_SAMPLE));
            }
        }
        some(out, SHOWN_NOTES, report.noteCount(), report.notes().stream()
                .map(note -> "host at " + plan.name(note.seq()) + ": " + plan.words(note.sentence()))
                .toList());
        some(out, SHOWN_DAMAGES, report.damages().size(), report.damages().stream()
                .map(damage -> "file: " + damage.sentence())
                .toList());
        report.violations().forEach(violation -> out.println("  " + visible(plan.words(violation.sentence()))));
        out.println("  " + maps(report));
        report.excepted().stream().sorted().forEach(
                excepted -> out.println("  differs from the clean run in " + excepted.sentence()));
    }

    /** All sessions together: dispositions by kind. */
    static void total(PrintWriter out, ReplaySummary summary) {
        if (summary.sessions() == 0) {
            return;
        }
        List<String> names = summary.kinds().keySet().stream()
                .map(row -> shortened(visible(row.direction().word() + "  " + row.kind()), WIDEST_KIND))
                .toList();
        int width = Math.max(20, names.stream().mapToInt(String::length).max().orElse(0));
        out.println();
        out.println(row(width, "kind", headings()));
        int i = 0;
        for (Map<Disposition, Long> counts : summary.kinds().values()) {
            out.println(row(width, names.get(i++), cells(counts)));
        }
        Map<Disposition, Long> totals = new LinkedHashMap<>();
        for (Disposition disposition : Disposition.values()) {
            totals.put(disposition, summary.total(disposition));
        }
        out.println(row(width, "all", cells(totals)));
        unmapped(out, summary.unmapped());
        out.printf(
                Locale.ROOT,
                "%d %s, %d frames%s%n",
                summary.sessions(),
                summary.sessions() == 1 ? "session" : "sessions",
                summary.frames(),
                summary.violations() == 0 ? "" : ", " + summary.violations() + " invariants violated");
    }

    /** What has no rule, by wire, version and kind, with the first and the last frame in time. */
    private static void unmapped(PrintWriter out, UnmappedTotals unmapped) {
        unmapped.totals().forEach((key, total) -> out.printf(
                Locale.ROOT,
                "unmapped %s %s %s %s: %d frames in %d %s, %d %s, first %s, last %s%n",
                key.wire(),
                key.version().isEmpty() ? "(no version)" : visible(key.version()),
                key.direction().word(),
                visible(key.kind()),
                total.frames(),
                total.sessions(),
                total.sessions() == 1 ? "session" : "sessions",
                total.shapes(),
                total.shapes() == 1 ? "shape" : "shapes",
                place(total.first()),
                place(total.last())));
        if (unmapped.uncounted() > 0) {
            out.printf(Locale.ROOT, "unmapped: %d frames of further kinds%n", unmapped.uncounted());
        }
    }

    private static String place(UnmappedTotals.Place place) {
        return visible(place.file()) + ":" + place.seq() + " at " + place.at();
    }

    private static String figures(ReplayReport report) {
        List<String> parts = new ArrayList<>();
        parts.add(report.frames() + " frames");
        for (Disposition disposition : Disposition.values()) {
            parts.add(report.count(disposition) + " " + disposition.word());
        }
        if (report.counters().late() > 0) {
            parts.add(report.counters().late() + " events late");
        }
        if (report.counters().duplicate() > 0) {
            parts.add(report.counters().duplicate() + " events repeated");
        }
        if (report.epochs() > 1) {
            parts.add(report.epochs() + " epochs");
        }
        return String.join(", ", parts);
    }

    private static String maps(ReplayReport report) {
        JsonNode maps = report.maps();
        Map<String, Integer> phases = new LinkedHashMap<>();
        maps.path("turns").forEach(turn -> phases.merge(turn.path("phase").asText(), 1, Integer::sum));
        Map<String, Integer> items = new LinkedHashMap<>();
        maps.path("items").forEach(item -> items.merge(item.path("state").asText(), 1, Integer::sum));
        return "maps: %d threads, %d turns%s, %d items%s, %d requests, %d sends confirmed"
                .formatted(
                        maps.path("threads").size(),
                        maps.path("turns").size(),
                        inWords(phases),
                        maps.path("items").size(),
                        inWords(items),
                        maps.path("requests").size(),
                        maps.path("evidence").size());
    }

    private static String inWords(Map<String, Integer> counts) {
        return counts.isEmpty()
                ? ""
                : counts.entrySet().stream()
                        .map(count -> count.getValue() + " " + count.getKey())
                        .collect(java.util.stream.Collectors.joining(", ", " (", ")"));
    }

    private static void some(PrintWriter out, int most, long count, List<String> lines) {
        lines.stream().limit(most).forEach(line -> out.println("  " + visible(line)));
        if (count > Math.min(most, lines.size())) {
            out.printf("  and %d more%n", count - Math.min(most, lines.size()));
        }
    }

    private static List<String> headings() {
        List<String> cells = new ArrayList<>();
        for (Disposition disposition : Disposition.values()) {
            cells.add(disposition.word());
        }
        return cells;
    }

    private static List<String> cells(Map<Disposition, Long> counts) {
        List<String> cells = new ArrayList<>();
        for (Disposition disposition : Disposition.values()) {
            long count = counts.getOrDefault(disposition, 0L);
            cells.add(count == 0 ? "-" : Long.toString(count));
        }
        return cells;
    }

    private static String row(int width, String name, List<String> cells) {
        StringBuilder row = new StringBuilder(name).append(" ".repeat(Math.max(0, width - name.length())));
        cells.forEach(cell -> row.append("  ").append(" ".repeat(Math.max(0, 11 - cell.length()))).append(cell));
        return row.toString();
    }

    private static String visible(String text) {
        return VisibleText.of(text);
    }

    private static String shortened(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most - 1) + "…";
    }
}
