package dev.tapedeck.wire.opencodeevent;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.rules.Resumed;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What was over before a session was opened here, told by when messages were created: a fork copies messages that are
 * older than itself, and a server that was restarted tells on request what another process had told.
 *
 * <p>Where it was not told when a session was created, its id says so: 12 hexadecimal digits are the complement of 48
 * bits, of which the upper 36 count milliseconds, modulo two years, and the rest what was named within one.
 */
final class Past {
    private static final Pattern NAMED_BY_TIME = Pattern.compile("ses_([0-9a-f]{12})[0-9A-Za-z]{14}");
    private static final int COUNTER_BITS = 12;
    private static final long PERIOD = 1L << 36;
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
        boolean named = NAMED_BY_TIME.matcher(thread.thread()).matches();
        memory.mark(HOLE, memory.get(BORN) == null && thread.turn() == null && !named);
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
        return born == null ? isBeforeId(created, memory.session()) : isBefore(created, born);
    }

    private static boolean isBeforeId(JsonNode created, String session) {
        Matcher id = NAMED_BY_TIME.matcher(session);
        if (!created.isIntegralNumber() || !id.matches()) {
            return false;
        }
        long named = ~Long.parseLong(id.group(1), 16) >>> COUNTER_BITS;
        return Math.floorMod(created.asLong() - named, PERIOD) >= PERIOD / 2;
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
