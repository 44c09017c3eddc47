package dev.tapedeck.matrix;

import dev.tapedeck.frame.Direction;
import dev.tapedeck.rules.Rule;
import dev.tapedeck.rules.RuleBook;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How rules and recordings cover what a vendor lists.
 *
 * @param version the list's: of the wire where one is negotiated, else of the provider
 * @param sessions what the list was compared with: those that speak its version; every session where they speak none of
 *     the wire's lists
 * @param listed how many kinds are listed
 * @param withoutRule listed kinds that no rule takes
 * @param neverRecorded listed kinds that no recording of a real provider holds, whoever sends them
 * @param notListed kinds that a provider sent and no list of the wire has; answers are in none
 */
public record Coverage(
        Column column,
        String version,
        FacetCell.Sessions sessions,
        int listed,
        List<String> withoutRule,
        List<String> neverRecorded,
        List<String> notListed) {

    /** @param others every list of the wire */
    static Coverage of(
            Column column, KindList list, Collection<KindList> others, Collection<Rule> rules, StreamEvidence stream) {
        boolean anySpoken = others.stream().anyMatch(each -> stream.sessions(each.version()).any());
        String spoken = anySpoken ? list.version() : null;
        Set<String> ruled = rules.stream().map(Rule::kind).collect(Collectors.toCollection(TreeSet::new));
        Set<String> recorded = recorded(stream, spoken, EnumSet.allOf(Direction.class));
        return new Coverage(
                column,
                list.version(),
                spoken == null ? stream.sessions() : stream.sessions(spoken),
                list.kinds().size(),
                list.kinds().stream().filter(kind -> !covers(ruled, kind)).toList(),
                list.kinds().stream().filter(kind -> !within(recorded, kind)).toList(),
                recorded(stream, spoken, EnumSet.of(Direction.OUT)).stream()
                        .filter(kind -> kind.indexOf('#') < 0)
                        .filter(kind -> !isListed(others, kind))
                        .toList());
    }

    /** Whether a session of a real provider speaks the list's version, so that one can tell what was never sent. */
    public boolean isCompared() {
        return sessions.recorded() > 0;
    }

    private static Set<String> recorded(StreamEvidence stream, @Nullable String spoken, Set<Direction> directions) {
        return stream.kinds().stream()
                .filter(kind -> directions.contains(kind.direction()) && kind.recorded() > 0)
                .filter(kind -> spoken == null || kind.spoken().contains(spoken))
                .map(KindEvidence::kind)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    static boolean isListed(Collection<KindList> lists, String kind) {
        return lists.stream().anyMatch(list -> covers(list.kinds(), kind) || within(list.kinds(), kind));
    }

    /** Whether a name is the kind, or a more general or more special one. */
    static boolean covers(Set<String> names, String kind) {
        if (kind.endsWith("#result") && names.contains(RuleBook.ANY_ANSWER)) {
            return true;
        }
        for (int end = kind.length(); end > 0; end = kind.lastIndexOf(':', end - 1)) {
            if (names.contains(kind.substring(0, end))) {
                return true;
            }
        }
        return within(names, kind);
    }

    /** Whether a name is the kind or a more special one. */
    static boolean within(Set<String> names, String kind) {
        return names.contains(kind) || names.stream().anyMatch(name -> name.startsWith(kind + ":"));
    }
}
