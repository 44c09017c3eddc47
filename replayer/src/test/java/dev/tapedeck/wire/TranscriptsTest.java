package dev.tapedeck.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.tapedeck.canonical.CanonicalEvent;
import dev.tapedeck.canonical.ItemPayload.ItemCompleted;
import dev.tapedeck.canonical.ItemStatus;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.ThreadPayload.ThreadStarted;
import dev.tapedeck.canonical.ThreadPayload.ThreadTokenUsageUpdated;
import dev.tapedeck.canonical.TurnPayload.TurnCompleted;
import dev.tapedeck.canonical.TurnPayload.TurnStarted;
import dev.tapedeck.canonical.TurnState;
import dev.tapedeck.host.Disposition;
import dev.tapedeck.rules.Resumed;
import dev.tapedeck.scratch.Scratch;
import dev.tapedeck.wire.claudetranscript.ClaudeTranscript;
import dev.tapedeck.wire.opencodeexport.OpenCodeExport;
import dev.tapedeck.wire.pisession.PiSessionFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Files in which programs keep their sessions: what they tell, and where a turn begins and ends in them. */
class TranscriptsTest {
    private static final String PI = "{'type':'session','id':'s1','timestamp':'2026-11-30T12:00:00Z','cwd':'/w'}";

    @Test
    void a_claude_answer_of_several_lines_is_one_turn_whose_usage_counts_once() throws IOException {
        PlayedLines played = PlayedLines.of(
                ClaudeTranscript.WIRE,
                claude("user", "'content':'Hi'", ""),
                claude("assistant", answer("m1", "{'type':'thinking','thinking':'Hm'}", "end_turn"), ""),
                claude("assistant", answer("m1", "{'type':'text','text':'Hello'}", "end_turn"), ""));

        assertEquals(1, played.payloads(ThreadTokenUsageUpdated.class).size());
        assertEquals(
                List.of("thread.started", "turn.started", "item.completed", "item.completed",
                        "thread.token-usage.updated", "item.completed", "turn.completed"),
                played.types());
    }

    @Test
    void a_claude_prompt_ends_the_turn_that_had_no_end() throws IOException {
        PlayedLines played = PlayedLines.of(
                ClaudeTranscript.WIRE,
                claude("user", "'content':'One'", ""),
                claude("user", "'content':[{'type':'text','text':'[Request interrupted by user]'}]", ""),
                claude("user", "'content':'Two'", ""),
                claude("user", "'content':'Three'", ""));

        assertEquals(
                List.of(TurnState.INTERRUPTED, TurnState.COMPLETED),
                played.payloads(TurnCompleted.class).stream().map(TurnCompleted::state).toList());
    }

    @Test
    void a_claude_tool_that_failed_is_told_by_its_result() throws IOException {
        PlayedLines played = PlayedLines.of(
                ClaudeTranscript.WIRE,
                claude("user", "'content':'Go'", ""),
                claude("assistant", answer("m1",
                        "{'type':'tool_use','id':'t1','name':'Bash','input':{'command':'ls'}}", "tool_use"), ""),
                claude("user",
                        "'content':[{'type':'tool_result','tool_use_id':'t1','content':'no','is_error':true}]", ""));

        var item = played.payloads(ItemCompleted.class).getLast().item();
        assertEquals(List.of(ItemType.COMMAND_EXECUTION, ItemStatus.FAILED, "no"),
                List.of(item.itemType(), Objects.requireNonNull(item.status()), String.valueOf(item.text())));
    }

    @Test
    void a_claude_sub_agents_lines_are_a_child_thread() throws IOException {
        PlayedLines played = PlayedLines.of(
                ClaudeTranscript.WIRE, claude("user", "'content':'Count'", ",'agentId':'a1','isSidechain':true"));

        ThreadStarted thread = played.payloads(ThreadStarted.class).getFirst();
        assertEquals("a1", thread.providerThreadId());
        assertEquals("s1", thread.parentThread());
    }

    @Test
    void a_claude_file_of_an_unknown_entry_or_block_counts_it_by_name() throws IOException {
        PlayedLines played = PlayedLines.of(
                ClaudeTranscript.WIRE,
                claude("user", "'content':'Hi'", ""),
                claude("assistant", answer("m1", "{'type':'hologram'}", "end_turn"), ""),
                "{'type':'mood','sessionId':'s1'}");

        assertEquals(Set.of("out assistant:hologram", "out mood"), played.unmapped());
    }

