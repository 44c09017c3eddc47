package dev.tapedeck.parity;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.tapedeck.events.RuntimeJson;
import dev.tapedeck.invariant.Difference;
import dev.tapedeck.json.Json;
import dev.tapedeck.mapping.Emission;
import dev.tapedeck.mapping.MapContext;
import dev.tapedeck.mapping.MapResult;
import dev.tapedeck.mapping.Mapper;
import dev.tapedeck.mapping.Outcome;
import dev.tapedeck.rules.Message;
import dev.tapedeck.runtime.RuntimeEvent;
import dev.tapedeck.scratch.Scratch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Two mappers that are called with the same frames, context and scratch, those of the left one's run. Its answer is
 * the left one's; after the first difference the right one is no longer asked.
 */
final class Pair implements Mapper {
    /** What differs in one call. */
    record Found(long frame, String path, JsonNode left, JsonNode right) {}

    private final Mapper left;
    private final Mapper right;
    private @Nullable Found found;
    private long calls;
    private long frames;

    Pair(Mapper left, Mapper right) {
        this.left = left;
        this.right = right;
    }

    @Nullable Found found() {
        return found;
    }

    long calls() {
        return calls;
    }

    long frames() {
        return frames;
    }

    @Override
    public boolean reduces() {
        return left.reduces();
    }

    @Override
    public MapResult mapFrames(MapContext context, List<Message> batch, Scratch scratch) {
        Answer ours = Answer.of(left, context, batch, scratch);
        if (found == null) {
            calls++;
            frames += batch.size();
            compare(batch, ours, Answer.of(right, context, batch, scratch));
        }
        if (ours.failure != null) {
            throw ours.failure;
        }
        return ours.result;
    }

    private record Answer(MapResult result, Mapper.@Nullable HookFailure failure) {
        static Answer of(Mapper mapper, MapContext context, List<Message> batch, Scratch scratch) {
            try {
                return new Answer(mapper.mapFrames(context, batch, scratch), null);
            } catch (HookFailure e) {
                return new Answer(new MapResult(List.of(), scratch, List.of()), e);
            }
        }

        JsonNode failed() {
            return failure == null
                    ? MissingNode.getInstance()
                    : JsonNodeFactory.instance.textNode("failed: " + failure.getMessage());
        }

        List<RuntimeEvent> events(int frame) {
            List<RuntimeEvent> events = new ArrayList<>();
            for (Emission emission : result.emissions()) {
                if (emission.frame() == frame) {
                    events.addAll(emission.events());
                }
            }
            return events;
        }

        JsonNode fault(int frame) {
            return result.outcomes().get(frame) instanceof Outcome.Faulted(String reason)
                    ? JsonNodeFactory.instance.textNode(reason)
                    : MissingNode.getInstance();
        }
    }

    private void compare(List<Message> batch, Answer ours, Answer theirs) {
        long last = batch.getLast().seq();
        if (ours.failure != null || theirs.failure != null) {
            if (ours.failure == null || theirs.failure == null) {
                found = new Found(last, "/call", ours.failed(), theirs.failed());
            }
            return;
        }
        for (int i = 0; i < batch.size() && found == null; i++) {
            long seq = batch.get(i).seq();
            JsonNode fault = ours.fault(i);
            if (fault.isMissingNode() != theirs.fault(i).isMissingNode()) {
                found = new Found(seq, "/fault", fault, theirs.fault(i));
            } else {
                events(seq, ours.events(i), theirs.events(i));
            }
        }
        if (found == null && !ours.result.scratch().equals(theirs.result.scratch())) {
            differ(last, "/scratch", ours.result.scratch().json(), theirs.result.scratch().json());
        }
    }

    private void events(long seq, List<RuntimeEvent> ours, List<RuntimeEvent> theirs) {
        if (!ours.equals(theirs)) {
            differ(seq, "/events", json(ours), json(theirs));
        }
    }

    private static ArrayNode json(List<RuntimeEvent> events) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        events.forEach(event -> array.add(RuntimeJson.of(event)));
        return array;
    }

    /** Written and read once more, so that a number is a number, whoever made it. */
    private void differ(long seq, String place, JsonNode ours, JsonNode theirs) {
        Difference difference = Difference.first(reread(ours), reread(theirs));
        if (difference != null) {
            found = new Found(seq, place + difference.path(), difference.left(), difference.right());
        }
    }

    private static JsonNode reread(JsonNode json) {
        try {
            return Json.read(Json.writeBytes(json));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
