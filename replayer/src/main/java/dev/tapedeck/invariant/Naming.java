package dev.tapedeck.invariant;

import dev.tapedeck.rules.RuleBook;
import dev.tapedeck.rules.RuleBook.Scope;

/**
 * How far frames of a wire name what they are about. The less they do, the more hangs on the frames before them, and
 * the more one frame changes that arrives otherwise than it was sent (decision D6).
 */
public enum Naming {
    /** Turns and items have names of their own, so such a frame changes only what it is about. */
    ITEMS,
    /** Turns or items are counted, so it shifts the numbers of what follows in its thread. */
    THREADS,
    /** Threads are not named either, so whose the following frames are hangs on it. */
    NOTHING;

    /** What the frames of a book's wire name. */
    public static Naming of(RuleBook book) {
        if (!book.names(Scope.THREAD)) {
            return NOTHING;
        }
        return book.names(Scope.TURN) && book.names(Scope.ITEM) ? ITEMS : THREADS;
    }
}
