package dev.tapedeck.torture;

import dev.tapedeck.fault.Fault;
import dev.tapedeck.fault.FaultPlan;
import dev.tapedeck.fault.Schedule;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Makes a plan smaller as long as it breaks the same invariant: fewer faults, and a plainer schedule. */
final class Shrinker {
    /** Runs that shrinking may cost. */
    private static final int MOST_RUNS = 500;

    private final Predicate<FaultPlan> broken;
    private int runs;

    /** @param broken whether a plan breaks the invariant in question */
    Shrinker(Predicate<FaultPlan> broken) {
        this.broken = broken;
    }

    FaultPlan shrunk(FaultPlan plan) {
        FaultPlan smallest = plan;
        FaultPlan before;
        do {
            before = smallest;
            smallest = withFewerFaults(withPlainerSchedule(smallest));
        } while (!smallest.equals(before));
        return smallest;
    }

    private FaultPlan withFewerFaults(FaultPlan plan) {
        FaultPlan smallest = plan;
        for (int i = plan.faults().size() - 1; i >= 0; i--) {
            List<Fault> fewer = new ArrayList<>(smallest.faults());
            fewer.remove(i);
            smallest = smaller(smallest, smallest.with(fewer));
        }
        return smallest;
    }

    private FaultPlan withPlainerSchedule(FaultPlan plan) {
        if (plan.schedule().equals(FaultPlan.NONE.schedule())) {
            return plan;
        }
        FaultPlan smallest = plan;
        for (Schedule plainer : List.of(FaultPlan.NONE.schedule(), new Schedule.Every(1))) {
            smallest = smaller(smallest, smallest.with(plainer));
            if (smallest.schedule().equals(plainer)) {
                return smallest;
            }
        }
        if (smallest.schedule() instanceof Schedule.At(List<Long> after)) {
            for (int size = Math.max(1, after.size() / 2); size > 0; size /= 2) {
                smallest = withFewerDrains(smallest, size);
            }
        }
        return smallest;
    }

    private FaultPlan withFewerDrains(FaultPlan plan, int size) {
        FaultPlan smallest = plan;
        for (int from = 0; smallest.schedule() instanceof Schedule.At(List<Long> after) && from < after.size(); ) {
            List<Long> fewer = new ArrayList<>(after);
            fewer.subList(from, Math.min(after.size(), from + size)).clear();
            FaultPlan tried = smaller(smallest, smallest.with(new Schedule.At(fewer)));
            from += tried == smallest ? size : 0;
            smallest = tried;
        }
        return smallest;
    }

    private FaultPlan smaller(FaultPlan plan, FaultPlan candidate) {
        return runs++ < MOST_RUNS && broken.test(candidate) ? candidate : plan;
    }
}
