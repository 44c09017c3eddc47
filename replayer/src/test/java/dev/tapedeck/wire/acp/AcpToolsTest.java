package dev.tapedeck.wire.acp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.EventType;
import dev.tapedeck.canonical.ItemPayload.ItemCompleted;
import dev.tapedeck.canonical.ItemPayload.ItemStarted;
import dev.tapedeck.canonical.ItemPayload.ItemUpdated;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemStatus;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.RequestPayload.RequestResolved;
import dev.tapedeck.canonical.ToolKind;
import dev.tapedeck.wire.acp.Talk.Told;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tool calls: upserts, what they show, and how they end. */
class AcpToolsTest {
    private static final String CALL = "'toolCallId':'t','title':'ls','kind':'execute'";

    @Test
    void what_a_call_shows_as_it_begins_describes_it_and_is_no_output() throws IOException {
        String content = ",'content':[{'type':'content','content':{'type':'text','text':'%s'}}]";
        Told told = Talk.begun()
                .prompt("go")
                .update("tool_call", CALL + ",'status':'in_progress'" + content.formatted("List the folder"))
                .update("tool_call_update", "'toolCallId':'t','status':'in_progress'" + content.formatted("a.txt"))
                .play();
        assertNull(told.payloads(ItemStarted.class).getLast().item().text());
        assertEquals("a.txt", told.payloads(ItemUpdated.class).getLast().item().text());
    }

    @Test
    void C21_a_second_start_is_an_update_and_a_second_end_changes_nothing() throws IOException {
        Told told = Told.of(Talk.shared("cases/inputs/C21-acp-duplicate-tool-call.ndjson"));
        assertEquals(1, told.count(EventType.ITEM_STARTED));
        assertEquals(1, told.count(EventType.ITEM_COMPLETED));
        ItemSnapshot better = told.payloads(ItemUpdated.class).getFirst().item();
        assertEquals("git diff", better.title());
        assertEquals("git diff", better.input().path("command").asText());
        assertEquals(0, told.item("toolu_017").path("exitCode").asInt(-1));
        assertEquals("completed", told.item("toolu_017").path("state").asText());
    }

    @Test
    void C22_a_call_that_was_never_started_is_started_and_its_request_does_not_stay_open() throws IOException {
        Told told = Told.of(Talk.shared("cases/inputs/C22-acp-update-without-start.ndjson"));
        assertEquals(
                List.of("item.started", "request.opened"),
                told.typesOf(1).stream().filter(type -> !type.matches("(thread|turn).*")).toList());
        ItemSnapshot done = told.payloads(ItemCompleted.class).getFirst().item();
        assertEquals(ItemType.DYNAMIC_TOOL_CALL, done.itemType());
        assertEquals("NL", done.text());
        assertEquals(Boolean.TRUE, told.only(RequestResolved.class).cancelled());
        assertEquals("The code is NL.", told.item("1:1").path("text").asText());
        assertEquals(1, told.count(EventType.TURN_COMPLETED));
    }

    @Test
    void what_is_absent_keeps_its_value_and_null_clears_it() throws IOException {
        String shows = "'content':[{'type':'content','content':{'type':'text','text':'one'}}]";
        Told told = Talk.begun()
                .prompt("go")
                .update("tool_call", "'toolCallId':'t','title':'a','kind':'read','status':'in_progress'," + shows)
                .update("tool_call_update", "'toolCallId':'t','title':'b'")
                .play();
        assertEquals("one", told.item("t").path("text").asText());
        assertEquals("b", told.item("t").path("title").asText());
        Told cleared = Talk.begun()
                .prompt("go")
                .update("tool_call", "'toolCallId':'t','title':'a','kind':'read','status':'in_progress'," + shows)
                .update("tool_call_update", "'toolCallId':'t','content':null")
                .play();
        assertEquals("", cleared.item("t").path("text").asText());
        assertEquals("a", cleared.item("t").path("title").asText());
    }

    @Test
    void before_a_call_runs_its_content_says_what_it_will_do_and_is_no_output() throws IOException {
        Told told = Talk.begun()
                .prompt("go")
                .update("tool_call", CALL + ",'status':'pending',"
                        + "'content':[{'type':'content','content':{'type':'text','text':'List the files'}}]")
                .play();
        assertNull(told.only(ItemStarted.class).item().text());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '^', value = {
        "{'exitCode':3,'stdout':'a','stderr':'b'} | ab | 3",
        "{'aggregated_output':'a','exit_code':1} | a | 1",
        "{'output':'a','metadata':{'exit':2}} | a | 2",
        "'a' | a | -1",
        "[{'type':'text','text':'a'}] | a | -1"
    })
    void output_and_exit_code_are_read_as_agents_write_them(String raw, String text, int exit) throws IOException {
        JsonNode item = Talk.begun()
                .prompt("go")
                .update("tool_call", CALL + ",'status':'in_progress'")
                .update("tool_call_update", "'toolCallId':'t','status':'completed','rawOutput':" + raw)
                .play()
                .item("t");
        assertEquals(text, item.path("text").asText());
        assertEquals(exit, item.path("exitCode").asInt(-1));
    }

