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

    /**
     * Waits for a frame that no earlier step waited for.
     *
     * @param on the event stream it comes on; absent for the first one, and for stdout
     */
    record Await(FrameMatch match, @Nullable String on, Map<String, JsonPointer> captures) implements Step {}

    /** What speaks HTTP with the provider; paths may have a query. */
    sealed interface Web extends Step {}

    /** Which response an HTTP request must get. */
    sealed interface Status {
        /** Any from 200 to 299. */
        record Success() implements Status {}

        record Exactly(int status) implements Status {}

        record Any() implements Status {}

        /** None, since the connection breaks. */
        record None() implements Status {}
    }

    /**
     * Sends an HTTP request.
     *
     * @param body JSON that is sent; absent for a request without a body
     * @param name under which a later {@link AwaitResponse} waits for the response; absent: waits for it now
     */
    record Http(
            String method,
            String path,
            @Nullable JsonNode body,
            @Nullable String name,
            Status expected,
            Map<String, JsonPointer> captures)
            implements Web {}

    /** Waits for the response to the request sent under that name. */
    record AwaitResponse(String name, Status expected, Map<String, JsonPointer> captures) implements Web {}

    /**
     * Opens an event stream.
     *
     * @param awaitHead whether to wait for the head of the response, which some servers send with the first event only
     */
    record Subscribe(String path, boolean awaitHead) implements Web {}

    /** Closes an event stream. */
    record Unsubscribe(String path) implements Web {}

    /** Waits until the provider has closed an event stream. */
    record AwaitStreamEnd(String path) implements Web {}

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
