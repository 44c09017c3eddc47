package dev.tapedeck.wire.claudestreamjson;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.canonical.ErrorClass;
import dev.tapedeck.canonical.EventType;
import dev.tapedeck.canonical.ItemPayload.ItemCompleted;
import dev.tapedeck.canonical.ItemPayload.ItemUpdated;
import dev.tapedeck.canonical.ItemStatus;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.SessionPayload.SessionStateChanged;
import dev.tapedeck.canonical.SessionState;
import dev.tapedeck.canonical.TelemetryPayload.RuntimeError;
import dev.tapedeck.canonical.TelemetryPayload.RuntimeWarning;
import dev.tapedeck.canonical.TelemetryPayload.TaskCompleted;
import dev.tapedeck.canonical.ThreadPayload.ThreadMetadataUpdated;
import dev.tapedeck.canonical.ThreadPayload.ThreadStarted;
import dev.tapedeck.canonical.TurnPayload.TurnCompleted;
import dev.tapedeck.canonical.TurnState;
import dev.tapedeck.wire.claudestreamjson.Talk.Told;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions, threads, turns, sub-agents and what they cost, with frames written by hand. */
class ClaudeTurnsTest {

    @Test
    void turns_are_numbered_and_one_may_begin_without_a_message_of_the_users() throws IOException {
        Told told = Talk.begun().assistant("m1", "{'type':'text','text':'a'}").done()
                .init().assistant("m2", "{'type':'text','text':'b'}").done()
                .assistant("m3", "{'type':'text','text':'c'}").done()
                .play();
        assertEquals("1", told.item("1:1:0").path("turn").asText());
        assertEquals("2", told.item("2:1:0").path("turn").asText());
        assertEquals("3", told.item("3:1:0").path("turn").asText(), "older programs begin a session once");
        assertEquals(1, told.count(EventType.SESSION_STARTED));
        assertEquals(1, told.count(EventType.THREAD_STARTED));
        assertEquals(3, told.count(EventType.TURN_COMPLETED));
    }

    @ParameterizedTest
    @CsvSource({
        "success, false, completed, COMPLETED,",
        "success, true, api_error, FAILED,",
        "error_max_turns, true, max_turns, FAILED, VALIDATION_ERROR",
        "error_during_execution, true, model_error, FAILED, UNKNOWN",
        "error_during_execution, true, aborted_tools, INTERRUPTED,",
        "error_during_execution, true, aborted_streaming, INTERRUPTED,",
        "error_of_next_year, true, whatever, FAILED, UNKNOWN"
    })
    void a_result_ends_its_turn_as_it_says(
            String subtype, boolean isError, String reason, TurnState state, ErrorClass error) throws IOException {
        Told told = Talk.begun()
                .done("'subtype':'" + subtype + "','is_error':" + isError + ",'terminal_reason':'" + reason
                        + "','stop_reason':null,'errors':['it broke']")
                .play();
        TurnCompleted turn = told.only(TurnCompleted.class);
        assertEquals(state, turn.state());
        assertEquals(reason, turn.stopReason());
        assertEquals(state == TurnState.FAILED ? "it broke" : null, turn.errorMessage());
        if (error == null) {
            assertEquals(0, told.count(EventType.RUNTIME_ERROR));
        } else {
            assertEquals(error, told.only(RuntimeError.class).errorClass());
        }
    }

    @Test
    void a_result_that_is_sent_again_ends_nothing_a_second_time() throws IOException {
        String result = "{'type':'result','subtype':'success','is_error':false,'session_id':'SESSION','uuid':'same'}";
        Told told = Talk.begun().out(result).out(result).play();
        assertEquals(1, told.count(EventType.TURN_COMPLETED));
        assertEquals(1, told.count(EventType.TURN_STARTED));
    }

