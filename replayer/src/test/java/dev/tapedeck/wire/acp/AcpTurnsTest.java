package dev.tapedeck.wire.acp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.canonical.CanonicalEvent;
import dev.tapedeck.canonical.EventType;
import dev.tapedeck.canonical.ItemPayload.ItemCompleted;
import dev.tapedeck.canonical.ItemStatus;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.canonical.TelemetryPayload.RuntimeError;
import dev.tapedeck.canonical.ThreadPayload.ThreadMetadataUpdated;
import dev.tapedeck.canonical.ThreadPayload.ThreadStarted;
import dev.tapedeck.canonical.ThreadPayload.ThreadTokenUsageUpdated;
import dev.tapedeck.canonical.TurnPayload.TurnCompleted;
import dev.tapedeck.canonical.TurnState;
import dev.tapedeck.canonical.UsageFigures;
import dev.tapedeck.runtime.RuntimeEvent.EvidenceUpdated;
import dev.tapedeck.runtime.RuntimeEvent.TurnUpdated;
import dev.tapedeck.runtime.TurnPhase;
import dev.tapedeck.wire.acp.Talk.Told;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Turns in both versions, histories, sub-agents. */
class AcpTurnsTest {

    @ParameterizedTest
    @CsvSource({"end_turn, COMPLETED", "cancelled, FAILED", "refusal, FAILED"})
    void D2_a_text_that_its_turn_breaks_off_fails_with_it(String reason, ItemStatus status) throws IOException {
        Told told = Talk.begun()
                .prompt("go")
                .update("agent_message_chunk", "'content':{'type':'text','text':'hi'}")
                .answers("'stopReason':'" + reason + "'")
                .play();
        assertEquals(status, told.payloads(ItemCompleted.class).getLast().item().status());
    }

    @Test
    void a_change_of_model_is_a_fact_of_the_thread() throws IOException {
        Told told = Talk.begun().asks("session/set_model", "'sessionId':'SESSION','modelId':'m-2'").answers("").play();
        assertEquals("m-2", told.payloads(ThreadMetadataUpdated.class).getLast().facts().model());
    }

    @Test
    void D11_in_version_1_the_answer_to_the_prompt_ends_the_turn() throws IOException {
        Told told = Talk.begun().prompt("go").says("agent_message", "hi").answers("'stopReason':'end_turn'").play();
        assertEquals(List.of("item.completed", "turn.completed"), told.typesOf(7));
    }

    @Test
    void D11_in_version_2_the_answer_only_accepts_and_the_state_ends_the_turn() throws IOException {
        Told told = Talk.begun2()
                .prompt("go")
                .update("user_message", "'messageId':'u','content':[{'type':'text','text':'go'}]")
                .answers("'messageId':'u'")
                .update("state_update", "'state':'running'")
                .says("agent_message", "m", "hi")
                .update("state_update", "'state':'idle','stopReason':'end_turn'")
                .play();
        assertEquals(List.of(), told.typesOf(7));
        assertEquals(List.of("session.state.changed", "item.completed", "turn.completed"), told.typesOf(10));
        assertEquals(1, told.count(EventType.TURN_STARTED));
    }

    @Test
    void the_same_answer_is_read_by_the_version_that_was_agreed() throws IOException {
        Told second = Talk.begun2().prompt("go").answers("'stopReason':'end_turn','messageId':'m'").play();
        assertEquals(0, second.count(EventType.TURN_COMPLETED));
        Told first = Talk.begun().prompt("go").answers("'stopReason':'end_turn','messageId':'m'").play();
        assertEquals(1, first.count(EventType.TURN_COMPLETED));
    }

    @ParameterizedTest
    @CsvSource({
        "end_turn, COMPLETED",
        "max_tokens, COMPLETED",
        "max_turn_requests, FAILED",
        "refusal, FAILED",
        "cancelled, CANCELLED",
        "brand_new, FAILED"
    })
    void a_stop_reason_is_typed_and_an_unknown_one_is_no_success(String reason, TurnState state) throws IOException {
        TurnCompleted end = Talk.begun().prompt("go").answers("'stopReason':'" + reason + "'").play()
                .only(TurnCompleted.class);
        assertEquals(state, end.state());
        assertEquals(reason, end.stopReason());
    }

