package dev.tapedeck.wire.claudestreamjson;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.ErrorClass;
import dev.tapedeck.canonical.EventType;
import dev.tapedeck.canonical.ItemPayload.ContentDelta;
import dev.tapedeck.canonical.ItemPayload.ItemCompleted;
import dev.tapedeck.canonical.ItemPayload.ItemStarted;
import dev.tapedeck.canonical.ItemPayload.ItemUpdated;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemStatus;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.StreamKind;
import dev.tapedeck.canonical.TelemetryPayload.RuntimeError;
import dev.tapedeck.canonical.TelemetryPayload.RuntimeWarning;
import dev.tapedeck.canonical.TelemetryPayload.ToolProgress;
import dev.tapedeck.canonical.TurnPayload.TurnPlanUpdated;
import dev.tapedeck.host.Disposition;
import dev.tapedeck.host.HostNote;
import dev.tapedeck.runtime.RuntimeEvent.EvidenceUpdated;
import dev.tapedeck.wire.claudestreamjson.Talk.Told;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Messages, streams and tools, with frames written by hand. */
class ClaudeMessagesTest {

    @ParameterizedTest
    @CsvSource({
        "Bash, command_execution, Bash,",
        "Edit, file_change, Edit,",
        "Write, file_change, Write,",
        "MultiEdit, file_change, MultiEdit,",
        "NotebookEdit, file_change, NotebookEdit,",
        "Task, collab_agent_tool_call, Task,",
        "Agent, collab_agent_tool_call, Agent,",
        "WebSearch, web_search, WebSearch,",
        "WebFetch, web_search, WebFetch,",
        "TodoWrite, dynamic_tool_call, TodoWrite,",
        "mcp__git_hub__open__pr, mcp_tool_call, open__pr, git_hub",
        "mcp__broken, dynamic_tool_call, mcp__broken,",
        "Read, dynamic_tool_call, Read,",
        "SomethingNew, dynamic_tool_call, SomethingNew,"
    })
    void a_tools_name_tells_the_kind_of_its_item(String name, String type, String tool, String server)
            throws IOException {
        Told told = Talk.begun()
                .assistant("m", "{'type':'tool_use','id':'t1','name':'" + name + "','input':{'x':1}}")
                .user("[{'type':'tool_result','tool_use_id':'t1','content':'ok'}]", "null", "")
                .done()
                .play();
        ItemSnapshot started = told.only(ItemStarted.class).item();
        ItemSnapshot completed = told.only(ItemCompleted.class).item();
        assertEquals(type, started.itemType().word());
        assertEquals(type, completed.itemType().word());
        assertEquals(tool, started.tool());
        assertEquals(server, started.server());
        assertEquals(ItemStatus.COMPLETED, completed.status());
    }

    @Test
    void one_frame_may_tell_many_blocks_and_one_may_hold_many_results() throws IOException {
        Told told = Talk.begun()
                .assistant(
                        "m",
                        "{'type':'thinking','thinking':'hm','signature':'s'},{'type':'text','text':'two'},"
                                + "{'type':'tool_use','id':'a','name':'Bash','input':{'command':'ls'}},"
                                + "{'type':'tool_use','id':'b','name':'Read','input':{'file_path':'/f'}}")
                .user(
                        "[{'type':'tool_result','tool_use_id':'b','content':[{'type':'text','text':'one'},"
                                + "{'type':'text','text':'two'},{'type':'image','source':{'type':'base64',"
                                + "'data':'aGk='}}]},"
                                + "{'type':'tool_result','tool_use_id':'a','is_error':true,"
                                + "'content':'Exit code 3\\nno'}]",
                        "null",
                        "")
                .done()
                .play();
        assertEquals("hm", told.item("1:1:0").path("text").asText());
        assertEquals("two", told.item("1:1:1").path("text").asText());
        assertEquals("one\ntwo", told.item("b").path("text").asText());
        assertEquals("image", told.item("b").at("/attachments/0/kind").asText());
        assertEquals("failed", told.item("a").path("state").asText());
        assertEquals(3, told.item("a").path("exitCode").asInt());
        assertEquals(List.of("b", "a"), told.results().get(2).emissions().stream()
                .map(emission -> emission.canonical().refs().item())
                .toList());
    }