    @Test
    void an_edit_shows_its_change_and_no_message_takes_its_place() throws IOException {
        String call = "'toolCallId':'t','title':'Edit','kind':'edit','status':'pending',";
        Told told = Talk.begun()
                .prompt("go")
                .update("tool_call", call + "'content':[{'type':'diff','path':'/w/a','oldText':'1\\n2\\n3\\n4\\n5\\n',"
                        + "'newText':'1\\n2\\n3\\n4\\nfive\\n'}]")
                .update("tool_call_update", "'toolCallId':'t','status':'completed','rawOutput':'Updated.'")
                .play();
        assertEquals(
                "--- /w/a\n+++ /w/a\n@@ -2,4 +2,4 @@\n 2\n 3\n 4\n-5\n+five\n", told.item("t").path("text").asText());
        assertEquals("file_change", told.item("t").path("kind").asText());
    }

    @Test
    void C20_a_tool_that_keeps_the_plan_tells_its_steps_and_one_that_was_given_up_keeps_its_place() throws IOException {
        String todos =
                "'rawInput':{'todos':[{'content':'a','status':'completed'},{'content':'b','status':'cancelled'}]}";
        Told told = Talk.begun()
                .prompt("go")
                .update("tool_call", "'toolCallId':'t','title':'todowrite','kind':'other'," + todos)
                .update("tool_call_update", "'toolCallId':'t','status':'completed','rawOutput':'kept'")
                .play();
        assertEquals("tool_call", told.item("t").path("kind").asText());
        assertEquals("kept", told.item("t").path("text").asText());
        assertEquals("[x] a\n[ ] b", told.item("plan:1").path("text").asText());
    }

    @Test
    void a_tool_that_there_is_not_did_not_succeed_whatever_stands_in_for_it() throws IOException {
        Told told = Talk.begun()
                .prompt("go")
                .update("tool_call", "'toolCallId':'t','title':'none','kind':'other','status':'pending'")
                .update("tool_call_update", "'toolCallId':'t','status':'completed','title':'Invalid Tool'")
                .play();
        assertEquals("failed", told.item("t").path("state").asText());
    }

    @Test
    void a_call_that_only_its_id_names_has_that_name() throws IOException {
        Told told = Talk.begun()
                .prompt("go")
                .update("tool_call", "'toolCallId':'write_todos__call_1','title':'Set 2','kind':'other','content':[]")
                .play();
        ItemSnapshot item = told.payloads(ItemStarted.class).getLast().item();
        assertEquals("write_todos", item.tool());
        assertEquals(ToolKind.TODO, item.toolKind());
    }

    @Test
    void what_a_call_of_a_history_gave_may_come_in_a_second_word_of_its_end() throws IOException {
        Told told = new Talk()
                .agreed(1)
                .asks("session/load", "'sessionId':'SESSION','cwd':'/w','mcpServers':[]")
                .says("user_message", "go")
                .update("tool_call", "'toolCallId':'t','title':'exec_command','status':'completed'")
                .update("tool_call_update", "'toolCallId':'t','status':'completed','rawOutput':'hi'")
                .update("tool_call", "'toolCallId':'u','title':'exec_command','status':'completed'")
                .answers("")
                .play();
        assertEquals("hi", told.item("t").path("text").asText());
        assertEquals("completed", told.item("t").path("state").asText());
        assertEquals("completed", told.item("u").path("state").asText());
        assertEquals(List.of(true, true, true), told.marks(EventType.ITEM_COMPLETED));
    }

    @Test
    void a_status_that_nobody_knows_ends_nothing() throws IOException {
        Told told = Talk.begun()
                .prompt("go")
                .update("tool_call", CALL + ",'status':'pending'")
                .update("tool_call_update", "'toolCallId':'t','status':'melted','title':'x'")
                .answers("'stopReason':'end_turn'")
                .play();
        assertEquals("failed", told.item("t").path("state").asText());
        assertEquals("turn ended", told.item("t").path("detail").asText());
    }

    @Test
    void a_call_that_was_refused_is_declined_and_no_failure() throws IOException {
        Talk asked = Talk.begun()
                .prompt("go")
                .update("tool_call", CALL + ",'status':'pending'")
                .demands("0", "session/request_permission", "'sessionId':'SESSION','toolCall':{'toolCallId':'t'},"
                        + "'options':[{'optionId':'nope','name':'No','kind':'reject_once'}]")
                .replies("0", "{'outcome':{'outcome':'selected','optionId':'nope'}}");
        Told told = asked.update("tool_call_update", "'toolCallId':'t','status':'failed','rawOutput':'refused'").play();
        assertEquals("reject_once", told.only(RequestResolved.class).decision());
        assertEquals(ItemStatus.DECLINED, told.only(ItemCompleted.class).item().status());
        Told silent = asked.update("tool_call_update", "'toolCallId':'t','status':'completed'").play();
        assertEquals("declined", silent.item("t").path("state").asText());
    }