    @Test
    void an_end_without_a_reason_is_a_failure_in_version_1_and_allowed_in_version_2() throws IOException {
        assertEquals(TurnState.FAILED,
                Talk.begun().prompt("go").answers("").play().only(TurnCompleted.class).state());
        assertEquals(TurnState.COMPLETED, Talk.begun2()
                .update("state_update", "'state':'running'")
                .update("state_update", "'state':'idle'")
                .play()
                .only(TurnCompleted.class)
                .state());
    }

    @Test
    void C30_a_turn_ends_once_whatever_is_told_after_it() throws IOException {
        Told told = Talk.begun2()
                .update("state_update", "'state':'running'")
                .update("state_update", "'state':'idle','stopReason':'error','error':{'code':-32603,'message':'down'}")
                .update("state_update", "'state':'idle','stopReason':'cancelled'")
                .update("state_update", "'state':'idle'")
                .play();
        TurnCompleted end = told.only(TurnCompleted.class);
        assertEquals(TurnState.FAILED, end.state());
        assertEquals("down", end.errorMessage());
        assertEquals(1, told.payloads(RuntimeError.class).size());
    }

    @Test
    void C32_without_an_answer_the_turn_stays_at_work() throws IOException {
        Told told = Talk.begun().prompt("go").says("agent_message", "hm").play();
        assertEquals("working", told.find("turns", "turn", "1").path("phase").asText());
        assertEquals(0, told.count(EventType.TURN_COMPLETED));
    }

    @Test
    void a_prompt_that_comes_while_a_turn_runs_waits_for_its_end() throws IOException {
        Told told = Talk.begun()
                .prompt("first")
                .says("agent_message", "one")
                .prompt("second")
                .says("agent_message", " more")
                .answers(3, "'stopReason':'end_turn'")
                .says("agent_message", "two")
                .answers(4, "'stopReason':'end_turn'")
                .play();
        assertEquals(List.of("item.completed", "turn.completed", "turn.started"), told.typesOf(9));
        assertEquals("one more", told.item("1:1").path("text").asText());
        assertEquals("two", told.item("2:1").path("text").asText());
        assertEquals(2, told.count(EventType.TURN_COMPLETED));
    }

    @Test
    void a_waiting_prompt_that_is_refused_begins_no_turn() throws IOException {
        Told told = Talk.begun()
                .prompt("first")
                .prompt("second")
                .refuses(4, -32602, "busy")
                .answers(3, "'stopReason':'end_turn'")
                .play();
        assertEquals(1, told.count(EventType.TURN_STARTED));
        assertEquals(TurnState.COMPLETED, told.only(TurnCompleted.class).state());
        assertEquals("busy", told.only(RuntimeError.class).message());
    }

    @Test
    void what_comes_between_turns_opens_none_and_is_not_lost() throws IOException {
        Told told = Talk.begun()
                .prompt("go")
                .answers("'stopReason':'end_turn'")
                .says("agent_message", "late")
                .play();
        assertEquals(1, told.count(EventType.TURN_STARTED));
        assertEquals("late", told.item("1:1").path("text").asText());
        assertEquals("idle", told.find("turns", "turn", "1").path("phase").asText());
    }

    @Test
    void what_a_session_tells_while_it_is_loaded_is_history() throws IOException {
        Told told = new Talk()
                .agreed(1)
                .asks("session/load", "'sessionId':'SESSION','cwd':'/w','mcpServers':[]")
                .says("user_message", "one")
                .says("agent_message", "first")
                .update("tool_call", "'toolCallId':'t','title':'ls','kind':'execute','status':'completed'")
                .says("user_message", "two")
                .says("agent_message", "second")
                .answers("")
                .prompt("three")
                .says("agent_message", "third")
                .answers("'stopReason':'end_turn'")
                .play();
        assertEquals(List.of(true, true, false), told.marks(EventType.TURN_STARTED));
        assertEquals(List.of(true, true, false), told.marks(EventType.TURN_COMPLETED));
        assertEquals(List.of(true, true, true, true, true, false), told.marks(EventType.ITEM_COMPLETED));
        assertEquals(List.of("3"), told.runtime(TurnUpdated.class).stream()
                .filter(turn -> turn.phase() == TurnPhase.WORKING)
                .map(TurnUpdated::turn)
                .toList());
        assertEquals(List.of("1:0", "1:1", "t", "2:0", "2:1", "3:1"), told.items(EventType.ITEM_STARTED));
        assertEquals("two", told.item("2:0").path("text").asText());
        assertEquals("completed", told.item("2:1").path("state").asText());
        assertEquals("third", told.item("3:1").path("text").asText());
    }

