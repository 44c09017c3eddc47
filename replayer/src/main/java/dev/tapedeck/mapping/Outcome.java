package dev.tapedeck.mapping;

/** What a mapper made of one frame. */
public sealed interface Outcome {
    Outcome UNMAPPED = new Unmapped();

    /** A rule mapped it; the rule may have found nothing to say. */
    record Mapped(String rule) implements Outcome {}

    /** It says again what frames of another kind say. */
    record Duplicate(String viewOf) implements Outcome {}

    /** It is left out on purpose. */
    record Dropped(String reason) implements Outcome {}

    /** Nobody wrote a rule for its kind. */
    record Unmapped() implements Outcome {}

    /** A rule could not map it; scratch is as it was before. */
    record Faulted(String reason) implements Outcome {}
}