    @Test
    void a_refused_call_of_which_nothing_more_comes_is_declined_with_its_turn() throws IOException {
        Told told = Talk.begun()
                .prompt("go")
                .demands("0", "session/request_permission", "'sessionId':'SESSION','toolCall':{" + CALL + "},"
                        + "'options':[{'optionId':'nope','name':'No','kind':'reject_always'}]")
                .replies("0", "{'outcome':{'outcome':'selected','optionId':'nope'}}")
                .answers("'stopReason':'end_turn'")
                .play();
        assertEquals("declined", told.item("t").path("state").asText());
    }

    @Test
    void a_cancelled_call_of_version_2_did_not_succeed() throws IOException {
        Told told = Talk.begun2()
                .update("state_update", "'state':'running'")
                .update("tool_call_update", CALL + ",'status':'in_progress'")
                .update("tool_call_update", "'toolCallId':'t','status':'cancelled'")
                .play();
        assertEquals("failed", told.item("t").path("state").asText());
        assertEquals("cancelled", told.item("t").path("detail").asText());
    }

    @Test
    void a_terminal_of_the_agents_is_the_output_of_the_call_that_embeds_it() throws IOException {
        Told told = Talk.begun2()
                .update("state_update", "'state':'running'")
                .update("tool_call_update", CALL + ",'status':'in_progress',"
                        + "'content':[{'type':'terminal','terminalId':'term'}]")
                .update("terminal_output_chunk", "'terminalId':'term','data':'ww=='")
                .update("terminal_output_chunk", "'terminalId':'term','data':'qW9r'")
                .update("terminal_update", "'terminalId':'term','exitStatus':{'exitCode':0}")
                .update("tool_call_update", "'toolCallId':'t','status':'completed'")
                .play();
        assertEquals("éok", told.item("t").path("text").asText(), "a character cut in two comes whole");
        assertEquals(0, told.item("t").path("exitCode").asInt(-1));
        assertEquals(1, told.report().mapsInFull().path("items").size());
    }

    @Test
    void a_terminal_that_no_call_embeds_is_an_item_of_its_own() throws IOException {
        Told told = Talk.begun2()
                .update("state_update", "'state':'running'")
                .update("terminal_update", "'terminalId':'term','command':'ls','output':{'data':'YQ=='}")
                .update("terminal_update", "'terminalId':'term','exitStatus':{'exitCode':1}")
                .play();
        assertEquals("a", told.item("term").path("text").asText());
        assertEquals("failed", told.item("term").path("state").asText());
    }

    @Test
    void a_terminal_of_the_clients_shows_what_the_client_answers() throws IOException {
        Told told = Talk.begun()
                .prompt("go")
                .demands("1", "terminal/create", "'sessionId':'SESSION','command':'ls'")
                .replies("1", "{'terminalId':'term'}")
                .update("tool_call", CALL
                        + ",'status':'in_progress','content':[{'type':'terminal','terminalId':'term'}]")
                .demands("2", "terminal/output", "'sessionId':'SESSION','terminalId':'term'")
                .replies("2", "{'output':'a.txt','truncated':false,'exitStatus':{'exitCode':0}}")
                .play();
        assertEquals("a.txt", told.item("t").path("text").asText());
        assertEquals(0, told.item("t").path("exitCode").asInt(-1));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '^', value = {
        "'title':'x','name':'mcp__demo__add'",
        "'title':'add (demo MCP Server)','kind':'other'",
        "'title':'x','kind':'other','rawInput':{'providerIdentifier':'demo','toolName':'add'}",
        "'title':'x','kind':'other','rawInput':{'invocation':{'server':'demo','tool':'add'}}",
        "'title':'demo_add','kind':'other','rawInput':{}"
    })
    void a_tool_of_an_mcp_server_is_recognised_however_the_agent_names_it(String members) throws IOException {
        Told told = new Talk()
                .agreed(1)
                .asks("session/new", "'cwd':'/w','mcpServers':[{'name':'demo','command':'x'}]")
                .answers("'sessionId':'SESSION'")
                .prompt("go")
                .update("tool_call", "'toolCallId':'t','status':'pending'," + members)
                .play();
        ItemSnapshot item = told.only(ItemStarted.class).item();
        assertEquals(ItemType.MCP_TOOL_CALL, item.itemType());
        assertEquals("demo add", item.server() + " " + item.tool());
    }

    @Test
    void a_tool_of_which_only_the_name_is_told_is_known_by_it() throws IOException {
        Told told = Talk.begun()
                .prompt("go")
                .update("tool_call", "'toolCallId':'t','title':'exec_command','status':'completed',"
                        + "'rawInput':{'cmd':'echo hi'}")
                .answers("'stopReason':'end_turn'")
                .play();

        assertEquals("command", told.item("t").path("kind").asText());
        assertEquals("echo hi", told.item("t").path("title").asText());
    }
}