    @Test
    void a_streamed_message_is_one_item_a_block_and_its_text_stands_once() throws IOException {
        Told told = Talk.begun()
                .stream("{'type':'message_start','message':{'id':'m','usage':{'input_tokens':3,'output_tokens':1}}}")
                .stream("{'type':'content_block_start','index':0,'content_block':{'type':'thinking','thinking':''}}")
                .stream("{'type':'content_block_delta','index':0,'delta':{'type':'thinking_delta','thinking':'so'}}")
                .stream("{'type':'content_block_delta','index':0,'delta':{'type':'signature_delta','signature':'x'}}")
                .assistant("m", "{'type':'thinking','thinking':'so','signature':'x'}")
                .stream("{'type':'content_block_stop','index':0}")
                .stream("{'type':'content_block_start','index':1,'content_block':{'type':'text','text':''}}")
                .stream("{'type':'content_block_delta','index':1,'delta':{'type':'text_delta','text':'He'}}")
                .stream("{'type':'content_block_delta','index':1,'delta':{'type':'text_delta','text':'y'}}")
                .assistant("m", "{'type':'text','text':'Hey'}")
                .stream("{'type':'content_block_stop','index':1}")
                .stream("{'type':'message_delta','delta':{'stop_reason':'end_turn'},'usage':{'output_tokens':9}}")
                .stream("{'type':'message_stop'}")
                .done()
                .play();
        assertEquals("so", told.item("1:1:0").path("text").asText());
        assertEquals("Hey", told.item("1:1:1").path("text").asText());
        assertEquals(2, told.count(EventType.ITEM_STARTED));
        assertEquals(2, told.count(EventType.ITEM_COMPLETED));
        assertEquals(
                List.of(StreamKind.REASONING_TEXT, StreamKind.ASSISTANT_TEXT, StreamKind.ASSISTANT_TEXT),
                told.payloads(ContentDelta.class).stream().map(ContentDelta::streamKind).toList());
    }

    @Test
    void the_input_of_a_tool_streams_into_the_item_of_its_kind() throws IOException {
        Told told = Talk.begun()
                .stream("{'type':'message_start','message':{'id':'m'}}")
                .stream("{'type':'content_block_start','index':0,'content_block':{'type':'tool_use','id':'t',"
                        + "'name':'Bash','input':{}}}")
                .stream("{'type':'content_block_delta','index':0,'delta':{'type':'input_json_delta',"
                        + "'partial_json':''}}")
                .stream("{'type':'content_block_delta','index':0,'delta':{'type':'input_json_delta',"
                        + "'partial_json':'{x'}}")
                .assistant("m", "{'type':'tool_use','id':'t','name':'Bash','input':{'command':'ls'}}")
                .stream("{'type':'content_block_stop','index':0}")
                .play();
        assertEquals(List.of(), told.typesOf(4), "an empty delta says nothing");
        assertEquals(ItemType.COMMAND_EXECUTION, told.only(ContentDelta.class).itemType());
        assertEquals("command", told.item("t").path("kind").asText());
        assertEquals("{\"command\":\"ls\"}", told.item("t").path("input").asText());
        assertEquals("ls", told.item("t").path("title").asText());
        assertEquals("open", told.item("t").path("state").asText(), "only its result ends a tool");
    }

