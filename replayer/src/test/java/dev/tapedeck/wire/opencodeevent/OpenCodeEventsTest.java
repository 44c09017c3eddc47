package dev.tapedeck.wire.opencodeevent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.canonical.CanonicalEvent;
import dev.tapedeck.canonical.Compaction;
import dev.tapedeck.canonical.EventType;
import dev.tapedeck.canonical.ItemPayload.ContentDelta;
import dev.tapedeck.canonical.ItemPayload.ItemCompleted;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemStatus;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.RequestPayload.RequestOpened;
import dev.tapedeck.canonical.RequestPayload.RequestResolved;
import dev.tapedeck.canonical.RequestPayload.UserInputResolved;
import dev.tapedeck.canonical.RequestType;
import dev.tapedeck.canonical.StepStatus;
import dev.tapedeck.canonical.StopReason;
import dev.tapedeck.canonical.TelemetryPayload.RuntimeError;
import dev.tapedeck.canonical.ThreadPayload.ThreadMetadataUpdated;
import dev.tapedeck.canonical.ThreadPayload.ThreadStarted;
import dev.tapedeck.canonical.ThreadPayload.ThreadTokenUsageUpdated;
import dev.tapedeck.canonical.ToolKind;
import dev.tapedeck.canonical.TurnPayload.TurnCompleted;
import dev.tapedeck.canonical.TurnPayload.TurnDiffUpdated;
import dev.tapedeck.canonical.TurnPayload.TurnPlanUpdated;
import dev.tapedeck.canonical.TurnPayload.TurnPlanUpdated.Step;
import dev.tapedeck.canonical.TurnPayload.TurnStarted;
import dev.tapedeck.canonical.TurnState;
import dev.tapedeck.canonical.Usage;
import dev.tapedeck.host.Disposition;
import dev.tapedeck.runtime.RuntimeEvent.EvidenceUpdated;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The events of {@code message.*}, {@code session.*} and their kin, row by row. */
class OpenCodeEventsTest {
    private static final String ENDED = ",'time':{'start':1796040817189,'end':1796040817226}";

    @Test
    void a_turn_runs_from_the_first_busy_to_idle_whatever_comes_between() throws IOException {
        Served.Told told = Served.begun().prompted("hi").busy().busy().idle().prompted("again").idle().play();
        assertEquals(2, told.count(EventType.TURN_STARTED));
        assertEquals(2, told.payloads(TurnCompleted.class).size());
    }

    @Test
    void what_a_user_sends_belongs_to_the_turn_that_it_begins() throws IOException {
        Served.Told told = Served.begun().prompted("hi").idle().play();
        assertEquals("1", told.item("msg_u").path("turn").asText());
        assertEquals("completed", told.item("msg_u").path("state").asText());
    }

    @Test
    void a_prompt_is_confirmed_by_its_echo_with_attachments_and_without_what_the_provider_adds() throws IOException {
        Served.Told told = Served.begun()
                .call(1, "POST", "/session/ses_1/prompt_async", "{'parts':[{'type':'text','text':'look'},"
                        + "{'type':'file','mime':'image/png','filename':'a.png','url':'data:x'}]}")
                .answer(1, 204, "")
                .event("message.updated", "{'sessionID':'ses_1','info':{'id':'msg_u','role':'user'}}")
                .event("message.part.updated", userPart("p1", "'type':'text','text':'look'"))
                .event("message.part.updated", userPart("p2", "'type':'text','text':'extra','synthetic':true"))
                .event("message.part.updated",
                        userPart("p3", "'type':'file','mime':'image/png','filename':'a.png','url':'data:x'"))
                .busy().idle().play();
        assertEquals(1, told.runtime(EvidenceUpdated.class).size());
        assertEquals("look", told.item("msg_u").path("text").asText());
    }

    @Test
    void text_comes_as_start_deltas_and_whole_and_is_there_once() throws IOException {
        Served.Told told = Served.begun().prompted("hi").assistant("")
                .part("prt_1", "'type':'text','text':'','time':{'start':1}")
                .delta("prt_1", "Hel").delta("prt_1", "lo")
                .part("prt_1", "'type':'text','text':'Hello'" + ENDED)
                .idle().play();
        assertEquals(2, told.payloads(ContentDelta.class).size());
        assertEquals("Hello", told.item("prt_1").path("text").asText());
        assertEquals("completed", told.item("prt_1").path("state").asText());
    }

