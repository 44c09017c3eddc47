package dev.tapedeck.wire.claudestreamjson;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.canonical.ThreadPayload.ThreadTokenUsageUpdated;
import dev.tapedeck.canonical.Usage;
import dev.tapedeck.canonical.UsageFigures;
import dev.tapedeck.canonical.UsageScope;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.Nodes;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * Tokens and cost (decision D9).
 *
 * <p>A result counts its turn; only that is billable. Figures of single messages repeat with every block and are told
 * once a message; without a stream they are a first estimate. Cached tokens are no part of input here. Cost and figures
 * by model are cumulative for the process, sub-agents included.
 */
final class ClaudeUsage {
    private static final String COST = "cost";
    private static final String SINCE_LAST = "/model_usage_since_last_result";

    private ClaudeUsage() {}

    /** Input, read from a cache, written to a cache: what is known when a message begins. */
    static ArrayNode input(JsonNode usage) {
        ArrayNode tokens = Nodes.array();
        for (String member : new String[] {"input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens"}) {
            tokens.add(count(usage, member));
        }
        return tokens;
    }

    /** The end of a streamed message tells its output. */
    static void messageDelta(FrameView frame, Emitter out) {
        Refs refs = new Conversation(out).now();
        StreamedMessage message = new StreamedMessage(out.scratch(), Conversation.thread(frame, refs), refs);
        JsonNode usage = frame.optionalNode("/event/usage");
        JsonNode input = usage != null && usage.has("input_tokens") ? input(usage) : message.usage();
        if (usage != null && input != null) {
            step(usage, input, count(usage, "output_tokens"), true, refs, out);
        }
    }

    /** A message that was not streamed tells the same figures with each of its blocks. */
    static void snapshot(StreamedMessage message, Refs refs, FrameView frame, Emitter out) {
        JsonNode usage = frame.optionalNode("/message/usage");
        if (usage == null || message.usage() != null) {
            return;
        }
        ArrayNode input = input(usage);
        message.usage(input);
        Long output = count(usage, "output_tokens");
        if (sum(input, output) > 0) {
            step(usage, input, output, false, refs, out);
        }
    }

    private static void step(
            JsonNode raw, JsonNode input, @Nullable Long output, boolean exact, Refs refs, Emitter out) {
        long context = sum(input, output);
        if (refs.thread() != null) {
            out.scratch().put(contextKey(refs.thread()), Nodes.object().numberNode(context));
        }
        Usage step = new Usage(
                UsageScope.STEP,
                exact,
                false,
                told(input.path(0)),
                told(input.path(1)),
                told(input.path(2)),
                output,
                null,
                null,
                null);
        out.emit(refs, null, new ThreadTokenUsageUpdated(raw, new UsageFigures(null, null, step, context, null)));
    }

    /**
     * What the turn used: by model since the result before, as its cost, where that is told, else by the result's own
     * count, which leaves out sub-agents and compactions. A turn that broke off is counted only in part, as is one of
     * which the result's own count knows more.
     */
    static @Nullable Usage turn(FrameView frame, boolean complete, Emitter out) {
        BigDecimal cost = cost(frame, out);
        JsonNode usage = frame.optionalNode("/usage");
        if (usage == null && cost == null) {
            return null;
        }
        JsonNode counts = usage == null ? Nodes.object() : usage;
        JsonNode models = frame.at(SINCE_LAST);
        if (models.isObject() && !models.isEmpty()) {
            @Nullable Long[] sums = sums(models);
            boolean exact = complete && !knowsMore(counts, sums);
            return new Usage(
                    UsageScope.TURN, exact, true, sums[0], sums[1], sums[2], sums[3], sums[4], null, cost);
        }
        return new Usage(
                UsageScope.TURN,
                complete,
                true,
                count(counts, "input_tokens"),
                count(counts, "cache_read_input_tokens"),
                count(counts, "cache_creation_input_tokens"),
                count(counts, "output_tokens"),
                count(counts.path("output_tokens_details"), "thinking_tokens"),
                null,
                cost);
    }

