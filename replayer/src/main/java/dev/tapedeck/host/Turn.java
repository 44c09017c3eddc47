package dev.tapedeck.host;

import dev.tapedeck.runtime.RuntimeEvent.TurnUpdated;
import dev.tapedeck.runtime.TurnDetail;
import dev.tapedeck.runtime.TurnPhase;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** One turn in the maps. */
public final class Turn {
    final String thread;
    final String id;
    /** Seq of the entry with which it appeared. */
    long openedBy;

    TurnPhase phase = TurnPhase.WORKING;
    @Nullable TurnDetail detail;
    @Nullable String statusLine;
    @Nullable String parentThread;
    @Nullable Instant startedAt;
    @Nullable Instant completedAt;

    Turn(String thread, String id) {
        this.thread = thread;
        this.id = id;
    }

    /** A copy that goes its own way. */
    Turn(Turn other) {
        thread = other.thread;
        id = other.id;
        openedBy = other.openedBy;
        phase = other.phase;
        detail = other.detail;
        statusLine = other.statusLine;
        parentThread = other.parentThread;
        startedAt = other.startedAt;
        completedAt = other.completedAt;
    }

    public String thread() {
        return thread;
    }

    public String id() {
        return id;
    }

    public TurnPhase phase() {
        return phase;
    }

    /** Why it is idle; absent when it completed or is not over. */
    public @Nullable TurnDetail detail() {
        return detail;
    }

    void apply(TurnUpdated event) {
        phase = event.phase();
        detail = event.detail().apply(detail);
        statusLine = event.statusLine().apply(statusLine);
        parentThread = event.parentThread().apply(parentThread);
        startedAt = event.startedAt().apply(startedAt);
        completedAt = event.completedAt().apply(completedAt);
    }
}
