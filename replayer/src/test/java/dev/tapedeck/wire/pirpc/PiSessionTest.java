package dev.tapedeck.wire.pirpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.canonical.CanonicalEvent;
import dev.tapedeck.canonical.EventType;
import dev.tapedeck.canonical.ItemPayload.ItemCompleted;
import dev.tapedeck.canonical.SessionFacts;
import dev.tapedeck.canonical.TelemetryPayload.RuntimeError;
import dev.tapedeck.canonical.ThreadPayload.ThreadMetadataUpdated;
import dev.tapedeck.canonical.TurnPayload.TurnStarted;
import dev.tapedeck.runtime.RuntimeEvent.EvidenceUpdated;
import dev.tapedeck.wire.PlayedLines;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Which conversation the process holds, with which settings, and what comes of commands. */
class PiSessionTest {
    private static final String STATE = "{'id':'s','type':'response','command':'get_state','success':true,'data':{"
            + "'model':{'id':'m','provider':'p'},'thinkingLevel':'low','sessionId':'one'}}";

    private static PlayedLines play(String... lines) throws IOException {
        return PlayedLines.talk(PiRpc.WIRE, lines);
    }

    private static List<String> threads(PlayedLines played, EventType type) {
        return played.events().stream()
                .filter(event -> event.type() == type)
                .map(CanonicalEvent::refs)
                .map(refs -> Objects.requireNonNull(refs.thread()))
                .toList();
    }

    @Test
    void the_session_begins_with_the_first_frame_and_learns_its_id_later() throws IOException {
        PlayedLines played = play("{'type':'agent_start'}", STATE, "{'type':'agent_end','messages':[]}");
        assertEquals(List.of("session.started", "thread.started", "turn.started", "session.state.changed"),
                played.typesOf(1));
        CanonicalEvent end = played.events().stream()
                .filter(event -> event.type() == EventType.TURN_COMPLETED).findFirst().orElseThrow();
        assertEquals("one", end.refs().session());
        assertEquals(1, threads(played, EventType.THREAD_STARTED).size());
    }

    @Test
    void a_switch_that_nobody_saw_asked_for_goes_where_the_state_says_the_conversation_is_kept() throws IOException {
        String kept = STATE.replace("'sessionId'", "'sessionFile':'/s/one.jsonl','sessionId'");
        String left = "{'type':'response','command':'new_session','success':true,'data':{'cancelled':false}}";
        String switched = "{'type':'response','command':'switch_session','success':true,'data':{'cancelled':false}}";
        PlayedLines known = play(kept, left, switched, kept, "{'type':'agent_start'}");
        assertEquals(List.of("1", "2"), threads(known, EventType.THREAD_STARTED));
        assertEquals(List.of("1"), threads(known, EventType.TURN_STARTED));
        PlayedLines unknown = play(kept, left, switched, kept.replace("one", "other"), "{'type':'agent_start'}");
        assertEquals(List.of("1", "2", "3"), threads(unknown, EventType.THREAD_STARTED));
    }

    private static final String MESSAGES = "{'type':'response','command':'get_messages','success':true,"
            + "'data':{'messages':["
            + "{'role':'system','content':'s'},{'role':'user','content':'Go','timestamp':1796057724843},"
            + "{'role':'assistant','content':[{'type':'thinking','thinking':'hm'},{'type':'toolCall','id':'c',"
            + "'name':'bash','arguments':{'command':'ls'}},{'type':'toolCall','id':'d','name':'bash',"
            + "'arguments':{'command':'rm'}}],"
            + "'stopReason':'toolUse'},{'role':'toolResult','toolCallId':'c','toolName':'bash','isError':false,"
            + "'content':[{'type':'text','text':'a'}]},"
            + "{'role':'assistant','content':[{'type':'text','text':'Ha'}],'stopReason':'aborted'}]}}";

    @Test
    void messages_of_the_time_before_are_history_in_no_turn_and_confirm_no_send() throws IOException {
        PlayedLines played = play(STATE, ">{'type':'prompt','message':'Go'}", MESSAGES);
        List<CanonicalEvent> items =
                played.events().stream().filter(event -> event.type() == EventType.ITEM_COMPLETED).toList();
        assertEquals(List.of("history/1", "history/2/0", "c", "d", "history/4/0"),
                items.stream().map(event -> event.refs().item()).toList());
        assertTrue(items.stream().allMatch(event -> event.history() && event.refs().turn() == null));
        assertEquals(
                List.of("completed Go", "completed hm", "completed a", "failed null", "failed Ha"),
                played.payloads(ItemCompleted.class).stream()
                        .map(item -> item.item().status().word() + " " + item.item().text()).toList());
        assertTrue(played.runtime(EvidenceUpdated.class).isEmpty());
    }

    @Test
    void messages_of_turns_that_ran_here_are_told_already() throws IOException {
        PlayedLines played = play("{'type':'agent_start'}", "{'type':'agent_end','messages':[]}", MESSAGES);
        assertTrue(played.payloads(ItemCompleted.class).isEmpty());
    }

