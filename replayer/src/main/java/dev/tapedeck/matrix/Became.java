package dev.tapedeck.matrix;

import dev.tapedeck.canonical.EventType;
import dev.tapedeck.rules.Concept;
import java.util.EnumSet;
import java.util.Set;

/** What one frame became; told once, however many events of a kind it brought. */
final class Became {
    final Set<EventType> events = EnumSet.noneOf(EventType.class);
    final Set<RuntimeRow> runtime = EnumSet.noneOf(RuntimeRow.class);
    final Set<Concept> concepts = EnumSet.noneOf(Concept.class);

    void addTo(KindEvidence kind, FrameRef ref) {
        events.forEach(type -> kind.addEvent(type, ref));
        runtime.forEach(row -> kind.addRuntime(row, ref));
        concepts.forEach(concept -> kind.addConcept(concept, ref));
    }
}