    @Test
    void a_block_that_the_provider_abandons_fails_and_one_whose_snapshot_never_came_keeps_its_text()
            throws IOException {
        Told told = Talk.begun()
                .stream("{'type':'message_start','message':{'id':'m'}}")
                .stream("{'type':'content_block_start','index':0,'content_block':{'type':'text','text':''}}")
                .stream("{'type':'content_block_delta','index':0,'delta':{'type':'text_delta','text':'kept'}}")
                .stream("{'type':'content_block_stop','index':0}")
                .stream("{'type':'content_block_start','index':1,'content_block':{'type':'text','text':''}}")
                .stream("{'type':'content_block_delta','index':1,'delta':{'type':'text_delta','text':'half'}}")
                .out("{'type':'stream_event','event':{'type':'message_stop'},'session_id':'SESSION','uuid':'z',"
                        + "'parent_tool_use_id':null,'abandoned_blocks':{'from_block_index':1}}")
                .done()
                .play();
        assertEquals("completed", told.item("1:1:0").path("state").asText());
        assertEquals("kept", told.item("1:1:0").path("text").asText());
        assertEquals("failed", told.item("1:1:1").path("state").asText());
        assertEquals("half", told.item("1:1:1").path("text").asText());
    }

    @Test
    void a_message_that_is_told_anew_under_its_old_id_gets_items_of_its_own() throws IOException {
        Talk talk = Talk.begun();
        for (String text : List.of("first", "second")) {
            talk.stream("{'type':'message_start','message':{'id':'m'}}")
                    .stream("{'type':'content_block_start','index':0,'content_block':{'type':'text','text':''}}")
                    .assistant("m", "{'type':'text','text':'" + text + "'}")
                    .stream("{'type':'content_block_stop','index':0}")
                    .stream("{'type':'message_stop'}");
        }
        Told told = talk.done().play();
        assertEquals("first", told.item("1:1:0").path("text").asText());
        assertEquals("second", told.item("1:2:0").path("text").asText());
    }

    @Test
    void a_withheld_thought_is_marked_and_has_no_text() throws IOException {
        Told told = Talk.begun()
                .stream("{'type':'message_start','message':{'id':'m'}}")
                .stream("{'type':'content_block_start','index':0,'content_block':{'type':'redacted_thinking',"
                        + "'data':'eA=='}}")
                .assistant("m", "{'type':'redacted_thinking','data':'eA=='}")
                .stream("{'type':'content_block_stop','index':0}")
                .done()
                .play();
        assertEquals(Boolean.TRUE, told.only(ItemStarted.class).item().redacted());
        assertTrue(told.item("1:1:0").path("redacted").asBoolean());
        assertNull(told.only(ItemUpdated.class).item().text());
    }

    @Test
    void a_vendors_own_tool_gives_its_result_in_the_same_message() throws IOException {
        Told told = Talk.begun()
                .assistant(
                        "m",
                        "{'type':'server_tool_use','id':'s1','name':'web_search','input':{'query':'q'}},"
                                + "{'type':'web_search_tool_result','tool_use_id':'s1',"
                                + "'content':[{'type':'web_search_result',"
                                + "'title':'T','url':'https://x'}]},"
                                + "{'type':'mcp_tool_use','id':'s2','name':'put','server_name':'db','input':{}},"
                                + "{'type':'mcp_tool_result','tool_use_id':'s2','is_error':true,"
                                + "'content':[{'type':'text','text':'no'}]},"
                                + "{'type':'server_tool_use','id':'s3','name':'web_fetch','input':{'url':'u'}},"
                                + "{'type':'web_fetch_tool_result','tool_use_id':'s3',"
                                + "'content':{'type':'web_fetch_tool_result_error',"
                                + "'error_code':'unavailable'}}")
                .done()
                .play();
        assertEquals("web_search", told.item("s1").path("kind").asText());
        assertEquals("T https://x", told.item("s1").path("text").asText());
        assertEquals("db", told.item("s2").path("server").asText());
        assertEquals("failed", told.item("s2").path("state").asText());
        assertEquals("failed", told.item("s3").path("state").asText());
        assertTrue(told.item("s3").path("text").asText().contains("unavailable"));
    }

