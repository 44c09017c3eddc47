package dev.tapedeck.invariant;

import dev.tapedeck.host.History;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What one frame tells and none tells again, and the maps hold only when something later refers to it. Each holds for
 * one kind of difference, between entries that both runs have.
 */
final class ToldOnce {
    private ToldOnce() {}

    static boolean rateLimits(Case one) {
        return one.day().course().isUnsound() && one.differsOnlyIn("rateLimits");
    }

    /** What a resync covers is not counted twice, and history holds a thread's total only. */
    static boolean usageBaseline(Case one) {
        return (one.day().course().lost() || one.day().course().patched())
                && one.differsOnlyIn("rateLimits", "usage")
                && one.expected().at("/usage/thread").equals(one.found().at("/usage/thread"));
    }

    static boolean stop(Case one) {
        return one.in("turns")
                && one.day().course().lost()
                && one.expected("detail").equals("interrupted")
                && one.lacksOnly("detail");
    }

    static boolean stream(Case one) {
        return one.in("items")
                && one.day().lostStart(one.either())
                && one.expected("state").equals("failed")
                && one.expected("detail").equals(History.TURN_ENDED)
                && one.found("state").equals("completed")
                && one.found("detail").isEmpty()
                && one.differsOnlyIn("state", "detail");
    }

    /** The steps of a wire that counts its turns may have names that no map holds. */
    static boolean planSteps(Case one) {
        return isItemOfUnsound(one)
                && one.day().countsTurns()
                && one.expected("kind").equals("plan")
                && one.differsOnlyIn("text")
                && steps(one.expected("text")).containsAll(steps(one.found("text")));
    }

    static boolean compactionCause(Case one) {
        return isItemOfUnsound(one)
                && one.differsOnlyIn("compaction")
                && (!one.found().has("compaction")
                        || Case.isPart(one.found().get("compaction"), one.expected().path("compaction")));
    }

    static boolean server(Case one) {
        return isItemOfUnsound(one)
                && !one.expected("server").isEmpty()
                && !one.found().has("server")
                && one.differsOnlyIn("server", "tool", "title");
    }

    static boolean turn(Case one) {
        return isItemOfUnsound(one)
                && one.expected("kind").equals("user_message")
                && !one.day().began(one.expected())
                && one.lacksOnly("turn");
    }

    static boolean unclosedText(Case one) {
        return one.in("items")
                && one.day().course().isUnsound()
                && !one.expected("state").equals("completed")
                && one.differsOnlyIn("text", "textCut", "input");
    }

    private static boolean isItemOfUnsound(Case one) {
        Course course = one.day().course();
        return one.in("items") && one.inBoth() && (course.lost() || course.alterations().any());
    }

    /** What is to be done, without how far it is. */
    private static Set<String> steps(String plan) {
        return plan.lines()
                .map(line -> line.replaceFirst("^\\[.] ", ""))
                .filter(step -> !step.isBlank())
                .collect(Collectors.toSet());
    }
}
