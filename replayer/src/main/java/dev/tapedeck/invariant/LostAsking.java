package dev.tapedeck.invariant;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.host.Disposition;
import dev.tapedeck.host.FrameResult;
import dev.tapedeck.rules.Role;
import org.jspecify.annotations.Nullable;

/**
 * Frames of the client's own that were lost. No history holds what only they say: with which settings a thread was
 * asked for, that a turn was asked for which its provider had not begun when the process ended, and which words came
 * with an answer that its provider tells as a verdict.
 */
final class LostAsking {
    private boolean requests;
    private boolean answers;

    void frame(FrameResult result) {
        boolean gone = result.disposition() == Disposition.FAULTED || result.disposition() == Disposition.UNDELIVERED;
        if (gone && result.frame().direction() == Direction.IN) {
            Role role = result.message() == null ? null : result.message().role();
            requests |= role == null || role == Role.REQUEST;
            answers |= role == null || role == Role.RESULT;
        }
    }

    /** Whether a request was lost. */
    boolean ofRequests() {
        return requests;
    }

    boolean explains(Case one) {
        return explains(one.list(), one.expected(), one.found());
    }

    boolean explains(String list, @Nullable ObjectNode expected, @Nullable ObjectNode found) {
        if (expected == null || found == null) {
            ObjectNode either = expected == null ? found : expected;
            return requests && list.equals("turns") && either != null && isCutOff(either);
        }
        return switch (list) {
            case "threads" -> requests && rest(expected).equals(rest(found));
            case "requests" -> answers && Case.without(expected, "answer").equals(Case.without(found, "answer"))
                    && Case.isPart(found.path("answer"), expected.path("answer"));
            default -> false;
        };
    }

    /** Whether the end of the process ended a turn. */
    private static boolean isCutOff(ObjectNode turn) {
        return turn.has("detail") && turn.has("statusLine");
    }

    /** What a turn used may differ too, which is excepted by itself. */
    private static ObjectNode rest(ObjectNode thread) {
        JsonNode total = thread.at("/usage/thread");
        return Case.without(thread, "settings", "usage", "rateLimits").set("usage", total);
    }
}
