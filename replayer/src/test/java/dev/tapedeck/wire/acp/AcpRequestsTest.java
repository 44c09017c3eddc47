package dev.tapedeck.wire.acp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tapedeck.canonical.EventType;
import dev.tapedeck.canonical.RequestPayload.RequestOpened;
import dev.tapedeck.canonical.RequestPayload.RequestResolved;
import dev.tapedeck.canonical.RequestType;
import dev.tapedeck.canonical.StepStatus;
import dev.tapedeck.canonical.ThreadPayload.ThreadTokenUsageUpdated;
import dev.tapedeck.canonical.ToolKind;
import dev.tapedeck.canonical.TurnPayload.TurnCompleted;
import dev.tapedeck.canonical.TurnPayload.TurnPlanUpdated;
import dev.tapedeck.canonical.UsageFigures;
import dev.tapedeck.host.HostNote;
import dev.tapedeck.replay.UnmappedKind;
import dev.tapedeck.wire.acp.Talk.Told;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the agent asks, what it is answered, what vendors added; and what was used. */
class AcpRequestsTest {
    private static final String ASKS = "'sessionId':'SESSION','toolCall':{'toolCallId':'t','title':'`ls`',"
            + "'kind':'execute'},'options':[{'optionId':'1','name':'Yes','kind':'allow_always'}]";

    @Test
    void a_permission_is_asked_by_kind_and_decided_by_what_the_option_means() throws IOException {
        Told told = Talk.begun()
                .prompt("go")
                .demands("0", "session/request_permission", ASKS)
                .replies("0", "{'outcome':{'outcome':'selected','optionId':'1'}}")
                .play();
        RequestOpened opened = told.only(RequestOpened.class);
        assertEquals(RequestType.COMMAND_EXECUTION_APPROVAL, opened.requestType());
        assertEquals("ls", opened.detail());
        assertEquals("allow_always", told.only(RequestResolved.class).decision());
        assertEquals("working", told.find("turns", "turn", "1").path("phase").asText());
    }

    @Test
    void version_2_asks_about_a_subject() throws IOException {
        Told told = Talk.begun2()
                .update("state_update", "'state':'running'")
                .demands("0", "session/request_permission", "'sessionId':'SESSION','title':'Edit','subject':{"
                        + "'type':'tool_call','toolCall':{'toolCallId':'t','title':'a','kind':'edit'}},'options':[]")
                .play();
        assertEquals(RequestType.FILE_CHANGE_APPROVAL, told.only(RequestOpened.class).requestType());
    }

    @Test
    void a_command_that_reads_is_asked_for_as_a_command_and_an_mcp_tool_by_its_kind() throws IOException {
        String ask = "'sessionId':'SESSION','toolCall':{'toolCallId':'%s','title':'%s','kind':'%s','rawInput':%s},"
                + "'options':[]";
        Told told = Talk.begun()
                .prompt("go")
                .demands("0", "session/request_permission",
                        ask.formatted("t", "Read a.txt", "read", "{'command':['cat','a.txt']}"))
                .demands("1", "session/request_permission",
                        ask.formatted("u", "add (demo MCP Server)", "other", "{}"))
                .play();
        List<RequestOpened> opened = told.payloads(RequestOpened.class);
        assertEquals(RequestType.COMMAND_EXECUTION_APPROVAL, opened.getFirst().requestType());
        assertEquals(ToolKind.READ, opened.getFirst().toolKind());
        assertEquals(RequestType.UNKNOWN, opened.getLast().requestType());
        assertEquals(ToolKind.MCP, opened.getLast().toolKind());
    }

    @Test
    void a_question_names_its_request_in_both_of_its_events() throws IOException {
        Told told = Talk.begun2()
                .update("state_update", "'state':'running'")
                .demands("7", "elicitation/create", "'sessionId':'SESSION','message':'Which?','mode':'form'")
                .play();
        assertEquals(List.of("7", "7"), told.canonical().stream()
                .filter(event -> event.type().family() == EventType.Family.REQUEST)
                .map(event -> event.refs().request().key())
                .toList());
    }

    @Test
    void a_plan_is_what_its_user_makes_of_it() throws IOException {
        for (String word : List.of("accepted", "rejected")) {
            Told told = Talk.begun()
                    .prompt("go")
                    .demands("0", "cursor/create_plan", "'toolCallId':'c','name':'N','plan':'# x','todos':[]")
                    .replies("0", "{'outcome':{'outcome':'" + word + "'}}")
                    .play();
            assertEquals(
                    word.equals("accepted") ? "completed" : "declined",
                    told.item("plan:c").path("state").asText());
        }
    }

    @Test
    void C39_a_request_that_the_agent_takes_back_is_cancelled_and_the_turn_goes_on() throws IOException {
        Told told = Talk.begun()
                .prompt("go")
                .demands("'r'", "session/request_permission", ASKS)
                .out("{'method':'$/cancel_request','params':{'requestId':'r'}}")
                .answers("'stopReason':'end_turn'")
                .play();
        assertEquals(Boolean.TRUE, told.only(RequestResolved.class).cancelled());
        assertEquals("cancelled", told.find("requests", "request", "\"r\"").path("state").asText());
        assertEquals(1, told.count(EventType.TURN_COMPLETED));
    }

