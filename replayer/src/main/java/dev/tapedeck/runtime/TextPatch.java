package dev.tapedeck.runtime;

/** What an update does to a text that may also grow (architecture, section 5: patches, not copies). */
public sealed interface TextPatch {
    TextPatch KEEP = new Keep();

    /** Leaves the text as it is. */
    record Keep() implements TextPatch {}

    /** Puts a whole text in its place; in JSON the member {@code text} (or {@code input}). */
    record Replace(String text) implements TextPatch {}

    /** Adds to its end; in JSON the member {@code append} (or {@code appendInput}). */
    record Append(String text) implements TextPatch {}
}
