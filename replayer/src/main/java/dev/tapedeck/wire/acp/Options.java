package dev.tapedeck.wire.acp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.canonical.RequestRef;
import dev.tapedeck.rules.Nodes;
import dev.tapedeck.scratch.Scratch;
import org.jspecify.annotations.Nullable;

/**
 * What the options of open permissions mean, in scratch: an answer names only an option's id, and agents choose those
 * freely.
 */
final class Options {
    private static final String KEY = "options";

    private final Scratch.Editor scratch;

    Options(Scratch.Editor scratch) {
        this.scratch = scratch;
    }

    void remember(RequestRef request, JsonNode options) {
        ObjectNode kinds = Nodes.object();
        for (JsonNode option : options) {
            kinds.put(option.path("optionId").asText(), option.path("kind").asText());
        }
        scratch.put(KEY, Nodes.with(scratch.get(KEY), request.key(), kinds));
    }

    @Nullable String kindOf(RequestRef request, String option) {
        JsonNode all = scratch.get(KEY);
        return all == null ? null : all.path(request.key()).path(option).textValue();
    }

    void forget(RequestRef request) {
        JsonNode all = scratch.get(KEY);
        if (all != null && all.has(request.key())) {
            scratch.store(KEY, Nodes.without(all, request.key()));
        }
    }
}
