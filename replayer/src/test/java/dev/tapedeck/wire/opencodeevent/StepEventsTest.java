package dev.tapedeck.wire.opencodeevent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.canonical.EventType;
import dev.tapedeck.canonical.ItemPayload.ItemCompleted;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemStatus;
import dev.tapedeck.canonical.TelemetryPayload.RuntimeError;
import dev.tapedeck.canonical.ThreadPayload.ThreadMetadataUpdated;
import dev.tapedeck.canonical.TurnPayload.TurnCompleted;
import dev.tapedeck.canonical.TurnState;
import dev.tapedeck.host.Disposition;
import dev.tapedeck.runtime.RuntimeEvent.EvidenceUpdated;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The newer events, in both envelopes and by both names. */
class StepEventsTest {
    private static final String NEXT = "session.next.";

    @Test
    void what_a_tool_gives_only_as_a_value_is_its_output() throws IOException {
        String call = "'assistantMessageID':'msg_a','callID':'call_1'";
        Served.Told told = prompted("/api/event")
                .event("tool.input.started", call + ",'name':'read'")
                .event("tool.success", call + ",'structured':{'content':'a','encoding':'utf8'},'content':[]")
                .served
                .play();
        assertEquals("a", told.payloads(ItemCompleted.class).getLast().item().text());
    }

    @Test
    void a_tool_that_does_not_exist_is_no_servers_and_fails() throws IOException {
        String call = "'assistantMessageID':'msg_a','callID':'call_1'";
        Served.Told told = prompted("/api/event")
                .event("tool.input.started", call + ",'name':'no_such_tool'")
                .event("tool.failed", call + ",'error':{'message':'Unknown tool: no_such_tool'}")
                .served
                .play();
        ItemSnapshot item = told.payloads(ItemCompleted.class).getLast().item();
        assertEquals(ItemStatus.FAILED, item.status());
        assertEquals("no_such_tool", item.tool());
        assertNull(item.server());
    }

    @Test
    void a_prompt_begins_a_turn_and_a_step_that_calls_no_tools_ends_it() throws IOException {
        for (String stream : List.of("/event", "/api/event")) {
            Served.Told told = prompted(stream).step("msg_a", "tool-calls").step("msg_b", "stop").served.play();
            assertEquals(1, told.count(EventType.TURN_STARTED), stream);
            assertEquals(TurnState.COMPLETED, told.only(TurnCompleted.class).state(), stream);
            assertEquals(20, told.only(TurnCompleted.class).turnUsage().inputTokens(), stream);
        }
    }

    @Test
    void a_prompt_is_confirmed_when_it_enters_the_conversation_and_not_while_it_waits() throws IOException {
        Script script = new Script("/api/event");
        script.served.call(1, "POST", "/api/session/ses_1/prompt",
                "{'prompt':{'text':'hi','files':[{'uri':'data:x','name':'a.png'}]}}");
        String prompt = "'messageID':'msg_u','prompt':{'text':'hi','files':[{'uri':'data:x','mime':'image/png',"
                + "'name':'a.png'}]},'delivery':'steer'";
        script.event("prompt.admitted", prompt);
        assertEquals(List.of(), script.served.play().runtime(EvidenceUpdated.class));
        Served.Told told = script.event("prompted", prompt).served.play();
        assertEquals(1, told.runtime(EvidenceUpdated.class).size());
        assertEquals(Disposition.DUPLICATE, told.dispositionOf(NEXT + "prompt.admitted"));
    }

    @Test
    void a_prompt_within_a_turn_steers_it_and_one_behind_it_begins_another() throws IOException {
        Served.Told steered = prompted("/api/event").step("msg_a", "tool-calls").prompt("msg_u2")
                .step("msg_b", "stop").served.play();
        assertEquals(1, steered.count(EventType.TURN_STARTED));
        Served.Told queued = prompted("/api/event").step("msg_a", "stop").prompt("msg_u2")
                .step("msg_b", "stop").served.play();
        assertEquals(2, queued.count(EventType.TURN_STARTED));
    }

