package dev.tapedeck.matrix;

import dev.tapedeck.amalgm.Omission;
import dev.tapedeck.rules.Concept;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What stands in a cell of a facet, as Markdown: a mark, the real shape, a frame that shows it. */
final class FacetText {
    private static final int PRINTED_KINDS = 2;
    private static final int PRINTED_PATHS = 4;
    private static final int PRINTED_GAPS = 6;

    private final MatrixMarkdown markdown;
    private final Evidence evidence;

    FacetText(MatrixMarkdown markdown, Evidence evidence) {
        this.markdown = markdown;
        this.evidence = evidence;
    }

    /** The whole cell. */
    String of(FacetCell cell) {
        List<String> parts = new ArrayList<>();
        switch (cell.facet().filling()) {
            case Facet.Fixed fixed -> parts.add("– " + fixed.sentence());
            case Facet.Gaps gaps -> parts.add(gaps(cell));
            case Facet.Shown shown when !cell.sent().isEmpty() -> sent(cell, parts);
            case Facet.Shown shown when cell.kinds().isEmpty() -> parts.add("– " + notEmitted(cell.sessions()));
            case Facet.Shown(Facet.Look look, Omission omission) -> shown(cell, omission, parts);
        }
        if (!cell.missing().isEmpty() && cell.sessions().any()) {
            parts.add("corrected: " + codes(cell.missing()) + " " + notEmitted(cell.sessions()));
        }
        return String.join("; ", parts);
    }

    /** Says how much was looked at without finding anything. */
    static String notEmitted(FacetCell.Sessions sessions) {
        return none("not emitted", sessions);
    }

    /** The same for an event of ours, which a provider cannot emit. */
    static String nothingBecame(FacetCell.Sessions sessions) {
        return none("nothing became it", sessions);
    }

    private static String none(String what, FacetCell.Sessions sessions) {
        if (!sessions.any()) {
            return "no session was recorded yet";
        }
        return what + " in " + count(sessions);
    }

    /** How many sessions there are, and of which versions. */
    static String count(FacetCell.Sessions sessions) {
        long count = sessions.recorded() > 0 ? sessions.recorded() : sessions.others();
        String kind = sessions.recorded() > 0 ? "" : "synthetic ";
        String versions = sessions.versions().isEmpty()
                ? ""
                : " of " + sessions.versions().stream().map(MatrixMarkdown::text).collect(Collectors.joining(", "));
        return count + " " + kind + (count == 1 ? "session" : "sessions") + versions;
    }

    private void sent(FacetCell cell, List<String> parts) {
        boolean synthetic = cell.sent().getFirst().recorded() == 0;
        String mark = synthetic ? "◇ synthetic only: " : cell.status().mark() + " ";
        parts.add(mark + "sent in " + kinds(cell.sent()));
        parts.add("seen: " + codes(words(cell.sent())));
        parts.add("told by no event, carried by the raw frame alone");
    }

    private static List<String> words(List<FacetEvidence.Kind> kinds) {
        return kinds.stream()
                .flatMap(kind -> kind.words().stream())
                .distinct()
                .limit(FacetEvidence.MAX_WORDS)
                .toList();
    }

    private void shown(FacetCell cell, @Nullable Omission omission, List<String> parts) {
        FacetEvidence.Kind first = cell.kinds().getFirst();
        boolean synthetic = first.recorded() == 0;
        String mark = synthetic ? "◇ synthetic only: " : cell.status().mark() + " ";
        parts.add(mark + kinds(cell.kinds()));
        List<String> words = words(cell.kinds());
        if (!words.isEmpty()) {
            parts.add("seen: " + codes(words));
        }
        String shape = shape(cell, first);
        if (!shape.isEmpty()) {
            parts.add("shape: " + shape);
        }
        if (omission != null) {
            parts.add("dropped: " + omission.reason());
        }
    }

    private String kinds(List<FacetEvidence.Kind> kinds) {
        String printed = kinds.stream()
                .limit(PRINTED_KINDS)
                .map(kind -> MatrixMarkdown.code(kind.kind()) + " " + markdown.link(kind.first()))
                .collect(Collectors.joining(", "));
        int further = kinds.size() - PRINTED_KINDS;
        return further > 0 ? printed + " and " + further + " more" : printed;
    }

    /** Where the rule read; where it read whole objects, what the frame looks like. */
    private String shape(FacetCell cell, FacetEvidence.Kind kind) {
        List<String> paths = paths(cell, kind);
        @Nullable Pattern own = cell.facet().paths();
        List<String> chosen = own == null
                ? paths
                : paths.stream().filter(path -> own.matcher(path).matches()).toList();
        return codes(chosen.stream().limit(PRINTED_PATHS).toList());
    }

    private List<String> paths(FacetCell cell, FacetEvidence.Kind kind) {
        List<String> reads = kind.reads().stream().filter(path -> !path.isEmpty()).toList();
        if (!reads.isEmpty() && cell.facet().paths() == null) {
            return reads;
        }
        @Nullable StreamEvidence stream = evidence.streams().get(cell.column());
        return stream == null
                ? List.of()
                : stream.kinds().stream()
                        .filter(seen -> seen.kind().equals(kind.kind()))
                        .flatMap(seen -> seen.shapes().firstEntry().getKey().paths().stream())
                        .toList();
    }

    private String gaps(FacetCell cell) {
        if (cell.gaps().isEmpty()) {
            return cell.sessions().any() ? "✅ none told" : "– " + notEmitted(cell.sessions());
        }
        Map<String, List<FacetCell.Gap>> own = new LinkedHashMap<>();
        Map<Concept, SortedSet<String>> elsewhere = new TreeMap<>();
        for (FacetCell.Gap gap : cell.gaps()) {
            if (gap.of() == cell.facet().concept()) {
                own.computeIfAbsent(gap.note(), note -> new ArrayList<>()).add(gap);
            } else {
                elsewhere.computeIfAbsent(gap.of(), concept -> new TreeSet<>()).add(gap.rule());
            }
        }
        List<String> parts = new ArrayList<>();
        own.entrySet().stream().limit(PRINTED_GAPS)
                .forEach(note -> parts.add(note(note.getKey(), note.getValue(), cell)));
        if (own.size() > PRINTED_GAPS) {
            parts.add("and " + (own.size() - PRINTED_GAPS) + " more");
        }
        elsewhere.forEach((concept, rules) -> parts.add("of " + some(List.copyOf(rules)) + " see "
                + (concept.ordinal() + 1) + ". " + MatrixMarkdown.text(concept.title())));
        return "⚠️ " + String.join("; ", parts);
    }

    private String note(String note, List<FacetCell.Gap> rules, FacetCell cell) {
        FacetCell.Gap shown = rules.stream().filter(gap -> gap.first() != null).findFirst().orElse(rules.getFirst());
        String where = shown.first() == null ? ", " + notEmitted(cell.sessions()) : " " + markdown.link(shown.first());
        int further = rules.size() - 1;
        return MatrixMarkdown.text(note) + " (" + MatrixMarkdown.code(shown.rule()) + where
                + (further > 0 ? ", and " + further + (further == 1 ? " rule more" : " rules more") : "") + ")";
    }

    /** The first names of several. */
    private static String some(List<String> rules) {
        int further = rules.size() - PRINTED_KINDS;
        return codes(rules.stream().limit(PRINTED_KINDS).toList()) + (further > 0 ? " and " + further + " more" : "");
    }

    private static String codes(List<String> words) {
        return words.stream().map(MatrixMarkdown::code).collect(Collectors.joining(", "));
    }
}