    @Test
    void an_older_server_that_sends_deltas_with_its_snapshots_doubles_nothing() throws IOException {
        Served.Told told = Served.begun().prompted("hi").assistant("")
                .event("message.part.updated", older("He", "He"))
                .event("message.part.updated", older("Hello", "llo"))
                .idle().play();
        assertEquals("Hello", told.item("prt_1").path("text").asText());
        assertEquals("llo", told.only(ContentDelta.class).delta());
    }

    @Test
    void a_thought_without_a_word_was_withheld() throws IOException {
        Served.Told told = Served.begun().prompted("hi").assistant("")
                .part("prt_1", "'type':'reasoning','text':'','metadata':{'k':'v'}" + ENDED)
                .idle().play();
        ItemSnapshot item = items(told, ItemType.REASONING).getFirst();
        assertEquals(true, item.redacted());
    }

    @Test
    void what_the_vendor_runs_in_place_of_a_tool_that_does_not_exist_is_that_tools_failure() throws IOException {
        Served.Told told = Served.begun().prompted("hi").assistant("")
                .part("prt_1", tool("no_such_tool", "'status':'pending','input':{},'raw':''"))
                .part("prt_1", tool("invalid", "'status':'completed','input':{'tool':'no_such_tool','error':'none'},"
                        + "'output':'none','title':'Invalid Tool','metadata':{}"))
                .idle().play();
        ItemSnapshot item = items(told, ItemType.DYNAMIC_TOOL_CALL).getLast();
        assertEquals(ItemStatus.FAILED, item.status());
        assertEquals("no_such_tool", item.tool());
        assertEquals("none", item.detail());
        assertNull(item.server());
    }

    @Test
    void a_command_is_told_from_its_input_to_its_exit_code() throws IOException {
        Served.Told told = Served.begun().prompted("hi").assistant("")
                .part("prt_1", tool("bash", "'status':'pending','input':{},'raw':''"))
                .part("prt_1", tool("bash", "'status':'running','input':{'command':'ls'},'metadata':{'output':'a'}"))
                .part("prt_1", tool("bash", "'status':'completed','input':{'command':'ls'},'output':'ab',"
                        + "'title':'ls','metadata':{'output':'ab','exit':3}"))
                .idle().play();
        assertEquals(List.of("item.started"), told.typesOf("message.part.updated:tool:pending"));
        assertEquals(List.of("item.updated"), told.typesOf("message.part.updated:tool:running"));
        ItemSnapshot item = items(told, ItemType.COMMAND_EXECUTION).getFirst();
        assertEquals("ls", item.title());
        assertEquals("ab", item.text());
        assertEquals(3, item.exitCode());
        assertEquals(ToolKind.BASH, item.toolKind());
    }

    @Test
    void a_change_of_a_file_shows_its_diff_and_a_failure_its_reason() throws IOException {
        Served.Told told = Served.begun().prompted("hi").assistant("")
                .part("prt_1", tool("edit", "'status':'completed','input':{'filePath':'a'},'output':'done',"
                        + "'title':'a','metadata':{'diff':'@@'}"))
                .part("prt_2", "'type':'tool','tool':'read','callID':'call_2','state':{'status':'error','input':{},"
                        + "'error':'no such file'}")
                .idle().play();
        assertEquals("@@", items(told, ItemType.FILE_CHANGE).getFirst().text());
        ItemSnapshot failed = items(told, ItemType.DYNAMIC_TOOL_CALL).getFirst();
        assertEquals(ItemStatus.FAILED, failed.status());
        assertEquals("no such file", failed.detail());
        assertEquals(ToolKind.READ, failed.toolKind());
    }

