package dev.tapedeck.filter;

import dev.tapedeck.canonical.EventType;
import dev.tapedeck.filter.Condition.Term;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.frame.LineEnd;
import dev.tapedeck.frame.Payload;
import dev.tapedeck.host.Disposition;
import dev.tapedeck.rules.Role;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The words that may follow {@code is:}. */
enum Is {
    UNMAPPED(frame -> frame.disposition() == Disposition.UNMAPPED),
    FAULT(frame -> frame.disposition() == Disposition.FAULTED),
    /** Somebody should look at it. */
    PROBLEM(frame -> frame.disposition() == Disposition.UNMAPPED || frame.disposition() == Disposition.FAULTED),
    MAPPED(frame -> frame.disposition() == Disposition.MAPPED),
    DROPPED(frame -> frame.disposition() == Disposition.DROPPED),
    DUPLICATE(frame -> frame.disposition() == Disposition.DUPLICATE),
    UNDELIVERED(frame -> frame.disposition() == Disposition.UNDELIVERED),
    REQUEST(frame -> frame.role() == Role.REQUEST),
    RESPONSE(frame -> frame.role() == Role.RESULT || frame.role() == Role.ERROR),
    ERROR(frame -> frame.role() == Role.ERROR || frame.became(EnumSet.of(EventType.RUNTIME_ERROR))),
    NOTIFICATION(frame -> frame.role() == Role.NOTIFICATION),
    RESYNC(frame -> frame.marked(Mark.RESYNC)),
    LAG(frame -> frame.marked(Mark.LAG)),
    OVERSIZE(frame -> false) {
        @Override
        Term term() {
            return new Term(word(), Needs.FILE, candidate -> {
                Frame frame = candidate.frame();
                return candidate.size() < MAY_BE_PARSED
                        ? Verdict.NO
                        : frame == null
                                ? Verdict.UNKNOWN
                                : Verdict.of(frame.payload() instanceof Payload.Oversize);
            });
        }
    },
    /** The stream ended inside its line. */
    TRUNCATED(frame -> false) {
        @Override
        Term term() {
            return new Term(word(), Needs.FILE, candidate -> {
                Frame frame = candidate.frame();
                return frame == null ? Verdict.UNKNOWN : Verdict.of(frame.lineEnd() == LineEnd.NONE);
            });
        }
    },
    /** Its rule says that some of it is carried by no event. */
    LOST(Candidate::loses);

    /** Smaller payloads, in bytes, are always parsed; the bound itself is the recorder's. */
    private static final long MAY_BE_PARSED = 48L << 20;

    private final Predicate<Candidate> test;

    Is(Predicate<Candidate> test) {
        this.test = test;
    }

    String word() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }

    Term term() {
        return Terms.index(word(), test);
    }

    static Term of(Terms.Written written) throws FilterProblem {
        written.noOrder();
        for (Is is : values()) {
            if (is.word().equals(written.value())) {
                return is.term();
            }
        }
        throw written.problem(
                "one of " + Arrays.stream(values()).map(Is::word).collect(Collectors.joining(", ")));
    }
}
