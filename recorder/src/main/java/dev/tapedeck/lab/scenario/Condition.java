package dev.tapedeck.lab.scenario;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.lab.script.UnknownVariableException;
import dev.tapedeck.lab.script.Variables;

/** What must stand at one place of a frame. */
public sealed interface Condition {
    JsonPointer at();

    /** Whether the frame fulfils this; values may hold variables. */
    boolean holds(JsonNode frame, Variables variables) throws UnknownVariableException;

    /** The value at the place is exactly this one. */
    record Equal(JsonPointer at, JsonNode value) implements Condition {
        @Override
        public boolean holds(JsonNode frame, Variables variables) throws UnknownVariableException {
            return frame.at(at).equals(variables.fill(value));
        }
    }

    /** The text at the place holds this text. */
    record Contains(JsonPointer at, String part) implements Condition {
        @Override
        public boolean holds(JsonNode frame, Variables variables) throws UnknownVariableException {
            return frame.at(at).asText("").contains(variables.fill(part));
        }
    }

    /** Something stands at the place, or nothing does. */
    record Present(JsonPointer at, boolean present) implements Condition {
        @Override
        public boolean holds(JsonNode frame, Variables variables) {
            return present != frame.at(at).isMissingNode();
        }
    }
}