    @Test
    void a_tool_is_an_mcp_servers_if_a_server_of_its_name_was_told() throws IOException {
        Served.Told told = Served.begun()
                .call(1, "GET", "/mcp", "")
                .answer(1, 200, "{'my demo':{'status':'connected'},'my':{'status':'failed'}}")
                .prompted("hi").assistant("")
                .part("prt_1", tool("my_demo_add", "'status':'completed','input':{'a':1},'output':'5','title':''"))
                .idle().play();
        ItemSnapshot item = items(told, ItemType.MCP_TOOL_CALL).getFirst();
        assertEquals("my demo", item.server());
        assertEquals("add", item.tool());
        assertEquals(ToolKind.MCP, item.toolKind());
    }

    @Test
    void configuration_and_events_name_servers_too() throws IOException {
        String call = "'status':'completed','input':{},'output':'5','title':''";
        Served.Told told = Served.begun()
                .call(1, "GET", "/config", "")
                .answer(1, 200, "{'model':'lab','mcp':{'one':{'type':'local'}}}")
                .event("mcp.tools.changed", "{'server':'two'}")
                .call(2, "POST", "/mcp/three/connect", "")
                .answer(2, 200, "true")
                .call(3, "POST", "/mcp", "{'name':'four','config':{}}")
                .answer(3, 200, "{'four':{'status':'connected'}}")
                .prompted("hi").assistant("")
                .part("prt_1", tool("one_add", call))
                .part("prt_2", tool("two_add", call).replace("call_1", "call_2"))
                .part("prt_3", tool("three_add", call).replace("call_1", "call_3"))
                .part("prt_4", tool("four_add", call).replace("call_1", "call_4"))
                .idle().play();
        List<String> servers =
                items(told, ItemType.MCP_TOOL_CALL).stream().map(ItemSnapshot::server).toList();
        assertEquals(List.of("one", "two", "three", "four"), servers);
    }

    @Test
    void no_server_is_made_up_for_a_tool_that_nobody_knows() throws IOException {
        Served.Told told = Served.begun().prompted("hi").assistant("")
                .part("prt_1", tool("no_such_tool", "'status':'completed','input':{},'output':'','title':''"))
                .idle().play();
        ItemSnapshot item = items(told, ItemType.DYNAMIC_TOOL_CALL).getFirst();
        assertEquals("no_such_tool", item.tool());
        assertNull(item.server());
        assertEquals(ToolKind.UNKNOWN, item.toolKind());
    }

    @Test
    void turns_of_a_restarted_server_have_numbers_of_their_own() throws IOException {
        Served.Told told = Served.begun().prompted("hi").idle().spawned().prompted("again").idle().play();
        List<String> turns = told.canonical().stream()
                .filter(event -> event.payload() instanceof TurnStarted)
                .map(event -> event.refs().turn())
                .toList();
        assertEquals(List.of("1", "10001"), turns);
    }

    @Test
    void what_a_fork_copies_is_history_and_used_up_nothing() throws IOException {
        String copy = "{'sessionID':'ses_1','part':{'id':'%s','messageID':'%s','sessionID':'ses_1',%s}}";
        Served.Told told = Served.begun()
                .event("session.created", "{'sessionID':'ses_1','info':{'id':'ses_1','time':{'created':2000}}}")
                .event("message.updated", "{'sessionID':'ses_1',"
                        + "'info':{'id':'msg_1','role':'user','time':{'created':1000}}}")
                .event("message.part.updated", copy.formatted("prt_1", "msg_1", "'type':'text','text':'hi'"))
                .event("message.updated", "{'sessionID':'ses_1','info':{'id':'msg_2','role':'assistant',"
                        + "'finish':'stop','time':{'created':1001,'completed':1002}}}")
                .event("message.part.updated", copy.formatted("prt_2", "msg_2", "'type':'text','text':'an answer',"
                        + "'time':{'start':1001,'end':1002}"))
                .event("message.part.updated", copy.formatted("prt_3", "msg_2", "'type':'tool','tool':'bash',"
                        + "'callID':'call_1','state':{'status':'completed','input':{'command':'ls'},'output':'a'}"))
                .event("message.part.updated", copy.formatted("prt_4", "msg_2", "'type':'text','text':'a broken'"))
                .event("message.part.updated", copy.formatted("prt_5", "msg_2", "'type':'step-finish','reason':'stop',"
                        + "'tokens':{'input':10,'output':5},'cost':0.1"))
                .prompted("now").idle().play();
        List<CanonicalEvent> past =
                told.canonical().stream().filter(CanonicalEvent::history).toList();
        assertEquals(
                List.of("msg_1", "msg_1", "prt_2", "msg_2:call_1", "prt_4"),
                past.stream().map(one -> one.refs().item()).toList());
        assertTrue(past.stream().allMatch(one -> one.refs().turn() == null));
        assertEquals(ItemStatus.FAILED, ((ItemCompleted) past.getLast().payload()).item().status());
        assertTrue(told.payloads(ThreadTokenUsageUpdated.class).isEmpty());
        assertEquals("now", told.item("msg_u").path("text").asText());
        assertEquals("1", told.item("msg_u").path("turn").asText());
    }

