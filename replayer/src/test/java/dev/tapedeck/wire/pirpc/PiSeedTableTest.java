package dev.tapedeck.wire.pirpc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tapedeck.host.Disposition;
import dev.tapedeck.wire.PlayedLines;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Each row of the seed matrix's section on Pi, and every frame that it leaves out: what the frame becomes. */
class PiSeedTableTest {
    private static final String UPDATE = "'type':'message_update','assistantMessageEvent':";
    private static final String USAGE = "'usage':{'input':5,'output':7,'cacheRead':0,'cacheWrite':0,'totalTokens':12,"
            + "'cost':{'total':0.5}}";
    private static final String ASK = "'type':'extension_ui_request','id':'u1','method':";

    /** One row: members of a frame in a turn that runs, and the types of the events that it becomes. */
    private record Row(String members, List<String> types) {}

    private static Row row(String members, String... types) {
        return new Row(members, List.of(types));
    }

    private static final List<Row> ROWS = List.of(
            row(UPDATE + "{'type':'text_start','contentIndex':0}", "item.started"),
            row(UPDATE + "{'type':'text_delta','contentIndex':0,'delta':'x'}", "content.delta"),
            row(UPDATE + "{'type':'text_end','contentIndex':0,'content':'x'}", "item.updated"),
            row(UPDATE + "{'type':'thinking_start','contentIndex':0}", "item.started"),
            row(UPDATE + "{'type':'thinking_delta','contentIndex':0,'delta':'x'}", "content.delta"),
            row(UPDATE + "{'type':'thinking_end','contentIndex':0,'content':'x'}", "item.updated"),
            row(UPDATE + "{'type':'toolcall_start','contentIndex':0,'id':'c','toolName':'bash'}", "item.started"),
            row(UPDATE + "{'type':'toolcall_end','contentIndex':0,"
                    + "'toolCall':{'type':'toolCall','id':'c','name':'bash','arguments':{}}}", "item.updated"),
            row(UPDATE + "{'type':'start'}"),
            row(UPDATE + "{'type':'done','reason':'stop'}"),
            row(UPDATE + "{'type':'error','reason':'error'}"),
            row("'type':'message_start','message':{'role':'user','content':'x'}"),
            row("'type':'message_end','message':{'role':'user','content':'x'}", "item.completed"),
            row("'type':'message_start','message':{'role':'system','content':''}"),
            row("'type':'message_end','message':{'role':'system','content':'','sections':{'cwd':'<cwd>/w</cwd>'},"
                    + "'toolsAdded':[{'name':'bash'}]}", "thread.metadata.updated"),
            row("'type':'message_end','message':{'role':'assistant','content':[{'type':'text','text':'x'}]," + USAGE
                    + ",'stopReason':'stop'}", "item.completed", "thread.token-usage.updated"),
            row("'type':'message_end','message':{'role':'custom','customType':'t','content':'x'}", "runtime.warning"),
            row("'type':'message_end','message':{'role':'branchSummary','summary':'x'}", "runtime.warning"),
            row("'type':'message_end','message':{'role':'compactionSummary','summary':'x'}"),
            row("'type':'message_end','message':{'role':'bashExecution','command':'x'}"),
            row("'type':'message_start','message':{'role':'toolResult','toolCallId':'c'}"),
            row("'type':'message_end','message':{'role':'toolResult','toolCallId':'c'," + USAGE + "}",
                    "thread.token-usage.updated"),
            row("'type':'tool_execution_start','toolCallId':'c','toolName':'bash','args':{}", "item.started"),
            row("'type':'tool_execution_update','toolCallId':'c','toolName':'bash','args':{},"
                    + "'partialResult':{'content':[{'type':'text','text':'x'}]}", "item.updated"),
            row("'type':'tool_execution_end','toolCallId':'c','toolName':'bash','result':{'content':[]},"
                    + "'isError':false", "item.completed"),
            row("'type':'turn_start'"),
            row("'type':'turn_end','message':{},'toolResults':[]"),
            row("'type':'agent_end','messages':[]", "turn.completed"),
            row("'type':'agent_settled','aborted':false", "turn.completed", "session.state.changed"),
            row("'type':'compaction_start','reason':'manual'", "item.started"),
            row("'type':'compaction_end','reason':'manual','result':{'summary':'s','tokensBefore':9},'aborted':false,"
                    + "'willRetry':false", "item.completed", "thread.state.changed"),
            row("'type':'auto_retry_start','attempt':1,'maxAttempts':3,'delayMs':9,'errorMessage':'529 overloaded'",
                    "runtime.error"),
            row("'type':'auto_retry_end','success':false,'attempt':1,'finalError':'x'",
                    "runtime.error", "turn.completed"),
            row("'type':'summarization_retry_scheduled','attempt':1,'maxAttempts':3,'delayMs':9,'errorMessage':'x'",
                    "runtime.error"),
            row("'type':'summarization_retry_attempt_start','source':'compaction','reason':'manual'"),
            row("'type':'summarization_retry_finished'"),
            row("'type':'extension_error','extensionPath':'p','event':'e','error':'x'", "runtime.warning"),
            row("'type':'queue_update','steering':['a'],'followUp':[]", "thread.metadata.updated"),
            row("'type':'session_info_changed','name':'N'", "thread.metadata.updated"),
            row("'type':'thinking_level_changed','level':'high'", "thread.metadata.updated"),
            row("'type':'bash_execution_update','id':'b','delta':'x'", "content.delta"),
            row("'type':'entry_appended','entry':{'type':'custom','customType':'t','data':{}}",
                    "thread.metadata.updated"),
            row("'type':'entry_appended','entry':{'type':'context_edit','targetId':'x'}"),
            row("'type':'entry_appended','entry':{'type':'usage'," + USAGE + "}", "thread.token-usage.updated"),
            row("'type':'session','version':3,'id':'s','cwd':'/w'", "session.configured", "thread.metadata.updated"),
            row(ASK + "'select','title':'t','options':['a']", "user-input.requested", "request.opened"),
            row(ASK + "'input','title':'t'", "user-input.requested", "request.opened"),
            row(ASK + "'editor','title':'t'", "user-input.requested", "request.opened"),
            row(ASK + "'confirm','title':'t','message':'m'", "user-input.requested", "request.opened"),
            row(ASK + "'notify','message':'m','notifyType':'info'", "runtime.warning"),
            row(ASK + "'setStatus','statusKey':'k','statusText':'x'", "thread.metadata.updated"),
            row(ASK + "'setWidget','widgetKey':'k','widgetLines':['x']", "thread.metadata.updated"),
            row(ASK + "'setTitle','title':'x'", "thread.metadata.updated"),
            row(ASK + "'set_editor_text','text':'x'", "thread.metadata.updated"),
            row("'type':'response','command':'get_session_stats','success':true,"
                            + "'data':{'tokens':{'input':1},'cost':0.5}",
                    "thread.token-usage.updated"),
            row("'type':'response','command':'get_state','success':true,'data':{'sessionId':'s','thinkingLevel':'low'}",
                    "session.configured", "thread.metadata.updated"),
            row("'type':'response','command':'new_session','success':true,'data':{'cancelled':false}",
                    "thread.state.changed", "thread.started"),
            row("'type':'response','command':'set_model','success':true,'data':{'id':'m','provider':'p'}",
                    "thread.metadata.updated"),
            row("'type':'response','command':'get_commands','success':true,'data':{'commands':[]}",
                    "thread.metadata.updated"),
            row("'type':'response','command':'get_entries','success':true,'data':{'entries':[]}"),
            row("'type':'response','command':'prompt','success':true"),
            row("'type':'response','command':'prompt','success':false,'error':'no'", "runtime.error"),
            row("'type':'response','command':'parse','success':false,'error':'no'", "runtime.error"));

    @TestFactory
    Stream<DynamicTest> a_row_of_the_table() {
        return ROWS.stream().map(row -> DynamicTest.dynamicTest(row.members, () -> check(row)));
    }

    private static void check(Row row) throws IOException {
        PlayedLines played = PlayedLines.talk(PiRpc.WIRE, "{'type':'agent_start'}", "{" + row.members + "}");
        assertEquals(row.types, played.typesOf(2), played.reasons().toString());
        boolean said = played.dispositions().get(1) == Disposition.MAPPED;
        assertEquals(!row.types.isEmpty(), said, "a frame that says nothing is left out with a reason");
    }
}
