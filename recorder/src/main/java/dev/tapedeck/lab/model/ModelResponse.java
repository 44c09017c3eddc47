package dev.tapedeck.lab.model;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One scripted response.
 *
 * @param when which requests it answers; the first unused response that fits is taken
 * @param note what it is for, shown when it stays unused
 * @param captures variables to take from the request's body before the response is filled in
 * @param headers response headers, for instance rate limits
 * @param delayMillis wait before the response starts
 * @param paceMillis wait before each event of a stream
 * @param repeat whether it may answer any number of requests
 * @param optional whether it may stay unused
 */
public record ModelResponse(
        ModelRequestMatch when,
        String note,
        Map<String, Capture> captures,
        Map<String, String> headers,
        int delayMillis,
        int paceMillis,
        boolean repeat,
        boolean optional,
        Body body) {

    public ModelResponse {
        captures = Map.copyOf(captures);
        headers = Map.copyOf(headers);
    }

    /**
     * A value in the request's body.
     *
     * @param pattern its first group is the value
     * @param number whether the value is a whole number
     */
    public record Capture(Pattern pattern, boolean number) {}

    /** What the response consists of. */
    public sealed interface Body {}

    /** A plain answer, mostly an HTTP error. */
    public record Plain(int status, JsonNode json) implements Body {}

    /**
     * A model's answer, part by part: server-sent events, or one answer for a client that wants no stream.
     *
     * @param usage the counts of the closing event; absent for the usual ones
     * @param metadata members to add to the response object of the first event
     */
    public record Stream(List<Output> output, Close close, @Nullable JsonNode usage, @Nullable JsonNode metadata)
            implements Body {
        public Stream {
            output = List.copyOf(output);
        }
    }

    /** How a stream ends. */
    public sealed interface Close {
        /** As a model's answer ends, with usage. */
        record Completed() implements Close {}

        /** With an error of the API, inside the stream. */
        record Failed(String code, String message) implements Close {}

        /** Early, for a reason that the API names. */
        record Incomplete(String reason) implements Close {}

        /** The connection is cut without a word. */
        record Cut() implements Close {}

        /** Nothing more is sent and the connection stays open until the provider or the scenario closes it. */
        record Hang() implements Close {}
    }
}
