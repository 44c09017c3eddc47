package dev.tapedeck.lab.scenario;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.lab.script.UnknownVariableException;
import dev.tapedeck.lab.script.Variables;
import java.util.List;

/** Which frame a step waits for: every condition must hold. */
public record FrameMatch(List<Condition> conditions) {
    static final JsonPointer METHOD = JsonPointer.compile("/method");
    static final JsonPointer ID = JsonPointer.compile("/id");

    public FrameMatch {
        conditions = List.copyOf(conditions);
    }

    public boolean matches(JsonNode frame, Variables variables) throws UnknownVariableException {
        for (Condition condition : conditions) {
            if (!condition.holds(frame, variables)) {
                return false;
            }
        }
        return true;
    }

    /** The match in words, for a timeout's report. */
    public String words(Variables variables) {
        StringBuilder words = new StringBuilder();
        for (Condition condition : conditions) {
            words.append(words.isEmpty() ? "" : ", ").append(words(condition, variables));
        }
        return words.toString();
    }

    private static String words(Condition condition, Variables variables) {
        return switch (condition) {
            case Condition.Equal equal -> equal.at() + " = " + filled(equal.value(), variables);
            case Condition.Contains contains -> contains.at() + " contains \"" + contains.part() + "\"";
            case Condition.Present present -> present.at() + (present.present() ? " present" : " absent");
        };
    }

    private static String filled(JsonNode value, Variables variables) {
        try {
            return variables.fill(value).toString();
        } catch (UnknownVariableException e) {
            return value.toString();
        }
    }
}
