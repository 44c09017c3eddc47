package dev.tapedeck.wire.claudestreamjson;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.RequestRef;
import dev.tapedeck.canonical.RequestType;
import dev.tapedeck.rules.Nodes;
import dev.tapedeck.rules.Resumed;
import dev.tapedeck.scratch.Scratch;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What scratch takes over from history after frames were lost. */
class ClaudeResumesTest {
    private static final String SESSION = "s";

    private final Scratch.Editor scratch = Scratch.EMPTY.edit();

    @Test
    void a_turn_goes_on_where_history_has_it_with_the_settings_of_its_session() {
        ObjectNode settings = Nodes.object().put("model", "m").put("permissionMode", "plan");
        resume(new Resumed(SESSION, null, "7", true, false, settings, List.of(), List.of()));
        assertEquals("[7,true]", scratch.get("turn/s").toString());
        assertEquals("{\"id\":\"s\",\"model\":\"m\",\"mode\":\"plan\"}", scratch.get("session").toString());
    }

    @Test
    void the_number_of_a_turn_that_history_does_not_know_is_not_given_again() {
        scratch.put("turn/s", Nodes.array().add(9).add(false));
        resume(thread("8", false));
        assertEquals("[9,false]", scratch.get("turn/s").toString());
        resume(thread("8", true));
        assertEquals("[8,true]", scratch.get("turn/s").toString());
    }

    @Test
    void a_turn_that_holds_a_compaction_and_nothing_else_waits_for_its_init() {
        Resumed.Item compaction = item("compaction:4", ItemType.CONTEXT_COMPACTION, null, true, false, 0);
        resume(thread("1", true, compaction));
        assertEquals("[1,true,true]", scratch.get("turn/s").toString());
        assertEquals("[\"compaction:4\"]", scratch.get("compacting").toString());

        resume(thread("1", true, item("compaction:4", ItemType.CONTEXT_COMPACTION, null, false, true, 9)));
        assertNull(scratch.get("compacting"));
    }

    @Test
    void the_message_that_is_told_goes_on_with_its_open_blocks() {
        resume(thread("1", true,
                item("1:1:0", ItemType.ASSISTANT_MESSAGE, null, false, true, 5),
                item("t", ItemType.COMMAND_EXECUTION, "Bash", false, true, 5),
                item("1:2:0", ItemType.REASONING, null, true, true, 0),
                item("1:2:1", ItemType.ASSISTANT_MESSAGE, null, true, false, 3)));
        JsonNode message = scratch.get("message/s");
        assertEquals(2, message.path("m").asInt());
        assertTrue(message.path("shown").asBoolean());
        assertEquals("[\"thinking\",\"1:2:0\",true]", message.at("/open/0").toString());
        assertEquals("[\"text\",\"1:2:1\",false]", message.at("/open/1").toString());
        assertEquals(2, message.path("n").asInt());
    }

    @Test
    void tools_without_a_result_wait_for_one_and_a_refused_one_is_known_by_the_answer() {
        Resumed.Request refused = new Resumed.Request(
                new RequestRef("r", true), RequestType.COMMAND_EXECUTION_APPROVAL, "1", "a", false, null,
                Nodes.object().put("behavior", "deny"));
        resume(new Resumed(SESSION, null, "1", true, false, null,
                List.of(item("a", ItemType.COMMAND_EXECUTION, "Bash", true, true, 0),
                        item("c", ItemType.COMMAND_EXECUTION, "Bash", false, true, 0)),
                List.of(refused)));
        assertEquals("{\"a\":[\"Bash\",\"s\",true]}", scratch.get("tools").toString());
    }

    @Test
    void a_sub_agent_that_works_on_when_its_tool_has_given_a_result_is_in_the_background() {
        resume(thread("1", true, agent(false)));
        resume(new Resumed("t", SESSION, "1", true));
        assertEquals("{\"t\":[1,true,true]}", scratch.get("children").toString());
    }

    @Test
    void a_sub_agent_in_the_foreground_that_history_does_not_know_is_forgotten() {
        scratch.put("children", Nodes.object()
                .<ObjectNode>set("made up", Nodes.array().add(1).add(true).add(false))
                .set("t", Nodes.array().add(1).add(true).add(false)));
        resume(thread("1", true, agent(true)));
        resume(new Resumed("t", SESSION, "1", true));
        assertEquals("{\"t\":[1,true,false]}", scratch.get("children").toString());
    }

    @Test
    void of_a_turn_that_is_over_nothing_is_left_that_was_going_on() {
        scratch.put("message/s", Nodes.object().put("id", "m"));
        scratch.put("compacting", Nodes.array().add("compaction:4"));
        scratch.put("interrupted", SESSION);
        scratch.put("tools", Nodes.object().set("t", Nodes.array().add("Bash").add(SESSION).add(false)));
        resume(thread("1", false));
        for (String over : List.of("message/s", "compacting", "interrupted", "tools")) {
            assertNull(scratch.get(over), over);
        }
    }

    private static Resumed thread(String turn, boolean running, Resumed.Item... items) {
        return new Resumed(SESSION, null, turn, running, false, null, List.of(items), List.of());
    }

    private static Resumed.Item agent(boolean open) {
        return new Resumed.Item("t", "1", ItemType.COLLAB_AGENT_TOOL_CALL, open, true, "Task", null, "t", 0);
    }

    private static Resumed.Item item(
            String id, ItemType type, @Nullable String tool, boolean open, boolean whole, long bytes) {
        return new Resumed.Item(id, "1", type, open, whole, tool, null, null, bytes);
    }

    private void resume(Resumed thread) {
        ClaudeStreamJson.BOOK.resume(thread, scratch);
    }
}
