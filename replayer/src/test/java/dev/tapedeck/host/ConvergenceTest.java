package dev.tapedeck.host;

import static dev.tapedeck.host.Toy.frame;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.canonical.RequestRef;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.invariant.Convergence;
import dev.tapedeck.invariant.Excepted;
import dev.tapedeck.invariant.Invariants;
import dev.tapedeck.invariant.Naming;
import dev.tapedeck.invariant.Subjects;
import dev.tapedeck.mapping.Emission;
import dev.tapedeck.mapping.NativeMapper;
import dev.tapedeck.projection.RuntimeProjection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What convergence excepts, and that the difference beside it is a violation: an exception is no hole. */
final class ConvergenceTest {
    private static final List<HostNote> LAG = List.of(
            new HostNote.Failed(9, 1, FailureKind.LAG, "lag", false),
            new HostNote.Resynced(9, 1, List.of("a"), 1, 0, 9));
    private static final List<HostNote> REFUSED =
            List.of(new HostNote.RequestRefused(9, 1, new RequestRef("7", true), "ask", "too many"));

    private final Stage clean = new Stage();
    private final Stage found = new Stage();
    private final Set<Excepted> excepted = new HashSet<>();
    private Subjects altered = Subjects.NONE;
    private Subjects unread = Subjects.NONE;
    private List<FrameResult> lost = List.of();
    private Set<String> headless = Set.of();

    @Test
    void without_a_difference_nothing_is_excepted() {
        both(frame("begin", "a", "1", null), frame("open", "a", "1", "i"));
        assertEquals(List.of(), violations(LAG));
        assertEquals(Set.of(), excepted);
    }

    @Test
    void rate_limits_may_differ_after_a_loss_and_the_name_of_a_thread_may_not() {
        both(frame("begin", "a", "1", null));
        clean.out(Toy.json("{'method':'limits','params':{'limits':{'left':3}}}").toString());
        assertEquals(List.of(), violations(LAG));
        assertEquals(Set.of(Excepted.RATE_LIMITS), excepted);
        assertEquals(1, violations(REFUSED).size());
        clean.out(frame("keep", "a", "1", null, "key", "k", "value", "v", "name", "renamed"));
        assertEquals(1, violations(LAG).size());
    }

    @Test
    void session_facts_may_differ_after_a_loss_only() {
        both(frame("begin", "a", "1", null));
        clean.out(Toy.json("{'method':'configured','params':{'config':{'model':'m'}}}").toString());
        assertEquals(List.of(), violations(LAG));
        assertEquals(Set.of(Excepted.SESSION_FACTS), excepted);
        assertEquals(1, violations(REFUSED).size());
    }

    @Test
    void text_of_an_open_item_may_differ_after_a_loss_and_text_of_a_completed_one_may_not() {
        both(frame("begin", "a", "1", null), frame("open", "a", "1", "i"));
        clean.out(frame("text", "a", "1", "i", "text", "more"));
        assertEquals(List.of(), violations(LAG));
        assertEquals(Set.of(Excepted.UNCLOSED_TEXT), excepted);
        assertEquals(1, violations(REFUSED).size());
        clean.out(frame("open", "a", "1", "j"), frame("close", "a", "1", "j", "text", "all of it"));
        found.out(frame("open", "a", "1", "j"), frame("close", "a", "1", "j", "text", "all of"));
        assertEquals(1, violations(LAG).size());
    }

    @Test
    void an_item_that_is_lost_or_left_open_is_a_violation() {
        both(frame("begin", "a", "1", null), frame("open", "a", "1", "i"));
        clean.out(frame("close", "a", "1", "i"), frame("open", "a", "1", "j"));
        List<String> violations = violations(LAG);
        assertTrue(violations.getFirst().contains("items/a/i/state \"completed\""), violations::toString);
        assertTrue(violations.getLast().contains("items/a/j"), violations::toString);
    }

