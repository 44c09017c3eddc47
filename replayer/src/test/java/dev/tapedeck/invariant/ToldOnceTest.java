package dev.tapedeck.invariant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.canonical.RequestRef;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.frame.Payload;
import dev.tapedeck.host.Disposition;
import dev.tapedeck.host.FrameResult;
import dev.tapedeck.host.Maps;
import dev.tapedeck.json.Json;
import dev.tapedeck.mapping.Emission;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Each exception holds for its own kind of difference and for no other. */
final class ToldOnceTest {
    /** Entry with which the items appeared. */
    private long start = 2;
    private boolean counted = true;
    private Set<String> turns = Set.of();

    @Test
    void the_cause_of_a_compaction_may_be_missing_and_never_another_one() throws IOException {
        String known = "{'item':'i','kind':'compaction','state':'completed','compaction':{'trigger':'auto'}}";
        assertEquals(
                Excepted.COMPACTION_CAUSE,
                lacked("items", known, "{'item':'i','kind':'compaction','state':'completed'}"));
        assertNull(lacked("items", known, "{'item':'i','kind':'compaction','state':'failed'}"));
        assertNull(lacked("items", known, known.replace("auto", "manual")));
        assertEquals(Excepted.COMPACTION_CAUSE, lacked("items", known, known.replace("'trigger':'auto'", "")));
        assertNull(lacked("items", "{'item':'i','kind':'compaction','state':'completed'}", known));
    }

    @Test
    void an_item_that_was_still_streamed_may_look_completed_and_nothing_else() throws IOException {
        String cut = "{'item':'i','kind':'assistant_message','state':'failed','detail':'turn ended','text':'x'}";
        String whole = "{'item':'i','kind':'assistant_message','state':'completed','text':'x'}";
        assertEquals(Excepted.STILL_STREAMED, lacked("items", cut, whole));
        assertNull(lacked("turns", cut, whole));
        assertNull(lacked("items", cut, whole.replace("'x'", "'xx'")));
        assertNull(lacked("items", cut, whole.replace("completed", "open")));
        assertNull(lacked("items", cut.replace("turn ended", "declined"), whole));
        assertNull(lacked("items", cut, whole.replace("}", ",'detail':'half'}")));
        assertNull(lacked("items", whole, cut));
    }

    @Test
    void an_item_whose_start_was_heard_does_not_look_completed_before_its_end() throws IOException {
        start = 3;
        String cut = "{'item':'i','kind':'assistant_message','state':'failed','detail':'turn ended','text':'x'}";
        assertNull(lacked("items", cut, "{'item':'i','kind':'assistant_message','state':'completed','text':'x'}"));
    }

    @Test
    void a_tool_may_lack_its_server_and_then_has_its_native_name() throws IOException {
        String known = "{'item':'i','state':'completed','server':'tiny','tool':'echo','title':'echo','text':'hi'}";
        assertEquals(
                Excepted.UNTOLD_SERVER,
                lacked("items", known, "{'item':'i','state':'completed','tool':'tiny_echo','title':'t','text':'hi'}"));
        assertNull(lacked("items", known, "{'item':'i','state':'failed','tool':'tiny_echo','title':'t','text':'hi'}"));
        assertNull(lacked("items", known, known.replace("tiny", "other")));
        assertNull(lacked("items", known, "{'item':'i','state':'completed','tool':'tiny_echo','title':'t'}"));
    }

    @Test
    void a_users_message_may_lack_a_turn_that_never_began_and_no_other_item_may() throws IOException {
        String known = "{'thread':'t','item':'i','kind':'user_message','state':'failed','text':'hi','turn':'1'}";
        String without = "{'thread':'t','item':'i','kind':'user_message','state':'failed','text':'hi'}";
        turns = Set.of("turns/t/2");
        assertEquals(Excepted.UNTOLD_TURN, lacked("items", known, without));
        assertNull(lacked("items", without, known));
        assertNull(lacked("items", known, known.replace("'1'", "'2'")));
        assertNull(lacked("items", known, without.replace("failed", "completed")));
        String answer = known.replace("user_message", "message");
        assertNull(lacked("items", answer, without.replace("user_", "")));
        turns = Set.of("turns/t/1");
        assertNull(lacked("items", known, without), "it began");
    }

    @Test
    void what_a_turn_used_may_be_counted_from_elsewhere_and_what_its_thread_used_may_not() throws IOException {
        String known = "{'thread':'t','usage':{'thread':{'input':9},'turn':{'input':3}}}";
        assertEquals(Excepted.USAGE_BASELINE, lacked("threads", known, known.replace("3", "2")));
        assertNull(lacked("threads", known, known.replace("9", "8")));
        assertNull(lacked("threads", known, known.replace("3}}", "2}},'name':'n'")));
    }

    @Test
    void steps_that_are_changed_by_names_may_be_missing_on_a_wire_that_counts_turns_and_none_may_be_made_up()
            throws IOException {
        String known = "{'item':'p','kind':'plan','state':'completed','text':'[x] Read\\n[ ] Write'}";
        String part = known.replace("[x] Read\\n", "");
        assertEquals(Excepted.PLAN_STEPS, lacked("items", known, part));
        counted = false;
        assertNull(lacked("items", known, part));
        counted = true;
        assertNull(lacked("items", part, known));
        assertNull(lacked("items", known, part.replace("completed", "failed")));
        assertNull(lacked("items", known.replace("plan", "command"), part));
    }

    /** On a day on which entry 2 was lost. */
    private @Nullable Excepted lacked(String list, String expected, String found) throws IOException {
        Convergence.Reference clean = new Clean();
        Course course = new Course(new Alterations(clean, Set.of()));
        Frame frame = Frame.line(2, 1, Direction.OUT, new Payload.Json("{}".getBytes(StandardCharsets.UTF_8)));
        course.frame(new FrameResult(frame, null, Disposition.UNDELIVERED, null, "lag", List.of(), 1));
        Cuts cuts = new Cuts(MissingNode.getInstance(), MissingNode.getInstance());
        Day day = new Day(course, clean, Subjects.NONE, Subjects.NONE, Set.of(), cuts, turns);
        return Excepted.of(new Case(list, read(expected), read(found), day)).orElse(null);
    }

    private static ObjectNode read(String json) throws IOException {
        return (ObjectNode) Json.read(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    private final class Clean implements Convergence.Reference {
        @Override
        public Maps atEnd() {
            throw new IllegalStateException("nothing here reads maps");
        }

        @Override
        public Subjects subjects(long seq) {
            return Subjects.NONE;
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
        public boolean toldHistory(long seq) {
            return false;
        }

        @Override
        public long openedBy(String thread, String item) {
            return start;
        }

        @Override
        public boolean countsTurns() {
            return counted;
        }

        @Override
        public Subjects subjects(FrameResult result) {
            return Subjects.NONE;
        }

        @Override
        public Subjects subjects(Emission emission) {
            return Subjects.NONE;
        }

        @Override
        public boolean isHeadless(String thread) {
            return false;
        }
    }
}