    @Test
    void lists_of_todos_are_the_one_plan_of_their_turn_beside_the_uses_of_their_tool() throws IOException {
        Told told = Talk.begun()
                .assistant(
                        "m",
                        "{'type':'tool_use','id':'t','name':'TodoWrite','input':{'todos':[{'content':'A',"
                                + "'status':'completed'},"
                                + "{'content':'B','status':'in_progress'},{'content':'C','status':'cancelled'}]}}")
                .user("[{'type':'tool_result','tool_use_id':'t','content':'modified'}]", "null", "")
                .assistant(
                        "n",
                        "{'type':'tool_use','id':'u','name':'TodoWrite','input':{'todos':[{'content':'A',"
                                + "'status':'completed'}]}}")
                .user("[{'type':'tool_result','tool_use_id':'u','content':'modified'}]", "null", "")
                .done()
                .play();
        assertEquals("modified", told.item("t").path("text").asText());
        assertEquals("completed", told.item("t").path("state").asText());
        JsonNode items = told.report().mapsInFull().path("items");
        assertEquals(3, items.size(), "two uses and one plan");
        List<String> plans = new ArrayList<>();
        items.forEach(item -> {
            if (item.path("kind").asText().equals("plan")) {
                plans.add(item.path("text").asText());
            }
        });
        assertEquals(List.of("[x] A"), plans);
    }

    @Test
    void an_echo_confirms_the_send_that_named_no_session_and_what_the_provider_wrote_itself_does_not()
            throws IOException {
        Told told = new Talk()
                .in("{'type':'user','message':{'role':'user','content':'go'},'parent_tool_use_id':null,"
                        + "'session_id':''}")
                .init()
                .user("[{'type':'text','text':'go'}]", "null", "")
                .user("'go'", "null", ",'isReplay':true")
                .done()
                .play();
        assertEquals(Disposition.DROPPED, told.results().getFirst().disposition());
        EvidenceUpdated evidence = told.runtime(EvidenceUpdated.class).getFirst();
        assertEquals(1, told.runtime(EvidenceUpdated.class).size());
        assertEquals("1", evidence.send());
        assertEquals("u3", evidence.item());
        assertEquals(ItemType.USER_MESSAGE, told.only(ItemCompleted.class).item().itemType());
        assertEquals("go", told.only(RuntimeWarning.class).message());
    }

    @Test
    void what_a_command_of_the_clients_own_wrote_is_a_notice_and_confirms_no_send() throws IOException {
        Told told = Talk.begun()
                .in("{'type':'user','message':{'role':'user','content':'/model sonnet'},'session_id':''}")
                .user(
                        "'<local-command-stdout>Set model to\\nsonnet</local-command-stdout>'",
                        "null",
                        ",'isReplay':true")
                .done()
                .play();
        assertEquals("Set model to\nsonnet", told.only(RuntimeWarning.class).message());
        assertEquals(List.of(), told.runtime(EvidenceUpdated.class));
    }

    @Test
    void an_answer_that_is_an_error_is_told_once() throws IOException {
        Told told = Talk.begun()
                .out("{'type':'assistant','message':{'id':'m','content':[{'type':'text','text':'Invalid API key'}]},"
                        + "'error':'authentication_failed','session_id':'11111111-2222-4333-8444-555555555555'}")
                .done()
                .play();
        assertEquals("Invalid API key", told.only(RuntimeError.class).message());
        assertEquals(List.of(), told.payloads(ItemCompleted.class));
    }

    @Test
    void text_that_streams_before_its_message_began_and_never_stops_stands_once() throws IOException {
        Told told = Talk.begun()
                .stream("{'type':'content_block_delta','index':0,'delta':{'type':'text_delta','text':'on'}}")
                .stream("{'type':'content_block_delta','index':0,'delta':{'type':'text_delta','text':'e'}}")
                .assistant("m", "{'type':'text','text':'one'}")
                .done()
                .play();
        JsonNode items = told.report().mapsInFull().path("items");
        assertEquals(1, items.size(), items.toString());
        assertEquals("one", items.path(0).path("text").asText());
        assertEquals("completed", items.path(0).path("state").asText());
        assertEquals(1, told.count(EventType.ITEM_COMPLETED));
    }

