package dev.tapedeck.invariant;

/** What may differ from the clean run after the last fault and its resync (architecture, section 7); nothing else. */
public enum Excepted {
    LOST_EVIDENCE("evidence of a send that no history holds"),
    RATE_LIMITS("rate limits that no history holds"),
    SESSION_FACTS("session facts that no history holds"),
    USAGE_BASELINE("usage of a turn that is counted from frames which were lost"),
    UNCLOSED_TEXT("text that no later snapshot closes"),
    UNTOLD_END("where one text ends and the next begins, on a wire that does not name what is said"),
    PLAN_STEPS("steps of a plan that later frames change by names which no history holds"),
    COMPACTION_CAUSE("why a compaction began, where its end does not say so"),
    STILL_STREAMED("that an item had still to end, whose whole was told and of whose stream the start was lost"),
    UNTOLD_SERVER("whose tool it was, where only a list of servers says so"),
    UNTOLD_STOP("that somebody stopped a turn, where the turn's end does not say so"),
    UNTOLD_TURN("whose turn a user's message would have begun, where only the message's beginning says so"),
    RETIRED("what left the maps within their budgets"),
    REFUSED_REQUEST("a request that was answered with an error"),
    UNREAD_REQUEST("a request whose frame could not be decoded or mapped"),
    LOST_ASKING("what only the client's own frames say, which were lost"),
    MIDSTREAM("threads that a process took over in the middle of another's stream, on a wire that counts turns"),
    ALTERED_FRAME("what a frame was about that arrived otherwise than it was sent, and looked well"),
    NO_RESYNC("everything: no resync succeeded after the last failure");

    private final String sentence;

    Excepted(String sentence) {
        this.sentence = sentence;
    }

    /** For people. */
    public String sentence() {
        return sentence;
    }
}
