package dev.tapedeck.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.tapedeck.canonical.Usage;
import dev.tapedeck.canonical.UsageScope;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The six counters of a breakdown of tokens, each of which may not have been told (decision D9). */
public record TokenCounts(@Nullable Long[] values) {
    private static final int COUNTERS = 6;

    /**
     * Reads a breakdown.
     *
     * @param members names of input, cached, cache write, output, reasoning and total
     * @throws dev.tapedeck.rules.FrameFault if there is none, or a counter is no integer
     */
    public static TokenCounts read(FrameView frame, String pointer, List<String> members) {
        frame.node(pointer);
        @Nullable Long[] values = new Long[COUNTERS];
        for (int i = 0; i < values.length; i++) {
            values[i] = frame.optionalInteger(pointer + "/" + members.get(i));
        }
        return new TokenCounts(values);
    }

    static TokenCounts of(JsonNode array) {
        @Nullable Long[] values = new Long[COUNTERS];
        for (int i = 0; i < values.length; i++) {
            JsonNode value = array.path(i);
            values[i] = value.isIntegralNumber() ? (Long) value.longValue() : null;
        }
        return new TokenCounts(values);
    }

    ArrayNode json() {
        ArrayNode array = JsonNodeFactory.instance.arrayNode(values.length);
        for (Long value : values) {
            array.add(value);
        }
        return array;
    }

    public @Nullable Long totalTokens() {
        return values[5];
    }

    /** As a figure of that scope, counted by the provider. */
    public Usage as(UsageScope scope, boolean billable) {
        return new Usage(
                scope, true, billable, values[0], values[1], values[2], values[3], values[4], values[5], null);
    }

    /** Whether no token is told by its kind, though there is a sum of them. */
    public boolean isSumAlone() {
        for (int i = 0; i < COUNTERS - 1; i++) {
            Long value = values[i];
            if (value != null && value != 0) {
                return false;
            }
        }
        Long sum = values[COUNTERS - 1];
        return (values[0] != null || values[3] != null) && sum != null && sum > 0;
    }

    TokenCounts plus(TokenCounts other) {
        return with(other, 1);
    }

    TokenCounts minus(TokenCounts other) {
        return with(other, -1);
    }

    boolean lowerThan(TokenCounts before) {
        for (int i = 0; i < values.length; i++) {
            Long value = values[i];
            Long earlier = before.values[i];
            if (value != null && earlier != null && value < earlier) {
                return true;
            }
        }
        return false;
    }

    private TokenCounts with(TokenCounts other, int sign) {
        @Nullable Long[] sum = new Long[values.length];
        for (int i = 0; i < sum.length; i++) {
            Long value = values[i];
            Long more = other.values[i];
            sum[i] = value == null ? null : (Long) (value + (more == null ? 0 : sign * more));
        }
        return new TokenCounts(sum);
    }
}