    @Test
    void an_agent_that_answers_before_it_has_told_the_history_goes_on_with_it_until_the_first_prompt()
            throws IOException {
        Told told = new Talk()
                .agreed(1)
                .asks("session/load", "'sessionId':'SESSION','cwd':'/w','mcpServers':[]")
                .says("user_message", "the setting, ")
                .answers("")
                .says("user_message", "go on")
                .says("agent_message", "gone")
                .prompt("go on")
                .says("user_message", "go on")
                .says("agent_message", "once more")
                .answers("'stopReason':'end_turn'")
                .play();
        assertEquals(List.of("1:0", "1:1", "2:1", "2:2"), told.items(EventType.ITEM_STARTED));
        assertEquals(List.of(true, true, false, false), told.marks(EventType.ITEM_COMPLETED));
        assertEquals(List.of(true, false), told.marks(EventType.TURN_COMPLETED));
        assertEquals("2:1", told.runtime(EvidenceUpdated.class).getFirst().item());
    }

    @Test
    void a_turn_after_a_load_costs_what_came_on_top_of_what_the_session_had_cost_if_that_was_told() throws IOException {
        String total = "'used':1,'size':9,'cost':{'amount':0.5,'currency':'USD'}";
        Talk loaded = new Talk()
                .agreed(1)
                .asks("session/load", "'sessionId':'SESSION','cwd':'/w','mcpServers':[]")
                .says("user_message", "one")
                .says("agent_message", "first");
        Told told = loaded.update("usage_update", total.replace("0.5", "0.2"))
                .answers("")
                .prompt("two")
                .update("usage_update", total)
                .answers("'stopReason':'end_turn'")
                .play();
        assertEquals("0.3", told.payloads(TurnCompleted.class).getLast().turnUsage().costUsd().toPlainString());

        Told untold = new Talk()
                .agreed(1)
                .asks("session/load", "'sessionId':'SESSION','cwd':'/w','mcpServers':[]")
                .answers("")
                .prompt("two")
                .update("usage_update", total)
                .answers("'stopReason':'end_turn'")
                .play();
        assertNull(untold.payloads(TurnCompleted.class).getLast().turnUsage());
    }

    @Test
    void what_a_sub_agent_did_before_is_history_with_a_turn_of_its_own() throws IOException {
        String meta = "'_meta':{'claudeCode':{'toolName':'Bash','parentToolUseId':'task'}}";
        Told told = new Talk()
                .agreed(1)
                .asks("session/load", "'sessionId':'SESSION','cwd':'/w','mcpServers':[]")
                .says("user_message", "delegate")
                .update("tool_call", "'toolCallId':'task','name':'Task','title':'Look','kind':'think'")
                .update("tool_call", "'toolCallId':'c','title':'ls','kind':'execute','rawInput':{'command':'ls'},"
                        + meta)
                .update("tool_call_update", "'toolCallId':'task','status':'completed'")
                .answers("")
                .play();
        assertEquals(List.of(true, true), told.marks(EventType.TURN_STARTED));
        assertEquals(List.of("task", "sess-1"), told.canonical().stream()
                .filter(event -> event.type() == EventType.TURN_COMPLETED && event.history())
                .map(event -> event.refs().thread())
                .toList());
        assertEquals("failed", told.item("c").path("state").asText());
        assertEquals(List.of(), told.canonical().stream()
                .filter(event -> event.type() == EventType.ITEM_COMPLETED && !event.history())
                .toList());
    }

