package dev.tapedeck.invariant;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.host.History;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where one text of a turn ends and the next begins, and whether the last was whole when the turn broke off: on a wire
 * that does not name what is said only the frames between tell it, and history does not. The text itself is the same.
 */
final class Cuts {
    private static final Set<String> SAID = Set.of("assistant_message", "reasoning");

    private final Map<String, String> clean = new HashMap<>();
    private final Map<String, String> found = new HashMap<>();

    Cuts(JsonNode clean, JsonNode found) {
        join(clean, this.clean);
        join(found, this.found);
    }

    private static void join(JsonNode maps, Map<String, String> texts) {
        for (JsonNode item : maps.path("items")) {
            texts.merge(place(item), item.path("text").asText(), String::concat);
        }
    }

    /** Whether an item differs only in that, on a wire that counts. */
    boolean explain(Case one) {
        Day day = one.day();
        return one.in("items") && day.countsTurns() && day.course().missedAny() && explain(one.expected(), one.found());
    }

    boolean explain(@Nullable ObjectNode expected, @Nullable ObjectNode actual) {
        ObjectNode either = expected == null ? actual : expected;
        return either != null
                && SAID.contains(either.path("kind").asText())
                && clean.getOrDefault(place(either), "").equals(found.get(place(either)))
                && isOver(expected)
                && isOver(actual)
                && (expected == null || actual == null || rest(expected).equals(rest(actual)));
    }

    private static boolean isOver(@Nullable ObjectNode item) {
        return item == null
                || item.path("state").asText().equals("completed") && !item.has("detail")
                || item.path("state").asText().equals("failed")
                        && item.path("detail").asText().equals(History.TURN_ENDED);
    }

    private static ObjectNode rest(ObjectNode item) {
        return Case.without(item, "state", "detail", "text");
    }

    private static String place(JsonNode item) {
        return item.path("thread").asText() + '/' + item.path("turn").asText() + '/' + item.path("kind").asText();
    }
}