    @Test
    void a_pi_session_ends_its_turns_by_the_answers_stop_reason() throws IOException {
        PlayedLines played = PlayedLines.of(
                PiSessionFile.WIRE,
                PI,
                pi("'role':'user','content':'Go'"),
                pi("'role':'assistant','content':[{'type':'toolCall','id':'c1','name':'bash',"
                        + "'arguments':{'command':'ls'}}],'stopReason':'toolUse'"),
                pi("'role':'toolResult','toolCallId':'c1','toolName':'bash','content':[{'type':'text','text':'x'}],"
                        + "'isError':false"),
                pi("'role':'assistant','content':[],'stopReason':'aborted','errorMessage':'stopped'"),
                pi("'role':'user','content':'Again'"),
                pi("'role':'assistant','content':[],'stopReason':'error','errorMessage':'overloaded'"));

        assertEquals(
                List.of(TurnState.INTERRUPTED, TurnState.FAILED),
                played.payloads(TurnCompleted.class).stream().map(TurnCompleted::state).toList());
        assertEquals("overloaded", played.payloads(TurnCompleted.class).getLast().errorMessage());
    }

    @Test
    void an_answer_whose_prompt_is_missing_begins_a_turn() throws IOException {
        PlayedLines played = PlayedLines.of(
                PiSessionFile.WIRE,
                PI,
                pi("'role':'assistant','content':[{'type':'text','text':'x'}],'stopReason':'stop'"));
        assertEquals(1, played.payloads(TurnStarted.class).size());
        assertEquals(TurnState.COMPLETED, played.payloads(TurnCompleted.class).getFirst().state());
    }

    @Test
    void a_session_goes_on_with_what_history_knows_of_its_turn_and_tools() {
        Scratch.Editor scratch = Scratch.EMPTY.edit();
        scratch.put("tools", JsonNodeFactory.instance.objectNode().put("old", "read"));
        PiSessionFile.BOOK.resume(
                new Resumed(
                        "s", null, "3", true, false, null, List.of(tool("old", false), tool("new", true)), List.of()),
                scratch);
        assertEquals("s", scratch.text("thread"));
        assertEquals("[3,true]", String.valueOf(scratch.get("turn/s")));
        assertEquals("{\"new\":\"bash\"}", String.valueOf(scratch.get("tools")));
    }

    private static Resumed.Item tool(String id, boolean open) {
        return new Resumed.Item(id, "3", ItemType.COMMAND_EXECUTION, open, false, "bash", null, null, 0);
    }

    @Test
    void an_opencode_export_reads_prompts_tools_and_the_reason_of_the_end() throws IOException {
        PlayedLines played = PlayedLines.of(
                OpenCodeExport.WIRE,
                "{'info':{'id':'s1','directory':'/w','title':'T','version':'1.18.33'}}",
                "{'info':{'id':'m1','sessionID':'s1','role':'user'},'parts':[{'id':'p1','type':'text','text':'Go'},"
                        + "{'id':'p2','type':'text','text':'added','synthetic':true}]}",
                "{'info':{'id':'m2','sessionID':'s1','role':'assistant','error':{'name':'MessageAbortedError',"
                        + "'data':{'message':'x'}}},'parts':[{'id':'p3','type':'tool','callID':'c1','tool':'bash',"
                        + "'state':{'status':'running','input':{'command':'ls'}}}]}");

        assertEquals("Go", played.payloads(ItemCompleted.class).getFirst().item().text());
        assertEquals(ItemStatus.FAILED, played.payloads(ItemCompleted.class).getLast().item().status());
        assertEquals(TurnState.INTERRUPTED, played.payloads(TurnCompleted.class).getFirst().state());
    }

    @Test
    void the_shared_pi_session_is_read_without_a_line_lost() throws IOException {
        Path file = PlayedLines.shared("corpus/pi-mono", ".*\\.jsonl").getFirst();
        PlayedLines played = PlayedLines.of(file, null);

        assertEquals(PiSessionFile.WIRE, played.report().header().wire());
        assertEquals(Set.of(), played.unmapped());
        assertEquals(0, played.report().count(Disposition.FAULTED));
        assertTrue(played.dispositions().size() > 100, played.dispositions().size() + " lines");
        for (CanonicalEvent event : played.events()) {
            assertEquals("d703a1a9-1b7b-4fb1-b512-c9738b1fe617", event.refs().thread());
        }
    }

    private static String claude(String type, String message, String more) {
        return "{'type':'" + type + "','uuid':'u" + message.hashCode() + "','sessionId':'s1','cwd':'/w',"
                + "'timestamp':'2026-11-30T12:00:00Z','message':{'role':'" + type + "'," + message + "}" + more + "}";
    }

    private static String answer(String id, String block, String stop) {
        return "'id':'" + id + "','content':[" + block + "],'stop_reason':'" + stop
                + "','usage':{'input_tokens':1,'output_tokens':2}";
    }

    private static String pi(String message) {
        return "{'type':'message','timestamp':'2026-11-30T12:00:00Z','message':{" + message + "}}";
    }
}