    @Test
    void cost_is_cumulative_for_the_process_and_a_lower_value_starts_a_new_counter() throws IOException {
        String success = "'subtype':'success','is_error':false,'total_cost_usd':";
        Told told = Talk.begun().done(success + "0.10")
                .init().done(success + "0.35")
                .init().done(success + "0.05")
                .play();
        List<TurnCompleted> turns = told.payloads(TurnCompleted.class);
        assertEquals(
                List.of("0.10", "0.25", "0.05"),
                turns.stream().map(turn -> turn.turnUsage().costUsd().toPlainString()).toList());
        assertEquals("0.35", turns.get(1).totalCostUsd().toPlainString());
        assertTrue(turns.getFirst().turnUsage().billable());
    }

    @Test
    void a_turn_of_a_resumed_session_cost_what_the_models_used_since_the_result_before() throws IOException {
        Told told = Talk.begun()
                .done("'subtype':'success','is_error':false,'total_cost_usd':0.75,'model_usage_since_last_result':"
                        + "{'m-1':{'costUSD':0.25},'m-2':{'costUSD':0.125}}")
                .init()
                .done("'subtype':'success','is_error':false,'total_cost_usd':1,'model_usage_since_last_result':{}")
                .play();
        List<TurnCompleted> turns = told.payloads(TurnCompleted.class);
        assertEquals(
                List.of("0.375", "0"),
                turns.stream().map(turn -> turn.turnUsage().costUsd().toPlainString()).toList());
        assertEquals("0.75", turns.getFirst().totalCostUsd().toPlainString());
    }

    @Test
    void tokens_of_a_turn_come_from_where_its_cost_comes_from() throws IOException {
        String since = "'subtype':'success','is_error':false,'total_cost_usd':0.5,'model_usage_since_last_result':"
                + "{'m-1':{'inputTokens':%d,'outputTokens':3,'costUSD':0.25},'m-2':{'inputTokens':4,'outputTokens':5}}";
        Told told = Talk.begun().done(since.formatted(200)).init().done(since.formatted(-4)).play();
        List<TurnCompleted> turns = told.payloads(TurnCompleted.class);
        assertEquals(204, turns.getFirst().turnUsage().inputTokens());
        assertEquals(8, turns.getFirst().turnUsage().outputTokens());
        assertTrue(turns.getFirst().turnUsage().exact(), "the result's own count leaves out sub-agents");
        assertEquals(false, turns.getLast().turnUsage().exact(), "the result's own count knows more");
    }

    @Test
    void a_sub_agent_is_a_thread_of_its_own_and_its_end_is_not_the_parents() throws IOException {
        Told told = Talk.begun()
                .assistant("m", "{'type':'tool_use','id':'t','name':'Task','input':{'description':'count'}}")
                .user("[{'type':'text','text':'count them'}]", "'t'", "")
                .assistant("c", "{'type':'tool_use','id':'t2','name':'Bash','input':{'command':'ls'}}", "'t'")
                .user("[{'type':'tool_result','tool_use_id':'t2','content':'x'}]", "'t'", "")
                .user("[{'type':'tool_result','tool_use_id':'t','content':'one'}]", "null", "")
                .assistant("m2", "{'type':'text','text':'There is one.'}")
                .done()
                .play();
        ThreadStarted child = told.payloads(ThreadStarted.class).getLast();
        assertEquals("t", child.providerThreadId());
        assertEquals(Talk.SESSION, child.parentThread());
        assertEquals("t", told.item("t").path("childThread").asText());
        assertEquals("t", told.item("t2").path("thread").asText());
        assertEquals(Talk.SESSION, told.find("threads", "thread", "t").path("parent").asText());
        List<String> ended = told.canonical().stream()
                .filter(event -> event.type() == EventType.TURN_COMPLETED)
                .map(event -> event.refs().thread())
                .toList();
        assertEquals(List.of("t", Talk.SESSION), ended);
        assertEquals("There is one.", told.item("1:1:0").path("text").asText());
        assertEquals("completed", told.item("1:1:0").path("state").asText());
    }