    /** Message and session were created at 1796059161959; the session's id says so as well. */
    @Test
    void a_session_whose_beginning_was_missed_says_by_its_id_what_a_fork_has_copied() throws IOException {
        String session = "ses_dd2881a98ffepci2vV0wqD9LuR";
        for (long created : new long[] {1_796_059_161_958L, 1_796_059_161_959L, 1_796_059_161_960L}) {
            Served.Told told = Served.begun()
                    .event("message.updated", "{'sessionID':'" + session + "','info':{'id':'msg_1','role':'user',"
                            + "'time':{'created':" + created + "}}}")
                    .event("message.part.updated", "{'sessionID':'" + session + "','part':{'id':'prt_1',"
                            + "'messageID':'msg_1','sessionID':'" + session + "','type':'text','text':'hi'}}")
                    .event("session.status", "{'sessionID':'" + session + "','status':{'type':'busy'}}").play();
            assertEquals(created < 1_796_059_161_959L, told.item("msg_1").path("turn").isMissingNode());
        }
    }

    @Test
    void what_a_restarted_server_tells_of_before_is_history_and_what_was_missed_now_is_none() throws IOException {
        String answer = "[{'info':{'id':'msg_1','role':'user','time':{'created':1000}},"
                + "'parts':[{'id':'prt_1','type':'text','text':'before'}]},"
                + "{'info':{'id':'msg_2','role':'user','time':{'created':3000}},"
                + "'parts':[{'id':'prt_2','type':'text','text':'after'}]}]";
        Served.Told told = Served.begun()
                .call(1, "GET", "/session/ses_1/message", "").answer(1, 200, answer)
                .event("message.updated", "{'sessionID':'ses_1',"
                        + "'info':{'id':'msg_u','role':'user','time':{'created':2000}}}")
                .event("message.part.updated", "{'sessionID':'ses_1','part':{'id':'prt_u','messageID':'msg_u',"
                        + "'sessionID':'ses_1','type':'text','text':'now'}}")
                .busy().idle()
                .call(2, "GET", "/session/ses_1/message", "").answer(2, 200, answer.replace("msg_", "msg_x"))
                .play();
        List<String> past = told.canonical().stream()
                .filter(CanonicalEvent::history)
                .map(event -> event.refs().item())
                .toList();
        assertEquals(List.of("msg_1", "msg_2", "msg_x1"), past);
    }

    @Test
    void a_step_that_was_cancelled_keeps_its_place_and_is_not_done() throws IOException {
        Served.Told told = Served.begun().prompted("hi")
                .event("todo.updated", "{'sessionID':'ses_1','todos':[{'content':'Read','status':'completed'},"
                        + "{'content':'Write','status':'cancelled'},{'content':'Rest','status':'pending'}]}")
                .idle().play();
        assertEquals(
                List.of(
                        new Step("Read", StepStatus.COMPLETED),
                        new Step("Write", StepStatus.PENDING),
                        new Step("Rest", StepStatus.PENDING)),
                told.only(TurnPlanUpdated.class).plan());
    }

