package dev.tapedeck.wire.pirpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.canonical.ItemPayload;
import dev.tapedeck.canonical.ItemPayload.ItemCompleted;
import dev.tapedeck.canonical.ItemPayload.ItemStarted;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemStatus;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.RequestPayload.RequestOpened;
import dev.tapedeck.canonical.RequestPayload.RequestResolved;
import dev.tapedeck.canonical.RequestPayload.UserInputRequested;
import dev.tapedeck.canonical.RequestType;
import dev.tapedeck.canonical.ToolKind;
import dev.tapedeck.host.HostNote;
import dev.tapedeck.wire.PlayedLines;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tools from call to result, what extensions ask about them, and the user's own commands. */
class PiToolsTest {
    private static final String START = "{'type':'agent_start'}";
    private static final String CONFIRM =
            "{'type':'extension_ui_request','id':'u','method':'confirm','title':'Allow?','message':'ls'}";

    private static String update(String event) {
        return "{'type':'message_update','assistantMessageEvent':" + event + "}";
    }

    private static String begins(String id, String tool) {
        return "{'type':'tool_execution_start','toolCallId':'" + id + "','toolName':'" + tool
                + "','args':{'command':'ls','path':'a.txt'}}";
    }

    private static String tells(String id, String tool, String text) {
        return "{'type':'tool_execution_update','toolCallId':'" + id + "','toolName':'" + tool
                + "','args':{},'partialResult':{'content':[{'type':'text','text':'" + text + "'}]}}";
    }

    private static String ends(String id, String tool, String result, boolean failed) {
        return "{'type':'tool_execution_end','toolCallId':'" + id + "','toolName':'" + tool + "','result':" + result
                + ",'isError':" + failed + "}";
    }

    private static String said(String text) {
        return "{'content':[{'type':'text','text':'" + text + "'}]}";
    }

    private static PlayedLines play(String... lines) throws IOException {
        return PlayedLines.talk(PiRpc.WIRE, lines);
    }

    private static ItemSnapshot completed(PlayedLines played) {
        return played.payloads(ItemCompleted.class).getFirst().item();
    }

    @Test
    void a_call_is_one_item_from_its_first_word_to_its_result_in_both_versions() throws IOException {
        String lean = update("{'type':'toolcall_start','contentIndex':0,'id':'c','toolName':'bash'}");
        String fat = update("{'type':'toolcall_start','contentIndex':0,'partial':{'content':[{'type':'toolCall',"
                + "'id':'c','name':'bash','arguments':{}}]}}");
        for (String first : List.of(lean, fat)) {
            PlayedLines played = play(
                    START, first, update("{'type':'toolcall_delta','contentIndex':0,'delta':'{}'}"),
                    update("{'type':'toolcall_end','contentIndex':0,'toolCall':{'type':'toolCall','id':'c',"
                            + "'name':'bash','arguments':{'command':'ls'}}}"),
                    begins("c", "bash"), tells("c", "bash", "a"), tells("c", "bash", "ab"),
                    ends("c", "bash", said("ab"), false));
            assertEquals(1, played.payloads(ItemStarted.class).size());
            assertTrue(played.events().stream()
                    .filter(event -> event.payload() instanceof ItemPayload)
                    .allMatch(event -> "c".equals(event.refs().item())));
            assertEquals(ItemStatus.COMPLETED, completed(played).status());
            assertEquals("ab", completed(played).text());
            assertEquals(ItemType.COMMAND_EXECUTION, completed(played).itemType());
        }
    }

    @Test
    void an_exit_code_is_told_by_the_structured_result_or_else_by_the_words_of_a_failure() throws IOException {
        PlayedLines told = play(START, begins("c", "bash"), ends("c", "bash",
                "{'content':[{'type':'text','text':'x Command exited with code 9'}],"
                        + "'structuredContent':{'output':'x','exit_code':3}}", true));
        assertEquals(3, completed(told).exitCode());
        assertEquals("x", completed(told).text());
        PlayedLines read = play(START, begins("c", "bash"),
                ends("c", "bash", said("x Command exited with code 9"), true));
        assertEquals(9, completed(read).exitCode());
        PlayedLines other = play(START, begins("c", "read"),
                ends("c", "read", said("Command exited with code 9"), false));
        assertNull(completed(other).exitCode());
    }

    @Test
    void a_result_without_its_verdict_is_a_fault_and_never_a_success() throws IOException {
        PlayedLines played = play(START, begins("c", "bash"),
                "{'type':'tool_execution_end','toolCallId':'c','toolName':'bash','result':{'content':[]}}");
        assertTrue(played.payloads(ItemCompleted.class).stream()
                .noneMatch(item -> item.item().status() == ItemStatus.COMPLETED));
        assertTrue(String.valueOf(played.reasons().getLast()).contains("/isError"), played.reasons().toString());
    }

