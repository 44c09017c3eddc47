package dev.tapedeck.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.canonical.Usage;
import dev.tapedeck.canonical.UsageScope;
import dev.tapedeck.scratch.Scratch;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Counts what a thread's running turn used, in scratch. */
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

    /**
     * A turn that history says is running counts from what was known of its thread; one that is over counts no more.
     */
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

    /**
     * What a report of usage comes to.
     *
     * @param turn what the running turn used so far; null outside a turn and before its first figure
     * @param isStep whether the model was called since the report before, which one that is told again does not say
     */
    public record Counted(@Nullable TokenCounts turn, boolean isStep) {}

    /** What the turn used, or null when no figure was told; its thread's next turn counts from the total so far. */
    public @Nullable Usage turnEnds(String turn) {
        if (before == null || !isRunning(turn)) {
            return null;
        }
        JsonNode total = before.get(TOTAL);
        if (total == null) {
            out.scratch().remove(key);
        } else {
            out.scratch().put(key, state(null, total, null));
        }
        JsonNode used = before.get(USED);
        return used == null ? null : TokenCounts.of(used).as(UsageScope.TURN, true);
    }

    /**
     * Takes a cumulative value in; a lower one starts a new counter, the first one outside a running turn is a
     * baseline. One that names no tokens by kind, only their sum, tells how full the context is and nothing that was
     * used.
     */
    public Counted add(String turn, TokenCounts total, TokenCounts last) {
        JsonNode known = before == null ? null : before.get(TOTAL);
        boolean moved = !last.isSumAlone() && (known == null || !TokenCounts.of(known).json().equals(total.json()));
        if (before == null || !isRunning(turn)) {
            String runningTurn = before == null ? null : before.path(TURN).textValue();
            out.scratch().put(key, state(runningTurn, total.json(), before == null ? null : before.get(USED)));
            return new Counted(null, moved && known != null);
        }
        if (!moved) {
            JsonNode used = before.get(USED);
            out.scratch().put(key, state(turn, total.json(), used));
            return new Counted(used == null ? null : TokenCounts.of(used), false);
        }
        TokenCounts earlier = known == null ? total.minus(last) : TokenCounts.of(known);
        TokenCounts more = total.lowerThan(earlier) ? total : total.minus(earlier);
        JsonNode used = before.get(USED);
        TokenCounts sum = used == null ? more : TokenCounts.of(used).plus(more);
        out.scratch().put(key, state(turn, total.json(), sum.json()));
        return new Counted(sum, true);
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
