package dev.tapedeck.inspect.pages;

import java.util.Map;

/** What invariants mean, for readers who do not know their names. */
final class InvariantWords {
    private static final Map<String, String> WORDS = Map.ofEntries(
            Map.entry("disposition sum", "Each frame came to exactly one end, and the counts add up."),
            Map.entry("budgets", "Nothing grew beyond its bound: queue, batch, scratch, items, open requests."),
            Map.entry("one warning per epoch", "The user sees at most one warning for each process."),
            Map.entry("one resync per failed call", "Every failure of bookkeeping leads to one resync, never to two."),
            Map.entry("failed batch neither applied nor replayed",
                    "What a failed call was about reaches no map, and is not mapped again."),
            Map.entry("scratch back after a fault",
                    "After a frame that cannot be mapped, the mapper remembers what it knew before it."),
            Map.entry("errors in arrival order, one answer each",
                    "No request is answered twice; errors go out in the order in which requests came."),
            Map.entry("closed only on exit or protocol failure",
                    "The host closes when the process ended or the protocol broke, for nothing less."),
            Map.entry("evidence only from an exact claimed send",
                    "A message counts as sent only when the provider repeated exactly what was sent."),
            Map.entry("a turn ends once", "No turn is told to have ended twice."),
            Map.entry("nothing open after a terminal", "When a turn is over, nothing of it is left open."),
            Map.entry("every started item completes once", "What was started is completed, and only once."),
            Map.entry("every request is mapped",
                    "A request whose frame was missed is mapped by the next resync, never lost."),
            Map.entry("convergence",
                    "After the last resync the maps are those of a clean run, but for what is excepted below."));

    private InvariantWords() {}

    /** A sentence about the invariant of that name; empty when there is none. */
    static String of(String name) {
        return WORDS.getOrDefault(name, "");
    }
}