    @Test
    void the_task_of_a_sub_agent_confirms_no_send_even_with_the_same_words() throws IOException {
        Told told = new Talk()
                .in("{'type':'user','message':{'role':'user','content':'go'},'session_id':''}")
                .init()
                .assistant("m", "{'type':'tool_use','id':'t','name':'Task','input':{'prompt':'go'}}")
                .user("[{'type':'text','text':'go'}]", "'t'", "")
                .play();
        assertEquals(List.of(), told.runtime(EvidenceUpdated.class));
        assertEquals(List.of(), told.report().notes(HostNote.EvidenceRefused.class), "nobody even claimed it");
    }

    @Test
    void a_heartbeat_speaks_for_the_tool_that_runs() throws IOException {
        Told told = Talk.begun()
                .assistant("m", "{'type':'tool_use','id':'t','name':'Bash','input':{'command':'sleep 99'}}")
                .out("{'type':'tool_progress','tool_use_id':'t-heartbeat-0','tool_name':'Bash',"
                        + "'parent_tool_use_id':'t',"
                        + "'elapsed_time_seconds':30,'heartbeat':true,'session_id':'SESSION','uuid':'x'}")
                .play();
        assertEquals("t", told.only(ToolProgress.class).toolUseId());
        assertEquals("command", told.item("t").path("kind").asText());
        assertEquals(1, told.report().mapsInFull().path("threads").size());
    }

    @Test
    void a_changed_file_shows_its_hunks_and_a_new_one_the_whole_of_it() throws IOException {
        Told told = Talk.begun()
                .assistant("m", "{'type':'tool_use','id':'e','name':'Edit','input':{}}")
                .user("[{'type':'tool_result','tool_use_id':'e','content':'done'}]", "null",
                        ",'tool_use_result':{'structuredPatch':[{'oldStart':1,'oldLines':2,'newStart':1,'newLines':1,"
                                + "'lines':[' a','-b']}]}")
                .assistant("n", "{'type':'tool_use','id':'w','name':'Write','input':{}}")
                .user("[{'type':'tool_result','tool_use_id':'w','content':'done'}]", "null",
                        ",'tool_use_result':{'type':'create','content':'new','structuredPatch':[]}")
                .assistant("o", "{'type':'tool_use','id':'x','name':'Edit','input':{}}")
                .user("[{'type':'tool_result','tool_use_id':'x','content':'no such file','is_error':true}]", "null", "")
                .play();
        assertEquals("@@ -1,2 +1 @@\n a\n-b\n", told.item("e").path("text").asText());
        assertEquals("new", told.item("w").path("text").asText());
        assertEquals("no such file", told.item("x").path("text").asText());
    }

    @Test
    void nobody_there_to_answer_is_an_error_of_the_way_there() throws IOException {
        Told told = Talk.begun()
                .out("{'type':'assistant','message':{'id':'m','role':'assistant','model':'<synthetic>','content':"
                        + "[{'type':'text','text':'refused'}]},'parent_tool_use_id':null,'session_id':'SESSION',"
                        + "'uuid':'a','error':'server_error','api_error':'connection_failed'}")
                .play();
        assertEquals(ErrorClass.TRANSPORT_ERROR, told.only(RuntimeError.class).errorClass());
    }

    @Test
    void a_field_of_another_type_is_a_fault_and_leaves_no_trace() throws IOException {
        Told told = Talk.begun()
                .out("{'type':'assistant','message':{'id':'m','content':[{'type':'text','text':'x'},"
                        + "{'type':'tool_use','id':7}]},"
                        + "'session_id':'SESSION','parent_tool_use_id':null,'uuid':'a'}")
                .assistant("m", "{'type':'text','text':'y'}")
                .done()
                .play();
        assertEquals(1, told.report().count(Disposition.FAULTED));
        assertTrue(told.results().get(1).reason().contains("expected a string"), told.results().get(1).reason());
        assertEquals("y", told.item("1:1:0").path("text").asText());
        assertNotEquals(0, told.report().noteCount());
    }
}