    @Test
    void history_confirms_no_send_though_it_holds_the_same_words() throws IOException {
        Told told = Talk.begun()
                .prompt("same words")
                .answers("'stopReason':'end_turn'")
                .asks("session/load", "'sessionId':'SESSION','cwd':'/w'")
                .says("user_message", "same words")
                .says("agent_message", "x")
                .answers("")
                .play();
        assertEquals(List.of(), told.runtime(EvidenceUpdated.class));
    }

    @Test
    void an_echo_of_the_exact_words_confirms_the_send_in_both_versions() throws IOException {
        Told first = Talk.begun().prompt("go on").says("user_message", "go ").says("user_message", "on")
                .says("agent_message", "x").play();
        assertEquals("5", first.runtime(EvidenceUpdated.class).getFirst().send());
        Told second = Talk.begun2().prompt("go on")
                .update("user_message", "'messageId':'u','content':[{'type':'text','text':'go on'}]").play();
        assertEquals("5", second.runtime(EvidenceUpdated.class).getFirst().send());
        assertEquals(List.of(), Talk.begun().prompt("go on").says("user_message", "go").says("agent_message", "x")
                .play().runtime(EvidenceUpdated.class));
    }

    @Test
    void a_history_that_is_told_again_in_the_same_process_doubles_nothing() throws IOException {
        Told told = Talk.begun()
                .prompt("one")
                .says("agent_message", "first")
                .answers("'stopReason':'end_turn'")
                .asks("session/load", "'sessionId':'SESSION','cwd':'/w'")
                .says("user_message", "one")
                .says("agent_message", "first")
                .answers("")
                .play();
        assertEquals("first", told.item("1:1").path("text").asText());
        assertEquals(2, told.report().mapsInFull().path("items").size());
    }

    @Test
    void a_recording_that_begins_in_the_middle_begins_with_a_turn_that_any_prompts_answer_ends() throws IOException {
        Told told = new Talk()
                .says("agent_message", "…and so on")
                .out("{'id':9,'result':{'stopReason':'end_turn'}}")
                .play();
        assertEquals(
                List.of("thread.started", "turn.started", "item.started", "content.delta", "item.completed",
                        "turn.completed"),
                told.types());
    }

    @Test
    void a_session_that_speaks_unasked_while_a_turn_runs_works_for_it() throws IOException {
        Told told = Talk.begun()
                .prompt("delegate")
                .update("child", "agent_message_chunk", "'content':{'type':'text','text':'I look'}")
                .says("agent_message", "It looked.")
                .answers("'stopReason':'end_turn'")
                .play();
        ThreadStarted child = told.payloads(ThreadStarted.class).getLast();
        assertEquals("sess-1", child.parentThread());
        List<CanonicalEvent> ends = told.canonical().stream()
                .filter(event -> event.type() == EventType.TURN_COMPLETED)
                .toList();
        assertEquals(List.of("child", "sess-1"), ends.stream().map(event -> event.refs().thread()).toList());
    }

    @Test
    void a_sub_agent_that_an_adapter_marks_is_a_thread_that_ends_with_its_call() throws IOException {
        String meta = "'_meta':{'claudeCode':{'toolName':'Bash','parentToolUseId':'task'}}";
        Told told = Talk.begun()
                .prompt("delegate")
                .update("tool_call", "'toolCallId':'task','name':'Task','title':'Look','kind':'think'")
                .update("tool_call", "'toolCallId':'c','title':'ls','kind':'execute','rawInput':{'command':'ls'},"
                        + meta)
                .update("tool_call_update", "'toolCallId':'c','status':'completed'")
                .update("tool_call_update", "'toolCallId':'task','status':'completed'")
                .play();
        assertEquals(List.of("thread.started", "item.updated", "turn.started", "item.started"), told.typesOf(7));
        assertEquals("task", told.item("c").path("thread").asText());
        assertEquals("task", told.item("task").path("childThread").asText());
        assertEquals(List.of("item.completed", "turn.completed"), told.typesOf(9));
    }

