package dev.tapedeck.mapping;

import java.util.List;

/** What a mapper made of one frame. */
public sealed interface Outcome {
    Outcome UNMAPPED = new Unmapped();

    /**
     * A rule mapped it; the rule may have found nothing to say.
     *
     * @param unmapped names of parts of the frame that nobody wrote a rule for
     */
    record Mapped(String rule, List<String> unmapped) implements Outcome {
        public Mapped {
            unmapped = List.copyOf(unmapped);
        }

        public Mapped(String rule) {
            this(rule, List.of());
        }
    }

    /** It says again what frames of another kind say. */
    record Duplicate(String viewOf) implements Outcome {}

    /** It is left out on purpose. */
    record Dropped(String reason) implements Outcome {}

    /** Nobody wrote a rule for its kind. */
    record Unmapped() implements Outcome {}

    /** A rule could not map it; scratch is as it was before. */
    record Faulted(String reason) implements Outcome {}
}
