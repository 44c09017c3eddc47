package dev.tapedeck.wire.acp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.RequestRef;
import dev.tapedeck.canonical.RequestType;
import dev.tapedeck.json.Json;
import dev.tapedeck.rules.Resumed;
import dev.tapedeck.scratch.Scratch;
import dev.tapedeck.wire.acp.OpenTools.Stage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What scratch takes over from history after frames were lost. */
class ResumptionTest {
    private final Scratch.Editor scratch = Scratch.EMPTY.edit();

    @Test
    void a_turn_goes_on_where_history_has_it_with_the_segment_that_is_open() {
        adopt("2", true, item("2:1", ItemType.REASONING, false), item("2:2", ItemType.ASSISTANT_MESSAGE, true));
        Threads.Thread thread = thread();
        assertEquals(2, thread.turn());
        assertTrue(thread.runs());
        assertEquals(2, thread.segments());
        assertEquals("2:2", scratch.get("segment/t").path("item").asText());
    }

    @Test
    void what_is_closed_in_history_is_closed_in_scratch() {
        adopt("1", true, item("1:1", ItemType.ASSISTANT_MESSAGE, true), item("c", ItemType.COMMAND_EXECUTION, true));
        adopt("1", false, item("1:1", ItemType.ASSISTANT_MESSAGE, false), item("c", ItemType.COMMAND_EXECUTION, false));
        assertFalse(thread().open());
        assertNull(scratch.get("segment/t"));
        assertEquals(Stage.ENDED, new OpenTools(scratch, "t").get("c").stage());
    }

    @Test
    void a_turn_of_which_only_items_are_known_is_told_again_and_with_it_comes_a_session_being_opened() {
        adopt("1", false, item("2:0", "2", ItemType.USER_MESSAGE, true));
        assertTrue(thread().history());
        assertTrue(thread().loaded());
        assertEquals(2, thread().turn());
    }

    @Test
    void names_of_messages_tell_the_version_and_how_often_each_went_on() {
        adopt("1", true, item("agent:m", ItemType.ASSISTANT_MESSAGE, false),
                item("agent:m/2", ItemType.ASSISTANT_MESSAGE, true));
        assertEquals(Version.V2, Version.of(scratch));
        assertEquals(2, scratch.get("messages/t").path("agent:m").asInt());
        assertEquals("m", scratch.get("segment/t").path("message").asText());
    }

    @Test
    void an_open_permission_and_a_refused_one_are_known_by_what_was_asked() throws IOException {
        JsonNode args = json(
                "{'options':[{'optionId':'n','kind':'reject_once'},{'optionId':'y','kind':'allow_once'}]}");
        RequestRef open = new RequestRef("1", true);
        RequestRef refused = new RequestRef("2", true);
        adopt(
                List.of(item("a", ItemType.COMMAND_EXECUTION, true), item("b", ItemType.COMMAND_EXECUTION, true)),
                List.of(
                        request(open, "a", true, args, null),
                        request(refused, "b", false, args, json("{'outcome':{'outcome':'selected','optionId':'n'}}"))));
        assertEquals("allow_once", new Options(scratch).kindOf(open, "y"));
        assertNull(new Options(scratch).kindOf(refused, "n"));
        OpenTools tools = new OpenTools(scratch, "t");
        assertEquals(Stage.ASKED, tools.get("a").stage());
        assertFalse(tools.get("a").declined());
        assertTrue(tools.get("b").declined());
    }

    @Test
    void calls_of_a_sub_agent_that_a_call_names_are_kept_with_its_parent() {
        new OpenTools(scratch, "p").put(
                "t", new OpenTools.Use(ItemType.COLLAB_AGENT_TOOL_CALL, "p", "1", Stage.RUNS, false, false));
        Resumption.adopt(
                new Resumed("t", "p", "1", true, false, null, List.of(item("c", ItemType.FILE_CHANGE, true)),
                        List.of()),
                scratch);
        assertEquals("t", new OpenTools(scratch, "p").get("c").thread());
        assertEquals("p", thread().parent());
    }

    @Test
    void calls_of_a_sub_agent_are_kept_with_both_sessions_where_nobody_knows_which_of_them_tells_of_it() {
        Resumption.adopt(
                new Resumed("t", "p", "1", true, false, null, List.of(item("c", ItemType.FILE_CHANGE, true)),
                        List.of()),
                scratch);
        assertEquals("t", new OpenTools(scratch, "p").get("c").thread());
        assertEquals("t", new OpenTools(scratch, "t").get("c").thread());
    }

    @Test
    void a_thread_of_which_only_usage_or_settings_are_known_begins_with_its_next_word() throws IOException {
        adopt(null, false);
        assertFalse(thread().told());
        settle("{'mode':'plan'}");
        assertFalse(thread().told());
        settle("{'mode':'plan','cwd':'/w'}");
        assertTrue(thread().told());
    }

    @Test
    void a_parent_that_history_does_not_know_was_guessed() {
        new Threads(scratch).put("t", Threads.Thread.NEW.withTold("p"));
        adopt("1", true);
        assertNull(thread().parent());
    }

    @Test
    void a_session_whose_turn_runs_tells_no_history() {
        new Threads(scratch).put("t", Threads.Thread.NEW.withLoaded(true));
        adopt(null, false);
        assertTrue(thread().loaded());
        adopt("1", true);
        assertFalse(thread().loaded());
    }

    @Test
    void threads_that_history_does_not_know_are_forgotten_with_all_that_is_kept_for_them() {
        new Threads(scratch).heard("t");
        new Threads(scratch).heard("made up");
        new OpenTools(scratch, "made up").put(
                "c", new OpenTools.Use(ItemType.FILE_CHANGE, "made up", "1", Stage.RUNS, false, false));
        Threads.keep(Set.of("t"), scratch);
        assertEquals(Threads.Thread.NEW, new Threads(scratch).get("t"));
        assertNull(new Threads(scratch).get("made up"));
        assertNull(scratch.get("tools/made up"));
    }

    private void settle(String settings) throws IOException {
        Resumption.adopt(
                new Resumed("t", null, null, false, false, json(settings), List.of(), List.of()), scratch);
    }

    private Threads.Thread thread() {
        return new Threads(scratch).orNew("t");
    }

    private void adopt(@Nullable String turn, boolean running, Resumed.Item... items) {
        Resumption.adopt(
                new Resumed("t", null, turn, running, false, null, List.of(items), List.of()), scratch);
    }

    private void adopt(List<Resumed.Item> items, List<Resumed.Request> requests) {
        Resumption.adopt(new Resumed("t", null, "1", true, false, null, items, requests), scratch);
    }

    private static Resumed.Item item(String id, ItemType type, boolean open) {
        return item(id, id.matches("\\d:.*") ? id.substring(0, 1) : "1", type, open);
    }

    private static Resumed.Item item(String id, String turn, ItemType type, boolean open) {
        return new Resumed.Item(id, turn, type, open, false, null, null, null, 5);
    }

    private static Resumed.Request request(
            RequestRef id, String item, boolean open, JsonNode args, @Nullable JsonNode answer) {
        return new Resumed.Request(
                id, RequestType.COMMAND_EXECUTION_APPROVAL, "1", item, open, args, answer);
    }

    private static JsonNode json(String text) throws IOException {
        return Json.read(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }
}
