package dev.tapedeck.invariant;

import dev.tapedeck.frame.HostAct;
import dev.tapedeck.host.FrameResult;
import dev.tapedeck.host.HookCall;
import dev.tapedeck.host.HostListener;
import dev.tapedeck.host.HostNote;
import dev.tapedeck.host.HostView;
import dev.tapedeck.mapping.Emission;
import dev.tapedeck.mapping.Mapper;
import dev.tapedeck.rules.Claim;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Every invariant, told of everything that a host does, and what they found. */
public final class Invariants implements HostListener {
    /** Violations that are kept; a broken invariant breaks again and again. */
    public static final int MAX_VIOLATIONS = 100;

    private final List<Violation> violations = new ArrayList<>();
    private final List<Invariant> all = new ArrayList<>();
    private final List<String> names = new ArrayList<>();
    private long step = 1;

    private @Nullable Convergence convergence;

    /** @param mapper the mapper of the host, pure, so that a call can be made again to see what it should have given */
    public Invariants(Mapper mapper) {
        add("disposition sum", DispositionSum::new);
        add("budgets", Budgets::new);
        add("one warning per epoch", OneWarning::new);
        add("one resync per failed call", OneResyncPerFailedCall::new);
        add("failed batch neither applied nor replayed", FailedBatchLeftOut::new);
        add("scratch back after a fault", verdict -> new ScratchBackAfterFault(mapper, verdict));
        add("errors in arrival order, one answer each", AnswersOnce::new);
        add("every request is mapped", RequestsAreMapped::new);
        add("closed only on exit or protocol failure", ClosedForReason::new);
        add("evidence only from an exact claimed send", ExactEvidence::new);
        add("a turn ends once", TurnEndsOnce::new);
        add("nothing open after a terminal", NothingOpenAfterTerminal::new);
        add("every started item completes once", ItemsCompleteOnce::new);
    }

    /**
     * Compares with a run in which nothing goes wrong, too.
     *
     * @param altered frames that reach the host otherwise than the provider sent them
     */
    public Invariants converging(Convergence.Reference reference, Set<Long> altered) {
        add("convergence", verdict -> {
            convergence = new Convergence(reference, altered, verdict);
            return convergence;
        });
        return this;
    }

    /** What convergence had to except. */
    public Set<Excepted> excepted() {
        return convergence == null ? Set.of() : Set.copyOf(convergence.excepted());
    }

    private void add(String name, Function<Invariant.Verdict, Invariant> maker) {
        names.add(name);
        all.add(maker.apply((seq, expected, found) -> {
            if (violations.size() < MAX_VIOLATIONS) {
                violations.add(new Violation(name, seq, step, expected, found));
            }
        }));
    }

    /** Names of those that are checked, in their order. */
    public List<String> names() {
        return List.copyOf(names);
    }

    /** What did not hold, in the order in which it was seen: the first {@link #MAX_VIOLATIONS}. */
    public List<Violation> violations() {
        return List.copyOf(violations);
    }

    /** The replay is over. */
    public void over(HostView host) {
        all.forEach(invariant -> invariant.over(host));
    }

    @Override
    public boolean wantsChanges(long seq) {
        return false;
    }

    @Override
    public void frame(FrameResult result) {
        for (Invariant invariant : all) {
            invariant.frame(result);
        }
    }

    @Override
    public void hostAct(HostAct act) {
        for (Invariant invariant : all) {
            invariant.hostAct(act);
        }
    }

    @Override
    public void note(HostNote note) {
        for (Invariant invariant : all) {
            invariant.note(note);
        }
    }

    @Override
    public void written(long seq, Emission emission) {
        for (Invariant invariant : all) {
            invariant.written(seq, emission);
        }
    }

    @Override
    public void claimed(Claim claim) {
        for (Invariant invariant : all) {
            invariant.claimed(claim);
        }
    }

    @Override
    public void called(HookCall call) {
        for (Invariant invariant : all) {
            invariant.called(call);
        }
    }

    @Override
    public void stepped(HostView host) {
        for (Invariant invariant : all) {
            invariant.stepped(host);
        }
        step++;
    }
}
