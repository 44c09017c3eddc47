package dev.tapedeck.wire.codexappserver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.canonical.CanonicalEvent;
import dev.tapedeck.canonical.RequestPayload.RequestOpened;
import dev.tapedeck.canonical.RequestPayload.RequestResolved;
import dev.tapedeck.canonical.RequestPayload.UserInputRequested;
import dev.tapedeck.canonical.RequestPayload.UserInputResolved;
import dev.tapedeck.canonical.RequestType;
import dev.tapedeck.rules.Rule;
import dev.tapedeck.runtime.ItemKind;
import dev.tapedeck.runtime.ItemState;
import dev.tapedeck.runtime.Patch;
import dev.tapedeck.runtime.RuntimeEvent.ItemUpdated;
import dev.tapedeck.runtime.RuntimeEvent.RequestUpdated;
import dev.tapedeck.runtime.RuntimeEvent.TurnUpdated;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class CodexRequestsTest {
    private static final String PLACE = "'threadId':'t1','turnId':'u1','itemId':'i1'";
    private static final String COMMAND = ask("item/commandExecution/requestApproval", PLACE + ",'command':'rm x'");

    @Test
    void an_answer_is_told_with_its_decision_about_what_was_asked() {
        RequestResolved plain = answered(COMMAND, "'result':{'decision':'decline'}");
        assertEquals("decline", plain.decision());
        RequestResolved rich = answered(COMMAND, "'result':{'decision':{'acceptWithExecpolicyAmendment':{'a':1}}}");
        assertEquals("acceptWithExecpolicyAmendment", rich.decision());
        assertEquals(1, rich.resolution().at("/decision/acceptWithExecpolicyAmendment/a").asInt());
        RequestResolved refused = answered(COMMAND, "'error':{'code':-32000,'message':'no'}");
        assertNull(refused.decision());
        assertEquals(false, refused.approved());
        assertEquals("no", refused.resolution().at("/error/message").asText());
        CanonicalEvent last = tape(COMMAND, "'result':{'decision':'accept'}").map().canonical().getLast();
        assertEquals("t1 u1 i1 7", last.refs().thread() + " " + last.refs().turn() + " " + last.refs().item() + " "
                + last.refs().request().key());
    }

    @Test
    void an_answer_that_lists_permissions_allows_when_it_grants_any() {
        String asked = ask("item/permissions/requestApproval", PLACE + ",'reason':'write outside'");
        assertEquals(true, answered(asked, "'result':{'permissions':{'network':{'enabled':true}}}").approved());
        assertEquals(true, answered(asked, "'result':{'permissions':{'fileSystem':{'write':['/x']}}}").approved());
        assertEquals(false, answered(asked, "'result':{'permissions':{'network':{'enabled':false}}}").approved());
        RequestResolved nothing = answered(asked, "'result':{'permissions':{},'scope':'turn'}");
        assertEquals(false, nothing.approved());
        assertNull(nothing.decision());
        assertEquals("turn", answered(asked, "'result':{'permissions':{'a':true},'scope':'turn'}").decision());
    }

    @Test
    void a_question_is_asked_and_answered_beside_its_request() {
        Tape.Mapped mapped = tape(
                        ask("item/tool/requestUserInput", PLACE + ",'questions':[{'id':'a','question':'Which?'}]"),
                        "'result':{'answers':{'a':{'answers':['x']}}}")
                .map();
        assertEquals("Which?", mapped.payloads(RequestOpened.class).getFirst().detail());
        assertEquals("a", mapped.payloads(UserInputRequested.class).getFirst().questions().at("/0/id").asText());
        assertEquals("x", mapped.payloads(UserInputResolved.class).getFirst().answers().at("/a/answers/0").asText());
        assertEquals(RequestType.TOOL_USER_INPUT, mapped.payloads(RequestResolved.class).getFirst().requestType());
    }

    @Test
    void an_elicitation_is_a_question_whose_action_is_the_decision() {
        RequestResolved resolved = answered(
                ask("mcpServer/elicitation/request", "'threadId':'t1','mode':'form','message':'Name?'"),
                "'result':{'action':'decline'}");
        assertEquals(RequestType.TOOL_USER_INPUT, resolved.requestType());
        assertEquals("decline", resolved.decision());
    }

    @Test
    void a_call_of_the_clients_own_tool_waits_for_no_user() {
        Tape.Mapped mapped = tape(
                        ask("item/tool/call", "'threadId':'t1','turnId':'u1','callId':'c1','tool':'weather'"),
                        "'result':{'contentItems':[],'success':false}")
                .map();
        assertEquals("c1", mapped.canonical().getLast().refs().item());
        assertEquals(List.of(), mapped.runtime(TurnUpdated.class));
        assertEquals(RequestType.DYNAMIC_TOOL_CALL, mapped.payloads(RequestResolved.class).getFirst().requestType());
    }

    @Test
    void the_providers_own_word_that_a_request_is_over_ends_what_scratch_knew_of_it() {
        Tape tape = tape(COMMAND, "'result':{'decision':'accept'}");
        assertTrue(tape.map().scratch().toString().contains("requests"));
        tape.out(Lines.json("{'method':'serverRequest/resolved','params':{'threadId':'t1','requestId':7}}"));
        Tape.Mapped mapped = tape.map();
        assertEquals("{}", mapped.scratch().toString());
        assertEquals(2, mapped.payloads(RequestResolved.class).size());
        assertEquals("i1", mapped.canonical().getLast().refs().item());
    }

    @Test
    void the_end_of_a_turn_ends_its_requests_and_no_others() {
        Tape tape = Tape.of(
                CodexAppServer.BOOK,
                COMMAND,
                COMMAND.replace("\"id\":7", "\"id\":\"7\"").replace("u1", "u2"),
                Lines.turnCompleted("t1", "u1", "interrupted"));
        assertEquals(1, tape.map().scratch().json().path("requests").size());
        assertTrue(tape.map().scratch().json().path("requests").has("\"7\""));
    }

    @Test
    void a_request_of_the_clients_is_no_request_of_the_event() {
        Tape tape = new Tape(CodexAppServer.BOOK)
                .in(Lines.json("{'id':7,'method':'thread/start','params':{}}"))
                .out(Lines.json("{'id':7,'result':{'thread':{'id':'t1'},'model':'m'}}"));
        assertNull(tape.map().canonical().getFirst().refs().request());
    }

    @Test
    void every_request_that_a_user_answers_can_be_withdrawn() {
        Set<String> without = new TreeSet<>();
        for (Rule rule : CodexAppServer.BOOK.rules()) {
            boolean asks = rule instanceof Rule.Map map
                    && map.emits().contains(dev.tapedeck.canonical.EventType.REQUEST_OPENED);
            if (asks && CodexAppServer.BOOK.cancelAnswer(rule.kind()).isEmpty()) {
                without.add(rule.kind());
            }
        }
        Set<String> notTheUsers = new TreeSet<>(Set.of("account/chatgptAuthTokens/refresh", "attestation/generate"));
        notTheUsers.add("item/autoApprovalReview/started");
        assertEquals(notTheUsers, without);
    }

    @Test
    void a_review_decides_about_its_item_and_asks_nobody() {
        Tape.Mapped denied = review("denied");
        assertEquals(List.of(), denied.runtime(TurnUpdated.class));
        assertEquals(List.of(), denied.runtime(RequestUpdated.class));
        assertEquals("i1", denied.canonical().getLast().refs().item());
        ItemUpdated row = denied.runtime(ItemUpdated.class).getLast();
        assertEquals(ItemKind.APPROVAL, row.kind());
        assertEquals(Patch.set(ItemState.DECLINED), row.state());
        assertEquals(Patch.set("denied: Too risky."), row.detail());
    }

    @Test
    void a_review_without_a_verdict_failed_and_one_of_an_unknown_word_allows_nothing() {
        assertEquals(Patch.set(ItemState.COMPLETED), review("approved").runtime(ItemUpdated.class).getLast().state());
        assertEquals(Patch.set(ItemState.FAILED), review("timedOut").runtime(ItemUpdated.class).getLast().state());
        assertEquals(Patch.set(ItemState.DECLINED), review("perhaps").runtime(ItemUpdated.class).getLast().state());
    }

    private static Tape.Mapped review(String verdict) {
        String about = "'threadId':'t1','turnId':'u1','reviewId':'r1','targetItemId':'i1',"
                + "'action':{'type':'command','command':'rm x'},'review':{'rationale':'Too risky.','status':'%s'}";
        String frame = "{'method':'item/autoApprovalReview/%s','params':{" + about + "}}";
        return new Tape(CodexAppServer.BOOK)
                .out(Lines.json(frame.formatted("started", "inProgress")))
                .out(Lines.json(frame.formatted("completed", verdict)))
                .map();
    }

    private static RequestResolved answered(String question, String answer) {
        return tape(question, answer).map().payloads(RequestResolved.class).getFirst();
    }

    private static Tape tape(String question, String answer) {
        return Tape.of(CodexAppServer.BOOK, question).in(Lines.json("{'id':7," + answer + "}"));
    }

    private static String ask(String method, String params) {
        return Lines.json("{'method':'" + method + "','id':7,'params':{" + params + "}}");
    }
}
