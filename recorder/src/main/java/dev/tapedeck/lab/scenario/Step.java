package dev.tapedeck.lab.scenario;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One thing the scripted client does. Steps run one after the other.
 *
 * <p>{@code captures} names variables and where in the awaited frame their values stand.
 */
public sealed interface Step {
    /** What the answer to a request must be. */
    enum Expectation {
        RESULT,
        ERROR,
        ANY
    }

    /** Sends a request and waits for its answer. */
    record Call(String method, @Nullable JsonNode params, Expectation expected, Map<String, JsonPointer> captures)
            implements Step {}

    /** Sends a request whose answer a later {@link AwaitAnswer} may wait for. */
    record Send(String method, @Nullable JsonNode params, String name) implements Step {}

    /** Waits for the answer to a request sent under that name. */
    record AwaitAnswer(String name, Expectation expected, Map<String, JsonPointer> captures) implements Step {}

    /** Sends a notification. */
    record Notify(String method, @Nullable JsonNode params) implements Step {}

    /** Sends any JSON value as a line, for wires that are not JSON-RPC. */
    record Line(JsonNode frame) implements Step {}

    /** Sends text as a line, as it stands. */
    record Raw(String text) implements Step {}

    /** Waits for a frame that no earlier step waited for. */
    record Await(FrameMatch match, Map<String, JsonPointer> captures) implements Step {}

    /** Waits for a request of the provider and answers it; both absent means that it is never answered. */
    record Answer(
            FrameMatch match,
            @Nullable JsonNode result,
            @Nullable JsonNode error,
            int delayMillis,
            Map<String, JsonPointer> captures)
            implements Step {}

    /** Waits until no frame has come for that long. */
    record Quiet(int millis) implements Step {}

    /** Does nothing for that long. */
    record Sleep(int millis) implements Step {}

    /** Lets the scripted model go on where it waits for that gate. */
    record OpenGate(String gate) implements Step {}

    /** Closes the scripted model's door: connections are refused from now on. */
    record StopModel() implements Step {}

    /** Writes a file of the workspace, or of the home when the path starts with {@code ~/}. */
    record Write(Map<String, String> files) implements Step {}

    /** Deletes a file of the workspace, or of the home. */
    record Delete(String path) implements Step {}

    /** Sends a signal to the provider. */
    record Signal(String name) implements Step {}

    /** Closes the provider's stdin. */
    record CloseStdin() implements Step {}

    /** Waits until the provider has ended. */
    record AwaitExit() implements Step {}

    /**
     * Ends the provider as closing its stdin does, and starts it again.
     *
     * @param arguments added to the lab's command from now on; absent when they stay as they were
     */
    record Restart(@Nullable List<String> arguments) implements Step {}
}
