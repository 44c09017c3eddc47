package dev.tapedeck.wire.codexappserver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.tapedeck.canonical.ErrorClass;
import dev.tapedeck.canonical.ErrorKind;
import dev.tapedeck.canonical.ItemPayload.ContentDelta;
import dev.tapedeck.canonical.ItemPayload.ItemCompleted;
import dev.tapedeck.canonical.RequestPayload.RequestOpened;
import dev.tapedeck.canonical.RequestPayload.RequestResolved;
import dev.tapedeck.canonical.RequestPayload.UserInputRequested;
import dev.tapedeck.canonical.RequestPayload.UserInputResolved;
import dev.tapedeck.canonical.RequestType;
import dev.tapedeck.canonical.TelemetryPayload.RuntimeError;
import dev.tapedeck.canonical.ToolKind;
import dev.tapedeck.runtime.ItemKind;
import dev.tapedeck.runtime.ItemState;
import dev.tapedeck.runtime.Patch;
import dev.tapedeck.runtime.RuntimeEvent.EvidenceUpdated;
import dev.tapedeck.runtime.RuntimeEvent.ItemUpdated;
import dev.tapedeck.runtime.RuntimeEvent.SessionUpdated;
import dev.tapedeck.runtime.RuntimeEvent.ThreadUpdated;
import dev.tapedeck.runtime.RuntimeEvent.UsageUpdated;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What a frame says is told, and told of the right thing. */
class CodexTellingTest {
    private static final String PLACE = "'threadId':'t','turnId':'u','itemId':'i'";

    @Test
    void who_logs_out_is_logged_in_no_more() {
        List<SessionUpdated> told = tape(
                        "account/updated", "'authMode':'apikey','planType':'pro'", "account/updated", "'authMode':null")
                .runtime(SessionUpdated.class);
        assertEquals(Patch.set("apikey"), told.getFirst().auth());
        assertEquals(Patch.keep(), told.getFirst().login());
        assertEquals(Patch.clear(), told.getLast().auth());
        assertEquals(Patch.clear(), told.getLast().login());
        assertEquals(Patch.clear(), told.getLast().billingMode());
    }

    @Test
    void a_new_thread_has_the_status_and_the_origin_that_it_began_with() {
        List<ThreadUpdated> told = tape(
                        "thread/started",
                        "'thread':{'id':'t','forkedFromId':'s','status':{'type':'idle'}}",
                        "thread/started",
                        "'thread':{'id':'t2','status':{'type':'evaporated'}}")
                .runtime(ThreadUpdated.class);
        assertEquals("Set[value={\"forkedFromId\":\"s\"}]", told.get(0).settings().toString());
        assertEquals(Patch.set("idle"), told.get(1).status());
        assertEquals(3, told.size(), "a status that nobody knows tells nothing");
    }

    @Test
    void an_error_tells_its_cause_and_a_server_that_refused_was_reached() {
        List<RuntimeError> told = tape(
                        "error",
                        "'error':{'message':'Reconnecting... 1/2','additionalDetails':'rate limit exceeded',"
                                + "'codexErrorInfo':{'responseStreamDisconnected':{'httpStatusCode':null}}},"
                                + "'willRetry':true",
                        "error",
                        "'error':{'message':'m','codexErrorInfo':{'httpConnectionFailed':{'httpStatusCode':401}}}",
                        "error",
                        "'error':{'message':'m','codexErrorInfo':"
                                + "{'responseTooManyFailedAttempts':{'httpStatusCode':429}}}")
                .payloads(RuntimeError.class);
        assertEquals("Reconnecting... 1/2 (rate limit exceeded)", told.get(0).message());
        assertEquals(ErrorClass.TRANSPORT_ERROR, told.get(0).errorClass());
        assertEquals(ErrorClass.PERMISSION_ERROR, told.get(1).errorClass());
        assertEquals(ErrorClass.PROVIDER_ERROR, told.get(2).errorClass());
        assertEquals(ErrorKind.RATE_LIMIT, told.get(2).kind());
    }

