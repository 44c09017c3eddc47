package dev.tapedeck.matrix;

import dev.tapedeck.rules.Concept;
import dev.tapedeck.rules.Rule;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where a facet and a column meet.
 *
 * @param kinds native kinds that show it, those of a real provider and with most frames first
 * @param sent client frames that carry it where no event shows it
 * @param gaps what the events of the concept's rules do not carry; only in the facet of that name
 * @param missing kinds that the hand-written matrix names here and that no recording shows
 * @param sessions how much was looked at
 */
public record FacetCell(
        Facet facet,
        Column column,
        Status status,
        List<FacetEvidence.Kind> kinds,
        List<FacetEvidence.Kind> sent,
        List<Gap> gaps,
        List<String> missing,
        Sessions sessions) {
    public FacetCell {
        kinds = List.copyOf(kinds);
        sent = List.copyOf(sent);
        gaps = List.copyOf(gaps);
        missing = List.copyOf(missing);
    }

    /**
     * Something that the events of a rule do not carry.
     *
     * @param rule kind of the rule
     * @param of what the rule is for: the note stands there, and is referred to from its further concepts
     * @param first a frame that the rule took; absent when none was recorded
     */
    public record Gap(String rule, String note, Concept of, @Nullable FrameRef first) {}

    /**
     * Recordings of one column.
     *
     * @param recorded of a real provider
     * @param others of none
     * @param versions of the provider in the recordings that count, oldest name first
     */
    public record Sessions(long recorded, long others, List<String> versions) {
        /** Whether there is anything to look at. */
        public boolean any() {
            return recorded + others > 0;
        }
    }

    static FacetCell of(Facet facet, Column column, Collection<Rule> rules, StreamEvidence stream) {
        List<FacetEvidence.Kind> kinds = sorted(stream.facet(facet));
        List<FacetEvidence.Kind> sent = kinds.isEmpty() ? sorted(stream.sent(facet)) : List.of();
        List<Gap> gaps = facet.filling() instanceof Facet.Gaps ? gaps(facet.concept(), rules, stream) : List.of();
        return new FacetCell(
                facet,
                column,
                sent.isEmpty() ? status(facet, kinds, gaps, rules, stream) : ofSent(sent),
                kinds,
                sent,
                gaps,
                NamedShapes.missing(facet, column.wire(), stream),
                stream.sessions());
    }

    /** Kinds of a real provider and with most frames first. */
    private static List<FacetEvidence.Kind> sorted(FacetEvidence evidence) {
        return evidence.kinds().values().stream()
                .sorted(Comparator.<FacetEvidence.Kind, Boolean>comparing(kind -> kind.recorded() == 0)
                        .thenComparing(Comparator.comparing(FacetEvidence.Kind::frames).reversed())
                        .thenComparing(FacetEvidence.Kind::kind))
                .toList();
    }

    /** What was sent and is told by no event is carried by its raw frame alone. */
    private static Status ofSent(List<FacetEvidence.Kind> sent) {
        return sent.getFirst().recorded() == 0 ? Status.NO_EVIDENCE : Status.GAPS;
    }

    private static Status status(
            Facet facet,
            List<FacetEvidence.Kind> kinds,
            List<Gap> gaps,
            Collection<Rule> rules,
            StreamEvidence stream) {
        return switch (facet.filling()) {
            case Facet.Fixed fixed -> Status.NOT_EMITTED;
            case Facet.Gaps told when !stream.sessions().any() -> Status.NO_EVIDENCE;
            case Facet.Gaps told -> gaps.isEmpty() ? Status.PROVEN : Status.GAPS;
            case Facet.Shown shown when kinds.isEmpty() ->
                !stream.sessions().any() ? Status.NO_EVIDENCE : Status.NOT_EMITTED;
            case Facet.Shown shown when kinds.getFirst().recorded() == 0 -> Status.NO_EVIDENCE;
            case Facet.Shown shown when facet.concept() == Concept.DROPPED_TODAY -> Status.DROPPED;
            case Facet.Shown shown -> hasGaps(kinds, rules) ? Status.GAPS : Status.PROVEN;
        };
    }

    private static boolean hasGaps(List<FacetEvidence.Kind> kinds, Collection<Rule> rules) {
        return rules.stream()
                .anyMatch(rule -> rule instanceof Rule.Map map
                        && !map.gaps().isEmpty()
                        && kinds.stream().anyMatch(kind -> map.kind().equals(kind.rule())));
    }

    /** A rule's gaps belong to its first concept, and to each further one that its frames were seen to carry. */
    private static List<Gap> gaps(Concept concept, Collection<Rule> rules, StreamEvidence stream) {
        List<Gap> gaps = new ArrayList<>();
        rules.stream().sorted(Comparator.comparing(Rule::kind)).forEach(rule -> {
            if (rule instanceof Rule.Map map && map.concepts().contains(concept)) {
                FrameRef first = first(map, concept, stream);
                if (first != null || map.concept() == concept) {
                    Concept of = home(map, stream);
                    map.gaps().forEach(note -> gaps.add(new Gap(map.kind(), note, of, first)));
                }
            }
        });
        return gaps;
    }

    /** Where a rule's gaps are written out: under the first of its concepts that has a place for them. */
    private static Concept home(Rule.Map rule, StreamEvidence stream) {
        return rule.concepts().stream()
                .filter(Facets::haveGaps)
                .filter(concept -> concept == rule.concept() || first(rule, concept, stream) != null)
                .findFirst()
                .orElse(rule.concept());
    }

    private static @Nullable FrameRef first(Rule.Map rule, Concept concept, StreamEvidence stream) {
        return stream.kinds().stream()
                .filter(kind -> rule.kind().equals(kind.rule()))
                .map(kind -> shows(kind, rule.concept() == concept ? null : concept))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** The first frame of the kind, or the first that carried the concept; null when none did. */
    private static @Nullable FrameRef shows(KindEvidence kind, @Nullable Concept concept) {
        if (concept == null) {
            return kind.samples().getFirst();
        }
        KindEvidence.Seen seen = kind.concepts().get(concept);
        return seen == null ? null : seen.first();
    }
}