    @Test
    void a_child_session_is_a_child_thread_with_turns_of_its_own() throws IOException {
        Served.Told told = Served.begun().prompted("hi").assistant("")
                .event("session.created", "{'sessionID':'ses_2','info':{'id':'ses_2','parentID':'ses_1'}}")
                .part("prt_1", tool("task", "'status':'running','input':{'description':'look'},"
                        + "'metadata':{'sessionId':'ses_2'}"))
                .event("session.status", "{'sessionID':'ses_2','status':{'type':'busy'}}")
                .event("session.status", "{'sessionID':'ses_2','status':{'type':'idle'}}")
                .idle().play();
        assertEquals("ses_1", told.only(ThreadStarted.class).parentThread());
        assertEquals("ses_2", told.item("msg_a:call_1").path("childThread").asText());
        assertEquals(2, told.payloads(TurnCompleted.class).size());
    }

    @Test
    void a_session_is_told_once_and_again_only_where_it_changed() throws IOException {
        String info = "{'sessionID':'ses_1','info':{'id':'ses_1','title':'%s','directory':'/w','time':{'updated':%d}}}";
        Served.Told told = Served.begun()
                .event("session.created", info.formatted("New session - 2026-11-30T12:13:35.833Z", 1))
                .event("session.updated", info.formatted("New session - 2026-11-30T12:13:35.833Z", 2))
                .event("session.updated", info.formatted("A title", 3))
                .event("session.updated", info.formatted("A title", 4))
                .play();
        assertEquals("/w", told.only(ThreadStarted.class).facts().cwd());
        assertEquals("A title", told.only(ThreadMetadataUpdated.class).name());
    }

    @Test
    void a_step_counts_once_and_turn_and_thread_are_decimal_sums() throws IOException {
        Served.Told told = Served.begun().prompted("hi").assistant("")
                .part("prt_1", step(10, "0.1")).part("prt_1", step(10, "0.1")).part("prt_2", step(20, "0.2"))
                .idle().busy().part("prt_3", step(1, "0.3")).idle().play();
        assertEquals(3, told.payloads(ThreadTokenUsageUpdated.class).size());
        Usage first = told.payloads(TurnCompleted.class).getFirst().turnUsage();
        assertEquals(30, first.inputTokens());
        assertEquals(new BigDecimal("0.3"), first.costUsd());
        assertTrue(first.billable() && first.exact());
        Usage thread = told.payloads(ThreadTokenUsageUpdated.class).getLast().figures().thread();
        assertEquals(31, thread.inputTokens());
        assertEquals(new BigDecimal("0.6"), thread.costUsd());
    }

    @Test
    void totals_that_hold_what_came_before_the_recording_take_the_place_of_the_sum() throws IOException {
        String info = "{'sessionID':'ses_1','info':{'id':'ses_1','cost':1.5,'tokens':{'input':100,'output':7,"
                + "'reasoning':0,'cache':{'read':0,'write':0}}}}";
        Served.Told told = Served.begun().event("session.updated", info).event("session.updated", info)
                .busy().assistant("").part("prt_1", step(10, "0.1")).idle().play();
        assertEquals(2, told.payloads(ThreadTokenUsageUpdated.class).size());
        Usage thread = told.payloads(ThreadTokenUsageUpdated.class).getLast().figures().thread();
        assertEquals(110, thread.inputTokens());
        assertEquals(new BigDecimal("1.6"), thread.costUsd());
    }

    @Test
    void an_error_ends_the_turn_with_idle_unless_the_model_is_called_again() throws IOException {
        String error = "{'sessionID':'ses_1','error':{'name':'APIError','data':{'message':'no key',"
                + "'statusCode':401,'responseHeaders':{'date':'now'}}}}";
        Served.Told failed = Served.begun().prompted("hi").event("session.error", error).idle().play();
        assertEquals(TurnState.FAILED, failed.only(TurnCompleted.class).state());
        assertEquals("no key", failed.only(TurnCompleted.class).errorMessage());
        assertEquals("auth", failed.only(RuntimeError.class).kind().word());
        assertTrue(failed.only(RuntimeError.class).detail().at("/data/responseHeaders").isMissingNode());

        Served.Told overcome = Served.begun().prompted("hi").event("session.error", error)
                .assistant(",'finish':'stop'").idle().play();
        assertEquals(TurnState.COMPLETED, overcome.only(TurnCompleted.class).state());
    }

