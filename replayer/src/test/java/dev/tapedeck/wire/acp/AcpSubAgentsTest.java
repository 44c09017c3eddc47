package dev.tapedeck.wire.acp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tapedeck.canonical.EventType;
import dev.tapedeck.canonical.ThreadPayload.ThreadStarted;
import dev.tapedeck.canonical.TurnPayload.TurnCompleted;
import dev.tapedeck.canonical.TurnState;
import dev.tapedeck.wire.acp.Talk.Told;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sub-agents that got a session of their own, which goes on when its parent's turn has ended. */
class AcpSubAgentsTest {
    private static final String OF_CALL = "'_meta':{'claudeCode':{'parentToolUseId':'call-1'}}";

    @Test
    void a_sub_agents_session_is_its_thread_though_what_it_tells_names_its_call_too() throws Exception {
        Told told = background();

        List<ThreadStarted> threads = told.canonical().stream()
                .map(event -> event.payload())
                .filter(ThreadStarted.class::isInstance)
                .map(ThreadStarted.class::cast)
                .toList();
        assertEquals(2, threads.size());
        assertEquals(Talk.SESSION, threads.getLast().parentThread());
        assertEquals(0, told.canonical().stream()
                .filter(event -> "call-1".equals(event.refs().thread()))
                .count());
    }

    @Test
    void its_turn_outlives_that_of_its_parent_and_ends_with_its_own_state() throws Exception {
        Told told = background();

        List<String> ends = told.canonical().stream()
                .filter(event -> event.payload() instanceof TurnCompleted)
                .map(event -> event.refs().thread() + " "
                        + ((TurnCompleted) event.payload()).state())
                .toList();
        assertEquals(List.of(Talk.SESSION + " " + TurnState.COMPLETED, "child " + TurnState.COMPLETED), ends);
        assertEquals(0, told.count(EventType.TURN_ABORTED));
    }

    @Test
    void its_parent_has_an_item_that_leads_to_it_and_holds_what_it_wrote_back() throws Exception {
        String mail = "'senderSessionId':'%s','recipientSessionId':'%s','messageId':'m-%s','content':"
                + "[{'type':'text','text':'%s'}]";
        String task = mail.formatted("SESSION", "child", "1", "Look around.");
        String reply = mail.formatted("child", "SESSION", "2", "One file.");
        Told told = Talk.begun2()
                .update("state_update", "'state':'running'")
                .update("subagent_update", "'sessionId':'child','title':'Look','state':{'state':'running'}")
                .update("child", "state_update", "'state':'running'")
                .update("session_message", task)
                .update("child", "session_message", task)
                .update("child", "session_message", reply)
                .update("session_message", reply)
                .update("child", "state_update", "'state':'idle','stopReason':'end_turn'")
                .update("subagent_update", "'sessionId':'child','state':{'state':'idle','stopReason':'end_turn'}")
                .update("state_update", "'state':'idle','stopReason':'end_turn'")
                .play();

        assertEquals("sess-1", told.item("child").path("thread").asText());
        assertEquals("subagent", told.item("child").path("kind").asText());
        assertEquals("completed", told.item("child").path("state").asText());
        assertEquals("child", told.item("child").path("childThread").asText());
        assertEquals("One file.", told.item("child").path("text").asText());
        assertEquals("child", told.item("user:m-1").path("thread").asText());
        assertEquals("Look around.", told.item("user:m-1").path("text").asText());
        assertEquals(2, told.report().mapsInFull().path("items").size());
    }

    private static Told background() throws Exception {
        String half = "'content':{'type':'text','text':'half'},'messageId':'m'," + OF_CALL;
        return Talk.begun2()
                .update("state_update", "'state':'running'")
                .update("subagent_update", "'sessionId':'child','state':{'state':'running'}")
                .update("child", "state_update", "'state':'running'")
                .update("child", "config_option_update", "'configOptions':[{'configId':'model','currentValue':'m'}],"
                        + OF_CALL)
                .update("child", "tool_call_update", "'toolCallId':'t','status':'pending','title':'Read'," + OF_CALL)
                .update("state_update", "'state':'idle','stopReason':'end_turn'")
                .update("child", "tool_call_update", "'toolCallId':'t','status':'completed'," + OF_CALL)
                .update("child", "agent_message_chunk", half)
                .update("subagent_update", "'sessionId':'child','state':{'state':'idle','stopReason':'end_turn'}")
                .update("child", "state_update", "'state':'idle','stopReason':'end_turn'")
                .play();
    }
}