    @Test
    void what_an_altered_frame_was_about_may_differ_and_the_item_beside_it_may_not() {
        both(frame("begin", "a", "1", null), frame("open", "a", "1", "i"), frame("open", "a", "1", "j"));
        clean.out(frame("close", "a", "1", "i"));
        altered = new Subjects(Set.of("items/a/i"), Set.of(), false);
        assertEquals(List.of(), violations(List.of()));
        assertEquals(Set.of(Excepted.ALTERED_FRAME), excepted);
        clean.out(frame("close", "a", "1", "j"));
        assertEquals(1, violations(List.of()).size());
    }

    @Test
    void a_turn_that_only_an_altered_frame_opened_may_stand_in_its_thread_and_in_no_other() {
        both(frame("begin", "a", "1", null), frame("begin", "b", "1", null));
        found.out(frame("end", "a", "1", null), frame("begin", "a", "2", null));
        clean.out(frame("end", "a", "1", null));
        altered = Subjects.of(List.of(found.events.getLast()), Naming.ITEMS);
        assertEquals(List.of(), violations(List.of()));
        found.out(frame("end", "b", "1", null), frame("begin", "b", "2", null));
        clean.out(frame("end", "b", "1", null));
        assertEquals(1, violations(List.of()).size());
    }

    @Test
    void a_refused_request_may_be_missing_and_another_one_may_not() {
        both(frame("begin", "a", "1", null));
        clean.out(Toy.request(7, "ask", "a", "1")).in("{\"id\":7,\"result\":{}}");
        clean.out(frame("asked", "a", "1", null, "request", "7"));
        assertEquals(List.of(), violations(REFUSED).stream().filter(one -> one.contains("requests/")).toList());
        assertTrue(excepted.contains(Excepted.REFUSED_REQUEST));
        clean.out(Toy.request(8, "ask", "a", "1"));
        assertTrue(violations(REFUSED).stream().anyMatch(one -> one.contains("requests/8")));
    }

    @Test
    void what_retired_may_be_missing_and_what_stands_may_not_differ() {
        both(frame("begin", "a", "1", null));
        clean.out(frame("open", "a", "1", "i"));
        List<HostNote> trimmed = List.of(new HostNote.Trimmed(9, 1, Limit.ITEMS, "the oldest closed item retired"));
        assertEquals(List.of(), violations(trimmed));
        assertEquals(Set.of(Excepted.RETIRED), excepted);
        clean.out(frame("end", "a", "1", null));
        assertEquals(1, violations(trimmed).size());
    }

    @Test
    void of_families_with_an_altered_thread_everything_may_differ_and_of_no_other_thread() {
        both(frame("thread.new", "a", null, null), frame("thread.new", "b", null, null, "parent", "a"));
        both(frame("thread.new", "c", null, null), frame("begin", "b", "1", null), frame("begin", "c", "1", null));
        clean.out(frame("end", "b", "1", null));
        altered = Subjects.of(List.of(clean.events.getFirst()), Naming.THREADS);
        assertEquals(List.of(), violations(List.of()));
        assertEquals(Set.of(Excepted.ALTERED_FRAME), excepted);
        clean.out(frame("end", "c", "1", null));
        assertEquals(1, violations(List.of()).size());
    }

    @Test
    void where_frames_name_no_thread_an_altered_one_may_change_everything_and_where_they_name_all_only_its_own() {
        both(frame("begin", "a", "1", null), frame("begin", "b", "1", null));
        clean.out(frame("end", "a", "1", null));
        altered = Subjects.of(List.of(clean.events.getLast()), Naming.NOTHING);
        clean.out(frame("end", "b", "1", null));
        assertEquals(List.of(), violations(List.of()));
        altered = Subjects.of(List.of(clean.events.getLast()), Naming.ITEMS);
        assertEquals(1, violations(List.of()).size());
    }

