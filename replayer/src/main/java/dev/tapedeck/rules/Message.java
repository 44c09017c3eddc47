package dev.tapedeck.rules;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.RequestRef;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Frame;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A frame that was decoded and joined with its request: what mappers and host look at.
 *
 * @param frame the frame itself
 * @param json its decoded payload; shared, never changed
 * @param id id of the request that it opens or answers
 * @param replyTo method of the request that it answers; absent when that request was not recorded
 * @param base pointer of the member that a rule reads as the frame; empty for the whole payload
 * @param parameters what the path of an HTTP request names, by the names of its template; a response has them too
 */
public record Message(
        Frame frame,
        JsonNode json,
        Kind kind,
        Role role,
        @Nullable RequestRef id,
        @Nullable String replyTo,
        String base,
        Map<String, String> parameters) {

    public Message {
        parameters = Map.copyOf(parameters);
    }

    /** A message that rules read as a whole. */
    public Message(
            Frame frame, JsonNode json, Kind kind, Role role, @Nullable RequestRef id, @Nullable String replyTo) {
        this(frame, json, kind, role, id, replyTo, "", Map.of());
    }

    public long seq() {
        return frame.seq();
    }

    public Direction direction() {
        return frame.direction();
    }

    /** What rules read as the frame; a missing node where the payload lacks it. */
    public JsonNode body() {
        return base.isEmpty() ? json : json.at(FrameView.compiled(base));
    }

    /** Whether the provider asks the client for an answer. */
    public boolean isServerRequest() {
        return role == Role.REQUEST && frame.direction() == Direction.OUT;
    }

    /** Whether the message belongs to a request of the provider's, as question or as answer. */
    public boolean opensOrAnswersServerRequest() {
        return switch (role) {
            case REQUEST -> direction() == Direction.OUT;
            case RESULT, ERROR -> direction() == Direction.IN;
            case NOTIFICATION -> false;
        };
    }
}
