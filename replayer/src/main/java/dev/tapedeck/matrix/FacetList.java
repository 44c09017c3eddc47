package dev.tapedeck.matrix;

import dev.tapedeck.amalgm.Omission;
import dev.tapedeck.rules.Concept;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** The facets as they are written down, in their order. */
final class FacetList {
    private final List<Facet> all = new ArrayList<>();

    List<Facet> all() {
        return List.copyOf(all);
    }

    /** A facet that events show. */
    void add(Concept concept, String key, String title, Facet.Look look) {
        all.add(new Facet(concept, key(concept, key), title, new Facet.Shown(look, null), null));
    }

    /** A facet of what the amalgm vocabulary leaves out. */
    void drop(String key, String title, Omission why, Facet.Look look) {
        Concept concept = Concept.DROPPED_TODAY;
        all.add(new Facet(concept, key(concept, key), title, new Facet.Shown(look, why), null));
    }

    /** The paths of the facet just added that are its own, by their last part. */
    void at(String path) {
        Facet last = all.removeLast();
        Pattern paths = Pattern.compile("(?i)(.*[./])?(" + path + ")(:.*)?");
        all.add(new Facet(last.concept(), last.key(), last.title(), last.filling(), paths));
    }

    /** The facet added last is also shown by what a client attaches to its sends. */
    void alsoSent(Predicate<String> kinds) {
        Facet last = all.removeLast();
        all.add(new Facet(last.concept(), last.key(), last.title(), last.filling(), last.paths(), kinds));
    }

    /** What the events of the concept's rules do not carry. */
    void gaps(Concept concept) {
        all.add(new Facet(concept, key(concept, "gaps"), "Gaps", new Facet.Gaps(), null));
    }

    /** A facet that no wire tells. */
    void fixed(Concept concept, String key, String title, String sentence) {
        all.add(new Facet(concept, key(concept, key), title, new Facet.Fixed(sentence), null));
    }

    private static String key(Concept concept, String key) {
        return concept.name().toLowerCase(Locale.ROOT).replace('_', '-') + "." + key;
    }
}
