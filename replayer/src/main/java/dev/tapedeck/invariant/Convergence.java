package dev.tapedeck.invariant;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.canonical.RequestRef;
import dev.tapedeck.host.FrameResult;
import dev.tapedeck.host.HostNote;
import dev.tapedeck.host.HostView;
import dev.tapedeck.host.Maps;
import dev.tapedeck.mapping.Emission;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * After the last fault and its resync the maps equal those of the clean run, except for what is {@link Excepted} by
 * name. Costs nothing while nothing goes wrong.
 */
public final class Convergence implements Invariant {
    /** The run in which nothing goes wrong but the process itself. */
    public interface Reference {
        /** Its maps when all is over. */
        Maps atEnd();

        /** What a frame of that number was about in it, as far as the maps are concerned. */
        Subjects subjects(long seq);

        /** Requests that altered frames made in it. */
        Set<RequestRef> askedByAltered();

        /** Whether a frame of that number does not stand at its place in the recording. */
        boolean outOfPlace(long seq);

        /** Whether a frame of that number told history in it. */
        boolean toldHistory(long seq);

        /** Number of the entry with which an item appeared in it; 0 for one that it does not hold. */
        long openedBy(String thread, String item);

        /** Whether frames do not name their turns or items. */
        boolean countsTurns();

        /** What a frame is about that has arrived. */
        Subjects subjects(FrameResult result);

        /** What an event is about. */
        Subjects subjects(Emission emission);

        /**
         * Whether nothing tells the beginning of a thread: a process took it over in the middle of another's stream, on
         * a wire whose frames do not name their turns and items.
         */
        boolean isHeadless(String thread);
    }

    private final Reference reference;
    private final Course course;
    private final Verdict verdict;
    private final Set<Excepted> excepted = EnumSet.noneOf(Excepted.class);

    /** @param altered frames that reach the host otherwise than the provider sent them */
    Convergence(Reference reference, Set<Long> altered, Verdict verdict) {
        this.reference = reference;
        this.course = new Course(new Alterations(reference, altered));
        this.verdict = verdict;
    }

    /** What had to be excepted. */
    Set<Excepted> excepted() {
        return excepted;
    }

    @Override
    public void frame(FrameResult result) {
        course.frame(result);
    }

    @Override
    public void written(long seq, Emission emission) {
        course.written(seq, emission);
    }

    @Override
    public void note(HostNote note) {
        course.note(note);
    }

    @Override
    public void over(HostView host) {
        if (course.isClean()) {
            return;
        }
        if (!course.resynced()) {
            excepted.add(Excepted.NO_RESYNC);
            return;
        }
        long seq = host.arrivedSeq();
        ObjectNode clean = reference.atEnd().json();
        ObjectNode found = host.maps().json();
        Day day = Day.over(course, reference, clean, found);
        Shifts shifts = new Shifts();
        for (String list : List.of("threads", "turns", "items", "requests")) {
            compare(seq, day, shifts, list, byKey(list, clean), byKey(list, found));
        }
        if (!course.trimmed()) {
            shifts.check(seq, course.alterations().count(), day.altered(), verdict);
        }
        untold(seq, "evidence", clean.path("evidence"), found.path("evidence"), Excepted.LOST_EVIDENCE);
        ObjectNode session = (ObjectNode) clean.path("session");
        ObjectNode ours = (ObjectNode) found.path("session");
        untold(seq, "rateLimits", session.path("rateLimits"), ours.path("rateLimits"), Excepted.RATE_LIMITS);
        session.remove("rateLimits");
        ours.remove("rateLimits");
        untold(seq, "session", session, ours, Excepted.SESSION_FACTS);
    }

    /** What no history holds differs only where frames were lost, or arrived otherwise. */
    private void untold(long seq, String name, JsonNode clean, JsonNode found, Excepted by) {
        if (clean.equals(found)) {
            return;
        }
        if (course.isUnsound()) {
            excepted.add(by);
        } else {
            violated(seq, name, clean, found);
        }
    }

    private void compare(
            long seq,
            Day day,
            Shifts shifts,
            String list,
            Map<String, ObjectNode> clean,
            Map<String, ObjectNode> found) {
        Set<String> keys = new LinkedHashSet<>(clean.keySet());
        keys.addAll(found.keySet());
        for (String key : keys) {
            Case one = new Case(list, clean.get(key), found.get(key), day);
            if (!Objects.equals(one.expected(), one.found())) {
                Excepted by = Excepted.of(one).orElse(null);
                if (by == null) {
                    violated(seq, key, orMissing(one.expected()), orMissing(one.found()));
                    continue;
                }
                excepted.add(by);
                if (by == Excepted.ALTERED_FRAME) {
                    shifts.add(one);
                }
            }
        }
    }

    private static Map<String, ObjectNode> byKey(String list, JsonNode maps) {
        Map<String, ObjectNode> entries = new TreeMap<>();
        maps.path(list).forEach(entry -> entries.put(Subjects.key(list, entry), (ObjectNode) entry));
        return entries;
    }

    private void violated(long seq, String key, JsonNode expected, JsonNode found) {
        Difference difference = Difference.first(expected, found);
        if (difference != null) {
            String where = key + difference.path() + " ";
            verdict.violated(
                    seq, where + Difference.shown(difference.left()), Difference.shown(difference.right()));
        }
    }

    private static JsonNode orMissing(@Nullable ObjectNode entry) {
        return entry == null ? MissingNode.getInstance() : entry;
    }
}
