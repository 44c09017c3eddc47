package dev.tapedeck.wire.claudestreamjson;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.canonical.EventType;
import dev.tapedeck.canonical.ItemPayload.ItemCompleted;
import dev.tapedeck.canonical.ItemStatus;
import dev.tapedeck.canonical.RequestPayload.RequestOpened;
import dev.tapedeck.canonical.RequestPayload.RequestResolved;
import dev.tapedeck.canonical.RequestPayload.UserInputRequested;
import dev.tapedeck.canonical.RequestPayload.UserInputResolved;
import dev.tapedeck.canonical.RequestType;
import dev.tapedeck.canonical.TelemetryPayload.HookCompleted;
import dev.tapedeck.canonical.TelemetryPayload.HookStarted;
import dev.tapedeck.canonical.TelemetryPayload.RuntimeError;
import dev.tapedeck.host.Disposition;
import dev.tapedeck.host.HostNote;
import dev.tapedeck.wire.claudestreamjson.Talk.Told;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The control protocol in both directions, with frames written by hand. */
class ClaudeRequestsTest {

    private static Talk asked(String tool, String input) {
        return Talk.begun()
                .assistant("m", "{'type':'tool_use','id':'t','name':'" + tool + "','input':" + input + "}")
                .out("{'type':'control_request','request_id':'r','request':{'subtype':'can_use_tool','tool_name':'"
                        + tool
                        + "','input':" + input + ",'tool_use_id':'t'}}");
    }

    private static String answer(String response) {
        return "{'type':'control_response','response':{'subtype':'success','request_id':'r','response':" + response
                + "}}";
    }

    @ParameterizedTest
    @CsvSource({
        "Bash, COMMAND_EXECUTION_APPROVAL, ls",
        "Write, FILE_CHANGE_APPROVAL, /f",
        "ExitPlanMode, TOOL_USER_INPUT, /f",
        "mcp__db__put, UNKNOWN, put"
    })
    void a_permission_is_asked_by_the_kind_of_its_tool(String tool, RequestType type, String detail)
            throws IOException {
        Told told = asked(tool, "{'command':'ls','file_path':'/f'}").play();
        RequestOpened opened = told.only(RequestOpened.class);
        assertEquals(type, opened.requestType());
        assertEquals(detail, opened.detail());
        assertEquals("needs_input", told.find("turns", "turn", "1").path("phase").asText());
        assertEquals("t", told.find("requests", "request", "\"r\"").path("item").asText());
    }

    @Test
    void an_answer_that_allows_lets_the_turn_work_on() throws IOException {
        Told told = asked("Bash", "{'command':'ls'}")
                .in(answer("{'behavior':'allow','updatedInput':{'command':'ls -l'},"
                        + "'updatedPermissions':[{'type':'setMode'}]}"))
                .play();
        RequestResolved resolved = told.only(RequestResolved.class);
        assertEquals("allow", resolved.decision());
        assertEquals("setMode", resolved.resolution().at("/updatedPermissions/0/type").asText());
        assertEquals("working", told.find("turns", "turn", "1").path("phase").asText());
    }

    @Test
    void a_tool_that_was_denied_is_declined_and_not_an_error() throws IOException {
        Told told = asked("Bash", "{'command':'ls'}")
                .in(answer("{'behavior':'deny','message':'no'}"))
                .user("[{'type':'tool_result','tool_use_id':'t','is_error':true,'content':'no'}]", "null", "")
                .done()
                .play();
        assertEquals("deny", told.only(RequestResolved.class).decision());
        assertEquals(ItemStatus.DECLINED, told.only(ItemCompleted.class).item().status());
    }

    @Test
    void a_refusal_of_the_client_settles_the_request() throws IOException {
        Told told = asked("Bash", "{'command':'ls'}")
                .in("{'type':'control_response','response':{'subtype':'error','request_id':'r','error':'not handled'}}")
                .play();
        assertEquals("not handled", told.only(RequestResolved.class).resolution().path("error").asText());
        assertEquals("control_request:can_use_tool#error", told.results().get(3).message().kind().path());
    }

