package dev.tapedeck.matrix;

import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Wire;
import dev.tapedeck.rules.Rule;
import dev.tapedeck.rules.RuleBook;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How rules and the recordings of all providers of one wire cover what one version of its vendor lists.
 *
 * @param version the vendor's version that the list came with
 * @param listed how many kinds are listed
 * @param withRule listed kinds that a rule takes
 * @param withoutRule listed kinds that no rule takes
 * @param recorded listed kinds that a recording of a real provider holds
 * @param neverRecorded listed kinds that none holds, and why
 * @param notListed kinds that a provider sent and no list of the wire has; answers are in none
 * @param before the version of the list before this one; absent when this is the first
 * @param added kinds that the list before does not have
 * @param gone kinds that only the list before has
 */
public record WireCoverage(
        Wire wire,
        String version,
        int listed,
        int withRule,
        List<String> withoutRule,
        int recorded,
        List<Unrecorded> neverRecorded,
        List<String> notListed,
        @Nullable String before,
        List<String> added,
        List<String> gone) {

    /** @param reason why it could not be provoked; absent when nobody wrote one down */
    public record Unrecorded(String kind, @Nullable String reason) {}

    /** The coverage of every list, in the order of the lists: older versions of a wire first. */
    static List<WireCoverage> of(Collection<KindList> lists, Map<Wire, RuleBook> books, Evidence evidence) {
        List<WireCoverage> all = new ArrayList<>();
        for (KindList list : lists) {
            KindList before = all.stream()
                    .filter(known -> known.wire().equals(list.wire()))
                    .reduce((older, newer) -> newer)
                    .flatMap(known -> lists.stream()
                            .filter(each -> each.wire().equals(list.wire()) && each.version().equals(known.version()))
                            .findFirst())
                    .orElse(null);
            List<KindList> ofWire = lists.stream()
                    .filter(each -> each.wire().equals(list.wire()))
                    .toList();
            all.add(of(list, before, ofWire, books.get(list.wire()), evidence));
        }
        return all;
    }

    private static WireCoverage of(
            KindList list,
            @Nullable KindList before,
            List<KindList> ofWire,
            @Nullable RuleBook book,
            Evidence evidence) {
        Set<String> ruled = book == null
                ? Set.of()
                : book.rules().stream().map(Rule::kind).collect(Collectors.toCollection(TreeSet::new));
        Set<String> seen = recordedKinds(list.wire(), evidence, EnumSet.of(Direction.IN, Direction.OUT));
        Set<String> sent = recordedKinds(list.wire(), evidence, EnumSet.of(Direction.OUT));
        List<String> withoutRule =
                list.kinds().stream().filter(kind -> !Coverage.covers(ruled, kind)).toList();
        List<Unrecorded> never = list.kinds().stream()
                .filter(kind -> !Coverage.within(seen, kind))
                .map(kind -> new Unrecorded(kind, KindLists.whyNotRecorded(list.wire(), kind)))
                .toList();
        return new WireCoverage(
                list.wire(),
                list.version(),
                list.kinds().size(),
                list.kinds().size() - withoutRule.size(),
                withoutRule,
                list.kinds().size() - never.size(),
                never,
                sent.stream()
                        .filter(kind -> kind.indexOf('#') < 0)
                        .filter(kind -> !Coverage.isListed(ofWire, kind))
                        .toList(),
                before == null ? null : before.version(),
                before == null ? List.of() : without(list.kinds(), before.kinds()),
                before == null ? List.of() : without(before.kinds(), list.kinds()));
    }

    private static Set<String> recordedKinds(Wire wire, Evidence evidence, Set<Direction> directions) {
        return evidence.streams().entrySet().stream()
                .filter(stream -> stream.getKey().wire().equals(wire))
                .flatMap(stream -> stream.getValue().kinds().stream())
                .filter(kind -> directions.contains(kind.direction()) && kind.recorded() > 0)
                .map(KindEvidence::kind)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<String> without(Set<String> kinds, Set<String> others) {
        return kinds.stream().filter(kind -> !others.contains(kind)).toList();
    }
}
