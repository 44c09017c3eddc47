package dev.tapedeck.matrix;

import dev.tapedeck.rules.Concept;
import java.util.List;

/** The facets of the 16 concepts, in the order and with the titles of the normalization matrix. */
public final class Facets {
    private static final List<Facet> ALL = written();

    private Facets() {}

    private static List<Facet> written() {
        FacetList list = new FacetList();
        ContentFacets.addTo(list);
        ToolFacets.addTo(list);
        TurnFacets.addTo(list);
        UsageFacets.addTo(list);
        SessionFacets.addTo(list);
        MediaFacets.addTo(list);
        SessionFacets.addDroppedTo(list);
        return list.all();
    }

    /** Every facet, concept by concept. */
    public static List<Facet> all() {
        return ALL;
    }

    /** The facets of one concept. */
    public static List<Facet> of(Concept concept) {
        return ALL.stream().filter(facet -> facet.concept() == concept).toList();
    }

    /** Whether the concept has a place for what its rules do not carry. */
    static boolean haveGaps(Concept concept) {
        return of(concept).stream().anyMatch(facet -> facet.filling() instanceof Facet.Gaps);
    }
}