    @Test
    void questions_to_the_user_and_their_answers_are_user_input() throws IOException {
        Told told = asked("AskUserQuestion", "{'questions':[{'question':'Which?'}]}")
                .in(answer("{'behavior':'allow','updatedInput':{'answers':{'Which?':'this'}}}"))
                .play();
        assertEquals("Which?", told.only(UserInputRequested.class).questions().at("/0/question").asText());
        assertEquals(RequestType.TOOL_USER_INPUT, told.only(RequestOpened.class).requestType());
        assertEquals("this", told.only(UserInputResolved.class).answers().path("Which?").asText());
        assertEquals("question", told.item("request:\"r\"").path("kind").asText());
        assertEquals("this", told.item("request:\"r\"").path("detail").asText(), "not only that it may go on");
    }

    @Test
    void whether_a_plan_is_right_is_a_question_and_a_plan_that_is_not_was_declined() throws IOException {
        Told told = asked("ExitPlanMode", "{'plan':'First this.'}")
                .in(answer("{'behavior':'deny','message':'think again'}"))
                .user("[{'type':'tool_result','tool_use_id':'t','content':'think again','is_error':true}]", "null", "")
                .play();
        assertEquals("First this.", told.only(UserInputRequested.class).questions().path("plan").asText());
        assertEquals("deny", told.only(UserInputResolved.class).answers().path("behavior").asText());
        assertEquals("question", told.item("request:\"r\"").path("kind").asText());
        assertEquals("declined", told.item("t").path("state").asText());
        assertEquals("First this.", told.item("t").path("text").asText());
    }

    @Test
    void a_tool_that_needs_a_user_asks_a_question_whatever_its_name() throws IOException {
        Told told = Talk.begun()
                .assistant("m", "{'type':'tool_use','id':'t','name':'NewDialog','input':{'kind':'x'}}")
                .out("{'type':'control_request','request_id':'r','request':{'subtype':'can_use_tool',"
                        + "'tool_name':'NewDialog','input':{'kind':'x'},'tool_use_id':'t',"
                        + "'requires_user_interaction':true}}")
                .play();
        assertEquals(RequestType.TOOL_USER_INPUT, told.only(RequestOpened.class).requestType());
        assertEquals("x", told.only(UserInputRequested.class).questions().path("kind").asText());
    }

    @Test
    void an_elicitation_asks_the_user_for_an_mcp_server() throws IOException {
        Told told = Talk.begun()
                .out("{'type':'control_request','request_id':'r','request':{'subtype':'elicitation',"
                        + "'mcp_server_name':'s','message':'Colour?'}}")
                .in(answer("{'action':'accept','content':{'colour':'red'}}"))
                .play();
        assertEquals("Colour?", told.only(RequestOpened.class).detail());
        assertEquals("red", told.only(UserInputResolved.class).answers().at("/content/colour").asText());
        assertEquals("accept", told.only(RequestResolved.class).decision());
    }

    @Test
    void hooks_and_mcp_messages_are_answered_by_the_client_and_wait_for_no_user() throws IOException {
        Told told = Talk.begun()
                .out("{'type':'control_request','request_id':'r','request':{'subtype':'hook_callback',"
                        + "'callback_id':'h0','input':{'hook_event_name':'PreToolUse'}}}")
                .in(answer("{}"))
                .out("{'type':'control_request','request_id':'q','request':{'subtype':'mcp_message',"
                        + "'server_name':'s','message':{'method':'tools/list'}}}")
                .play();
        assertEquals("PreToolUse", told.only(HookStarted.class).hookEvent());
        assertEquals("r", told.only(HookCompleted.class).hookId());
        assertEquals(
                List.of(RequestType.DYNAMIC_TOOL_CALL, RequestType.DYNAMIC_TOOL_CALL),
                told.payloads(RequestOpened.class).stream().map(RequestOpened::requestType).toList());
        assertEquals("s: tools/list", told.payloads(RequestOpened.class).getLast().detail());
        assertEquals("working", told.find("turns", "turn", "1").path("phase").asText());
    }

    @Test
    void a_call_of_a_tool_that_the_client_serves_is_about_the_use_that_it_names() throws IOException {
        Told told = Talk.begun()
                .assistant("m", "{'type':'tool_use','id':'t','name':'mcp__own__add','input':{'a':1}}")
                .out("{'type':'control_request','request_id':'q','request':{'subtype':'mcp_message',"
                        + "'server_name':'own','message':{'method':'tools/call','id':2,"
                        + "'params':{'name':'add','_meta':{'claudecode/toolUseId':'t'}}}}}")
                .play();
        assertEquals("t", told.find("requests", "request", "\"q\"").path("item").asText());
    }

