package dev.tapedeck.wire.opencodeevent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.canonical.ThreadPayload.ThreadTokenUsageUpdated;
import dev.tapedeck.canonical.Usage;
import dev.tapedeck.canonical.UsageFigures;
import dev.tapedeck.canonical.UsageScope;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.Resumed;
import java.math.BigDecimal;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Tokens and cost (decision D9). Each model call is a step, counted once and exact; turn and thread are sums of steps
 * in decimal. A session tells totals of its own, which hold what came before a recording began. Cached tokens are no
 * part of input here, and reasoning is no part of output. Only the figure at a turn's end is billable.
 */
final class StepUsage {
    private static final String[] COUNTS = {"/input", "/cache/read", "/cache/write", "/output", "/reasoning"};
    private static final String KEY = "usage";

    private StepUsage() {}

    static void turnBegins(SessionMemory memory) {
        JsonNode usage = memory.get(KEY);
        if (usage != null && usage.has("turn")) {
            memory.put(KEY, EventJson.without(usage, "turn"));
        }
    }

    /** Sums go on from those that history told last; what a turn used that is over, or has no step yet, is none. */
    static void resume(Resumed session, SessionMemory memory) {
        UsageFigures told = session.usage();
        if (told == null || told.thread() == null) {
            memory.remove(KEY);
            return;
        }
        JsonNode before = memory.get(KEY);
        ObjectNode usage = EventJson.object();
        if (before != null && before.has("step")) {
            usage.set("step", before.get("step"));
        }
        usage.set("thread", counts(told.thread()));
        if (session.running() && told.turn() != null && !told.turn().billable()) {
            usage.set("turn", counts(told.turn()));
        }
        memory.put(KEY, usage);
    }

    private static ArrayNode counts(Usage told) {
        ArrayNode counts = EventJson.array();
        Stream.of(
                        told.inputTokens(),
                        told.cachedInputTokens(),
                        told.cacheWriteTokens(),
                        told.outputTokens(),
                        told.reasoningTokens())
                .forEach(count -> counts.add(count == null ? 0 : count));
        return counts.add(told.costUsd() == null ? "0" : told.costUsd().toPlainString());
    }

    /** What the turn used so far; null when it told of no step. */
    static @Nullable Usage turn(SessionMemory memory) {
        JsonNode usage = memory.get(KEY);
        return usage == null || !usage.has("turn") ? null : usage(UsageScope.TURN, true, usage.get("turn"), null);
    }

    /**
     * A step is over.
     *
     * @param id of the step, which may be told more than once
     */
    static void step(String id, JsonNode tokens, JsonNode cost, SessionMemory memory, Refs refs, Emitter out) {
        JsonNode before = memory.get(KEY);
        if (!tokens.isObject() || before != null && before.path("step").asText().equals(id)) {
            return;
        }
        ArrayNode step = counts(tokens, cost);
        JsonNode thread = sum(before == null ? null : before.get("thread"), step);
        JsonNode turn = sum(before == null ? null : before.get("turn"), step);
        memory.put(KEY, EventJson.with(EventJson.with(
                EventJson.object().put("step", id), "thread", thread), "turn", turn));
        JsonNode told = tokens.path("total");
        Long total = told.isIntegralNumber() && told.canConvertToLong() ? (Long) told.longValue() : null;
        out.emit(refs, null, new ThreadTokenUsageUpdated(
                EventJson.with(EventJson.object().<JsonNode>set("cost", cost), "tokens", tokens),
                new UsageFigures(
                        usage(UsageScope.THREAD, false, thread, null),
                        usage(UsageScope.TURN, false, turn, null),
                        usage(UsageScope.STEP, false, step, total),
                        total == null ? all(step) : total,
                        null)));
    }

    private static long all(JsonNode counts) {
        long all = 0;
        for (int i = 0; i < COUNTS.length; i++) {
            all += counts.path(i).asLong();
        }
        return all;
    }

    /** The session's own totals; told on only where they differ from the sum of the steps that were seen. */
    static void total(JsonNode tokens, JsonNode cost, SessionMemory memory, Refs refs, Emitter out) {
        if (!tokens.isObject()) {
            return;
        }
        ArrayNode total = counts(tokens, cost);
        JsonNode before = memory.get(KEY);
        JsonNode known = before == null ? null : before.get("thread");
        if (known == null ? isNothing(total) : sameCounts(known, total)) {
            return;
        }
        memory.put(KEY, EventJson.with(before, "thread", total));
        out.emit(refs, null, new ThreadTokenUsageUpdated(
                EventJson.with(EventJson.object().<JsonNode>set("cost", cost), "tokens", tokens),
                new UsageFigures(usage(UsageScope.THREAD, false, total, null), null, null, null, null)));
    }

    private static ArrayNode counts(JsonNode tokens, JsonNode cost) {
        ArrayNode counts = EventJson.array();
        for (String pointer : COUNTS) {
            counts.add(tokens.at(pointer).asLong());
        }
        return counts.add(cost.isNumber() ? cost.decimalValue().toPlainString() : "0");
    }

    private static JsonNode sum(@Nullable JsonNode before, JsonNode step) {
        if (before == null) {
            return step;
        }
        ArrayNode sum = EventJson.array();
        for (int i = 0; i < COUNTS.length; i++) {
            sum.add(before.path(i).asLong() + step.path(i).asLong());
        }
        return sum.add(cost(before).add(cost(step)).toPlainString());
    }

    private static boolean sameCounts(JsonNode one, JsonNode other) {
        for (int i = 0; i < COUNTS.length; i++) {
            if (one.path(i).asLong() != other.path(i).asLong()) {
                return false;
            }
        }
        return true;
    }

    private static boolean isNothing(JsonNode counts) {
        return sameCounts(counts, EventJson.array());
    }

    private static BigDecimal cost(JsonNode counts) {
        return new BigDecimal(counts.path(COUNTS.length).asText());
    }

    private static Usage usage(UsageScope scope, boolean billable, JsonNode counts, @Nullable Long total) {
        return new Usage(
                scope,
                true,
                billable,
                counts.path(0).asLong(),
                counts.path(1).asLong(),
                counts.path(2).asLong(),
                counts.path(3).asLong(),
                counts.path(4).asLong(),
                total,
                cost(counts));
    }
}