    @Test
    void a_sub_agent_in_the_background_outlives_the_turn_that_started_it() throws IOException {
        Told told = Talk.begun()
                .assistant("m", "{'type':'tool_use','id':'t','name':'Agent','input':{'run_in_background':true}}")
                .system("task_started", "'task_id':'k','tool_use_id':'t','description':'d','subagent_type':'g',"
                        + "'is_backgrounded':true")
                .user(
                        "[{'type':'tool_result','tool_use_id':'t','content':'launched'}]",
                        "null",
                        ",'tool_use_result':{'isAsync':true}")
                .done()
                .assistant("c", "{'type':'text','text':'late'}", "'t'")
                .system("task_notification", "'task_id':'k','tool_use_id':'t','status':'completed','summary':'done'")
                .play();
        assertEquals("1", told.item("1:1:0").path("turn").asText());
        assertEquals(
                List.of(Talk.SESSION, "t"),
                told.canonical().stream()
                        .filter(event -> event.type() == EventType.TURN_COMPLETED)
                        .map(event -> event.refs().thread())
                        .toList());
        assertEquals("done", told.only(TaskCompleted.class).summary());
        assertEquals(List.of(), told.payloads(RuntimeWarning.class));
    }

    @Test
    void a_command_in_the_background_is_no_sub_agent_and_what_came_of_it_is_a_notice() throws IOException {
        Talk talk = Talk.begun()
                .assistant("m", "{'type':'tool_use','id':'t','name':'Bash','input':{'run_in_background':true}}")
                .system("task_started", "'task_id':'k','tool_use_id':'t','description':'d','task_type':'local_bash'");
        Told told = talk.user("[{'type':'tool_result','tool_use_id':'t','content':'started'}]", "null", "")
                .done()
                .system("task_notification", "'task_id':'k','tool_use_id':'t','status':'completed','summary':'done'")
                .play();
        assertEquals("done", told.only(RuntimeWarning.class).message());
        assertEquals("command", told.item("t").path("kind").asText());
    }

    @Test
    void a_sub_agent_in_the_foreground_is_interrupted_with_its_parent() throws IOException {
        Told told = Talk.begun()
                .assistant("m", "{'type':'tool_use','id':'t','name':'Task','input':{}}")
                .assistant("c", "{'type':'text','text':'half'}", "'t'")
                .done("'subtype':'error_during_execution','is_error':true,'terminal_reason':'aborted_tools'")
                .play();
        assertEquals(
                List.of(TurnState.INTERRUPTED, TurnState.INTERRUPTED),
                told.payloads(TurnCompleted.class).stream().map(TurnCompleted::state).toList());
    }

    @Test
    void a_frame_of_a_sub_agent_that_had_ended_begins_its_next_turn() throws IOException {
        Told told = Talk.begun()
                .assistant("m", "{'type':'tool_use','id':'t','name':'Task','input':{}}")
                .assistant("c", "{'type':'text','text':'one'}", "'t'")
                .user("[{'type':'tool_result','tool_use_id':'t','content':'x'}]", "null", "")
                .assistant("c2", "{'type':'text','text':'two'}", "'t'")
                .play();
        assertEquals("1", told.item("1:1:0").path("turn").asText());
        assertEquals("2", told.item("2:1:0").path("turn").asText());
        assertEquals(2, told.count(EventType.THREAD_STARTED));
    }

    @Test
    void many_sub_agents_leave_scratch_within_its_budget() throws IOException {
        Talk talk = Talk.begun();
        for (int i = 0; i < 400; i++) {
            talk.assistant("m" + i, "{'type':'tool_use','id':'toolu_" + i + "','name':'Task','input':{}}")
                    .assistant("c" + i, "{'type':'text','text':'x'}", "'toolu_" + i + "'")
                    .user("[{'type':'tool_result','tool_use_id':'toolu_" + i + "','content':'x'}]", "null", "");
        }
        Told told = talk.done().play();
        assertEquals(0, told.report().noteCount());
        assertEquals(401, told.count(EventType.TURN_COMPLETED));
    }

    @Test
    void compaction_is_an_item_from_its_status_to_its_boundary() throws IOException {
        Told told = Talk.begun()
                .system("status", "'status':'compacting'")
                .system("status", "'status':null,'compact_result':'success'")
                .system("compact_boundary", "'compact_metadata':{'trigger':'auto','pre_tokens':100,"
                        + "'post_tokens':7,'duration_ms':25}")
                .done()
                .play();
        ItemCompleted item = told.only(ItemCompleted.class);
        assertEquals(ItemType.CONTEXT_COMPACTION, item.item().itemType());
        assertEquals(100L, item.item().compaction().preTokens());
        assertEquals(7, told.item("compaction:2").at("/compaction/postTokens").asInt());
        assertEquals(1, told.report().mapsInFull().path("items").size());
    }

