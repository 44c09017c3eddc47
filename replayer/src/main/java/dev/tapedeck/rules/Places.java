package dev.tapedeck.rules;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.EventType;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.rules.RuleBook.Scope;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where frames of a wire name whom they are about.
 *
 * @param scopes for each scope that the wire names, pointers and, in braces, parameters of a call's path; the first
 *     that is there counts
 */
record Places(Map<Scope, List<String>> scopes) {
    Places {
        scopes = Map.copyOf(scopes);
    }

    boolean names(Scope scope) {
        return scopes.containsKey(scope);
    }

    Refs refs(FrameView frame) {
        return new Refs(
                first(Scope.SESSION, frame),
                first(Scope.THREAD, frame),
                first(Scope.TURN, frame),
                first(Scope.ITEM, frame),
                frame.message().opensOrAnswersServerRequest() ? frame.message().id() : null);
    }

    /** @throws FrameFault if an id is missing that events of this type need and that this wire names */
    void check(Refs refs, EventType type, FrameView frame) {
        switch (type.family()) {
            case THREAD -> require(refs.thread(), Scope.THREAD, frame);
            case TURN -> {
                require(refs.thread(), Scope.THREAD, frame);
                require(refs.turn(), Scope.TURN, frame);
            }
            case ITEM -> {
                require(refs.thread(), Scope.THREAD, frame);
                require(refs.item(), Scope.ITEM, frame);
            }
            case SESSION, REQUEST, TELEMETRY -> {}
        }
    }

    private void require(@Nullable String id, Scope scope, FrameView frame) {
        List<String> places = scopes.getOrDefault(scope, List.of());
        if (id == null && !places.isEmpty()) {
            String usual = places.getFirst();
            throw FrameView.fault(
                    frame.message().base() + usual,
                    "the id of a " + scope.name().toLowerCase(Locale.ROOT),
                    frame.message().body().at(FrameView.compiled(usual)));
        }
    }

    private @Nullable String first(Scope scope, FrameView frame) {
        JsonNode body = frame.message().body();
        for (String place : scopes.getOrDefault(scope, List.of())) {
            String id = place.startsWith("{")
                    ? frame.message().parameters().get(place.substring(1, place.length() - 1))
                    : body.at(FrameView.compiled(place)).textValue();
            if (id != null) {
                return id;
            }
        }
        return null;
    }
}
