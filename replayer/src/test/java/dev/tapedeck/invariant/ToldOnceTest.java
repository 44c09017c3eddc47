package dev.tapedeck.invariant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Each exception holds for its own kind of difference and for no other. */
final class ToldOnceTest {
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
        assertNull(lacked("items", whole, cut));
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
        String known = "{'item':'i','kind':'user_message','state':'failed','text':'hi','turn':'1'}";
        String without = "{'item':'i','kind':'user_message','state':'failed','text':'hi'}";
        assertEquals(
                Excepted.UNTOLD_TURN, ToldOnce.lacked("items", read(known), read(without), false, true));
        assertNull(lacked("items", known, without));
        assertNull(ToldOnce.lacked("items", read(without), read(known), false, true));
        assertNull(ToldOnce.lacked("items", read(known), read(known.replace("'1'", "'2'")), false, true));
        assertNull(ToldOnce.lacked("items", read(known), read(without.replace("failed", "completed")), false, true));
        String answer = known.replace("user_message", "message");
        assertNull(ToldOnce.lacked("items", read(answer), read(without.replace("user_", "")), false, true));
    }

    private static @Nullable Excepted lacked(String list, String expected, String found) throws IOException {
        return ToldOnce.lacked(list, read(expected), read(found), true, true);
    }

    @Test
    void steps_that_are_changed_by_names_may_be_missing_on_a_wire_that_counts_turns_and_none_may_be_made_up()
            throws IOException {
        String known = "{'item':'p','kind':'plan','state':'completed','text':'[x] Read\\n[ ] Write'}";
        String part = known.replace("[x] Read\\n", "");
        assertEquals(Excepted.PLAN_STEPS, ToldOnce.lacked("items", read(known), read(part), true, true));
        assertNull(ToldOnce.lacked("items", read(known), read(part), true, false));
        assertNull(ToldOnce.lacked("items", read(part), read(known), true, true));
        assertNull(ToldOnce.lacked("items", read(known), read(part.replace("completed", "failed")), true, true));
        assertNull(ToldOnce.lacked("items", read(known.replace("plan", "command")), read(part), true, true));
    }

    private static ObjectNode read(String json) throws IOException {
        return (ObjectNode) Json.read(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }
}