    @Test
    void an_abort_interrupts_and_its_late_part_keeps_its_text() throws IOException {
        Served.Told told = Served.begun().prompted("hi").assistant("")
                .part("prt_1", "'type':'text','text':'','time':{'start':1}").delta("prt_1", "half")
                .call(1, "POST", "/session/ses_1/abort", "")
                .event("session.error", "{'sessionID':'ses_1','error':{'name':'MessageAbortedError',"
                        + "'data':{'message':'Aborted'}}}")
                .idle()
                .part("prt_1", "'type':'text','text':'half'" + ENDED)
                .idle().play();
        assertEquals(TurnState.INTERRUPTED, told.only(TurnCompleted.class).state());
        assertEquals(List.of(), told.payloads(RuntimeError.class));
        assertEquals("half", told.item("prt_1").path("text").asText());
        assertEquals("completed", told.item("prt_1").path("state").asText());
    }

    @Test
    void an_abort_while_the_provider_waits_is_told_by_no_error_and_is_one_all_the_same() throws IOException {
        Served.Told told = Served.begun().prompted("hi").assistant("")
                .status("{'type':'retry','attempt':1,'message':'Cannot connect to API: x','next':1796040921798}")
                .call(1, "POST", "/session/ses_1/abort", "").answer(1, 200, "true").idle().play();
        assertEquals(TurnState.INTERRUPTED, told.only(TurnCompleted.class).state());
        RuntimeError retry = told.only(RuntimeError.class);
        assertEquals(true, retry.willRetry());
        assertEquals("transport", retry.kind().word());
    }

    @Test
    void why_the_last_call_ended_is_why_the_turn_did() throws IOException {
        TurnCompleted end = Served.begun().prompted("hi").assistant(",'finish':'length'").idle().play()
                .only(TurnCompleted.class);
        assertEquals("length", end.stopReason());
        assertEquals(StopReason.MAX_TOKENS, end.stop());
        assertEquals(TurnState.COMPLETED, end.state());
    }

    @Test
    void a_compaction_has_an_item_that_holds_the_summary() throws IOException {
        Served.Told told = Served.begun()
                .event("message.updated", "{'sessionID':'ses_1','info':{'id':'msg_u','role':'user'}}")
                .event("message.part.updated", userPart("prt_c", "'type':'compaction','auto':true"))
                .busy().assistant(",'summary':true")
                .part("prt_1", "'type':'text','text':'','time':{'start':1}").delta("prt_1", "Sum")
                .part("prt_1", "'type':'text','text':'Sum'" + ENDED)
                .event("session.compacted", "{'sessionID':'ses_1'}").idle().play();
        assertEquals("Sum", told.item("prt_c").path("text").asText());
        assertEquals("completed", told.item("prt_c").path("state").asText());
        assertEquals(
                new Compaction("auto", null, null, null),
                items(told, ItemType.CONTEXT_COMPACTION).getFirst().compaction());
        assertEquals(0, items(told, ItemType.ASSISTANT_MESSAGE).size());
    }

    @Test
    void a_permission_is_settled_by_the_providers_word_and_not_by_the_clients_call() throws IOException {
        Served.Told told = asked("'permission':'bash','patterns':['ls'],'metadata':{'command':'ls'}")
                .call(1, "POST", "/permission/per_1/reply", "{'reply':'reject'}")
                .answer(1, 200, "true")
                .event("permission.replied", "{'sessionID':'ses_1','requestID':'per_1','reply':'reject'}")
                .part("prt_1", tool("bash", "'status':'error','input':{'command':'ls'},'error':'rejected'"))
                .idle().play();
        RequestOpened opened = told.only(RequestOpened.class);
        assertEquals(RequestType.COMMAND_EXECUTION_APPROVAL, opened.requestType());
        assertEquals("ls", opened.detail());
        assertTrue(opened.args().path("id").isMissingNode(), "ids stand beside the arguments, not in them");
        RequestResolved resolved = told.only(RequestResolved.class);
        assertEquals("reject", resolved.decision());
        assertEquals(false, resolved.approved());
        assertEquals(Disposition.MAPPED, told.dispositionOf("permission.asked#result"));
        assertEquals("msg_a:call_1", told.find("requests", "thread", "ses_1").path("item").asText());
        assertEquals("declined", told.item("msg_a:call_1").path("state").asText());
    }