    @Test
    void a_model_that_the_client_has_set_is_the_threads_from_then_on() throws IOException {
        Told told = Talk.begun()
                .in("{'type':'control_request','request_id':'r','request':{'subtype':'set_model','model':'x'}}")
                .out("{'type':'control_response','response':{'subtype':'success','request_id':'r',"
                        + "'response':{'model':'m-2'}}}")
                .play();
        assertEquals("m-2", told.find("threads", "thread", Talk.SESSION).at("/settings/model").asText());
    }

    @Test
    void a_request_of_a_sub_agent_is_about_its_thread() throws IOException {
        Told told = Talk.begun()
                .assistant("m", "{'type':'tool_use','id':'t','name':'Task','input':{}}")
                .assistant("c", "{'type':'tool_use','id':'t2','name':'Bash','input':{'command':'ls'}}", "'t'")
                .out("{'type':'control_request','request_id':'r','request':{'subtype':'can_use_tool',"
                        + "'tool_name':'Bash','input':{'command':'ls'},'tool_use_id':'t2','agent_id':'a'}}")
                .play();
        assertEquals("t", told.find("requests", "request", "\"r\"").path("thread").asText());
        assertEquals("needs_input", told.find("turns", "thread", "t").path("phase").asText());
    }

    @Test
    void a_request_left_open_at_the_turns_end_is_cancelled_with_the_wires_own_answer() throws IOException {
        Told told = asked("Bash", "{'command':'ls'}").done().in(answer("{'behavior':'allow'}")).play();
        HostNote.CancelWritten cancel = told.report().notes(HostNote.CancelWritten.class).getFirst();
        assertEquals("deny", cancel.answer().path("behavior").asText());
        assertEquals(1, told.report().notes(HostNote.AnswerRefused.class).size());
        assertEquals("cancelled", told.find("requests", "request", "\"r\"").path("state").asText());
    }

    @Test
    void a_request_that_nobody_knows_is_unmapped_and_answered_with_an_error() throws IOException {
        Told told = Talk.begun()
                .out("{'type':'control_request','request_id':'r','request':{'subtype':'read_minds'}}")
                .play();
        assertEquals("control_request:read_minds", told.report().unmapped().getFirst().kind());
        assertEquals(1, told.report().notes(HostNote.ErrorWritten.class).size());
    }

    @Test
    void what_the_client_asks_is_left_out_and_a_refusal_of_it_is_an_error() throws IOException {
        Told told = Talk.begun()
                .in("{'type':'control_request','request_id':'r','request':{'subtype':'set_model','model':'x'}}")
                .out("{'type':'control_response','response':{'subtype':'error','request_id':'r',"
                        + "'error':'no such model'}}")
                .in("{'type':'control_request','request_id':'q','request':{'subtype':'interrupt'}}")
                .out("{'type':'control_response','response':{'subtype':'success','request_id':'q','response':{}}}")
                .in("{'type':'control_cancel_request','request_id':'q'}")
                .in("{'type':'keep_alive'}")
                .play();
        assertEquals("no such model", told.only(RuntimeError.class).message());
        assertEquals("control_request:set_model", told.only(RuntimeError.class).detail().path("request").asText());
        assertEquals(4, told.report().count(Disposition.DROPPED));
        assertEquals(List.of(), told.typesOf(4), "how a turn that is to stop ended is told by its result");
        assertEquals(0, told.count(EventType.REQUEST_OPENED));
    }

    @Test
    void the_answer_to_initialize_configures_the_session_and_names_the_account() throws IOException {
        Told told = new Talk()
                .in("{'type':'control_request','request_id':'r','request':{'subtype':'initialize'}}")
                .out(answer("{'commands':[{'name':'x'}],'account':{'tokenSource':'none',"
                        + "'subscriptionType':'max'},'pid':7}"))
                .play();
        assertEquals(List.of("session.configured", "account.updated"), told.types());
        assertTrue(told.report().mapsInFull().at("/session/config/commands/0/name").asText().equals("x"));
        assertEquals("max", told.report().mapsInFull().at("/session/billingMode").asText());
    }
}