    @Test
    void sends_that_wait_are_confirmed_in_the_order_in_which_they_enter_the_conversation() throws IOException {
        Script script = new Script("/api/event");
        script.served.call(1, "POST", "/api/session/ses_1/prompt", "{'prompt':{'text':'later'},'delivery':'queue'}")
                .call(2, "POST", "/api/session/ses_1/prompt", "{'prompt':{'text':'at once'},'delivery':'steer'}");
        Served.Told told = script
                .event("prompted", "'messageID':'msg_2','prompt':{'text':'at once'},'delivery':'steer'")
                .event("prompted", "'messageID':'msg_1','prompt':{'text':'later'},'delivery':'queue'").served.play();
        assertEquals(
                List.of("2", "1"), told.runtime(EvidenceUpdated.class).stream().map(EvidenceUpdated::send).toList());
    }

    @Test
    void a_step_that_fails_ends_the_turn_with_its_reason() throws IOException {
        Served.Told told = prompted("/api/event").event("step.started", "'assistantMessageID':'msg_a'")
                .event("step.failed", "'assistantMessageID':'msg_a','error':{'type':'unknown',"
                        + "'message':'Provider request failed with HTTP 401: no key'}").served.play();
        assertEquals(TurnState.FAILED, told.only(TurnCompleted.class).state());
        assertEquals("auth", told.only(RuntimeError.class).kind().word());
        assertEquals("Provider request failed with HTTP 401: no key", told.only(TurnCompleted.class).errorMessage());
    }

    @Test
    void an_interrupt_ends_the_turn_with_the_step_that_runs() throws IOException {
        Script script = prompted("/api/event").event("step.started", "'assistantMessageID':'msg_a'");
        script.served.call(1, "POST", "/api/session/ses_1/interrupt", "").answer(1, 204, "");
        Served.Told told = script.step("msg_a", "tool-calls").served.play();
        assertEquals(TurnState.INTERRUPTED, told.only(TurnCompleted.class).state());

        Served.Told unrecorded = prompted("/api/event").event("step.failed", "'assistantMessageID':'msg_a',"
                + "'error':{'type':'unknown','message':'Provider turn interrupted'}").served.play();
        assertEquals(TurnState.INTERRUPTED, unrecorded.only(TurnCompleted.class).state());
        assertEquals(List.of(), unrecorded.payloads(RuntimeError.class));
    }

    @Test
    void calls_of_the_same_id_in_two_messages_are_two_items() throws IOException {
        Served.Told told = prompted("/api/event")
                .event("tool.input.started", "'assistantMessageID':'msg_a','callID':'call_1','name':'bash'")
                .event("tool.called", "'assistantMessageID':'msg_a','callID':'call_1','tool':'bash',"
                        + "'input':{'command':'ls'}")
                .event("tool.success", "'assistantMessageID':'msg_a','callID':'call_1','structured':{'exit':0},"
                        + "'content':[{'type':'text','text':'a'},{'type':'text','text':'b'}]")
                .event("tool.called", "'assistantMessageID':'msg_b','callID':'call_1','tool':'write','input':{}")
                .event("tool.failed", "'assistantMessageID':'msg_b','callID':'call_1',"
                        + "'error':{'type':'unknown','message':'no'}")
                .step("msg_b", "stop").served.play();
        assertEquals("a\nb", told.item("msg_a:call_1").path("text").asText());
        assertEquals("completed", told.item("msg_a:call_1").path("state").asText());
        assertEquals("failed", told.item("msg_b:call_1").path("state").asText());
        assertEquals("no", told.item("msg_b:call_1").path("detail").asText());
    }