    @Test
    void what_a_user_says_with_a_refusal_is_part_of_the_answer() throws IOException {
        Served.Told told = asked("'permission':'bash','patterns':['ls']")
                .call(1, "POST", "/permission/per_1/reply", "{'reply':'reject','message':'Use another file.'}")
                .answer(1, 200, "true")
                .event("permission.replied", "{'sessionID':'ses_1','requestID':'per_1','reply':'reject'}")
                .idle().play();
        assertEquals(
                "{\"reply\":\"reject\",\"message\":\"Use another file.\"}",
                told.find("requests", "thread", "ses_1").path("answer").toString());
    }

    @Test
    void a_permission_that_nobody_answers_ends_with_its_turn() throws IOException {
        Served.Told told = asked("'permission':'edit','patterns':['a.txt']").idle().play();
        assertEquals(RequestType.FILE_CHANGE_APPROVAL, told.only(RequestOpened.class).requestType());
        assertEquals("cancelled", told.find("requests", "thread", "ses_1").path("state").asText());
        assertTrue(told.report().notes().stream().anyMatch(note -> note.sentence().startsWith("cancel written")));
    }

    @Test
    void a_question_is_answered_with_answers_or_turned_down() throws IOException {
        String asked = "{'id':'que_1','sessionID':'ses_1','questions':[{'question':'Which?','options':[]}]}";
        Served.Told told = Served.begun().prompted("hi").event("question.asked", asked)
                .call(1, "POST", "/question/que_1/reply", "{'answers':[['Red']]}").answer(1, 200, "true")
                .event("question.replied", "{'sessionID':'ses_1','requestID':'que_1','answers':[['Red']]}")
                .idle().play();
        assertEquals("[[\"Red\"]]", told.only(UserInputResolved.class).answers().toString());
        assertEquals("resolved", told.find("requests", "thread", "ses_1").path("state").asText());
        assertEquals("Which?", told.only(RequestOpened.class).detail());

        Served.Told rejected = Served.begun().prompted("hi").event("question.asked", asked)
                .event("question.rejected", "{'sessionID':'ses_1','requestID':'que_1'}").idle().play();
        assertEquals("cancelled", rejected.find("requests", "thread", "ses_1").path("state").asText());
    }

    @Test
    void the_providers_own_history_completes_what_was_missed_opens_no_turn_and_confirms_no_send() throws IOException {
        Served.Told told = Served.begun()
                .call(1, "POST", "/session/ses_1/prompt_async", "{'parts':[{'type':'text','text':'hi'}]}")
                .call(2, "GET", "/session/ses_1/message", "")
                .answer(2, 200, "[{'info':{'id':'msg_u','role':'user'},'parts':[{'id':'p','type':'text','text':'hi'}]},"
                        + "{'info':{'id':'msg_a','role':'assistant'},'parts':[{'id':'prt_1','type':'text',"
                        + "'text':'Hello','time':{'start':1,'end':2}},{'id':'prt_2','type':'text','text':'half',"
                        + "'time':{'start':1}}]}]")
                .play();
        assertEquals("Hello", told.item("prt_1").path("text").asText());
        assertEquals("hi", told.item("msg_u").path("text").asText());
        assertEquals(2, told.report().mapsInFull().path("items").size(), "what is not complete is left out");
        assertEquals(0, told.count(EventType.TURN_STARTED));
        assertEquals(List.of(), told.runtime(EvidenceUpdated.class));
    }

    @Test
    void a_refused_call_is_an_error_of_its_session() throws IOException {
        Served.Told told = Served.begun().call(1, "POST", "/session/ses_1/prompt_async", "{'parts':[]}")
                .answer(1, 400, "{'name':'BadRequest','data':{'message':'no parts'}}")
                .call(2, "GET", "/session/status", "").answer(2, 0, "").play();
        assertEquals("no parts", told.payloads(RuntimeError.class).getFirst().message());
        assertEquals("validation", told.payloads(RuntimeError.class).getFirst().kind().word());
        assertEquals("transport", told.payloads(RuntimeError.class).getLast().kind().word());
    }

