package dev.tapedeck.filter;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.canonical.CanonicalEvent;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.events.Ordinals;
import dev.tapedeck.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The events that a frame became, with what they are about by ordinal and by the provider's id.
 *
 * @param names of each event, in its order
 */
public record Outcome(List<CanonicalEvent> events, List<Names> names) {
    /** Ordinals of one event, for instance {@code item_3}. */
    record Names(
            @Nullable String thread, @Nullable String turn, @Nullable String item, @Nullable String request) {}

    /** What an event may be about. */
    enum About {
        THREAD((refs, names) -> both(refs.thread(), names.thread())),
        TURN((refs, names) -> both(refs.turn(), names.turn())),
        ITEM((refs, names) -> both(refs.item(), names.item())),
        REQUEST((refs, names) ->
                both(refs.request() == null ? null : refs.request().text(), names.request()));

        private final BiFunction<Refs, Names, Stream<String>> of;

        About(BiFunction<Refs, Names, Stream<String>> of) {
            this.of = of;
        }

        private static Stream<String> both(@Nullable String id, @Nullable String ordinal) {
            return Stream.of(id, ordinal).filter(Objects::nonNull).map(Objects::requireNonNull);
        }
    }

    public Outcome {
        events = List.copyOf(events);
        names = List.copyOf(names);
    }

    /** Names events; every event of a recording must pass here, in its order, so that ordinals count on. */
    public static Outcome of(List<CanonicalEvent> events, Ordinals ordinals) {
        List<Names> names = new ArrayList<>(events.size());
        for (CanonicalEvent event : events) {
            Refs refs = event.refs();
            names.add(new Names(
                    refs.thread() == null ? null : ordinals.thread(refs.thread()),
                    refs.turn() == null ? null : ordinals.turn(refs.thread(), refs.turn()),
                    refs.item() == null ? null : ordinals.item(refs.thread(), refs.item()),
                    refs.request() == null ? null : ordinals.request(refs.request())));
        }
        return new Outcome(events, names);
    }

    /** Ids and ordinals of what the events are about. */
    Stream<String> about(About what) {
        Stream<String> all = Stream.empty();
        for (int i = 0; i < events.size(); i++) {
            all = Stream.concat(all, what.of.apply(events.get(i).refs(), names.get(i)));
        }
        return all;
    }

    /** The events as JSON: type, ordinals, and the members of the payload beside them. */
    Stream<JsonNode> json() {
        return Stream.iterate(0, i -> i < events.size(), i -> i + 1).map(this::json);
    }

    private JsonNode json(int index) {
        CanonicalEvent event = events.get(index);
        Names of = names.get(index);
        JsonNode payload = Json.mapper().valueToTree(event.payload());
        ObjectNode json = payload.isObject() ? ((ObjectNode) payload).deepCopy() : Json.mapper().createObjectNode();
        json.set("payload", payload);
        json.put("type", event.type().word());
        json.put("threadId", of.thread());
        json.put("turnId", of.turn());
        json.put("itemId", of.item());
        json.put("requestId", of.request());
        return json;
    }
}
