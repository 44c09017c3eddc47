package dev.tapedeck.lab.model;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One part of a scripted stream. */
public sealed interface Output {
    /** Text of the assistant, sent in these pieces. */
    record Message(List<Piece> pieces, @Nullable String phase) implements Output {
        public Message {
            pieces = List.copyOf(pieces);
        }
    }

    /** Reasoning: summaries, each a part of its own, and raw content. */
    record Reasoning(List<String> summary, List<String> content) implements Output {
        public Reasoning {
            summary = List.copyOf(summary);
            content = List.copyOf(content);
        }
    }

    /**
     * A call of a tool with JSON arguments.
     *
     * @param arguments an object, or a string that is sent as it stands
     */
    record FunctionCall(String name, @Nullable String namespace, JsonNode arguments) implements Output {}

    /** A call of a tool with free text, sent in that many pieces. */
    record CustomCall(String name, String input, int pieces) implements Output {}

    /** Any other item of the API; {@code added} is what is announced first. */
    record Item(JsonNode added, JsonNode done) implements Output {}

    /** Any event, as it stands. */
    record Event(JsonNode event) implements Output {}

    /** Waits until the client opens the gate. */
    record Gate(String name) implements Output {}

    /** Waits. */
    record Pause(int millis) implements Output {}

    /** A piece of a message, or what happens between two pieces. */
    sealed interface Piece {
        /** Text, cut into that many pieces after variables are filled in. */
        record Text(String text, int pieces) implements Piece {}

        record WaitForGate(String name) implements Piece {}

        record Wait(int millis) implements Piece {}

        /** The message ends here without its end, and so does the stream, as its close says. */
        record Stop() implements Piece {}
    }
}
