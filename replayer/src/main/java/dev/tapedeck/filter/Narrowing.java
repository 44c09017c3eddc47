package dev.tapedeck.filter;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Tells why a filter takes no frame: which of its outermost terms removes most. It gives up at the first frame that
 * passes. Not safe for use by several threads.
 */
public final class Narrowing {
    private final Filter filter;
    private final List<Filter> terms;
    /** Frames that a term keeps out, and frames that no other term does. */
    private final long[] out;
    private final long[] alone;
    private boolean passed;

    public Narrowing(Filter filter) {
        this.filter = filter;
        this.terms = filter.joined();
        this.out = new long[terms.size()];
        this.alone = new long[terms.size()];
    }

    /**
     * The term that removes most.
     *
     * @param rest the filter without it
     * @param frames how many pass the rest; 0 when another term keeps them all out too
     */
    public record Removal(Filter term, Filter rest, long frames) {
        /** It in a sentence. */
        public String sentence() {
            String after = frames == 0
                    ? "without it no frame passes either"
                    : String.format(Locale.ROOT, "without it %,d %s", frames,
                            frames == 1 ? "frame passes" : "frames pass");
            return "“" + term.source() + "” removes most: " + after + ".";
        }
    }

    /** Counts a frame; returns false if it is to be shown again with more of it at hand. */
    public boolean look(Candidate frame) {
        if (passed || terms.isEmpty()) {
            return true;
        }
        boolean[] keeps = new boolean[terms.size()];
        int keeping = 0;
        for (int i = 0; i < keeps.length; i++) {
            switch (terms.get(i).of(frame)) {
                case YES -> {}
                case NO -> {
                    keeps[i] = true;
                    keeping++;
                }
                case UNKNOWN -> {
                    return false;
                }
            }
        }
        passed = keeping == 0;
        for (int i = 0; i < keeps.length; i++) {
            out[i] += keeps[i] ? 1 : 0;
            alone[i] += keeps[i] && keeping == 1 ? 1 : 0;
        }
        return true;
    }

    /** The term without which most frames pass; empty when one passes as it is, or when the filter has but one term. */
    public Optional<Removal> most() {
        return passed
                ? Optional.empty()
                : IntStream.range(0, terms.size())
                        .boxed()
                        .max(Comparator.comparingLong((Integer i) -> alone[i]).thenComparingLong(i -> out[i]))
                        .map(i -> new Removal(terms.get(i), filter.without(terms.get(i)), alone[i]));
    }
}
