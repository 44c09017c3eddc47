package dev.tapedeck.play;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.fault.Exit;
import dev.tapedeck.fault.Lag;
import dev.tapedeck.fault.Lost;
import dev.tapedeck.fault.Oversize;
import dev.tapedeck.fault.Split;
import dev.tapedeck.fault.Stall;
import dev.tapedeck.fault.Truncated;
import dev.tapedeck.fault.Undecodable;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How a recording is played to a client that is like the recorded one, or not. */
@Timeout(20)
class PlayTest {
    private static Stage talk() {
        return Stage.of("acp")
                .in("{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":1}}")
                .out("{\"jsonrpc\": \"2.0\",\"id\": 0 ,\"result\":{\"protocolVersion\":1, \"x\":1.50}}")
                .in("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"session/new\",\"params\":{\"cwd\":\"/a\"}}")
                .out("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"sessionId\":\"s\"}}");
    }

    private static final String INITIALIZE = "{\"method\":\"initialize\",\"id\":%s,\"jsonrpc\":\"2.0\"}";
    private static final String NEW =
            "{\"method\":\"session/new\",\"id\":%s,\"jsonrpc\":\"2.0\",\"params\":{\"cwd\":\"/b\"}}";

    @Test
    void an_answer_comes_under_the_callers_own_id_and_is_else_what_was_recorded_byte_for_byte() throws Exception {
        Stage stage = talk().client(INITIALIZE.formatted("90071992547409931234"), NEW.formatted("\"a\\u00e9\""));
        assertEquals(List.of(), Stage.sentences(stage.play()));
        assertEquals(
                List.of(
                        "{\"jsonrpc\": \"2.0\",\"id\": 90071992547409931234 ,"
                                + "\"result\":{\"protocolVersion\":1, \"x\":1.50}}",
                        "{\"jsonrpc\":\"2.0\",\"id\":\"aé\",\"result\":{\"sessionId\":\"s\"}}"),
                stage.said());
    }

    @Test
    void a_call_that_never_comes_is_told_and_nothing_is_said_without_it() throws Exception {
        Stage stage = talk().client(INITIALIZE.formatted("0"));
        assertEquals(List.of("line 3: expected session/new, found nothing"), Stage.sentences(stage.play()));
        assertEquals(1, stage.said().size());
    }

    @Test
    void a_recorded_signal_that_comes_before_its_time_ends_the_play_and_one_in_time_is_met() throws Exception {
        Outcome early = talk().signalled("SIGTERM").client(INITIALIZE.formatted("0")).clientSignals("SIGTERM").play();
        assertEquals("SIGTERM", early.stoppedBy());
        assertEquals(
                List.of(
                        "line 3: expected session/new, found nothing",
                        "line 5: expected signal SIGTERM, found nothing"),
                Stage.sentences(early));
        Stage whole = talk().signalled("SIGTERM").client(INITIALIZE.formatted("0"), NEW.formatted("1"));
        Outcome inTime = whole.clientSignals("SIGTERM").play();
        assertNull(inTime.stoppedBy());
        assertEquals(List.of(), Stage.sentences(inTime));
    }

    @Test
    void a_call_that_was_never_recorded_is_told_and_gets_an_error_so_that_nobody_waits_for_it() throws Exception {
        Stage stage = talk().client(
                INITIALIZE.formatted("0"),
                "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"session/list\"}",
                NEW.formatted("1"));
        assertEquals(List.of("expected session/new, found session/list"), Stage.sentences(stage.play()));
        assertEquals(
                "{\"jsonrpc\":\"2.0\",\"id\":5,\"error\":{\"code\":-32601,"
                        + "\"message\":\"not in the recording: expected session/new, found session/list\"}}",
                stage.said().get(1));
        assertEquals(3, stage.said().size());
    }

    @Test
    void a_value_at_a_declared_path_has_to_be_as_recorded_and_others_need_not() throws Exception {
        Stage stage = talk().declaring("/params/cwd").client(INITIALIZE.formatted("0"), NEW.formatted("1"));
        assertEquals(
                List.of("line 3: session/new: /params/cwd: expected \"/a\", found \"/b\""),
                Stage.sentences(stage.play()));
        stage = talk().declaring("initialize=/params").client(INITIALIZE.formatted("0"), NEW.formatted("1"));
        assertEquals(
                List.of("line 1: initialize: /params: expected {\"protocolVersion\":1}, found nothing"),
                Stage.sentences(stage.play()));
    }

    @Test
    void calls_in_another_order_are_answered_all_the_same() throws Exception {
        Stage stage = talk().client(NEW.formatted("7"), INITIALIZE.formatted("8"));
        assertEquals(List.of(), Stage.sentences(stage.play()));
        assertTrue(stage.said().getFirst().contains("\"id\":7,\"result\":{\"sessionId\""), stage.said()::toString);
        assertEquals(2, stage.said().size());
    }

    @Test
    void a_client_may_wait_for_an_answer_where_the_recorded_one_sent_two_calls_in_one_breath() throws Exception {
        Stage stage = Stage.of("acp")
                .in(INITIALIZE.formatted("0"))
                .in(NEW.formatted("1"))
                .out("{\"id\":0,\"result\":{}}")
                .out("{\"id\":1,\"result\":{}}")
                .client(INITIALIZE.formatted("0"));
        assertEquals(List.of("line 2: expected session/new, found nothing"), Stage.sentences(stage.play()));
        assertEquals(List.of("{\"id\":0,\"result\":{}}"), stage.said());
    }

    @Test
    void an_end_of_a_turn_waits_for_what_the_client_said_meanwhile() throws Exception {
        Stage stage = Stage.of("acp")
                .in("{\"id\":1,\"method\":\"session/prompt\"}")
                .out("{\"id\":9,\"method\":\"session/request_permission\"}")
                .in("{\"id\":9,\"result\":{}}")
                .out("{\"id\":1,\"result\":{}}")
                .client("{\"id\":1,\"method\":\"session/prompt\"}");
        assertEquals(
                List.of("line 3: expected session/request_permission#result, found nothing"),
                Stage.sentences(stage.play()));
        assertEquals(1, stage.said().size());
    }

    @Test
    void an_error_in_place_of_a_result_is_a_difference() throws Exception {
        Stage stage = Stage.of("acp")
                .out("{\"id\":9,\"method\":\"session/request_permission\"}")
                .in("{\"id\":9,\"result\":{}}")
                .client("{\"id\":9,\"error\":{\"code\":1}}");
        assertEquals(
                List.of("line 2: session/request_permission#result: /result: expected {}, found nothing"),
                Stage.sentences(stage.play()));
    }

    @Test
    void a_typed_wire_answers_under_the_callers_id_wherever_that_stands() throws Exception {
        Stage stage = Stage.of("claude.stream-json")
                .in("{\"type\":\"control_request\",\"request_id\":\"r1\",\"request\":{\"subtype\":\"initialize\"}}")
                .out("{\"type\":\"control_response\",\"response\":{\"subtype\":\"success\",\"request_id\":\"r1\"}}")
                .in("{\"type\":\"user\",\"message\":{\"role\":\"user\",\"content\":\"a\"}}")
                .out("{\"type\":\"system\",\"subtype\":\"init\",\"x\":\"r1\"}")
                .client(
                        "{\"type\":\"control_request\",\"request_id\":\"mine\","
                                + "\"request\":{\"subtype\":\"initialize\"}}",
                        "{\"type\":\"user\",\"message\":{\"role\":\"user\",\"content\":\"b\"}}");
        assertEquals(List.of(), Stage.sentences(stage.play()));
        assertEquals(
                List.of(
                        "{\"type\":\"control_response\","
                                + "\"response\":{\"subtype\":\"success\",\"request_id\":\"mine\"}}",
                        "{\"type\":\"system\",\"subtype\":\"init\",\"x\":\"r1\"}"),
                stage.said());
    }

    @Test
    void an_id_that_only_one_of_the_two_gave_is_added_or_left_out() throws Exception {
        Stage stage = Stage.of("pi.rpc")
                .in("{\"type\":\"get_state\"}")
                .out("{\"type\":\"response\",\"command\":\"get_state\",\"success\":true}")
                .in("{\"type\":\"abort\",\"id\":\"a\"}")
                .out("{\"type\":\"response\",\"id\":\"a\",\"command\":\"abort\",\"success\":true}")
                .client("{\"type\":\"get_state\",\"id\":\"q\"}", "{\"type\":\"abort\"}");
        assertEquals(List.of(), Stage.sentences(stage.play()));
        assertEquals(
                List.of(
                        "{\"type\":\"response\",\"command\":\"get_state\",\"success\":true,\"id\":\"q\"}",
                        "{\"type\":\"response\",\"command\":\"abort\",\"success\":true}"),
                stage.said());
    }

    @Test
    void pauses_are_those_of_the_recording() throws Exception {
        Stage stage = talk().err("late").client(INITIALIZE.formatted("0"), NEW.formatted("1"));
        stage.play();
        assertEquals(List.of(1000L, 1000L, 1000L), stage.pauses);
        assertEquals("late\n", stage.err.toString(StandardCharsets.UTF_8));
    }

    private static Stage streaming() {
        return Stage.of("codex.exec")
                .out("{\"type\":\"thread.started\",\"thread_id\":\"t\"}")
                .out("{\"type\":\"turn.started\"}")
                .out("{\"type\":\"turn.completed\",\"usage\":{}}");
    }

    @Test
    void a_line_may_be_truncated_split_garbled_or_lost() throws Exception {
        Stage stage = streaming().with(new Truncated(1, 5)).with(new Split(2, 4));
        assertEquals(0, stage.play().mismatches().size());
        assertEquals(List.of("{\"typ", "{\"ty", "pe\":\"turn.started\"}"), stage.said().subList(0, 3));
        stage = streaming().with(new Undecodable(2));
        stage.play();
        assertEquals((byte) 0xFF,
                stage.out.toByteArray()[stage.out.toString(StandardCharsets.ISO_8859_1).indexOf('\n') + 4]);
        stage = streaming().with(new Lost(2));
        stage.play();
        assertEquals(2, stage.said().size());
    }

    @Test
    void the_process_may_exit_in_the_middle_of_a_line() throws Exception {
        Stage stage = streaming().with(new Truncated(2, 6)).with(new Exit(2, 3));
        Outcome outcome = stage.play();
        assertEquals(3, outcome.ending().exit());
        assertTrue(stage.script().endsByItself());
        assertTrue(stage.out.toString(StandardCharsets.UTF_8).endsWith("}\n{\"type"), stage.out::toString);
    }

    @Test
    void a_line_may_be_longer_than_anybody_reads() throws Exception {
        Stage stage = streaming().with(new Oversize(1, 70_000_000));
        stage.play();
        assertEquals(70_000_000, stage.said().getFirst().length());
    }

    @Test
    void after_a_stall_everything_comes_at_once() throws Exception {
        Stage stage = streaming().with(new Stall(1, 1));
        stage.play();
        assertEquals(2, stage.flushed.size());
        assertEquals(2, stage.flushed.getLast().lines().count());
    }

    @Test
    void faults_of_a_host_and_of_the_clients_frames_are_named_because_nothing_comes_of_them() {
        Stage stage = talk().with(new Lag(1, 2)).with(new Lost(1)).with(new Lost(2));
        assertEquals(
                List.of(
                        "lag(after=1,drop=2): befalls a host; it does not apply to a provider that is played",
                        "lost(frame=1): the provider says no such frame, so nothing goes wrong"),
                stage.script().unplayable());
    }
}
