package dev.tapedeck.wire.pirpc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.tapedeck.canonical.EventType;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.canonical.TelemetryPayload.RuntimeWarning;
import dev.tapedeck.canonical.ThreadPayload.ThreadTokenUsageUpdated;
import dev.tapedeck.canonical.Usage;
import dev.tapedeck.canonical.UsageFigures;
import dev.tapedeck.canonical.UsageScope;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.Nodes;
import java.math.BigDecimal;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tokens and cost (decision D9).
 *
 * <p>Each message tells exactly what its model call used, with the vendor's own cost. A turn's bill is their sum; what
 * is used between two turns, as by a compaction, is billable by itself. Cached tokens are no part of input here.
 * Statistics count the session from its beginning.
 */
final class PiUsage {
    static final String KEY = "used";

    /** What one model call may become. */
    static final Set<EventType> TOLD = Set.of(EventType.THREAD_TOKEN_USAGE_UPDATED, EventType.RUNTIME_WARNING);

    private static final String[] TOKENS = {"input", "cacheRead", "cacheWrite", "output", "reasoning", "totalTokens"};
    private static final int COST = TOKENS.length;

    private PiUsage() {}

    /** The call that a message of the conversation came from: its tokens are the context from then on. */
    static void message(@Nullable JsonNode usage, Refs refs, Emitter out) {
        step(usage, usage == null ? null : told(usage.path("totalTokens")), refs, out);
    }

    /** A model call beside the conversation, as for a summary. */
    static void aside(@Nullable JsonNode usage, Refs refs, Emitter out) {
        step(usage, null, refs, out);
    }

    /** One model call; a call that failed before it used anything is not told. */
    private static void step(@Nullable JsonNode usage, @Nullable Long context, Refs refs, Emitter out) {
        if (usage == null) {
            return;
        }
        BigDecimal cost = cost(usage.at("/cost/total"), refs, out);
        ArrayNode used = Nodes.array();
        boolean any = cost != null && cost.signum() != 0;
        for (String member : TOKENS) {
            JsonNode count = usage.path(member);
            used.add(count);
            any |= count.asLong() != 0;
        }
        if (!any) {
            return;
        }
        used.add(cost == null ? null : cost.toPlainString());
        Usage turn = refs.turn() == null ? null : add(used, out);
        out.emit(refs, null, new ThreadTokenUsageUpdated(
                usage, new UsageFigures(null, turn, usage(UsageScope.STEP, turn == null, used), context, null)));
    }

    /** What the running turn used so far; null when nothing was told. */
    static @Nullable Usage turn(Emitter out) {
        JsonNode used = out.scratch().get(KEY);
        return used == null ? null : usage(UsageScope.TURN, true, used);
    }

    /** Statistics of the session. */
    static void stats(FrameView frame, Emitter out) {
        Refs refs = new Conversation(out).begun();
        JsonNode tokens = frame.node("/data/tokens");
        Usage thread = new Usage(
                UsageScope.THREAD,
                true,
                false,
                told(tokens.path("input")),
                told(tokens.path("cacheRead")),
                told(tokens.path("cacheWrite")),
                told(tokens.path("output")),
                null,
                told(tokens.path("total")),
                cost(frame.at("/data/cost"), refs, out));
        out.emit(refs, null, new ThreadTokenUsageUpdated(
                Nodes.without(frame.node("/data"), "sessionId"),
                new UsageFigures(
                        thread,
                        null,
                        null,
                        told(frame.at("/data/contextUsage/tokens")),
                        told(frame.at("/data/contextUsage/contextWindow")))));
    }

    private static Usage add(ArrayNode step, Emitter out) {
        JsonNode before = out.scratch().get(KEY);
        ArrayNode sum = Nodes.array();
        for (int i = 0; i < COST; i++) {
            Long known = before == null ? null : told(before.path(i));
            Long more = told(step.path(i));
            sum.add(known == null ? more : (Long) (more == null ? known : known + more));
        }
        BigDecimal known = before == null ? null : decimal(before.path(COST));
        BigDecimal more = decimal(step.path(COST));
        BigDecimal cost = known == null ? more : more == null ? known : known.add(more);
        sum.add(cost == null ? null : cost.toPlainString());
        out.scratch().put(KEY, sum);
        return usage(UsageScope.TURN, false, sum);
    }

    private static Usage usage(UsageScope scope, boolean billable, JsonNode used) {
        return new Usage(
                scope,
                true,
                billable,
                told(used.path(0)),
                told(used.path(1)),
                told(used.path(2)),
                told(used.path(3)),
                told(used.path(4)),
                told(used.path(5)),
                decimal(used.path(COST)));
    }

    /** A cost that other programs read as infinite is dropped, with a warning (decision D8). */
    private static @Nullable BigDecimal cost(JsonNode cost, Refs refs, Emitter out) {
        if (!cost.isNumber()) {
            return null;
        }
        BigDecimal exact = cost.decimalValue();
        if (Double.isFinite(exact.doubleValue())) {
            return exact;
        }
        out.emit(refs, null, new RuntimeWarning(
                "a cost that is no finite number is left out", Nodes.object().set("cost", cost)));
        return null;
    }

    private static @Nullable BigDecimal decimal(JsonNode text) {
        return text.isTextual() ? new BigDecimal(text.textValue()) : null;
    }

    private static @Nullable Long told(JsonNode count) {
        return count.isIntegralNumber() && count.canConvertToLong() ? (Long) count.longValue() : null;
    }
}