    @Test
    void a_compaction_that_the_user_asked_for_begins_the_turn_that_its_init_announces_later() throws IOException {
        Told told = Talk.begun().done()
                .system("status", "'status':'compacting'")
                .system("status", "'status':null,'compact_result':'success'")
                .init()
                .system("compact_boundary", "'compact_metadata':{'trigger':'manual','pre_tokens':100}")
                .user("'The user said one thing.'", "null", ",'isSynthetic':true")
                .done()
                .init()
                .assistant("m", "{'type':'text','text':'on'}")
                .done()
                .play();
        assertEquals("2", told.item("compaction:3").path("turn").asText());
        assertEquals("3", told.item("3:1:0").path("turn").asText());
        assertEquals(3, told.count(EventType.TURN_STARTED));
        assertEquals(3, told.count(EventType.TURN_COMPLETED));
        assertEquals(List.of("turn.started", "session.state.changed", "item.started"), told.typesOf(3).stream()
                .filter(type -> !type.equals("thread.started"))
                .toList());
        assertEquals("The user said one thing.", told.item("compaction:3").path("text").asText());
        assertEquals(100, told.item("compaction:3").at("/compaction/preTokens").asInt());
        assertEquals(0, told.report().counters().late());
    }

    @Test
    void a_session_that_goes_on_with_a_compaction_is_told_to_begin_once() throws IOException {
        Told told = new Talk()
                .system("status", "'status':'compacting'")
                .init()
                .system("compact_boundary", "'compact_metadata':{'trigger':'manual'}")
                .done()
                .init()
                .done()
                .play();
        assertEquals(1, told.count(EventType.SESSION_STARTED));
        assertEquals(1, told.count(EventType.THREAD_STARTED));
        assertEquals(2, told.count(EventType.TURN_STARTED));
    }

    @Test
    void words_are_the_summary_of_a_compaction_only_where_the_program_itself_says_them() throws IOException {
        Told told = Talk.begun()
                .system("status", "'status':'compacting'")
                .system("compact_boundary", "'compact_metadata':{'trigger':'auto'}")
                .user("'[Request interrupted by user]'", "null", ",'isSynthetic':true")
                .user("'a word from elsewhere'", "null", "")
                .done()
                .play();
        assertEquals("completed", told.item("compaction:2").path("state").asText());
        assertEquals("", told.item("compaction:2").path("text").asText());
        assertEquals(2, told.count(EventType.RUNTIME_WARNING));
    }

