package dev.tapedeck.invariant;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.host.History;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What one frame tells and none tells again, and the maps hold only when something later refers to it. */
final class ToldOnce {
    private ToldOnce() {}

    /**
     * The name of what an entry lacks because its frame was lost; null if anything else differs.
     *
     * @param began whether the turn that it belongs to ever began
     * @param counted whether the wire does not name turns or items; its steps may have names that no map holds
     */
    static @Nullable Excepted lacked(
            String list, ObjectNode expected, ObjectNode found, boolean began, boolean counted) {
        boolean item = list.equals("items");
        if (item && expected.path("state").asText().equals("failed")
                && expected.path("detail").asText().equals(History.TURN_ENDED)
                && found.path("state").asText().equals("completed")
                && without(expected, "state", "detail").equals(without(found, "state", "detail"))) {
            return Excepted.STILL_STREAMED;
        }
        if (item && counted && isPlan(expected) && without(expected, "text").equals(without(found, "text"))
                && steps(expected).containsAll(steps(found))) {
            return Excepted.PLAN_STEPS;
        }
        if (item && without(expected, "compaction").equals(without(found, "compaction"))
                && (!found.has("compaction")
                        || Convergence.isPart(found.get("compaction"), expected.path("compaction")))) {
            return Excepted.COMPACTION_CAUSE;
        }
        if (item && expected.has("server") && !found.has("server")
                && without(expected, "server", "tool", "title").equals(without(found, "tool", "title"))) {
            return Excepted.UNTOLD_SERVER;
        }
        boolean prompt = item && expected.path("kind").asText().equals("user_message");
        if (prompt && !began && !found.has("turn") && without(expected, "turn").equals(found)) {
            return Excepted.UNTOLD_TURN;
        }
        return null;
    }

    private static boolean isPlan(ObjectNode item) {
        return item.path("kind").asText().equals("plan");
    }

    /** What is to be done, without how far it is. */
    private static Set<String> steps(ObjectNode plan) {
        return plan.path("text").asText().lines()
                .map(line -> line.replaceFirst("^\\[.] ", ""))
                .filter(step -> !step.isBlank())
                .collect(Collectors.toSet());
    }

    private static ObjectNode without(ObjectNode entry, String... members) {
        ObjectNode copy = entry.deepCopy();
        copy.remove(List.of(members));
        return copy;
    }
}
