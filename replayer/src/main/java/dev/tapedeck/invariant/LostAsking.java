package dev.tapedeck.invariant;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.host.Disposition;
import dev.tapedeck.host.FrameResult;
import dev.tapedeck.rules.Role;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Requests and answers of the client's that were lost. No history holds what only they say: with which settings a
 * thread was asked for, that a turn was asked for which its provider had not begun when the process ended, and which
 * words came with an answer that its provider tells as a verdict.
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

    boolean explains(String list, @Nullable ObjectNode expected, @Nullable ObjectNode found) {
        if (expected == null) {
            return false;
        }
        return switch (list) {
            case "threads" -> requests && found != null && rest(expected).equals(rest(found));
            case "turns" -> requests && found == null && expected.has("detail") && expected.has("statusLine");
            case "requests" -> answers && found != null && unanswered(expected).equals(unanswered(found))
                    && Convergence.isPart(found.path("answer"), expected.path("answer"));
            default -> false;
        };
    }

    private static ObjectNode unanswered(ObjectNode request) {
        ObjectNode rest = request.deepCopy();
        rest.remove("answer");
        return rest;
    }

    /** What a turn used may differ too, which is excepted by itself. */
    private static ObjectNode rest(ObjectNode thread) {
        JsonNode total = thread.at("/usage/thread");
        ObjectNode rest = thread.deepCopy();
        rest.remove(List.of("settings", "usage", "rateLimits"));
        return rest.set("usage", total);
    }
}
