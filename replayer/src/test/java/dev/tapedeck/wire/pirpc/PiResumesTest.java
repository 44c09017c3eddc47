package dev.tapedeck.wire.pirpc;

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
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What scratch takes over from history after frames were lost. */
class PiResumesTest {
    private final Scratch.Editor scratch = Scratch.EMPTY.edit();

    @Test
    void a_turn_goes_on_where_history_has_it() {
        resume(thread("2", "7", true));
        assertEquals("2", scratch.get("thread").asText());
        assertEquals("[7,1]", scratch.get("turn").toString());
        assertEquals("2", scratch.get("opened").asText());
    }

    @Test
    void a_turn_whose_end_was_put_off_still_waits_and_one_that_is_over_is_forgotten() {
        scratch.put("thread", Nodes.number(1));
        scratch.put("turn", Nodes.array().add(3).add(2));
        scratch.put("outcome", Nodes.array().add("length"));
        resume(thread("1", "3", true));
        assertEquals("[3,2]", scratch.get("turn").toString());
        assertEquals("length", scratch.get("outcome").path(0).asText());

        resume(thread("1", "3", false));
        assertEquals("[3,0]", scratch.get("turn").toString());
        assertNull(scratch.get("outcome"));
    }

    @Test
    void a_conversation_that_was_left_is_kept_by_its_file_with_its_last_turn() {
        ObjectNode settings = Nodes.object().put("sessionFile", "/s/a.jsonl");
        resume(new Resumed("1", null, "4", false, true, settings, List.of(), List.of()), thread("2", "1", true));
        assertEquals("[1,4]", scratch.get("files").path("/s/a.jsonl").toString());
        assertEquals("2", scratch.get("thread").asText());
    }

    @Test
    void a_conversation_that_history_does_not_know_was_read_from_a_hole_and_its_number_is_free() {
        scratch.put("thread", Nodes.number(3));
        scratch.put("opened", Nodes.number(3));
        Resumption.keep(Set.of("1", "2"), scratch);
        assertNull(scratch.get("thread"));
        assertEquals("2", scratch.get("opened").asText());
    }

    @Test
    void the_message_that_is_told_keeps_its_number_and_its_open_blocks() {
        resume(thread("1", "1", true,
                item("1:1:0", ItemType.ASSISTANT_MESSAGE, null, false, 3),
                item("1:2:0", ItemType.REASONING, null, true, 3),
                item("1:2:1", ItemType.ASSISTANT_MESSAGE, null, true, 3)));
        JsonNode message = scratch.get("message");
        assertEquals(2, message.path("n").asInt());
        assertEquals("[\"thinking\",\"1:2:0\"]", message.at("/open/0").toString());
        assertEquals("[\"text\",\"1:2:1\"]", message.at("/open/1").toString());
    }

    @Test
    void of_calls_without_a_result_the_first_has_begun_and_one_with_output_is_at_work() {
        resume(thread("1", "1", true,
                item("a", ItemType.COMMAND_EXECUTION, "bash", true, 0),
                item("b", ItemType.COMMAND_EXECUTION, "bash", true, 9),
                item("c", ItemType.COMMAND_EXECUTION, "bash", true, 0),
                item("d", ItemType.COMMAND_EXECUTION, "bash", false, 9)));
        assertEquals("{\"a\":[\"bash\",1,false],\"b\":[\"bash\",2,false],\"c\":[\"bash\",0,false]}",
                scratch.get("tools").toString());
    }

    @Test
    void a_call_that_the_user_refused_is_known_by_the_answer() {
        Resumed.Request refused = new Resumed.Request(
                new RequestRef("r", true), RequestType.COMMAND_EXECUTION_APPROVAL, "1", "a", false, null,
                Nodes.object().put("confirmed", false));
        resume(new Resumed("1", null, "1", true, false, null,
                List.of(item("a", ItemType.COMMAND_EXECUTION, "bash", true, 0)), List.of(refused)));
        assertTrue(scratch.get("tools").at("/a/2").asBoolean());
    }

    @Test
    void the_clients_own_command_and_a_compaction_run_on() {
        resume(thread("1", "1", false,
                item("bash:5:x", ItemType.COMMAND_EXECUTION, "bash", true, 0),
                item("compaction:6", ItemType.CONTEXT_COMPACTION, null, true, 0)));
        assertEquals("bash:5:x", scratch.get("bash").path("x").asText());
        assertEquals("compaction:6", scratch.text("compacting"));
        assertNull(scratch.get("tools"));
    }

    private void resume(Resumed... threads) {
        for (Resumed thread : threads) {
            Resumption.adopt(thread, scratch);
        }
    }

    private static Resumed thread(String thread, String turn, boolean running, Resumed.Item... items) {
        return new Resumed(thread, null, turn, running, false, null, List.of(items), List.of());
    }

    private static Resumed.Item item(String id, ItemType type, @Nullable String tool, boolean open, long bytes) {
        return new Resumed.Item(id, "1", type, open, false, tool, null, null, bytes);
    }
}