    @Test
    void another_session_is_another_thread_whoever_began_it() throws IOException {
        PlayedLines asked = play(STATE, ">{'id':'n','type':'new_session'}",
                "{'id':'n','type':'response','command':'new_session','success':true,'data':{'cancelled':false}}");
        assertEquals(List.of("1", "2"), threads(asked, EventType.THREAD_STARTED));
        PlayedLines noticed = play(STATE, STATE.replace("one", "two"));
        assertEquals(List.of("1", "2"), threads(noticed, EventType.THREAD_STARTED));
        PlayedLines refused = play(STATE,
                "{'type':'response','command':'fork','success':true,'data':{'cancelled':true}}");
        assertEquals(List.of("1"), threads(refused, EventType.THREAD_STARTED));
    }

    @Test
    void a_turn_knows_the_model_and_effort_that_were_told_last() throws IOException {
        PlayedLines played = play(STATE, "{'type':'thinking_level_changed','level':'high'}", "{'type':'agent_start'}");
        TurnStarted turn = played.payloads(TurnStarted.class).getFirst();
        assertEquals("m", turn.model());
        assertEquals("high", turn.effort());
    }

    @Test
    void instructions_tell_the_folder_and_the_tools_and_later_ones_change_them() throws IOException {
        PlayedLines played = play(
                "{'type':'message_end','message':{'role':'system','sections':{'cwd':'<cwd>/w</cwd>'},"
                        + "'toolsAdded':[{'name':'bash'},{'name':'read'}]}}",
                "{'type':'message_end','message':{'role':'system','toolsAdded':[{'name':'edit'}],"
                        + "'toolsRemoved':['read']}}");
        SessionFacts facts = played.payloads(ThreadMetadataUpdated.class).getLast().facts();
        assertEquals(new SessionFacts("/w", null, List.of("bash", "edit"), null), facts);
    }

    @Test
    void a_prompt_is_confirmed_by_its_echo_and_pictures_count() throws IOException {
        PlayedLines played = play(
                ">{'id':'p','type':'prompt','message':'look',"
                        + "'images':[{'type':'image','data':'AA==','mimeType':'x/y'}]}",
                "{'type':'agent_start'}",
                "{'type':'message_end','message':{'role':'user','content':[{'type':'text','text':'look'}]}}",
                "{'type':'message_end','message':{'role':'user','content':[{'type':'text','text':'look'},"
                        + "{'type':'image','data':'AA==','mimeType':'x/y'}]}}");
        assertEquals(1, played.runtime(EvidenceUpdated.class).size());
        assertEquals("image", Objects.requireNonNull(
                played.payloads(ItemCompleted.class).getLast().item().attachments()).getFirst().kind());
    }

    @Test
    void a_send_into_a_later_conversation_confirms_nothing_since_the_tab_holds_the_first() throws IOException {
        PlayedLines played = play(STATE,
                "{'type':'response','command':'new_session','success':true,'data':{'cancelled':false}}",
                ">{'id':'p','type':'prompt','message':'hi'}", "{'type':'agent_start'}",
                "{'type':'message_end','message':{'role':'user','content':'hi'}}");
        assertTrue(played.runtime(EvidenceUpdated.class).isEmpty());
    }

    @Test
    void a_command_that_is_refused_is_an_error_of_no_turn() throws IOException {
        PlayedLines played = play("{'type':'agent_start'}", ">{'id':'p','type':'prompt','message':'hi'}",
                "{'id':'p','type':'response','command':'prompt','success':false,'error':'busy'}");
        CanonicalEvent error = played.events().stream()
                .filter(event -> event.type() == EventType.RUNTIME_ERROR).findFirst().orElseThrow();
        assertEquals("busy", ((RuntimeError) error.payload()).message());
        assertNull(error.refs().turn());
    }

    @Test
    void a_command_that_is_refused_before_anything_was_told_is_an_error_of_the_process_own_thread() throws IOException {
        PlayedLines played = play(">{'id':'p','type':'no_such'}",
                "{'id':'p','type':'response','command':'no_such','success':false,'error':'Unknown command'}");
        assertEquals(List.of("1"), threads(played, EventType.RUNTIME_ERROR));
    }

    @Test
    void an_answer_is_joined_by_its_id_and_without_one_by_the_command_that_it_names() throws IOException {
        PlayedLines played = play(">{'id':7,'type':'get_state'}", STATE.replace("'s'", "7"),
                ">{'type':'get_commands'}",
                "{'type':'response','command':'get_commands','success':true,'data':{'commands':[]}}");
        assertTrue(played.kinds().contains("out get_state#result"), played.kinds().toString());
        assertTrue(played.kinds().contains("out get_commands#result"), played.kinds().toString());
    }

    @Test
    void an_answer_to_a_command_that_nobody_knows_is_counted_as_unmapped() throws IOException {
        PlayedLines played = play("{'type':'response','command':'levitate','success':true}");
        assertEquals("[out levitate#result]", played.unmapped().toString());
    }
}
