package dev.tapedeck.invariant;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.host.History;
import dev.tapedeck.host.Limit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An entry of the maps that is not as in the clean run.
 *
 * @param list where it stands: threads, turns, items or requests
 * @param expected as in the clean run; absent where only the faulty run has it
 * @param found absent where only the clean run has it
 * @param day on which this happened
 */
record Case(String list, @Nullable ObjectNode expected, @Nullable ObjectNode found, Day day) {
    boolean in(String name) {
        return list.equals(name);
    }

    boolean inBoth() {
        return expected != null && found != null;
    }

    /** The expected one, or else the one that was found. */
    ObjectNode either() {
        ObjectNode either = expected == null ? found : expected;
        if (either == null) {
            throw new IllegalStateException("a case without an entry");
        }
        return either;
    }

    /** A text of the expected entry; empty where there is none. */
    String expected(String member) {
        return expected == null ? "" : expected.path(member).asText();
    }

    /** A text of the entry that was found; empty where there is none. */
    String found(String member) {
        return found == null ? "" : found.path(member).asText();
    }

    /** Whether both runs have the entry, and it is the same but for these members. */
    boolean differsOnlyIn(String... members) {
        return expected != null && found != null && without(expected, members).equals(without(found, members));
    }

    /** Whether both runs have the entry, and what was found is the expected one without that member. */
    boolean lacksOnly(String member) {
        return expected != null && found != null && !found.has(member) && differsOnlyIn(member);
    }

    static ObjectNode without(ObjectNode entry, String... members) {
        ObjectNode rest = entry.deepCopy();
        rest.remove(List.of(members));
        return rest;
    }

    /** Whether all that one tells the other tells too. */
    static boolean isPart(JsonNode part, JsonNode of) {
        return part.equals(of) || part.isObject() && part.properties().stream()
                .allMatch(member -> of.has(member.getKey()) && isPart(member.getValue(), of.get(member.getKey())));
    }

    /** It left the maps; a thread that is spoken of again holds what was told since. */
    boolean isRetired() {
        Course course = day.course();
        boolean again = in("threads") && course.trimmed(Limit.THREADS);
        return course.trimmed() && (!inBoth() || in("items") || again && isPart(found, expected));
    }

    boolean isOfRefusedRequest() {
        return day.course().refused(either().path("request").asText());
    }

    /**
     * The request was never opened, or what it asked about is undecided: nobody can decline or grant what could not be
     * read, so that only ended, as its agent says or with its turn.
     */
    boolean isOfUnreadRequest() {
        Course course = day.course();
        boolean neverOpened = course.lost() && in("requests") && found == null && !either().has("type");
        return neverOpened
                || course.failedInResync() && either().has("request")
                || day.unread().hold(list, either())
                || isUndecided();
    }

    private boolean isUndecided() {
        if (!in("items") || !inBoth() || !day.unread().askAbout(expected) && !day.altered().askAbout(expected)) {
            return false;
        }
        String before = expected("state");
        String now = found("state");
        if (found("detail").equals(History.TURN_ENDED)) {
            return !before.equals("open") && differsOnlyIn("state", "detail") && !expected.has("detail");
        }
        return before.equals("declined")
                && (now.equals("failed") || now.equals("completed"))
                && differsOnlyIn("state");
    }

    /** After a loss, of threads of which nothing tells the beginning. */
    boolean isMidstream() {
        return day.course().patched()
                && (day.isHeadless(either().path("thread").asText())
                        || either().has("parent") && day.isHeadless(either().path("parent").asText()));
    }

    /** It is what such a frame was about, or was opened by it or the want of it, or has another parent. */
    boolean isOfAlteredFrame() {
        Subjects altered = day.altered();
        if (expected != null && altered.hold(list, expected) || found != null && altered.hold(list, found)) {
            return true;
        }
        if (!inBoth()) {
            return (in("threads") || in("turns") && expected == null) && altered.speakOf(either());
        }
        return in("turns") && altered.speakOf(either()) && differsOnlyIn("parentThread");
    }
}
