package dev.tapedeck.invariant;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.Set;

/**
 * A bad day as it looks when it is over, beside the clean run.
 *
 * @param course what went wrong
 * @param reference the clean run
 * @param altered what frames were about that arrived otherwise than they were sent, and looked well
 * @param unread requests that nobody could read, and what they asked about
 * @param mistaken threads of which a lost request made history look like now, or the reverse
 * @param cuts what was said in each turn, in both runs
 * @param begun turns that began in the clean run
 */
record Day(
        Course course,
        Convergence.Reference reference,
        Subjects altered,
        Subjects unread,
        Set<String> mistaken,
        Cuts cuts,
        Set<String> begun) {
    /**
     * @param clean maps of the clean run when all is over
     * @param found maps of the faulty one
     */
    static Day over(Course course, Convergence.Reference reference, ObjectNode clean, ObjectNode found) {
        Set<String> begun = new HashSet<>();
        for (JsonNode turn : clean.path("turns")) {
            begun.add(Subjects.key("turns", turn));
        }
        return new Day(
                course,
                reference,
                course.alterations().subjects(clean, found),
                course.unread(reference),
                course.retold().mistaken(reference::toldHistory),
                new Cuts(clean, found),
                begun);
    }

    boolean countsTurns() {
        return reference.countsTurns();
    }

    boolean isHeadless(String thread) {
        return reference.isHeadless(thread);
    }

    boolean isMistaken(JsonNode entry) {
        return mistaken.contains(entry.path("thread").asText());
    }

    /** Whether the turn that an item belongs to ever began. */
    boolean began(JsonNode item) {
        return begun.contains(Subjects.key("turns", item));
    }

    /** Whether the entry with which an item appeared in the clean run was lost. */
    boolean lostStart(JsonNode item) {
        return course.lost(reference.openedBy(
                item.path("thread").asText(), item.path("item").asText()));
    }
}
