package dev.tapedeck.wire.acp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.tapedeck.rules.Rule;
import dev.tapedeck.scratch.Scratch;
import org.jspecify.annotations.Nullable;

/**
 * The protocol version that agent and client agreed on (decision D11): the agent's word in its answer to
 * {@code initialize}. A recording that begins later speaks version 1, the only one that leaves it untold.
 */
enum Version {
    /** A turn is a {@code session/prompt} with its answer; chunks belong together because they follow each other. */
    V1,
    /** A turn is what a state update says; messages and tool calls are upserts by their id. */
    V2;

    private static final String KEY = "version";

    static Version of(Scratch.Editor scratch) {
        JsonNode told = scratch.get(KEY);
        return told != null && told.asInt() >= 2 ? V2 : V1;
    }

    /**
     * Takes note of what was agreed, before that of what the client offered; an agent that tells no number speaks
     * version 1.
     */
    static void agreed(@Nullable Integer number, Scratch.Editor scratch) {
        if (number == null) {
            scratch.remove(KEY);
        } else {
            scratch.put(KEY, JsonNodeFactory.instance.numberNode(number));
        }
    }

    /**
     * A rule for a kind that version 1 does not have: whoever sends it speaks version 2, though nobody saw them agree.
     */
    static Rule.Mapping onlyV2(Rule.Mapping mapping) {
        return (frame, out) -> {
            if (of(out.scratch()) == V1) {
                agreed(2, out.scratch());
            }
            mapping.map(frame, out);
        };
    }

    /** A rule whose kind means one thing in version 1 and another in version 2. */
    static Rule.Mapping byVersion(Rule.Mapping first, Rule.Mapping second) {
        return (frame, out) -> {
            switch (of(out.scratch())) {
                case V1 -> first.map(frame, out);
                case V2 -> second.map(frame, out);
            }
        };
    }
}