    private static boolean knowsMore(JsonNode usage, @Nullable Long[] sums) {
        String[] members = {
            "input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens", "output_tokens"
        };
        for (int i = 0; i < members.length; i++) {
            Long sum = sums[i];
            if (usage.path(members[i]).asLong() > (sum == null ? 0 : sum)) {
                return true;
            }
        }
        return false;
    }

    /** The result's figures for the thread: what the process used so far, and how full the context is. */
    static void result(@Nullable Usage turn, Refs refs, FrameView frame, Emitter out) {
        JsonNode usage = frame.optionalNode("/usage");
        String thread = refs.thread();
        if (usage == null || thread == null) {
            return;
        }
        JsonNode models = frame.at("/modelUsage");
        JsonNode context = out.scratch().get(contextKey(thread));
        Long window = null;
        for (JsonNode model : models) {
            window = models.size() == 1 ? count(model, "contextWindow") : null;
        }
        out.emit(refs, null, new ThreadTokenUsageUpdated(
                usage,
                new UsageFigures(
                        process(models, frame), turn, null, context == null ? null : context.longValue(), window)));
    }

    static String contextKey(String thread) {
        return "context/" + thread;
    }

    private static @Nullable Usage process(JsonNode models, FrameView frame) {
        if (models.isEmpty()) {
            return null;
        }
        @Nullable Long[] sums = sums(models);
        return new Usage(
                UsageScope.THREAD,
                true,
                false,
                sums[0],
                sums[1],
                sums[2],
                sums[3],
                sums[4],
                null,
                frame.optionalDecimal("/total_cost_usd"));
    }

    /** Input, read from a cache, written to a cache, output, and thinking of all models. */
    private static @Nullable Long[] sums(JsonNode models) {
        String[] members = {
            "inputTokens", "cacheReadInputTokens", "cacheCreationInputTokens", "outputTokens", "thinkingTokens"
        };
        @Nullable Long[] sums = new Long[members.length];
        for (JsonNode model : models) {
            for (int i = 0; i < members.length; i++) {
                Long count = count(model, members[i]);
                Long before = sums[i];
                sums[i] = count == null ? before : (Long) (before == null ? count : before + count);
            }
        }
        return sums;
    }

    /**
     * What the turn did cost: what the result says by model of the time since the one before, else the difference of
     * totals. A total that falls starts a new counter, as after a conversation was cleared; that of a resumed session
     * holds what it had cost before, which only the figures by model leave out.
     */
    private static @Nullable BigDecimal cost(FrameView frame, Emitter out) {
        BigDecimal total = frame.optionalDecimal("/total_cost_usd");
        if (total == null) {
            return null;
        }
        JsonNode before = out.scratch().get(COST);
        out.scratch().put(COST, Nodes.object().textNode(total.toPlainString()));
        JsonNode models = frame.at(SINCE_LAST);
        if (models.isObject()) {
            BigDecimal cost = BigDecimal.ZERO;
            for (JsonNode model : models) {
                cost = cost.add(model.path("costUSD").decimalValue());
            }
            return cost;
        }
        BigDecimal known = before == null ? BigDecimal.ZERO : new BigDecimal(before.asText());
        return total.compareTo(known) < 0 ? total : total.subtract(known);
    }

    private static long sum(JsonNode input, @Nullable Long output) {
        long sum = output == null ? 0 : output;
        for (JsonNode count : input) {
            sum += count.asLong();
        }
        return sum;
    }

    static @Nullable Long count(JsonNode from, String member) {
        return told(from.path(member));
    }

    private static @Nullable Long told(JsonNode count) {
        return count.isIntegralNumber() && count.canConvertToLong() ? (Long) count.longValue() : null;
    }
}
