package dev.tapedeck.lab.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One answer of the model in the shape of one API, told part by part in the script's order. Variables are filled in.
 *
 * <p>Every part may throw an {@link IOException} when the provider has gone.
 */
sealed interface ModelStream
        permits ResponseStream, MessageStream, MessageAnswer, ChatStream, ChatAnswer, GeminiStream {
    /**
     * The answer begins.
     *
     * @param metadata members to add to the first event
     * @param usage the counts that the script gives, empty for the usual ones
     */
    void begin(ObjectNode metadata, JsonNode usage) throws IOException, InterruptedException;

    void beginText(@Nullable String phase) throws IOException, InterruptedException;

    void text(String piece) throws IOException, InterruptedException;

    /** The text is whole; not called when the script stops inside it. */
    void endText() throws IOException, InterruptedException;

    void reasoning(List<String> summary, List<String> content) throws IOException, InterruptedException;

    /** A call of a tool; the arguments are an object, or a string that is sent as it stands. */
    void call(String name, @Nullable String namespace, JsonNode arguments) throws IOException, InterruptedException;

    /** A call of a tool with free text, in the pieces in which it is sent. */
    void customCall(String name, List<String> pieces) throws IOException, InterruptedException;

    /** Any other item of the API; {@code added} is what is announced first. */
    void item(JsonNode added, JsonNode done) throws IOException, InterruptedException;

    /** Any event, as it stands. */
    void event(JsonNode event) throws IOException, InterruptedException;

    void complete() throws IOException, InterruptedException;

    void incomplete(String reason) throws IOException, InterruptedException;

    void fail(String code, String message) throws IOException, InterruptedException;
}
