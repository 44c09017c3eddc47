package dev.tapedeck.wire.claudestreamjson;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.host.Disposition;
import dev.tapedeck.host.FrameResult;
import dev.tapedeck.wire.claudestreamjson.Talk.Told;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Each row of canonical-events 4.1 and 4.2 and every message that came later: a frame and what it becomes. */
class ClaudeSeedTablesTest {
    private static final String SYSTEM = "'type':'system','subtype':";

    /** One row: members of a frame without its session, and the types of the events that it becomes. */
    private record Row(String members, List<String> types) {}

    private static Row row(String members, String... types) {
        return new Row(members, List.of(types));
    }

    private static final List<Row> ROWS = List.of(
            row("'type':'assistant','message':{'id':'m','content':[{'type':'text','text':'x'}]}", "item.completed"),
            row("'type':'stream_event','event':{'type':'content_block_delta','index':0,"
                    + "'delta':{'type':'text_delta','text':'x'}}", "content.delta"),
            row("'type':'stream_event','event':{'type':'content_block_start','index':0,"
                    + "'content_block':{'type':'tool_use','id':'a','name':'Bash'}}", "item.started"),
            row("'type':'stream_event','event':{'type':'content_block_start','index':0,"
                    + "'content_block':{'type':'server_tool_use','id':'a','name':'web_search'}}", "item.started"),
            row("'type':'stream_event','event':{'type':'content_block_start','index':0,"
                    + "'content_block':{'type':'mcp_tool_use','id':'a','name':'x','server_name':'s'}}", "item.started"),
            row("'type':'stream_event','event':{'type':'content_block_start','index':0,"
                    + "'content_block':{'type':'web_search_tool_result','tool_use_id':'a'}}"),
            row("'type':'stream_event','event':{'type':'ping'}"),
            row("'type':'stream_event','event':{'type':'error','error':{'type':'overloaded_error','message':'busy'}}",
                    "runtime.error"),
            row("'type':'result','subtype':'success','is_error':false,'usage':{'output_tokens':1}",
                    "thread.token-usage.updated", "turn.completed"),
            row("'type':'result','subtype':'error_max_turns','is_error':true,'errors':['x']",
                    "runtime.error", "turn.completed"),
            row(SYSTEM + "'init','model':'m-1','permissionMode':'plan'",
                    "session.configured", "thread.metadata.updated", "turn.started"),
            row(SYSTEM + "'status','status':'requesting'", "session.state.changed"),
            row(SYSTEM + "'status','status':'compacting'", "session.state.changed", "item.started"),
            row(SYSTEM + "'compact_boundary','compact_metadata':{'trigger':'manual'}", "thread.state.changed"),
            row(SYSTEM + "'hook_started','hook_id':'h','hook_name':'n','hook_event':'Stop'", "hook.started"),
            row(SYSTEM + "'hook_progress','hook_id':'h','stdout':'x','stderr':'','output':'x'", "hook.progress"),
            row(SYSTEM + "'hook_response','hook_id':'h','outcome':'cancelled','exit_code':2", "hook.completed"),
            row("'type':'tool_progress','tool_use_id':'a','tool_name':'Bash','elapsed_time_seconds':3.5",
                    "tool.progress"),
            row("'type':'tool_use_summary','summary':'s','preceding_tool_use_ids':['a']", "tool.summary"),
            row("'type':'auth_status','isAuthenticating':true,'output':['x']", "auth.status"),
            row(SYSTEM + "'task_started','task_id':'k','description':'d','task_type':'local_bash'", "task.started"),
            row(SYSTEM + "'task_started','task_id':'k','tool_use_id':'t','subagent_type':'g'",
                    "task.started", "thread.started", "turn.started"),
            row(SYSTEM + "'task_progress','task_id':'k','description':'d','usage':{}", "task.progress"),
            row(SYSTEM + "'task_updated','task_id':'k','patch':{'status':'running'}", "task.progress"),
            row(SYSTEM + "'task_notification','task_id':'k','status':'stopped','summary':'s'", "task.completed"),
            row(SYSTEM + "'background_tasks_changed','tasks':[]"),
            row(SYSTEM + "'files_persisted','files':[{'filename':'f','file_id':'i'}],'failed':[]", "files.persisted"),
            row("'type':'user','message':{'role':'user','content':'x'},'isReplay':true", "item.completed"),
            row("'type':'rate_limit_event','rate_limit_info':{'status':'allowed'}", "account.rate-limits.updated"),
            row("'type':'prompt_suggestion','suggestion':'run it'", "item.updated"),
            row("'type':'control_request','request_id':'r','request':{'subtype':'can_use_tool',"
                    + "'tool_name':'Bash','input':{}}", "request.opened"),
            row("'type':'control_request','request_id':'r','request':{'subtype':'request_user_dialog',"
                    + "'dialog_kind':'d','payload':{}}", "user-input.requested", "request.opened"),
            row(SYSTEM + "'api_retry','attempt':1,'max_retries':2,'error_status':529,'error':'overloaded'",
                    "runtime.error"),
            row(SYSTEM + "'control_request_progress','request_id':'r','status':'started'"),
            row(SYSTEM + "'model_fallback','original_model':'a','fallback_model':'b','trigger':'overloaded'",
                    "model.rerouted"),
            row(SYSTEM + "'model_refusal_fallback','original_model':'a','fallback_model':'b',"
                    + "'trigger':'refusal','direction':'down'", "model.rerouted"),
            row(SYSTEM + "'model_refusal_no_fallback','original_model':'a','content':''", "runtime.error"),
            row(SYSTEM + "'local_command_output','content':'x'", "item.completed"),
            row(SYSTEM + "'plugin_install','status':'failed','name':'p','error':'e'", "runtime.warning"),
            row(SYSTEM + "'thinking_tokens','estimated_tokens':3,'estimated_tokens_delta':1"),
            row(SYSTEM + "'session_state_changed','state':'requires_action'", "session.state.changed"),
            row(SYSTEM + "'worker_shutting_down','reason':'idle'", "session.state.changed"),
            row(SYSTEM + "'commands_changed','commands':[]", "thread.metadata.updated"),
            row(SYSTEM + "'notification','key':'k','text':'x','priority':'low'", "runtime.warning"),
            row(SYSTEM + "'memory_recall','mode':'auto','memories':[]"),
            row(SYSTEM + "'elicitation_complete','mcp_server_name':'s','elicitation_id':'e'", "mcp.status.updated"),
            row(SYSTEM + "'permission_denied','tool_name':'Bash','tool_use_id':'a','message':'no'", "item.updated"),
            row(SYSTEM + "'mirror_error','error':'down','key':{}", "runtime.warning"),
            row(SYSTEM + "'informational','content':'x','level':'notice'", "runtime.warning"),
            row(SYSTEM + "'session_writes_lost','error_code':'ENOSPC','lost':3", "runtime.warning"),
            row(SYSTEM + "'session_title_changed','title':'T'", "thread.metadata.updated"),
            row("'type':'conversation_reset','new_conversation_id':'n'", "thread.state.changed"),
            row("'type':'active_goal','value':{'text':'g'}", "thread.metadata.updated"),
            row("'type':'command_lifecycle','command_uuid':'c','state':'queued'"),
            row("'type':'transcript_mirror','filePath':'f','entries':[]"),
            row("'type':'keep_alive'"));

    @TestFactory
    Stream<DynamicTest> a_row_of_the_table() {
        return ROWS.stream().map(row -> DynamicTest.dynamicTest(row.members, () -> check(row)));
    }

    private static void check(Row row) throws IOException {
        Told told = Talk.begun()
                .out("{" + row.members + ",'parent_tool_use_id':null,'session_id':'SESSION','uuid':'x'}")
                .play();
        FrameResult result = told.results().get(1);
        List<String> types = result.emissions().stream()
                .filter(emission -> emission.canonical() != null && emission.canonical().raw() != null)
                .map(emission -> emission.canonical().type().word())
                .toList();
        assertEquals(row.types, types, result.disposition() + " " + result.reason());
        assertEquals(List.of(), told.report().unmapped());
        assertEquals(0, told.report().count(Disposition.FAULTED));
        assertTrue(
                row.types.isEmpty() == (result.disposition() != Disposition.MAPPED),
                "a frame that says nothing is left out with a reason");
    }
}
