package dev.tapedeck.wire.codexappserver;

import static dev.tapedeck.canonical.EventType.ACCOUNT_RATE_LIMITS_UPDATED;
import static dev.tapedeck.canonical.EventType.THREAD_TOKEN_USAGE_UPDATED;
import static dev.tapedeck.rules.Concept.USAGE;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.canonical.TelemetryPayload.AccountRateLimitsUpdated;
import dev.tapedeck.canonical.ThreadPayload.ThreadTokenUsageUpdated;
import dev.tapedeck.canonical.Usage;
import dev.tapedeck.canonical.UsageFigures;
import dev.tapedeck.canonical.UsageScope;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.Resumed;
import dev.tapedeck.rules.RuleBook;
import dev.tapedeck.scratch.Scratch;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Token usage and quota windows (decision D9).
 *
 * <p>{@code total} is cumulative for the thread, {@code last} is the last model call and, with it, what fills the
 * context. A turn used the difference of totals; cached tokens are part of input, reasoning is part of output. Only
 * the figure at a turn's end is billable, so that a sum counts every token once.
 */
final class CodexUsage {
    private CodexUsage() {}

    static void rules(RuleBook.Builder book) {
        book.resumes(CodexUsage::resume)
                .map("thread/tokenUsage/updated", USAGE, THREAD_TOKEN_USAGE_UPDATED, CodexUsage::updated)
                .gap("no cost is told")
                .duplicate("rawResponse/completed", "thread/tokenUsage/updated")
                .map("account/rateLimits/updated", USAGE, ACCOUNT_RATE_LIMITS_UPDATED, CodexUsage::limits);
    }

    /** A turn that history says is running counts from what was known of its thread; one that is over counts no more. */
    private static void resume(Resumed thread, Scratch.Editor scratch) {
        String key = "usage/" + thread.thread();
        JsonNode before = scratch.get(key);
        String known = before == null ? null : before.path("turn").textValue();
        if (!Objects.equals(known, thread.running() ? thread.turn() : null)) {
            JsonNode total = before == null ? null : before.get("total");
            scratch.put(key, Counter.state(thread.running() ? thread.turn() : null, total, null));
        }
    }

    private static void updated(FrameView frame, Emitter out) {
        Counts total = Counts.read(frame, "/params/tokenUsage/total");
        Counts last = Counts.read(frame, "/params/tokenUsage/last");
        Counts turn = new Counter(out).add(frame.text("/params/turnId"), total, last);
        out.emit(new ThreadTokenUsageUpdated(
                frame.node("/params/tokenUsage"),
                new UsageFigures(
                        total.as(UsageScope.THREAD, false),
                        turn == null ? null : turn.as(UsageScope.TURN, false),
                        last.as(UsageScope.STEP, false),
                        last.totalTokens(),
                        frame.optionalInteger("/params/tokenUsage/modelContextWindow"))));
    }

    private static void limits(FrameView frame, Emitter out) {
        out.emit(new AccountRateLimitsUpdated(frame.node("/params/rateLimits")));
    }

    /** The six counters of a breakdown, each of which may not have been told. */
    record Counts(@Nullable Long[] values) {
        private static final String[] MEMBERS = {
            "inputTokens",
            "cachedInputTokens",
            "cacheWriteInputTokens",
            "outputTokens",
            "reasoningOutputTokens",
            "totalTokens"
        };

        static Counts read(FrameView frame, String pointer) {
            frame.node(pointer);
            @Nullable Long[] values = new Long[MEMBERS.length];
            for (int i = 0; i < values.length; i++) {
                values[i] = frame.optionalInteger(pointer + "/" + MEMBERS[i]);
            }
            return new Counts(values);
        }

        static Counts of(JsonNode array) {
            @Nullable Long[] values = new Long[MEMBERS.length];
            for (int i = 0; i < values.length; i++) {
                JsonNode value = array.path(i);
                values[i] = value.isIntegralNumber() ? (Long) value.longValue() : null;
            }
            return new Counts(values);
        }

        ArrayNode json() {
            ArrayNode array = JsonNodeFactory.instance.arrayNode(values.length);
            for (Long value : values) {
                array.add(value);
            }
            return array;
        }

        @Nullable Long totalTokens() {
            return values[5];
        }

        Usage as(UsageScope scope, boolean billable) {
            return new Usage(
                    scope, true, billable, values[0], values[1], values[2], values[3], values[4], values[5], null);
        }

        Counts plus(Counts other) {
            return with(other, 1);
        }

        Counts minus(Counts other) {
            return with(other, -1);
        }

        boolean lowerThan(Counts before) {
            for (int i = 0; i < values.length; i++) {
                Long value = values[i];
                Long earlier = before.values[i];
                if (value != null && earlier != null && value < earlier) {
                    return true;
                }
            }
            return false;
        }

        private Counts with(Counts other, int sign) {
            @Nullable Long[] sum = new Long[values.length];
            for (int i = 0; i < sum.length; i++) {
                Long value = values[i];
                Long more = other.values[i];
                sum[i] = value == null ? null : (Long) (value + (more == null ? 0 : sign * more));
            }
            return new Counts(sum);
        }
    }

    /** Counts what a thread's running turn used, in scratch. */
    static final class Counter {
        private static final String TURN = "turn";
        private static final String TOTAL = "total";
        private static final String USED = "used";

        private final Emitter out;
        private final String key;
        private final @Nullable JsonNode before;

        Counter(Emitter out) {
            this.out = out;
            this.key = "usage/" + out.refs().thread();
            this.before = out.scratch().get(key);
        }

        /** Whether that turn runs on the thread that the frame is about. */
        boolean isRunning(String turn) {
            return before != null && turn.equals(before.path(TURN).textValue());
        }

        /** A start that is told again keeps what was counted. */
        void turnStarts(String turn) {
            if (!isRunning(turn)) {
                out.scratch().put(key, state(turn, before == null ? null : before.get(TOTAL), null));
            }
        }

        /** What the turn used, or null when no figure was told; its thread's next turn starts anew. */
        @Nullable Usage turnEnds(String turn) {
            if (before == null || !isRunning(turn)) {
                return null;
            }
            out.scratch().remove(key);
            JsonNode used = before.get(USED);
            return used == null ? null : Counts.of(used).as(UsageScope.TURN, true);
        }

        /** Takes a cumulative value in; a lower one starts a new counter, one outside a running turn is a baseline. */
        @Nullable Counts add(String turn, Counts total, Counts last) {
            if (before == null || !isRunning(turn)) {
                String runningTurn = before == null ? null : before.path(TURN).textValue();
                out.scratch().put(key, state(runningTurn, total.json(), before == null ? null : before.get(USED)));
                return null;
            }
            JsonNode known = before.get(TOTAL);
            Counts earlier = known == null ? total.minus(last) : Counts.of(known);
            Counts more = total.lowerThan(earlier) ? total : total.minus(earlier);
            JsonNode used = before.get(USED);
            Counts sum = used == null ? more : Counts.of(used).plus(more);
            out.scratch().put(key, state(turn, total.json(), sum.json()));
            return sum;
        }

        private static ObjectNode state(@Nullable String turn, @Nullable JsonNode total, @Nullable JsonNode used) {
            ObjectNode state = JsonNodeFactory.instance.objectNode();
            if (turn != null) {
                state.put(TURN, turn);
            }
            if (total != null) {
                state.set(TOTAL, total);
            }
            if (used != null) {
                state.set(USED, used);
            }
            return state;
        }
    }
}
