package dev.tapedeck.host;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.rules.Message;
import dev.tapedeck.rules.Sequence;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Watches the numbers of the events that a provider keeps: one that is left out was lost before it came here. */
final class Sequences {
    private final List<Sequence> places;
    private final int bound;
    private final Map<String, Long> last = new LinkedHashMap<>();

    /** @param bound most aggregates that are watched; the oldest is forgotten first */
    Sequences(List<Sequence> places, int bound) {
        this.places = places;
        this.bound = bound;
    }

    /** A copy that goes its own way. */
    Sequences(Sequences other) {
        places = other.places;
        bound = other.bound;
        last.putAll(other.last);
    }

    /** Takes note of an event; returns what is missing before it in words, or null when nothing is. */
    @Nullable String gapBefore(Message message) {
        for (Sequence place : places) {
            JsonNode of = message.json().at(place.of());
            JsonNode number = message.json().at(place.number());
            if (of.isTextual() && number.isIntegralNumber()) {
                return next(of.textValue(), number.longValue());
            }
        }
        return null;
    }

    private @Nullable String next(String of, long number) {
        Long before = last.get(of);
        if (before != null && number <= before) {
            return null;
        }
        last.put(of, number);
        if (last.size() > bound) {
            last.remove(last.keySet().iterator().next());
        }
        return before == null || number == before + 1
                ? null
                : "events %d to %d of %s never came".formatted(before + 1, number - 1, of);
    }
}
