package dev.tapedeck.rules;

import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Wire;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The rules of one book by kind, in the order in which they are written, and the way from a message to its rule. Only a
 * builder writes into it; a book keeps a copy.
 */
final class RuleTable {
    private final Wire wire;
    private final Map<String, Rule> rules = new LinkedHashMap<>();
    /** Kinds of which one side's frames have a rule of their own. */
    private final Set<String> sided = new HashSet<>();
    private @Nullable String last;

    RuleTable(Wire wire) {
        this.wire = wire;
    }

    RuleTable copy() {
        RuleTable copy = new RuleTable(wire);
        copy.rules.putAll(rules);
        copy.sided.addAll(sided);
        return copy;
    }

    /** All rules, fallbacks included. */
    Collection<Rule> all() {
        return Collections.unmodifiableCollection(rules.values());
    }

    /** The kinds of all rules, fallbacks included. */
    Set<String> kinds() {
        return Collections.unmodifiableSet(rules.keySet());
    }

    /** The most special rule for a message, or null when nobody wrote one. */
    @Nullable Rule ruleFor(Message message) {
        String path = message.kind().path();
        if (sided.contains(path)) {
            Rule rule = rules.get(sided(path, message.direction()));
            if (rule != null) {
                return rule;
            }
        }
        for (int end = path.length(); end > 0; end = path.lastIndexOf(':', end - 1)) {
            Rule rule = rules.get(path.substring(0, end));
            if (rule != null) {
                return rule;
            }
        }
        return rules.get(fallback(message.direction(), message.role()));
    }

    /** @throws IllegalStateException if its kind has a rule already */
    void add(Rule rule) {
        if (rules.putIfAbsent(rule.kind(), rule) != null) {
            throw new IllegalStateException("two rules for " + rule.kind() + " in " + wire);
        }
        last = rule.kind();
    }

    void dropFrom(Direction direction, String kind, String reason) {
        sided.add(kind);
        add(new Rule.Drop(sided(kind, direction), reason));
    }

    /** Further rows of the matrix that the rule just written serves. */
    void also(List<Concept> further) {
        Rule.Map map = lastMap("also");
        List<Concept> concepts = new ArrayList<>(map.concepts());
        concepts.addAll(further);
        if (Set.copyOf(concepts).size() < concepts.size()) {
            throw new IllegalStateException("also: a concept twice in " + concepts + " of " + map.kind());
        }
        rules.put(map.kind(), new Rule.Map(map.kind(), concepts, map.emits(), map.mapping(), map.gaps()));
    }

    /** What the events of the rule just written do not carry. */
    void gap(String sentence) {
        Rule.Map map = lastMap("gap");
        List<String> gaps = new ArrayList<>(map.gaps());
        gaps.add(sentence);
        rules.put(map.kind(), new Rule.Map(map.kind(), map.concepts(), map.emits(), map.mapping(), gaps));
    }

    private Rule.Map lastMap(String said) {
        if (last != null && rules.get(last) instanceof Rule.Map map) {
            return map;
        }
        throw new IllegalStateException(said + ": expected after a map rule");
    }

    /** The kind under which the rule for all others of that direction and role stands. */
    static String fallback(Direction direction, Role role) {
        return "*" + direction.word() + "#" + role;
    }

    private static String sided(String kind, Direction direction) {
        return kind + "*" + direction.word();
    }
}
