package dev.tapedeck.wire.acp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tapedeck.host.Disposition;
import dev.tapedeck.host.FrameResult;
import dev.tapedeck.wire.acp.Talk.Told;
import java.io.IOException;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Each row of canonical-events 5 and of runtime-event-path, OpenCode acp: a frame and what it becomes. */
class AcpSeedTablesTest {
    private static final String CALL = "'toolCallId':'t','title':'x','kind':'execute','status':";

    /** One row: what is said after a prompt, and the types of the events that the last frame becomes. */
    private record Row(String name, int version, UnaryOperator<Talk> said, List<String> types) {}

    private static Row row(String name, UnaryOperator<Talk> said, String... types) {
        return new Row(name, 1, said, List.of(types));
    }

    private static Row row2(String name, UnaryOperator<Talk> said, String... types) {
        return new Row(name, 2, said, List.of(types));
    }

    private static Row update(String kind, String more, String... types) {
        return row(kind + " " + more, talk -> talk.update(kind, more), types);
    }

    private static Row update2(String kind, String more, String... types) {
        return row2(kind + " " + more, talk -> talk.update(kind, more), types);
    }

    private static Row answer(String method, String result, String... types) {
        return row(method + "#result", talk -> talk.asks(method, "'sessionId':'SESSION'").answers(result), types);
    }

    private static Row refusal(String method, String... types) {
        return row(method + "#error", talk -> talk.asks(method, "'sessionId':'SESSION'").refuses(-32601, "no"), types);
    }

    private static Row demand(String method, String params, String... types) {
        return row(method, talk -> talk.demands("7", method, params), types);
    }

    private static Row reply(String method, String params, String result, String... types) {
        return row(method + "#result", talk -> talk.demands("7", method, params).replies("7", result), types);
    }

    private static final String PERMISSION = "'sessionId':'SESSION','toolCall':{" + CALL + "'pending'},"
            + "'options':[{'optionId':'y','name':'Yes','kind':'allow_once'}]";

