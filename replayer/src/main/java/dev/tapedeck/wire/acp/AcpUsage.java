package dev.tapedeck.wire.acp;

import static dev.tapedeck.canonical.EventType.ITEM_COMPLETED;
import static dev.tapedeck.canonical.EventType.THREAD_TOKEN_USAGE_UPDATED;
import static dev.tapedeck.rules.Concept.COST;
import static dev.tapedeck.rules.Concept.USAGE;

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
import dev.tapedeck.rules.RuleBook;
import dev.tapedeck.scratch.Scratch;
import java.math.BigDecimal;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tokens and cost (decision D9). A usage update tells how full the context is and what the session has cost so far;
 * only the end of a turn tells what the turn used, if the agent tells it at all. A number that is null or absent is
 * not told, which is not 0: no agent tells what a session had cost when it is loaded, and some count on while others
 * begin anew, so the first turn after a load has no cost of its own.
 */
final class AcpUsage {
    private AcpUsage() {}

    static void rules(RuleBook.Builder book) {
        book.map(Acp.UPDATE + "usage_update", USAGE, Set.of(ITEM_COMPLETED, THREAD_TOKEN_USAGE_UPDATED),
                AcpUsage::update)
                .also(COST)
                .gap("after a session was loaded the first turn bears no cost, "
                        + "unless its total was told before that turn")
                .gap("cost in another currency than USD is carried by raw only");
    }

    private static void update(FrameView frame, Emitter out) {
        JsonNode update = frame.node("/params/update");
        Refs refs = new Conversation(frame, out).heard();
        // Agents count after each call of the model, so what it said is whole; no id tells it from what comes next.
        new Segments(out).endUnnamed(refs);
        BigDecimal cost = dollars(update.path("cost"));
        if (cost != null && refs.thread() != null) {
            remember(refs.thread(), cost, new Turns(out).runs(refs.thread()), out.scratch());
        }
        BigDecimal total = cost == null && refs.thread() != null ? latest(refs.thread(), out.scratch()) : cost;
        Usage session = total == null
                ? null
                : new Usage(UsageScope.THREAD, true, false, null, null, null, null, null, null, total);
        out.emit(refs, null, new ThreadTokenUsageUpdated(
                Nodes.without(update, "sessionUpdate", "_meta"),
                new UsageFigures(
                        session, null, null, Nodes.count(update, "used"), Nodes.count(update, "size"))));
    }

    /**
     * What a turn used by the word of its end; null when the agent told nothing. Only version 2 defines what is told as
     * the sum of the turn (schema {@code Usage}: for the work that just completed); version 1 calls it usage of the
     * turn and its members totals of all turns, and there are agents that tell the last call of the model, which
     * nothing on the wire shows. So in version 1 it is an estimate (decision D9).
     */
    static @Nullable Usage turn(@Nullable JsonNode told, Refs refs, Emitter out) {
        BigDecimal cost = refs.thread() == null ? null : turnCost(refs.thread(), out.scratch());
        if (told == null && cost == null) {
            return null;
        }
        JsonNode counts = told == null ? Nodes.object() : told;
        return new Usage(
                UsageScope.TURN,
                told != null && Version.of(out.scratch()) == Version.V2,
                true,
                Nodes.count(counts, counts.has("input_tokens") ? "input_tokens" : "inputTokens"),
                Nodes.count(counts, "cachedReadTokens"),
                Nodes.count(counts, "cachedWriteTokens"),
                Nodes.count(counts, counts.has("output_tokens") ? "output_tokens" : "outputTokens"),
                Nodes.count(counts, "thoughtTokens"),
                Nodes.count(counts, "totalTokens"),
                cost);
    }

    /** A new session has cost nothing; of one that is opened again the cost so far is not known. */
    static void begins(String session, Scratch.Editor scratch) {
        scratch.put(key(session), Nodes.array().add("0"));
    }

    /** The total that was told last; an update that tells none changes only the context. */
    private static @Nullable BigDecimal latest(String thread, Scratch.Editor scratch) {
        JsonNode entry = scratch.get(key(thread));
        String told = entry == null ? null : entry.path(entry.size() - 1).textValue();
        BigDecimal total = told == null ? null : new BigDecimal(told);
        return total == null || total.signum() == 0 ? null : total;
    }

    /** What is told outside of turns is what the session has cost before the next one. */
    private static void remember(String thread, BigDecimal total, boolean inTurn, Scratch.Editor scratch) {
        if (!inTurn) {
            scratch.put(key(thread), Nodes.array().add(total.toPlainString()));
            return;
        }
        JsonNode before = scratch.get(key(thread));
        ArrayNode entry = Nodes.array();
        entry.add(before == null ? entry.nullNode() : before.path(0)).add(total.toPlainString());
        scratch.put(key(thread), entry);
    }

    /** The cost is cumulative; one that falls starts a new counter. */
    private static @Nullable BigDecimal turnCost(String thread, Scratch.Editor scratch) {
        JsonNode entry = scratch.get(key(thread));
        String latest = entry == null ? null : entry.path(1).textValue();
        if (entry == null || latest == null) {
            return null;
        }
        scratch.put(key(thread), Nodes.array().add(latest));
        String base = entry.path(0).textValue();
        if (base == null) {
            return null;
        }
        BigDecimal total = new BigDecimal(latest);
        BigDecimal before = new BigDecimal(base);
        return total.compareTo(before) < 0 ? total : total.subtract(before);
    }

    private static @Nullable BigDecimal dollars(JsonNode cost) {
        JsonNode amount = cost.path("amount");
        return amount.isNumber() && cost.path("currency").asText().equals("USD") ? amount.decimalValue() : null;
    }

    private static String key(String thread) {
        return "cost/" + thread;
    }
}