    @Test
    void where_frames_name_no_thread_one_altered_frame_may_move_what_follows_and_change_two_entries_of_it_not_three() {
        both(frame("begin", "a", "1", null), frame("begin", "b", "1", null));
        for (String item : List.of("i", "j", "k", "l")) {
            clean.out(frame("open", "a", "1", item), frame("close", "a", "1", item, "text", "said " + item));
            found.out(frame("open", "b", "1", item), frame("close", "b", "1", item, "text", "said " + item));
        }
        altered = new Subjects(Set.of(), Set.of(), true);
        assertEquals(List.of(), violations(List.of()));
        assertEquals(Set.of(Excepted.ALTERED_FRAME), excepted);
        clean.out(frame("open", "a", "1", "m"), frame("close", "a", "1", "m", "text", "one"));
        clean.out(frame("open", "a", "1", "n"), frame("close", "a", "1", "n", "text", "two"));
        assertEquals(List.of(), violations(List.of()));
        clean.out(frame("open", "a", "1", "o"), frame("close", "a", "1", "o", "text", "three"));
        List<String> violations = violations(List.of());
        assertEquals(1, violations.size());
        assertTrue(violations.getFirst().startsWith("at most 2 other items after 1 altered frames, found 3 missing"),
                violations::toString);
    }

    @Test
    void where_frames_name_no_thread_turns_end_nevertheless_but_for_two_of_each_altered_frame() {
        both(frame("begin", "a", "1", null), frame("begin", "b", "1", null), frame("begin", "c", "1", null));
        clean.out(frame("end", "a", "1", null), frame("end", "b", "1", null));
        altered = new Subjects(Set.of(), Set.of(), true);
        assertEquals(List.of(), violations(List.of()));
        clean.out(frame("end", "c", "1", null));
        assertEquals(1, violations(List.of()).size());
    }

    @Test
    void a_thread_taken_over_in_the_middle_may_differ_after_a_resync_and_one_that_began_may_not() {
        both(frame("begin", "a", "1", null), frame("begin", "b", "1", null));
        clean.out(frame("end", "a", "1", null));
        headless = Set.of("a");
        assertEquals(List.of(), violations(LAG));
        assertEquals(Set.of(Excepted.MIDSTREAM), excepted);
        assertEquals(1, violations(REFUSED).size());
        clean.out(frame("end", "b", "1", null));
        assertEquals(1, violations(LAG).size());
    }

    @Test
    void without_a_resync_nothing_is_compared() {
        both(frame("begin", "a", "1", null));
        clean.out(frame("end", "a", "1", null));
        assertEquals(List.of(), violations(List.of(
                LAG.getFirst(), new HostNote.Failed(9, 1, FailureKind.RESUBSCRIPTION, "no", true))));
        assertEquals(Set.of(Excepted.NO_RESYNC), excepted);
    }

    @Test
    void that_somebody_stopped_a_turn_may_be_lost_and_that_it_ended_may_not() {
        both(frame("begin", "a", "1", null), frame("begin", "b", "1", null));
        clean.out(frame("stop", "a", "1", null));
        found.out(frame("end", "a", "1", null));
        lost = List.of(undelivered());
        assertEquals(List.of(), violations(LAG));
        assertEquals(Set.of(Excepted.UNTOLD_STOP), excepted);
        assertEquals(1, violations(REFUSED, List.of()).size());
        clean.out(frame("stop", "b", "1", null));
        assertEquals(1, violations(LAG).size());
    }

    @Test
    void what_an_unread_request_asked_about_may_end_as_its_agent_says_and_the_item_beside_it_may_not() {
        both(frame("begin", "a", "1", null), frame("open", "a", "1", "i"), frame("open", "a", "1", "j"));
        clean.out(frame("decline", "a", "1", "i"));
        found.out(frame("fail", "a", "1", "i"));
        lost = List.of(unread());
        unread = new Subjects(Set.of("requests/7", "asked/a/i"), Set.of(), false);
        assertEquals(List.of(), violations(LAG));
        assertEquals(Set.of(Excepted.UNREAD_REQUEST), excepted);
        clean.out(frame("decline", "a", "1", "j"));
        found.out(frame("fail", "a", "1", "j"));
        assertEquals(1, violations(LAG).size());
    }