    @Test
    void every_tool_of_the_vendors_has_its_kind() {
        assertEquals(ToolKind.BASH, PiTool.named("bash").kind());
        assertEquals(ToolKind.READ, PiTool.named("read").kind());
        assertEquals(ToolKind.WRITE, PiTool.named("write").kind());
        assertEquals(ToolKind.SEARCH, PiTool.named("grep").kind());
        assertEquals(ToolKind.MCP, PiTool.named("mcp__demo__add").kind());
        assertEquals("add", PiTool.named("mcp__demo__add").tool());
        assertEquals("demo", PiTool.named("mcp__demo__add").server());
        assertEquals(ToolKind.CUSTOM, PiTool.named("of_an_extension").kind());
    }

    @Test
    void a_yes_or_no_before_a_tools_first_sign_of_life_is_its_approval() throws IOException {
        PlayedLines played = play(START, begins("c", "bash"), CONFIRM,
                ">{'type':'extension_ui_response','id':'u','confirmed':false}",
                ends("c", "bash", said("Refused"), true));
        RequestOpened opened = played.payloads(RequestOpened.class).getFirst();
        assertEquals(RequestType.COMMAND_EXECUTION_APPROVAL, opened.requestType());
        RequestResolved resolved = played.payloads(RequestResolved.class).getFirst();
        assertEquals(RequestType.COMMAND_EXECUTION_APPROVAL, resolved.requestType());
        assertEquals(Boolean.FALSE, resolved.approved());
        assertEquals(ItemStatus.DECLINED, completed(played).status());
    }

    @Test
    void the_last_tool_that_began_is_the_one_that_is_asked_about() throws IOException {
        PlayedLines played = play(START, begins("c", "bash"), tells("c", "bash", "x"), begins("d", "write"), CONFIRM);
        assertEquals(RequestType.FILE_CHANGE_APPROVAL, played.payloads(RequestOpened.class).getFirst().requestType());
    }

    @Test
    void any_other_dialog_is_a_question_to_the_user() throws IOException {
        PlayedLines working = play(START, begins("c", "bash"), tells("c", "bash", "x"), CONFIRM);
        assertEquals(RequestType.TOOL_USER_INPUT, working.payloads(RequestOpened.class).getFirst().requestType());
        PlayedLines idle = play("{'type':'extension_ui_request','id':'u','method':'select','title':'t','options':[]}",
                ">{'type':'extension_ui_response','id':'u','cancelled':true}");
        assertEquals(1, idle.payloads(UserInputRequested.class).size());
        assertEquals(Boolean.FALSE, idle.payloads(RequestResolved.class).getFirst().approved());
        assertEquals("cancelled", idle.payloads(RequestResolved.class).getFirst().decision());
    }

    @Test
    void a_notice_has_an_id_and_still_asks_for_nothing() throws IOException {
        PlayedLines played = play("{'type':'extension_ui_request','id':'u','method':'notify','message':'m'}");
        assertTrue(played.payloads(RequestOpened.class).isEmpty());
        assertEquals(List.of("runtime.warning"), played.typesOf(1));
    }

    @Test
    void a_dialog_that_a_turn_leaves_behind_is_cancelled_in_the_wires_own_words() throws IOException {
        PlayedLines played = play(START, begins("c", "bash"), CONFIRM, "{'type':'agent_end','messages':[]}");
        HostNote.CancelWritten cancel = played.report().notes(HostNote.CancelWritten.class).getFirst();
        assertEquals("{\"cancelled\":true}", String.valueOf(cancel.answer()));
    }

    @Test
    void a_question_between_two_turns_stays_open() throws IOException {
        PlayedLines played = play(START, "{'type':'agent_end','messages':[]}", CONFIRM);
        assertTrue(played.report().notes(HostNote.CancelWritten.class).isEmpty());
    }

    @Test
    void a_users_command_is_an_item_of_its_own_with_or_without_an_id() throws IOException {
        for (String id : List.of("'id':'b',", "")) {
            PlayedLines played = play(
                    ">{" + id + "'type':'bash','command':'ls'}",
                    "{'type':'bash_execution_update'," + id + "'delta':'a.txt'}",
                    "{" + id + "'type':'response','command':'bash','success':true,"
                            + "'data':{'output':'a.txt','exitCode':0,'cancelled':false,'truncated':false}}");
            assertEquals("ls", played.payloads(ItemStarted.class).getFirst().item().title());
            assertEquals(ItemStatus.COMPLETED, completed(played).status());
            assertEquals(0, completed(played).exitCode());
            assertEquals(1, played.events().stream().map(event -> event.refs().item())
                    .filter(item -> item != null).distinct().count());
        }
    }
}
