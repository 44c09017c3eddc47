package dev.tapedeck.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.canonical.Usage;
import dev.tapedeck.canonical.UsageScope;
import dev.tapedeck.scratch.Scratch;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** TokenCounts what a thread's running turn used, in scratch. */
public final class TurnTokens {
    private static final String TURN = "turn";
    private static final String TOTAL = "total";
    private static final String USED = "used";

    private final Emitter out;
    private final String key;
    private final @Nullable JsonNode before;

    /** @param thread the thread whose turns are counted */
    public TurnTokens(Emitter out, @Nullable String thread) {
        this.out = out;
        this.key = "usage/" + thread;
        this.before = out.scratch().get(key);
    }

    /** A turn that history says is running counts from what was known of its thread; one that is over counts no more. */
    public static void resume(Resumed thread, Scratch.Editor scratch) {
        String key = "usage/" + thread.thread();
        JsonNode before = scratch.get(key);
        String known = before == null ? null : before.path(TURN).textValue();
        if (!Objects.equals(known, thread.running() ? thread.turn() : null)) {
            JsonNode total = before == null ? null : before.get(TOTAL);
            scratch.put(key, state(thread.running() ? thread.turn() : null, total, null));
        }
    }

    /** Whether that turn runs on the thread that the frame is about. */
    public boolean isRunning(String turn) {
        return before != null && turn.equals(before.path(TURN).textValue());
    }

    /** A start that is told again keeps what was counted. */
    public void turnStarts(String turn) {
        if (!isRunning(turn)) {
            out.scratch().put(key, state(turn, before == null ? null : before.get(TOTAL), null));
        }
    }

    /** What the turn used, or null when no figure was told; its thread's next turn starts anew. */
    public @Nullable Usage turnEnds(String turn) {
        if (before == null || !isRunning(turn)) {
            return null;
        }
        out.scratch().remove(key);
        JsonNode used = before.get(USED);
        return used == null ? null : TokenCounts.of(used).as(UsageScope.TURN, true);
    }

    /** Takes a cumulative value in; a lower one starts a new counter, one outside a running turn is a baseline. */
    public @Nullable TokenCounts add(String turn, TokenCounts total, TokenCounts last) {
        if (before == null || !isRunning(turn)) {
            String runningTurn = before == null ? null : before.path(TURN).textValue();
            out.scratch().put(key, state(runningTurn, total.json(), before == null ? null : before.get(USED)));
            return null;
        }
        JsonNode known = before.get(TOTAL);
        TokenCounts earlier = known == null ? total.minus(last) : TokenCounts.of(known);
        TokenCounts more = total.lowerThan(earlier) ? total : total.minus(earlier);
        JsonNode used = before.get(USED);
        TokenCounts sum = used == null ? more : TokenCounts.of(used).plus(more);
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