    @Test
    void changed_files_are_one_diff_and_a_diff_of_nothing_is_none() throws IOException {
        Served.Told told = Served.begun().prompted("hi")
                .event("session.diff", "{'sessionID':'ses_1','diff':[]}")
                .event("session.diff",
                        "{'sessionID':'ses_1','diff':[{'file':'a','patch':'A'},{'file':'b','patch':'B'}]}")
                .idle().play();
        assertEquals("A\nB\n", told.only(TurnDiffUpdated.class).unifiedDiff());
    }

    @Test
    void the_global_stream_wraps_the_same_events_and_numbers_their_twins() throws IOException {
        Served served = new Served("/global/event")
                .on("/global/event", wrapped("session.status", "{'sessionID':'ses_1','status':{'type':'busy'}}"));
        for (int number : new int[] {0, 1, 3}) {
            served.on("/global/event", "{'payload':{'type':'sync','syncEvent':{'type':'message.updated.1','seq':"
                    + number + ",'aggregateID':'ses_1','data':{}}}}");
        }
        Served.Told told = served
                .on("/global/event", wrapped("session.idle", "{'sessionID':'ses_1'}")).play();
        assertEquals(TurnState.COMPLETED, told.only(TurnCompleted.class).state());
        assertEquals(Disposition.DUPLICATE, told.dispositionOf("sync"));
        assertTrue(told.report().notes().stream()
                .anyMatch(note -> note.sentence().equals("events lost: events 2 to 2 of ses_1 never came")));
    }

    @Test
    void a_kind_that_nobody_knows_is_unmapped_and_a_status_that_nobody_knows_is_no_success() throws IOException {
        Served.Told told = Served.begun().prompted("hi").event("hologram.shown", "{'sessionID':'ses_1'}").assistant("")
                .part("prt_1", tool("bash", "'status':'pending','input':{}"))
                .part("prt_1", tool("bash", "'status':'vanished','input':{}"))
                .part("prt_2", "'type':'smell'")
                .idle().play();
        assertEquals(
                List.of("hologram.shown", "message.part.updated:smell", "message.part.updated:tool:vanished"),
                told.report().unmapped().stream().map(kind -> kind.kind()).toList());
        assertEquals("failed", told.item("msg_a:call_1").path("state").asText());
    }

    @Test
    void a_frame_without_what_its_rule_needs_is_a_fault_and_the_next_one_is_mapped() throws IOException {
        Served.Told told = Served.begun().event("session.status", "{'status':{'type':'busy'}}").busy().idle().play();
        assertEquals(1, told.report().count(Disposition.FAULTED));
        assertEquals(1, told.payloads(TurnCompleted.class).size());
        assertNull(told.only(TurnCompleted.class).stopReason());
    }

    private static Served asked(String members) {
        return Served.begun().prompted("hi").assistant("")
                .part("prt_1", tool("bash", "'status':'running','input':{'command':'ls'}"))
                .event("permission.asked", "{'id':'per_1','sessionID':'ses_1'," + members
                        + ",'always':[],'tool':{'messageID':'msg_a','callID':'call_1'}}");
    }

    private static List<ItemSnapshot> items(Served.Told told, ItemType type) {
        return told.payloads(ItemCompleted.class).stream()
                .map(ItemCompleted::item)
                .filter(item -> item.itemType() == type)
                .toList();
    }

    private static String tool(String name, String state) {
        return "'type':'tool','tool':'" + name + "','callID':'call_1','state':{" + state + "}";
    }

    private static String step(int input, String cost) {
        return "'type':'step-finish','reason':'stop','cost':" + cost + ",'tokens':{'input':" + input
                + ",'output':1,'reasoning':0,'cache':{'read':0,'write':0}}";
    }

    private static String userPart(String id, String members) {
        return "{'sessionID':'ses_1','part':{'id':'" + id + "','messageID':'msg_u'," + members + "}}";
    }

    private static String older(String text, String delta) {
        return "{'part':{'id':'prt_1','messageID':'msg_a','sessionID':'ses_1','type':'text','text':'" + text
                + "','time':{'start':1}},'delta':'" + delta + "'}";
    }

    private static String wrapped(String type, String properties) {
        return "{'directory':'/w','payload':{'id':'evt_1','type':'" + type + "','properties':" + properties + "}}";
    }
}
