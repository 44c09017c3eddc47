package dev.tapedeck.invariant;

import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What may differ from the clean run after the last fault and its resync (architecture, section 7); nothing else.
 *
 * <p>The first one that explains a difference names it: those that hold for one kind of difference stand before those
 * that hold for whole entries.
 */
public enum Excepted {
    LOST_EVIDENCE("evidence of a send that no history holds"),
    SESSION_FACTS("session facts that no history holds"),
    RATE_LIMITS("rate limits that no history holds", ToldOnce::rateLimits),
    USAGE_BASELINE("usage of a turn that is counted from frames which were lost", ToldOnce::usageBaseline),
    UNTOLD_STOP("that somebody stopped a turn, where the turn's end does not say so", ToldOnce::stop),
    STILL_STREAMED(
            "that an item had still to end, whose whole was told and of whose stream the start was lost",
            ToldOnce::stream),
    PLAN_STEPS("steps of a plan that later frames change by names which no history holds", ToldOnce::planSteps),
    COMPACTION_CAUSE("why a compaction began, where its end does not say so", ToldOnce::compactionCause),
    UNTOLD_SERVER("whose tool it was, where only a list of servers says so", ToldOnce::server),
    UNTOLD_TURN(
            "whose turn a user's message would have begun, where only the message's beginning says so",
            ToldOnce::turn),
    UNCLOSED_TEXT("text that no later snapshot closes", ToldOnce::unclosedText),
    UNTOLD_END(
            "where one text ends and the next begins, on a wire that does not name what is said",
            one -> one.day().cuts().explain(one)),
    LOST_ASKING(
            "what only the client's own frames say, which were lost",
            one -> one.day().course().asking().explains(one) || one.day().isMistaken(one.either())),
    RETIRED("what left the maps within their budgets", Case::isRetired),
    REFUSED_REQUEST("a request that was answered with an error", Case::isOfRefusedRequest),
    UNREAD_REQUEST("a request whose frame could not be decoded or mapped", Case::isOfUnreadRequest),
    MIDSTREAM(
            "threads that a process took over in the middle of another's stream, on a wire that counts turns",
            Case::isMidstream),
    ALTERED_FRAME(
            "what a frame was about that arrived otherwise than it was sent, and looked well", Case::isOfAlteredFrame),
    NO_RESYNC("everything: no resync succeeded after the last failure");

    private final String sentence;
    private final Predicate<Case> explains;

    /** Differences that are not those of one entry. */
    Excepted(String sentence) {
        this(sentence, one -> false);
    }

    Excepted(String sentence, Predicate<Case> explains) {
        this.sentence = sentence;
        this.explains = explains;
    }

    /** Name for tables. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** For people. */
    public String sentence() {
        return sentence;
    }

    /** Why an entry may differ, or empty when it may not. */
    static Optional<Excepted> of(Case one) {
        for (Excepted each : values()) {
            if (each.explains.test(one)) {
                return Optional.of(each);
            }
        }
        return Optional.empty();
    }
}