    @Test
    void a_question_that_is_open_when_its_turn_ends_is_withdrawn_in_the_words_of_its_method() throws IOException {
        for (String method : List.of("session/request_permission", "cursor/ask_question", "elicitation/create")) {
            Told told = Talk.begun()
                    .prompt("go")
                    .demands("0", method, ASKS + ",'questions':[],'message':'x'")
                    .answers("'stopReason':'cancelled'")
                    .play();
            HostNote.CancelWritten note = told.report().notes(HostNote.CancelWritten.class).getFirst();
            assertEquals(
                    method.startsWith("elicitation") ? "{\"action\":\"cancel\"}"
                            : "{\"outcome\":{\"outcome\":\"cancelled\"}}",
                    String.valueOf(note.answer()));
        }
    }

    @Test
    void a_vendors_unknown_request_is_refused_in_its_turn_and_its_notification_is_counted() throws IOException {
        Told told = Talk.begun()
                .prompt("go")
                .demands("0", "session/request_permission", ASKS)
                .demands("1", "acme/ask_the_oracle", "'x':1")
                .demands("2", "fs/read_text_file", "'sessionId':'SESSION','path':'/w/a'")
                .out("{'method':'_acme/mood','params':{}}")
                .play();
        assertEquals(
                List.of("_acme/mood", "acme/ask_the_oracle"),
                told.report().unmapped().stream().map(UnmappedKind::kind).sorted().toList());
        assertEquals(List.of("acme/ask_the_oracle"), told.report().notes(HostNote.ErrorWritten.class).stream()
                .map(HostNote.ErrorWritten::method)
                .toList());
    }

    @Test
    void steps_of_a_todo_list_are_merged_by_their_ids() throws IOException {
        Told told = Talk.begun()
                .prompt("go")
                .out("{'method':'cursor/update_todos','params':{'merge':false,'todos':["
                        + "{'id':'a','content':'Read','status':'in_progress'},{'id':'b','content':'Write',"
                        + "'status':'pending'}]}}")
                .out("{'method':'cursor/update_todos',"
                        + "'params':{'merge':true,'todos':[{'id':'a','status':'completed'}]}}")
                .play();
        assertEquals(
                List.of(
                        new TurnPlanUpdated.Step("Read", StepStatus.COMPLETED),
                        new TurnPlanUpdated.Step("Write", StepStatus.PENDING)),
                told.payloads(TurnPlanUpdated.class).getLast().plan());
    }

    @Test
    void C17_null_and_absent_are_no_number_and_not_zero() throws IOException {
        Told told = Told.of(Talk.shared("cases/inputs/C17-acp-null-usage.ndjson"));
        List<ThreadTokenUsageUpdated> usage = told.payloads(ThreadTokenUsageUpdated.class);
        List<UsageFigures> figures = usage.stream().map(ThreadTokenUsageUpdated::figures).toList();
        assertEquals(null, figures.get(0).contextTokens());
        assertEquals("0.01", figures.get(0).thread().costUsd().toPlainString());
        assertEquals(null, figures.get(1).contextTokens());
        assertEquals(22001L, figures.get(2).contextTokens());
        assertEquals(258400L, figures.get(2).contextWindow());
        assertEquals(true, usage.get(0).usage().path("used").isNull(), "the raw copy keeps null as null");
        assertEquals("OK", told.item("1:1").path("text").asText());
        assertEquals(0, told.report().count(dev.tapedeck.host.Disposition.FAULTED));
    }

    @Test
    void D9_a_turn_cost_what_the_sessions_cost_rose_by() throws IOException {
        Told told = Talk.begun()
                .prompt("one")
                .update("usage_update", "'used':1,'size':9,'cost':{'amount':0.5,'currency':'USD'}")
                .answers("'stopReason':'end_turn','usage':{'inputTokens':3,'outputTokens':4,'totalTokens':7}")
                .prompt("two")
                .update("usage_update", "'used':1,'size':9,'cost':{'amount':0.75,'currency':'USD'}")
                .answers("'stopReason':'end_turn'")
                .play();
        List<TurnCompleted> ends = told.payloads(TurnCompleted.class);
        assertEquals("0.5", ends.get(0).turnUsage().costUsd().toPlainString());
        assertEquals(3L, ends.get(0).turnUsage().inputTokens());
        assertEquals("0.25", ends.get(1).turnUsage().costUsd().toPlainString());
        assertEquals(null, ends.get(1).turnUsage().inputTokens());
    }

    @Test
    void an_agent_that_counts_only_in_its_extension_is_heard() throws IOException {
        Told told = Talk.begun()
                .prompt("one")
                .answers("'stopReason':'end_turn',"
                        + "'_meta':{'quota':{'token_count':{'input_tokens':3,'output_tokens':4}}}")
                .play();

        TurnCompleted end = told.payloads(TurnCompleted.class).getFirst();
        assertEquals(3L, end.turnUsage().inputTokens());
        assertEquals(4L, end.turnUsage().outputTokens());
    }

    @Test
    void D9_of_a_session_that_was_opened_again_the_first_turns_cost_is_not_known() throws IOException {
        Told told = new Talk()
                .agreed(1)
                .asks("session/load", "'sessionId':'SESSION','cwd':'/w'")
                .answers("")
                .prompt("one")
                .update("usage_update", "'used':1,'size':9,'cost':{'amount':5,'currency':'USD'}")
                .answers("'stopReason':'end_turn'")
                .play();
        assertEquals(null, told.only(TurnCompleted.class).turnUsage());
    }
}