    @Test
    void what_is_said_after_a_count_or_an_empty_chunk_is_another_message() throws IOException {
        String used = "'used':1,'size':9";
        Told counted = Talk.begun()
                .prompt("one")
                .says("agent_message", "The first.")
                .prompt("two")
                .update("usage_update", used)
                .says("agent_message", "The second.")
                .answers(3, "'stopReason':'end_turn'")
                .answers(4, "'stopReason':'end_turn'")
                .play();
        assertEquals("The first.", counted.item("1:1").path("text").asText());
        assertEquals("The second.", counted.item("1:2").path("text").asText());

        Told begun = Talk.begun()
                .prompt("one")
                .says("agent_message", "The first.")
                .says("agent_message", "")
                .says("agent_message", "The second.")
                .answers("'stopReason':'end_turn'")
                .play();
        assertEquals("The first.", begun.item("1:1").path("text").asText());
        assertEquals("The second.", begun.item("1:2").path("text").asText());
    }

    @Test
    void a_refusal_is_no_fault_of_a_turn_that_is_over_nor_of_a_session_that_never_was() throws IOException {
        Told told = Talk.begun()
                .prompt("one")
                .answers("'stopReason':'end_turn'")
                .asks("session/set_mode", "'sessionId':'SESSION','modeId':'x'")
                .refuses(-32602, "no such mode")
                .asks("session/new", "")
                .refuses(-32602, "no folder")
                .asks("session/prompt", "'sessionId':'never','prompt':[]")
                .refuses(-32602, "no such session")
                .prompt("two")
                .asks("session/set_mode", "'sessionId':'SESSION','modeId':'y'")
                .refuses(-32602, "no such mode")
                .play();
        List<Refs> refs = told.canonical().stream()
                .filter(event -> event.type() == EventType.RUNTIME_ERROR)
                .map(CanonicalEvent::refs)
                .toList();
        assertEquals(Arrays.asList(null, null, null, "2"), refs.stream().map(Refs::turn).toList());
        assertEquals(List.of("sess-1"), refs.stream().map(Refs::thread).distinct().toList());
        assertEquals(1, told.report().mapsInFull().path("threads").size());
    }

    @Test
    void a_prompt_to_a_session_that_nobody_told_of_is_a_turn_once_the_agent_answers_it() throws IOException {
        Told told = new Talk().agreed(1).prompt("go").answers("'stopReason':'end_turn'").play();
        assertEquals(List.of("thread.started", "turn.started", "turn.completed"), told.typesOf(4));
    }

    @Test
    void the_answer_to_a_prompt_that_nobody_saw_is_a_turn_that_is_over_and_counts_once() throws IOException {
        Told told = Talk.begun()
                .answers(9, "'stopReason':'end_turn'")
                .answers(9, "'stopReason':'end_turn'")
                .play();
        assertEquals(List.of("turn.started", "turn.completed"), told.typesOf(5));
        assertEquals(1, told.count(EventType.TURN_COMPLETED));
    }

    @Test
    void a_turn_that_runs_is_that_of_the_unseen_prompt_whose_answer_comes_before_the_seen_ones() throws IOException {
        Told told = Talk.begun()
                .prompt("second")
                .says("agent_message", "one")
                .answers(9, "'stopReason':'end_turn'")
                .says("agent_message", "two")
                .answers(3, "'stopReason':'end_turn'")
                .play();
        assertEquals("1", told.item("1:1").path("turn").asText());
        assertEquals("2", told.item("2:1").path("turn").asText());
        assertEquals(2, told.count(EventType.TURN_COMPLETED));
    }

    @Test
    void a_session_that_the_client_has_prompted_is_no_sub_agent() throws IOException {
        Told told = Talk.begun()
                .prompt("one")
                .asks("session/prompt", "'sessionId':'other','prompt':[]")
                .update("other", "agent_message_chunk", "'content':{'type':'text','text':'I look'}")
                .play();
        assertNull(told.payloads(ThreadStarted.class).getLast().parentThread());
    }