    @Test
    void model_and_agent_are_told_where_a_step_tells_them_and_only_when_they_change() throws IOException {
        String with = "'assistantMessageID':'msg_a','agent':'build','model':{'id':'%s'}";
        Served.Told told = prompted("/api/event")
                .event("step.started", with.formatted("m-1"))
                .event("step.started", with.formatted("m-1"))
                .event("model.switched", "'messageID':'m','model':{'id':'m-2'}")
                .event("step.started", with.formatted("m-2")).served.play();
        assertEquals(
                List.of("m-1", "m-2"),
                told.payloads(ThreadMetadataUpdated.class).stream()
                        .map(metadata -> metadata.settings().at("/model/id").asText()).toList());
    }

    @Test
    void the_newer_history_is_read_from_its_oldest_message_on() throws IOException {
        Script script = new Script("/api/event");
        script.served.call(1, "GET", "/api/session/ses_1/message", "").answer(1, 200, "{'data':["
                + "{'id':'msg_a','type':'assistant','content':[{'type':'text','id':'text-0','text':'Hello'},"
                + "{'type':'tool','id':'call_1','name':'bash','state':{'status':'error','input':{},"
                + "'error':{'message':'no'}}},{'type':'tool','id':'call_2','name':'bash','state':"
                + "{'status':'running','input':{}}}]},{'id':'msg_u','type':'user','text':'hi'}]}");
        Served.Told told = script.served.play();
        assertEquals(
                List.of("user_message", "assistant_message", "command_execution"),
                told.payloads(ItemCompleted.class).stream().map(done -> done.item().itemType().word()).toList());
        assertEquals(ItemStatus.FAILED, told.payloads(ItemCompleted.class).getLast().item().status());
        assertEquals(0, told.count(EventType.TURN_STARTED));
    }

    @Test
    void an_execution_of_release_2_is_a_turn_whatever_its_steps_say() throws IOException {
        Served served = new Served("/api/event")
                .event("session.input.admitted", "{'sessionID':'ses_1','inputID':'inp_1','input':{'text':'hi'}}")
                .event("session.execution.started", "{'sessionID':'ses_1'}");
        for (String message : List.of("msg_a", "msg_b")) {
            served.event("session.step.ended", "{'sessionID':'ses_1','assistantMessageID':'" + message
                    + "','finish':'stop','cost':0.1,'tokens':{'input':10}}");
        }
        Served.Told told = served.event("session.execution.succeeded", "{'sessionID':'ses_1'}").play();
        TurnCompleted end = told.only(TurnCompleted.class);
        assertEquals(TurnState.COMPLETED, end.state());
        assertEquals(20, end.turnUsage().inputTokens());
        assertEquals("1", told.item("inp_1").path("turn").asText());
    }

    @Test
    void a_failed_execution_of_release_2_tells_its_error_once() throws IOException {
        Served.Told told = new Served("/api/event").event("session.execution.started", "{'sessionID':'ses_1'}")
                .event("session.step.failed", "{'sessionID':'ses_1','assistantMessageID':'m','error':{'message':'x'}}")
                .event("session.execution.failed", "{'sessionID':'ses_1','error':{'message':'x'}}").play();
        assertEquals("x", told.only(RuntimeError.class).message());
        assertEquals(TurnState.FAILED, told.only(TurnCompleted.class).state());
        assertTrue(told.report().unmapped().isEmpty());
    }

    private static Script prompted(String stream) {
        return new Script(stream).prompt("msg_u");
    }

    /** Newer events of one session, written down shortly. */
    private record Script(Served served) {
        Script(String stream) {
            this(new Served(stream));
        }

        Script event(String name, String members) {
            served.event(NEXT + name, "{'sessionID':'ses_1'," + members + "}");
            return this;
        }

        Script prompt(String message) {
            return event("prompted", "'messageID':'" + message + "','prompt':{'text':'hi'},'delivery':'steer'");
        }

        Script step(String message, String finish) {
            return event("step.ended", "'assistantMessageID':'" + message + "','finish':'" + finish
                    + "','cost':0.1,'tokens':{'input':10,'output':1,'reasoning':0,'cache':{'read':0,'write':0}}");
        }
    }
}
