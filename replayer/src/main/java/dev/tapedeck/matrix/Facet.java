package dev.tapedeck.matrix;

import dev.tapedeck.amalgm.Omission;
import dev.tapedeck.canonical.CanonicalEvent;
import dev.tapedeck.projection.amalgm.Projected;
import dev.tapedeck.rules.Concept;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One line of a concept of the normalization matrix, such as "cache read" of usage, and what fills it.
 *
 * @param key name in addresses, JSON and resources, for instance {@code usage.cache-read}
 * @param title what people read, as in the normalization matrix
 * @param filling where its cells come from
 * @param paths which key paths of a frame are the facet's own; absent when all that were read are
 * @param sent which kinds of what a client attaches to a send are the facet's too, told again or not; absent when none
 */
public record Facet(
        Concept concept,
        String key,
        String title,
        Filling filling,
        @Nullable Pattern paths,
        @Nullable Predicate<String> sent) {
    Facet(Concept concept, String key, String title, Filling filling, @Nullable Pattern paths) {
        this(concept, key, title, filling, paths, null);
    }

    /** Where the cells of a facet come from. */
    public sealed interface Filling {}

    /**
     * From frames: those whose events pass.
     *
     * @param omission why the amalgm vocabulary leaves them out; absent when it does not
     */
    record Shown(Look look, @Nullable Omission omission) implements Filling {}

    /** From what rule books say that their events do not carry. */
    record Gaps() implements Filling {}

    /** From nothing on a wire, and the same for every provider. */
    record Fixed(String sentence) implements Filling {}

    /** Looks at one event and what it became in the amalgm vocabulary. */
    @FunctionalInterface
    interface Look {
        /** What to print of it, words that were really seen; {@link #NO} when the facet is not about it. */
        Set<String> seen(CanonicalEvent event, Projected amalgm);
    }

    /** Says that an event is none of a facet's, by identity. */
    static final Set<String> NO = Set.of("\0");

    /** Says that an event is a facet's and that there is nothing more to say. */
    static final Set<String> YES = Set.of();
}
