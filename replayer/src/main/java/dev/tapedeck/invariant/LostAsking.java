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
 * Requests of the client's that were lost. No history holds what only they say: with which settings a thread was asked
 * for, and that a turn was asked for which its provider had not begun when the process ended.
 */
final class LostAsking {
    private boolean any;

    void frame(FrameResult result) {
        boolean gone = result.disposition() == Disposition.FAULTED || result.disposition() == Disposition.UNDELIVERED;
        boolean asks = result.message() == null || result.message().role() == Role.REQUEST;
        any |= gone && asks && result.frame().direction() == Direction.IN;
    }

    boolean explains(String list, @Nullable ObjectNode expected, @Nullable ObjectNode found) {
        if (!any || expected == null) {
            return false;
        }
        return switch (list) {
            case "threads" -> found != null && rest(expected).equals(rest(found));
            case "turns" -> found == null && expected.has("detail") && expected.has("statusLine");
            default -> false;
        };
    }

    /** What a turn used may differ too, which is excepted by itself. */
    private static ObjectNode rest(ObjectNode thread) {
        JsonNode total = thread.at("/usage/thread");
        ObjectNode rest = thread.deepCopy();
        rest.remove(List.of("settings", "usage", "rateLimits"));
        return rest.set("usage", total);
    }
}
