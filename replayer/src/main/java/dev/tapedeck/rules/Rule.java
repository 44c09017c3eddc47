package dev.tapedeck.rules;

import dev.tapedeck.canonical.EventType;
import java.util.List;
import java.util.Set;

/** What one wire does with one kind. */
public sealed interface Rule {
    /** The kind, or a pattern of the book's own such as {@code *#result}. */
    String kind();

    /** Turns a frame into canonical events. */
    @FunctionalInterface
    interface Mapping {
        /** @throws FrameFault if the frame is not what the rule expects */
        void map(FrameView frame, Emitter out);
    }

    /**
     * The frame becomes events.
     *
     * @param concepts rows of the normalization matrix that it serves, the main one first
     * @param emits every event type that the mapping may emit: the claim of the matrix
     * @param gaps what the events do not carry, each in one sentence
     */
    record Map(String kind, List<Concept> concepts, Set<EventType> emits, Mapping mapping, List<String> gaps)
            implements Rule {
        public Map {
            concepts = List.copyOf(concepts);
            emits = Set.copyOf(emits);
            gaps = List.copyOf(gaps);
        }

        /** The row that every frame of this rule serves. */
        public Concept concept() {
            return concepts.getFirst();
        }
    }

    /** The frame says again what frames of another kind say. */
    record Duplicate(String kind, String viewOf) implements Rule {}

    /** The frame is left out on purpose. */
    record Drop(String kind, String reason) implements Rule {}
}