    private static final List<Row> ROWS = List.of(
            answer("initialize", "'protocolVersion':1,'agentCapabilities':{}", "session.configured"),
            answer("authenticate", "", "auth.status"),
            answer("auth/login", "", "auth.status"),
            refusal("authenticate", "auth.status", "runtime.error"),
            answer("logout", "", "account.updated"),
            answer("auth/status", "'state':'authenticated'", "account.updated"),
            row("_auth/status_update", talk -> talk.out(
                    "{'method':'_auth/status_update','params':{'authStatus':{'kind':'api_key'}}}"), "account.updated"),
            answer("session/new", "'sessionId':'other','modes':{'currentModeId':'ask'}",
                    "session.started", "thread.started", "session.configured", "session.state.changed"),
            row("session/load#result", talk -> talk.asks("session/load", "'sessionId':'old','cwd':'/w'").answers(""),
                    "session.started", "thread.started", "session.state.changed"),
            answer("session/close", "", "thread.state.changed"),
            answer("session/archive", "", "thread.state.changed"),
            answer("session/list", "'sessions':[]"),
            answer("session/prompt", "'stopReason':'end_turn'"),
            row("session/prompt#result", talk -> talk.answers("'stopReason':'end_turn'"), "turn.completed"),
            row("session/prompt#error", talk -> talk.refuses(-32603, "down"), "runtime.error", "turn.completed"),
            row("session/cancel", talk -> talk.in("{'method':'session/cancel','params':{'sessionId':'SESSION'}}")),
            refusal("session/cancel", "runtime.warning"),
            refusal("no/such", "runtime.error"),
            row("#error", talk -> talk.out("{'id':null,'error':{'code':-32700,'message':'Parse error'}}"),
                    "runtime.error"),
            row("session/set_mode#result", talk -> talk
                    .asks("session/set_mode", "'sessionId':'SESSION','modeId':'plan'").answers(""),
                    "thread.metadata.updated"),
            update("available_commands_update", "'availableCommands':[]", "session.configured"),
            update("agent_thought_chunk", "'content':{'type':'text','text':'x'}", "item.started", "content.delta"),
            update("agent_message_chunk", "'content':{'type':'text','text':'x'}", "item.started", "content.delta"),
            update("agent_message_chunk", "'content':{'type':'image','data':'AA=='}", "item.completed"),
            update("user_message_chunk", "'content':{'type':'text','text':'x'}", "item.started", "content.delta"),
            update("tool_call", CALL + "'pending'", "item.started"),
            update("tool_call", CALL + "'completed'", "item.started", "item.completed"),
            row("tool_call_update:in_progress", talk -> talk.update("tool_call", CALL + "'pending'")
                    .update("tool_call_update", "'toolCallId':'t','status':'in_progress','title':'y'"), "item.updated"),
            row("tool_call_update:completed", talk -> talk.update("tool_call", CALL + "'pending'")
                    .update("tool_call_update", "'toolCallId':'t','status':'completed'"), "item.completed"),
            row("tool_call_update:failed", talk -> talk.update("tool_call", CALL + "'pending'")
                    .update("tool_call_update", "'toolCallId':'t','status':'failed'"), "item.completed"),
            update("plan", "'entries':[{'content':'a','status':'pending','priority':'low'}]", "turn.plan.updated"),
            update("plan_update", "'plan':{'type':'items','planId':'p','entries':[]}", "turn.plan.updated"),
            update("plan_update", "'plan':{'type':'markdown','planId':'p','content':'# x'}", "item.updated"),
            update("plan_removed", "'planId':'p'", "item.completed"),
            update("current_mode_update", "'currentModeId':'ask'", "thread.metadata.updated"),
            update("config_option_update", "'configOptions':[{'id':'model','currentValue':'m'}]",
                    "thread.metadata.updated"),
            update("session_info_update", "'title':'T'", "thread.metadata.updated"),
            update("usage_update", "'used':1,'size':2", "thread.token-usage.updated"),
            update("notice", "'severity':'info','title':'x'", "runtime.warning"),
            update("notice", "'severity':'error','title':'x'", "runtime.error"),
            update("compaction_update", "'compactionId':'c','status':'in_progress'", "item.started", "item.updated"),
            update("compaction_update", "'compactionId':'c','status':'completed'",
                    "item.started", "item.completed", "thread.state.changed"),
            update("compaction_summary_chunk", "'compactionId':'c','content':{'type':'text','text':'x'}",
                    "item.started", "content.delta"),
            update("subagent_update", "'sessionId':'child','title':'T'", "thread.started", "thread.metadata.updated",
                    "item.started"),
            update("session_message", "'messageId':'m'"),
            demand("session/request_permission", PERMISSION, "item.started", "request.opened"),
            reply("session/request_permission", PERMISSION, "{'outcome':{'outcome':'selected','optionId':'y'}}",
                    "request.resolved"),
            demand("elicitation/create", "'sessionId':'SESSION','message':'x'",
                    "user-input.requested", "request.opened"),
            reply("elicitation/create", "'sessionId':'SESSION','message':'x'", "{'action':'accept','content':{}}",
                    "user-input.resolved", "request.resolved"),
            demand("fs/read_text_file", "'sessionId':'SESSION','path':'/w/a'", "request.opened"),
            reply("fs/write_text_file", "'sessionId':'SESSION','path':'/w/a','content':''", "{}", "request.resolved"),
            demand("terminal/create", "'sessionId':'SESSION','command':'ls'", "request.opened"),
            demand("mcp/message", "'connectionId':'c','method':'tools/list'", "request.opened"),
            demand("cursor/ask_question", "'toolCallId':'t','questions':[{'id':'q','prompt':'?'}]",
                    "user-input.requested", "request.opened"),
            reply("cursor/ask_question", "'questions':[]", "{'outcome':{'outcome':'answered','answers':[]}}",
                    "user-input.resolved", "request.resolved"),
            demand("cursor/create_plan", "'name':'N','plan':'# x','todos':[{'id':'1','content':'a'}]",
                    "item.started", "turn.plan.updated", "request.opened"),
            row("cursor/update_todos", talk -> talk.out(
                    "{'method':'cursor/update_todos','params':{'todos':[{'id':'1','content':'a'}],'merge':false}}"),
                    "turn.plan.updated"),
            demand("cursor/update_todos", "'todos':[{'id':'1','content':'a'}]", "turn.plan.updated", "request.opened"),
            row("cursor/generate_image", talk -> talk.out(
                    "{'method':'cursor/generate_image','params':{'toolCallId':'i','filePath':'/w/a.png'}}"),
                    "item.completed"),
            row("cursor/task", talk -> talk.out("{'method':'cursor/task','params':{'description':'d'}}"),
                    "item.started", "item.completed"),
            row2("session/prompt#result", talk -> talk.answers("'messageId':'m'")),
            update2("user_message", "'messageId':'m','content':[{'type':'text','text':'x'}]",
                    "turn.started", "item.started", "content.delta", "item.completed"),
            update2("agent_message", "'messageId':'m','content':[]", "item.started"),
            update2("agent_thought", "'messageId':'m','content':[{'type':'text','text':'x'}]",
                    "item.started", "content.delta"),
            update2("state_update", "'state':'running'", "turn.started", "session.state.changed"),
            update2("state_update", "'state':'requires_action'", "session.state.changed"),
            row2("state_update:idle", talk -> talk.update("state_update", "'state':'running'")
                    .update("state_update", "'state':'idle','stopReason':'end_turn'"),
                    "session.state.changed", "turn.completed"),
            update2("tool_call_update", CALL + "'pending'", "item.started"),
            row2("tool_call_content_chunk", talk -> talk.update("tool_call_update", CALL + "'pending'")
                    .update("tool_call_content_chunk",
                            "'toolCallId':'t','content':{'type':'content','content':{'type':'text','text':'x'}}"),
                    "content.delta"),
            update2("terminal_update", "'terminalId':'t'"),
            update2("terminal_update", "'terminalId':'t','command':'ls'", "item.started", "item.updated"),
            update2("terminal_output_chunk", "'terminalId':'t','data':'b2s='", "item.started", "content.delta"));

    @TestFactory
    Stream<DynamicTest> a_row_of_the_table() {
        return ROWS.stream().map(row -> DynamicTest.dynamicTest(row.version + " " + row.name, () -> check(row)));
    }

    private static void check(Row row) throws IOException {
        Talk talk = (row.version == 1 ? Talk.begun() : Talk.begun2()).prompt("go");
        Told told = row.said.apply(talk).play();
        FrameResult result = told.results().getLast();
        List<String> types = result.emissions().stream()
                .filter(emission -> emission.canonical() != null && emission.canonical().raw() != null)
                .map(emission -> emission.canonical().type().word())
                .toList();
        assertEquals(row.types, types, result.disposition() + " " + result.reason());
        assertEquals(List.of(), told.report().unmapped());
        assertEquals(0, told.report().count(Disposition.FAULTED));
    }
}