    @Test
    void a_compaction_that_its_turn_does_not_finish_keeps_no_other_from_beginning() throws IOException {
        Told told = Talk.begun()
                .system("status", "'status':'compacting'")
                .done("'subtype':'error_during_execution','is_error':true,'terminal_reason':'aborted_streaming'")
                .init()
                .system("status", "'status':'compacting'")
                .done()
                .play();
        assertEquals("1", told.item("compaction:2").path("turn").asText());
        assertEquals("2", told.item("compaction:5").path("turn").asText());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'type':'control_request','request_id':'i','request':{'subtype':'interrupt'}}",
                "{'type':'control_response','response':{'subtype':'success','request_id':'p',"
                        + "'response':{'behavior':'deny','message':'no','interrupt':true}}}"
            })
    void a_turn_that_was_to_stop_and_did_not_succeed_was_interrupted_though_nobody_says_why(String stop)
            throws IOException {
        String asked = "{'type':'control_request','request_id':'p','request':{'subtype':'can_use_tool',"
                + "'tool_name':'Bash','input':{},'tool_use_id':'t'}}";
        Talk talk = Talk.begun()
                .assistant("m", "{'type':'tool_use','id':'t','name':'Bash','input':{'command':'ls'}}")
                .out(asked)
                .in(stop)
                .done("'subtype':'error_during_execution','is_error':true,'errors':['x']")
                .init()
                .done("'subtype':'error_during_execution','is_error':true,'errors':['y']");
        Told told = talk.play();
        assertEquals(
                List.of(TurnState.INTERRUPTED, TurnState.FAILED),
                told.payloads(TurnCompleted.class).stream().map(TurnCompleted::state).toList());
        assertEquals("y", told.only(RuntimeError.class).message());
    }

    @Test
    void a_note_of_the_interruption_is_enough_and_a_turn_that_succeeds_all_the_same_is_completed()
            throws IOException {
        String note = "[{'type':'text','text':'[Request interrupted by user]'}]";
        Told told = Talk.begun()
                .user(note, "null", "")
                .done("'subtype':'error_during_execution','is_error':true")
                .init()
                .in("{'type':'control_request','request_id':'i','request':{'subtype':'interrupt'}}")
                .done()
                .play();
        assertEquals(
                List.of(TurnState.INTERRUPTED, TurnState.COMPLETED),
                told.payloads(TurnCompleted.class).stream().map(TurnCompleted::state).toList());
    }

    @Test
    void a_compaction_that_fails_says_why() throws IOException {
        Told told = Talk.begun()
                .system("status", "'status':'compacting'")
                .system("status", "'status':null,'compact_result':'failed','compact_error':'too little'")
                .done()
                .play();
        assertEquals(ItemStatus.FAILED, told.only(ItemCompleted.class).item().status());
        assertEquals("too little", told.only(ItemCompleted.class).item().detail());
    }

    @Test
    void a_mode_that_changes_is_a_setting_of_the_thread() throws IOException {
        Told told = Talk.begun().system("status", "'status':null,'permissionMode':'plan'").done().play();
        assertEquals("plan", told.only(ThreadMetadataUpdated.class).settings().path("permissionMode").asText());
    }

    @Test
    void a_status_that_says_nothing_leaves_a_session_without_a_turn_ready() throws IOException {
        Told told = Talk.begun()
                .system("status", "'status':null,'permissionMode':'default'")
                .done()
                .system("status", "'status':null,'permissionMode':'plan'")
                .play();
        assertEquals(
                List.of(SessionState.RUNNING, SessionState.READY),
                told.payloads(SessionStateChanged.class).stream().map(SessionStateChanged::state).toList());
    }

    @Test
    void after_the_conversation_was_cleared_another_thread_goes_on() throws IOException {
        Told told = Talk.begun().done()
                .out("{'type':'conversation_reset','new_conversation_id':'n','trigger':'clear',"
                        + "'session_id':'SESSION','uuid':'r'}")
                .out("{'type':'system','subtype':'init','session_id':'second','model':'m-1','uuid':'i'}")
                .out("{'type':'result','subtype':'success','is_error':false,'session_id':'second','uuid':'d'}")
                .play();
        assertEquals("closed", told.find("threads", "thread", Talk.SESSION).path("status").asText());
        assertEquals("1", told.find("turns", "thread", "second").path("turn").asText());
        assertEquals(1, told.count(EventType.SESSION_STARTED));
    }

    @Test
    void an_api_error_is_told_once_with_its_class_and_the_turn_fails() throws IOException {
        Told told = Talk.begun()
                .system("api_retry", "'attempt':1,'max_retries':2,'error_status':null,'error':'unknown'")
                .out("{'type':'assistant','message':{'id':'m','content':[{'type':'text','text':'Invalid key'}]},"
                        + "'error':"
                        + "'authentication_failed','parent_tool_use_id':null,'session_id':'SESSION','uuid':'a'}")
                .done("'subtype':'success','is_error':true,'result':'Invalid key','stop_reason':'stop_sequence'")
                .play();
        List<RuntimeError> errors = told.payloads(RuntimeError.class);
        assertEquals(List.of(ErrorClass.TRANSPORT_ERROR, ErrorClass.PERMISSION_ERROR),
                errors.stream().map(RuntimeError::errorClass).toList());
        assertEquals(Boolean.TRUE, errors.getFirst().willRetry());
        assertNull(errors.getLast().willRetry());
        assertEquals("Invalid key", told.only(TurnCompleted.class).errorMessage());
    }
}