    @Test
    void what_agents_came_back_with_is_the_text_of_waiting_for_them() {
        String states =
                "'a':{'status':'completed','message':'There are 0 files.'},'b':{'status':'running','message':null}";
        String item = "'item':{'type':'collabAgentToolCall','id':'i','tool':'wait','status':'completed',"
                + "'receiverThreadIds':['a'],'agentsStates':{" + states + "}},'threadId':'t','turnId':'u'";
        assertEquals(
                "There are 0 files.",
                tape("item/completed", item).payloads(ItemCompleted.class).getFirst().item().text());
        String none = item.replace(states, "");
        assertNull(tape("item/completed", none).payloads(ItemCompleted.class).getFirst().item().text());
    }

    @Test
    void a_file_change_tells_what_happens_to_each_file() {
        String item = "'item':{'type':'fileChange','id':'i','status':'completed','changes':["
                + "{'path':'a','kind':{'type':'add'},'diff':'x'},"
                + "{'path':'b','kind':{'type':'update','move_path':'c'},'diff':'y'}]},'threadId':'t','turnId':'u'";
        assertEquals(
                "[{'path':'a','kind':{'type':'add'}},{'path':'b','kind':{'type':'update','move_path':'c'}}]",
                String.valueOf(tape("item/completed", item)
                                .payloads(ItemCompleted.class)
                                .getFirst()
                                .item()
                                .input())
                        .replace('"', '\''));
    }

    @Test
    void what_a_hook_writes_is_a_prompt_and_confirms_no_send() {
        String send = line("turn/start", "'threadId':'t','input':[{'type':'text','text':'Say more.'}]");
        String item = "'item':{'type':'%s','id':'%s',%s},'threadId':'t','turnId':'u'";
        String hook = item.formatted("hookPrompt", "h", "'fragments':[{'text':'Say more.'}]");
        String user = item.formatted("userMessage", "m", "'content':[{'type':'text','text':'Say more.'}]");
        Tape tape = new Tape(CodexAppServer.BOOK).in(send.replaceFirst("\\{", "{\"id\":1,"));
        tape.out(line("item/started", hook)).out(line("item/completed", hook)).out(line("item/completed", user));
        Tape.Mapped mapped = tape.map();
        assertEquals(
                "Say more.", mapped.payloads(ContentDelta.class).getFirst().delta());
        assertEquals(ItemKind.USER_MESSAGE, mapped.runtime(ItemUpdated.class).getFirst().kind());
        assertEquals(List.of("m"), mapped.runtime(EvidenceUpdated.class).stream().map(EvidenceUpdated::item).toList());
    }

    @Test
    void a_queued_prompt_is_a_send() {
        Tape tape = new Tape(CodexAppServer.BOOK)
                .in(line("thread/queue/add", "'threadId':'t','input':[{'type':'text','text':'later'}]")
                        .replaceFirst("\\{", "{\"id\":1,"));
        tape.out(line("item/completed", "'item':{'type':'userMessage','id':'m','content':[{'type':'text',"
                + "'text':'later'}]},'threadId':'t','turnId':'u'"));
        assertEquals(1, tape.map().runtime(EvidenceUpdated.class).size());
    }

    @Test
    void parts_of_a_thought_stand_apart_while_they_stream() {
        String summary = "item/reasoning/summaryTextDelta";
        String thought = "item/reasoning/textDelta";
        String streamed = tape(
                        summary, PLACE + ",'delta':'sum','summaryIndex':0",
                        thought, PLACE + ",'delta':'one ','contentIndex':0",
                        thought, PLACE + ",'delta':'more','contentIndex':0",
                        thought, PLACE + ",'delta':'two','contentIndex':1",
                        thought, PLACE.replace("'i'", "'j'") + ",'delta':'|','contentIndex':0")
                .payloads(ContentDelta.class)
                .stream()
                .map(ContentDelta::delta)
                .collect(Collectors.joining());
        assertEquals("sum\n\none more\n\ntwo|", streamed);
    }