    @Test
    void nobody_works_for_himself_nor_for_one_that_works_for_him() throws IOException {
        Told told = new Talk()
                .agreed(1)
                .update("current_mode_update", "'currentModeId':'plan'")
                .prompt("one")
                .answers("'stopReason':'end_turn'")
                .prompt("two")
                .says("agent_message", "I look")
                .answers("'stopReason':'end_turn'")
                .play();
        assertTrue(told.payloads(ThreadStarted.class).stream().allMatch(started -> started.parentThread() == null));
        Told each = Talk.begun2()
                .update("subagent_update", "'sessionId':'other','state':{'state':'running'}")
                .update("other", "subagent_update", "'sessionId':'SESSION','state':{'state':'running'}")
                .update("other", "state_update", "'state':'running'")
                .update("state_update", "'state':'running'")
                .update("state_update", "'state':'idle','stopReason':'end_turn'")
                .play();
        assertEquals(1, each.count(EventType.TURN_COMPLETED));
    }

    @Test
    void a_session_that_tells_its_settings_is_there_so_that_a_refusal_is_its_own() throws IOException {
        Told told = new Talk()
                .agreed(1)
                .update("current_mode_update", "'currentModeId':'plan'")
                .asks("session/set_mode", "'sessionId':'SESSION','modeId':'none'")
                .refuses(-32602, "no such mode")
                .play();
        assertEquals("sess-1", told.canonical().getLast().refs().thread());
    }

    @Test
    void a_message_that_its_turn_breaks_off_says_so() throws IOException {
        Told told = Talk.begun()
                .prompt("go")
                .says("agent_message", "half")
                .answers("'stopReason':'cancelled'")
                .play();
        assertEquals("turn ended", told.item("1:1").path("detail").asText());
    }

    @Test
    void a_count_without_a_cost_leaves_the_cost_as_it_was() throws IOException {
        Told told = Talk.begun()
                .prompt("go")
                .update("usage_update", "'used':1,'size':9,'cost':{'amount':0.5,'currency':'USD'}")
                .update("usage_update", "'used':2,'size':9")
                .play();
        UsageFigures last = told.payloads(ThreadTokenUsageUpdated.class).getLast().figures();
        assertEquals(2, last.contextTokens());
        assertEquals("0.5", last.thread().costUsd().toPlainString());
    }

    @Test
    void a_refused_login_is_told_as_what_it_is() throws IOException {
        Told told = new Talk().agreed(1).asks("authenticate", "'methodId':'m'").refuses(-32000, "no key").play();
        assertEquals("permission_error", told.only(RuntimeError.class).errorClass().word());
    }

    @Test
    void a_session_of_another_process_is_counted_from_its_history() throws IOException {
        Told told = new Talk()
                .agreed(2)
                .asks("session/resume", "'sessionId':'SESSION','cwd':'/w','replayFrom':{'type':'start'}")
                .update("user_message", "'messageId':'u','content':[]")
                .says("user_message", "u", "one")
                .update("agent_message", "'messageId':'a','content':[]")
                .says("agent_message", "a", "first")
                .update("state_update", "'state':'idle'")
                .answers("")
                .update("state_update", "'state':'running'")
                .play();
        assertEquals("2", told.canonical().stream()
                .filter(event -> event.type() == EventType.TURN_STARTED && !event.history())
                .findFirst()
                .orElseThrow()
                .refs()
                .turn());
        assertEquals("one", told.item("user:u").path("text").asText());
        assertNull(told.payloads(ItemCompleted.class).getFirst().item().text());
        assertTrue(told.item("agent:a").path("state").asText().equals("completed"));
    }

    @Test
    void what_an_agent_says_between_two_turns_is_whole_when_the_next_one_begins() throws IOException {
        Told told = Talk.begun()
                .says("agent_message", "before any turn")
                .prompt("go")
                .says("agent_message", "in it")
                .answers("'stopReason':'end_turn'")
                .says("agent_message", "after it")
                .prompt("on")
                .answers("'stopReason':'end_turn'")
                .play();

        for (String item : List.of("0:1", "1:1", "1:2")) {
            assertEquals("completed", told.item(item).path("state").asText(), item);
        }
    }
}
