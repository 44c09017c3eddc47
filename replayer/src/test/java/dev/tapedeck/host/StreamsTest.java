package dev.tapedeck.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.canonical.EventType;
import dev.tapedeck.canonical.TurnPayload.TurnStarted;
import dev.tapedeck.frame.Carrier;
import dev.tapedeck.frame.HostAct;
import dev.tapedeck.frame.Wire;
import dev.tapedeck.rules.Concept;
import dev.tapedeck.rules.RuleBook;
import dev.tapedeck.rules.RuleBook.Scope;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Event streams, what their numbers tell, and how they end (runtime-event-path, Transport; decision D13). */
class StreamsTest {
    private static final RuleBook BOOK = RuleBook.typed(new Wire("test.events"), "/type", "/says", "")
            .scope(Scope.THREAD, "/thread")
            .scope(Scope.TURN, "/turn")
            .sequence("/kept/of", "/kept/nr")
            .map("begin", Concept.OTHER, EventType.TURN_STARTED, (frame, out) ->
                    out.emit(new TurnStarted(null, null, null)))
            .drop("tick", "nothing depends on it")
            .drop("GET /page", "a page")
            .build();
    private static final Streams STREAMS = new Streams("/event", Map.of("/other", Toy.BOOK.dialect()));
    private static final String BEGIN = "{\"type\":\"begin\",\"says\":{\"thread\":\"t\",\"turn\":\"1\"}}";

    private final Stage stage = new Stage(BOOK, STREAMS);

    @Test
    void events_of_another_stream_are_views_and_each_is_read_as_its_own_wire() {
        stage.event("/event", BEGIN).event("/other", Toy.frame("begin", "t", "2", null)).over();
        assertEquals(Map.of(Disposition.MAPPED, 1, Disposition.DUPLICATE, 1), stage.dispositions());
        assertEquals("a view of the events of /event", stage.result(2).reason());
        assertEquals("begin", String.valueOf(stage.result(2).message().kind()));
        assertNull(stage.host.maps().turn("t", "2"));
    }

    @Test
    void while_the_mapped_stream_is_closed_another_of_its_wire_takes_its_place() {
        Stage own = new Stage(BOOK, new Streams(
                "/event", Map.of("/event", BOOK.dialect(), "/part", BOOK.dialect(), "/other", Toy.BOOK.dialect())));
        own.event("/part", BEGIN).streamEnds("/event", "host", true).event("/part", BEGIN)
                .event("/other", Toy.frame("begin", "t", "2", null)).subscribed("/event").event("/part", BEGIN).over();
        assertEquals(
                List.of(Disposition.DUPLICATE, Disposition.MAPPED, Disposition.DUPLICATE, Disposition.DUPLICATE),
                own.results.stream().map(FrameResult::disposition).toList());
    }

    @Test
    void a_stream_that_is_opened_anew_is_the_same_stream() {
        stage.event("/event?after=6", BEGIN).over();
        assertEquals(Map.of(Disposition.MAPPED, 1), stage.dispositions());
    }

    @Test
    void a_number_that_is_left_out_is_one_failure_with_one_warning_and_one_resync() {
        stage.event("/event", BEGIN).event("/event", kept(3)).event("/event", kept(4)).event("/event", kept(6)).over();
        assertEquals(
                List.of("events lost: events 5 to 5 of t never came"),
                stage.notes(HostNote.Failed.class).stream().map(HostNote::sentence).toList());
        assertEquals(1, stage.notes(HostNote.Resynced.class).size());
        assertEquals(1, stage.notes(HostNote.Warned.class).size());
        assertNull(stage.host.closed());
    }

    @Test
    void events_without_a_number_and_events_that_come_again_are_no_gap() {
        stage.event("/event", kept(3)).event("/event", BEGIN).event("/event", kept(4)).event("/event", kept(3))
                .event("/event", kept(4)).event("/event", kept(5)).over();
        assertEquals(List.of(), stage.notes(HostNote.Failed.class));
    }

    @Test
    void a_stream_that_ends_while_the_process_lives_closes_nothing() {
        stage.event("/event", BEGIN).streamEnds("/event", "provider", true).over();
        assertEquals(FailureKind.STREAM_ENDED, stage.notes(HostNote.Failed.class).getFirst().kind());
        assertEquals(1, stage.notes(HostNote.Resynced.class).size());
        assertNull(stage.host.closed());
    }

    @Test
    void a_stream_that_the_host_ends_and_one_that_is_a_view_are_no_failure() {
        stage.event("/event", BEGIN).streamEnds("/event", "host", true).streamEnds("/other", "provider", true).over();
        assertEquals(List.of(), stage.notes(HostNote.Failed.class));
    }

    @Test
    void a_stream_that_ends_with_its_process_is_a_protocol_failure() {
        stage.event("/event", BEGIN).streamEnds("/event", "provider", false).exit(null, "SIGKILL");
        assertEquals(CloseCause.PROTOCOL, stage.host.closed());
        HostNote.Closed closed = stage.notes(HostNote.Closed.class).getFirst();
        assertEquals("event stream /event broke, signal SIGKILL", closed.reason());
        assertTrue(!closed.graceful());
    }

    @Test
    void a_signal_and_a_stream_that_nobody_named_are_not_told_by_the_name_null() {
        stage.event("/event", BEGIN)
                .act(HostAct.SIGNAL, Map.of())
                .streamEnds("/event", "provider", false)
                .exit(null, null);
        HostNote.Closed closed = stage.notes(HostNote.Closed.class).getFirst();
        assertTrue(closed.reason().startsWith("event stream /event broke"), closed.reason());
        Stage plain = new Stage(BOOK, new Streams(null, Map.of()));
        plain.event("/event", BEGIN).act(HostAct.STREAM_END, Map.of("by", "provider", "alive", false)).exit(0, null);
        closed = plain.notes(HostNote.Closed.class).getFirst();
        assertTrue(closed.reason().startsWith("event stream (unnamed) broke"), closed.reason());
    }

    @Test
    void the_body_of_an_exchange_may_be_nothing_a_list_or_no_json_at_all() {
        stage.exchange(new Carrier.HttpRequest(1, "GET", "/page"), "").exchange(new Carrier.HttpResponse(1, 200), "<p>")
                .exchange(new Carrier.HttpRequest(2, "GET", "/page"), "[1]").over();
        assertEquals(2, stage.dispositions().get(Disposition.DROPPED));
        assertNull(stage.host.closed());
    }

    private static String kept(int number) {
        return "{\"type\":\"tick\",\"kept\":{\"of\":\"t\",\"nr\":" + number + "}}";
    }
}