    @Test
    void what_an_unread_request_asked_about_may_end_with_its_turn_and_not_before_it_nor_with_another_text() {
        both(frame("begin", "a", "1", null), frame("open", "a", "1", "i"), frame("open", "a", "1", "j"));
        clean.out(frame("close", "a", "1", "i"), frame("close", "a", "1", "j"), frame("end", "a", "1", null));
        found.out(frame("end", "a", "1", null));
        lost = List.of(unread());
        unread = new Subjects(Set.of("requests/7", "asked/a/i", "asked/a/j"), Set.of(), false);
        assertEquals(List.of(), violations(LAG));
        both(frame("begin", "a", "2", null), frame("open", "a", "2", "k"), frame("open", "a", "2", "l"));
        clean.out(frame("close", "a", "2", "k"));
        found.out(frame("fail", "a", "2", "k"));
        clean.out(frame("close", "a", "2", "l", "text", "said"), frame("end", "a", "2", null));
        found.out(frame("end", "a", "2", null));
        unread = new Subjects(Set.of("requests/7", "asked/a/i", "asked/a/j", "asked/a/k", "asked/a/l"), Set.of(),
                false);
        List<String> violations = violations(LAG);
        assertTrue(violations.getFirst().contains("items/a/k"), violations::toString);
        assertTrue(violations.getLast().contains("items/a/l"), violations::toString);
        assertEquals(2, violations.size());
    }

    private FrameResult undelivered() {
        Frame frame = found.results.getFirst().frame();
        return new FrameResult(
                frame, found.results.getFirst().message(), Disposition.UNDELIVERED, null, "lag", List.of(), 1);
    }

    /** A frame that could not be decoded, of which the clean run knows that it was a request. */
    private FrameResult unread() {
        return new FrameResult(
                found.results.getFirst().frame(), null, Disposition.FAULTED, null, "too long", List.of(), 1);
    }

    private void both(String... lines) {
        clean.out(lines);
        found.out(lines);
    }

    private List<String> violations(List<HostNote> told) {
        return violations(told, lost);
    }

    private List<String> violations(List<HostNote> told, List<FrameResult> lost) {
        NativeMapper mapper = new NativeMapper(Toy.BOOK, new RuntimeProjection(), Stage.STARTED, false);
        Set<Long> frames = altered.equals(Subjects.NONE) ? Set.of() : Set.of(5L);
        Invariants invariants = new Invariants(mapper).converging(new Reference(), frames);
        lost.forEach(invariants::frame);
        told.forEach(invariants::note);
        invariants.over(found.host);
        excepted.clear();
        excepted.addAll(invariants.excepted());
        return invariants.violations().stream()
                .filter(violation -> violation.invariant().equals("convergence"))
                .map(violation -> violation.expected() + ", found " + violation.found())
                .toList();
    }

    private final class Reference implements Convergence.Reference {
        @Override
        public boolean toldHistory(long seq) {
            return false;
        }

        @Override
        public long openedBy(String thread, String item) {
            Item known = atEnd().item(thread, item);
            return known == null ? 0 : known.openedBy();
        }

        @Override
        public boolean countsTurns() {
            return false;
        }

        @Override
        public Maps atEnd() {
            return clean.host.maps();
        }

        @Override
        public Subjects subjects(long seq) {
            return altered.and(unread);
        }

        @Override
        public Set<RequestRef> askedByAltered() {
            return Set.of();
        }

        @Override
        public boolean outOfPlace(long seq) {
            return false;
        }

        @Override
        public Subjects subjects(FrameResult result) {
            return Subjects.of(result, Naming.ITEMS, null);
        }

        @Override
        public Subjects subjects(Emission emission) {
            return Subjects.of(List.of(emission), Naming.ITEMS);
        }

        @Override
        public boolean isHeadless(String thread) {
            return headless.contains(thread);
        }
    }
}
