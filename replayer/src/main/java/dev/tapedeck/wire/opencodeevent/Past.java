package dev.tapedeck.wire.opencodeevent;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.rules.Resumed;

/**
 * What was over before a session was opened here, told by when messages were created: a fork copies messages that are
 * older than itself, and a server that was restarted tells on request what another process had told.
 */
final class Past {
    private static final String BORN = "born";
    private static final String SINCE = "since";
    private static final String HOLE = "hole";

    private Past() {}

    /** @param now whether the session begins with this, so that nothing of it is older */
    static void sessionTold(JsonNode info, boolean now, SessionMemory memory) {
        JsonNode created = info.at("/time/created");
        if (created.isIntegralNumber() && memory.get(BORN) == null) {
            memory.put(BORN, created);
            memory.mark(HOLE, false);
            if (now) {
                memory.put(SINCE, created);
            }
        }
    }

    /** After frames were lost: a session of which nobody knows since when it is may be a fork until a turn begins. */
    static void resume(Resumed thread, SessionMemory memory) {
        memory.mark(HOLE, memory.get(BORN) == null && thread.turn() == null);
    }

    /** Whether nobody can know if a message is a copy. */
    static boolean isUntold(SessionMemory memory) {
        return memory.is(HOLE) && memory.number("n") == 0;
    }

    /** A message is told by an event while it happens; the first one of a session says from when on it is told here. */
    static void happens(JsonNode created, SessionMemory memory) {
        if (created.isIntegralNumber() && memory.get(SINCE) == null) {
            memory.put(SINCE, created);
        }
    }

    /** Whether a message is older than its session: a fork's copy. */
    static boolean isCopy(JsonNode created, SessionMemory memory) {
        JsonNode born = memory.get(BORN);
        return born != null && isBefore(created, born);
    }

    /** Whether a message that is told on request was over before its session was opened here. */
    static boolean isOver(JsonNode created, SessionMemory memory) {
        JsonNode since = memory.get(SINCE);
        return since == null || isBefore(created, since);
    }

    private static boolean isBefore(JsonNode created, JsonNode other) {
        return created.isIntegralNumber() && created.asLong() < other.asLong();
    }
}