    @Test
    void a_turns_end_bills_what_the_turn_used() {
        String usage = "'inputTokens':5,'totalTokens':5";
        List<UsageUpdated> told = tape(
                        "turn/started", "'threadId':'t','turn':{'id':'u'}",
                        "thread/tokenUsage/updated",
                        PLACE + ",'tokenUsage':{'total':{" + usage + "},'last':{" + usage + "}}",
                        "turn/completed", "'threadId':'t','turn':{'id':'u','status':'completed'}")
                .runtime(UsageUpdated.class);
        assertEquals(false, told.getFirst().figures().turn().billable());
        assertEquals(true, told.getLast().figures().turn().billable());
        assertEquals(5L, told.getLast().figures().turn().inputTokens());
    }

    @Test
    void a_form_that_asks_whether_a_tool_may_run_is_an_approval_and_any_other_a_question() {
        String ask = "'threadId':'t','turnId':'u','serverName':'tiny','message':'m'";
        Tape tape = new Tape(CodexAppServer.BOOK)
                .out(request(1, "mcpServer/elicitation/request", ask
                        + ",'_meta':{'codex_approval_kind':'mcp_tool_call'}"))
                .in("{\"id\":1,\"result\":{\"action\":\"decline\"}}")
                .out(request(2, "mcpServer/elicitation/request", ask + ",'_meta':null"))
                .in("{\"id\":2,\"result\":{\"action\":\"accept\",\"content\":{\"a\":1}}}");
        Tape.Mapped mapped = tape.map();
        List<RequestOpened> opened = mapped.payloads(RequestOpened.class);
        assertEquals(RequestType.UNKNOWN, opened.get(0).requestType());
        assertEquals(ToolKind.MCP, opened.get(0).toolKind());
        assertEquals(RequestType.TOOL_USER_INPUT, opened.get(1).requestType());
        assertEquals(1, mapped.payloads(UserInputRequested.class).size());
        assertEquals(1, mapped.payloads(UserInputResolved.class).size());
        assertEquals(
                List.of("approval open", "approval declined", "question open", "question completed"),
                mapped.runtime(ItemUpdated.class).stream()
                        .map(item -> item.kind().word() + " " + ((Patch.Set<ItemState>) item.state()).value().word())
                        .toList());
    }

    @Test
    void all_questions_and_answers_stand_in_their_item() {
        Tape tape = new Tape(CodexAppServer.BOOK)
                .out(request(1, "item/tool/requestUserInput",
                        PLACE + ",'questions':[{'id':'a','question':'Which?'},{'id':'b','question':'Why?'}]"))
                .in("{\"id\":1,\"result\":{\"answers\":{\"a\":{\"answers\":[\"Java\"]},"
                        + "\"b\":{\"answers\":[\"Speed\",\"Taste\"]}}}}");
        Tape.Mapped mapped = tape.map();
        assertEquals("Which? / Why?", mapped.payloads(RequestOpened.class).getFirst().detail());
        RequestResolved answered = mapped.payloads(RequestResolved.class).getFirst();
        assertEquals("Java, Speed, Taste", answered.decision());
        assertNull(answered.approved());
    }

    private static Tape.Mapped tape(String... methodsAndParams) {
        Tape tape = new Tape(CodexAppServer.BOOK);
        for (int i = 0; i < methodsAndParams.length; i += 2) {
            tape.out(line(methodsAndParams[i], methodsAndParams[i + 1]));
        }
        return tape.map();
    }

    private static String request(int id, String method, String params) {
        return line(method, params).replaceFirst("\\{", "{\"id\":" + id + ",");
    }

    private static String line(String method, String params) {
        return ("{'method':'" + method + "','params':{" + params + "}}").replace('\'', '"');
    }
}
