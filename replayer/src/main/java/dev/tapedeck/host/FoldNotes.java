package dev.tapedeck.host;

/** Where folding tells what the host does by itself. */
interface FoldNotes {
    /** The turn of a request that nobody answered is over. */
    void cancelled(long seq, Requests.Registered request);

    /** A mapper claims evidence that does not hold. */
    void evidenceRefused(long seq, String send, String reason);

    /** A budget of the maps was reached. */
    void trimmed(long seq, Limit limit, String what);
}
