package dev.tapedeck.wire.opencodeevent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.EventType;
import dev.tapedeck.canonical.RequestPayload.RequestResolved;
import dev.tapedeck.canonical.StepStatus;
import dev.tapedeck.canonical.TelemetryPayload.RuntimeError;
import dev.tapedeck.canonical.TurnPayload.TurnCompleted;
import dev.tapedeck.canonical.TurnPayload.TurnPlanUpdated;
import dev.tapedeck.canonical.TurnState;
import dev.tapedeck.frame.Entry;
import dev.tapedeck.host.CloseCause;
import dev.tapedeck.host.FailureKind;
import dev.tapedeck.host.History;
import dev.tapedeck.host.Host;
import dev.tapedeck.host.HostListener;
import dev.tapedeck.host.HostNote;
import dev.tapedeck.host.Limits;
import dev.tapedeck.host.Streams;
import dev.tapedeck.mapping.NativeMapper;
import dev.tapedeck.projection.RuntimeProjection;
import dev.tapedeck.runtime.TurnPhase;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Faults that people have reported in public, as far as they are about this wire. */
class OpenCodeCasesTest {
    private static final String ROOT = "ses_root0000000000000001";

    @Test
    void C07_a_stream_that_ends_under_a_living_server_is_resynced_from_history_and_closes_nothing() throws IOException {
        Served served = served("C07-opencode-heartbeat-gap.conn1.sse")
                .streamEnds("/event", true)
                .raw(input("C07-opencode-heartbeat-gap.conn2.sse"));
        List<Entry> lost = Served.begun()
                .event("session.status", "{'sessionID':'" + ROOT + "','status':{'type':'busy'}}")
                .event("message.part.updated", "{'sessionID':'" + ROOT + "','part':{'id':'prt_1','messageID':'msg_1',"
                        + "'sessionID':'" + ROOT + "','type':'text','text':'done','time':{'start':1,'end':2}}}")
                .event("session.idle", "{'sessionID':'" + ROOT + "'}")
                .entries();
        Host provider = host(History.NONE, new HostListener() {});
        lost.forEach(provider::arrive);
        provider.drainAll();
        List<HostNote> notes = new ArrayList<>();
        Host host = host(seq -> provider.maps(), new HostListener() {
            @Override
            public void note(HostNote note) {
                notes.add(note);
            }
        });

        served.entries().forEach(host::arrive);
        host.recordingEnds();

        assertEquals(
                List.of(FailureKind.STREAM_ENDED),
                notes.stream().filter(HostNote.Failed.class::isInstance)
                        .map(note -> ((HostNote.Failed) note).kind()).toList());
        assertEquals(1, notes.stream().filter(HostNote.Warned.class::isInstance).count());
        assertEquals(1, notes.stream().filter(HostNote.Resynced.class::isInstance).count());
        assertEquals(TurnPhase.IDLE, host.maps().turn(ROOT, "1").phase());
        assertEquals("done", host.maps().item(ROOT, "prt_1").text());
        assertNull(host.closed());

        served.event("session.status", "{'sessionID':'" + ROOT + "','status':{'type':'busy'}}");
        host.arrive(served.entries().getLast());
        host.drainAll();
        assertEquals(TurnPhase.WORKING, host.maps().turn(ROOT, "2").phase(), "the next turn is another one");

        host.arrive(served.streamEnds("/event", false).entries().getLast());
        assertEquals(CloseCause.PROTOCOL, host.closed(), "the end that comes with the process is another thing");
    }

    @Test
    void C07_a_heartbeat_is_activity_and_no_event() throws IOException {
        Served.Told told = served("C07-opencode-heartbeat-gap.conn1.sse").play();
        assertEquals(List.of(), told.typesOf("server.heartbeat"));
        assertEquals(List.of(), told.report().unmapped());
    }

    @Test
    void C20_a_plan_needs_neither_ids_nor_known_words() throws IOException {
        Served.Told told = served("C20-opencode-todo-no-id.sse").play();
        assertEquals(
                List.of(
                        new TurnPlanUpdated.Step("read config", StepStatus.COMPLETED),
                        new TurnPlanUpdated.Step("write test", StepStatus.IN_PROGRESS),
                        new TurnPlanUpdated.Step("odd", StepStatus.PENDING)),
                told.only(TurnPlanUpdated.class).plan());
        assertEquals("[x] read config\n[>] write test\n[ ] odd", told.item("plan:1").path("text").asText());
        assertEquals(TurnState.COMPLETED, told.only(TurnCompleted.class).state());
    }

    @Test
    void C26_text_that_comes_before_its_part_waits_and_is_neither_doubled_nor_mixed_up() throws IOException {
        Served.Told told = served("C26-opencode-delta-before-part.sse").play();
        assertEquals("The user asks for X.", told.item("prt_r").path("text").asText());
        assertEquals("reasoning", told.item("prt_r").path("kind").asText());
        assertEquals("Done.", told.item("prt_t").path("text").asText());
        assertEquals("assistant_message", told.item("prt_t").path("kind").asText());
        Host host = host(History.NONE, new HostListener() {});
        served("C26-opencode-delta-before-part.sse").entries().forEach(host::arrive);
        host.drainAll();
        JsonNode scratch = host.scratch().json();
        assertFalse(scratch.has("held") || scratch.has("parts"), scratch.toString());
    }

    @Test
    void C30_of_several_terminals_the_first_counts_with_the_first_error() throws IOException {
        Served.Told told = served("C30-opencode-double-terminal.sse").play();
        TurnCompleted end = told.only(TurnCompleted.class);
        assertEquals(TurnState.FAILED, end.state());
        assertEquals("Model not found: demo/none.", end.errorMessage());
        assertEquals("Model not found: demo/none.", told.only(RuntimeError.class).message());
        assertEquals("failed", told.find("turns", "turn", "1").path("detail").asText());
    }

    @Test
    void C53_the_second_shape_gives_the_same_events() throws IOException {
        Served.Told told = new Served("/api/event").raw(input("C53-opencode-v2-shape.sse")).play();
        assertEquals(List.of(), told.report().unmapped());
        assertEquals(TurnState.COMPLETED, told.only(TurnCompleted.class).state());
        assertEquals("declined", told.item("msg_v2a:call_v2").path("state").asText());
        assertEquals("command", told.item("msg_v2a:call_v2").path("kind").asText());
        RequestResolved answer = told.only(RequestResolved.class);
        assertEquals("reject", answer.decision());
        assertEquals(false, answer.approved());
        assertEquals("It was refused.", told.item("msg_v2a:text-0").path("text").asText());
        assertEquals(2, told.count(EventType.CONTENT_DELTA));
        assertEquals(List.of(), told.report().notes().stream().filter(HostNote.Failed.class::isInstance).toList());
    }

    @Test
    void C53_a_number_that_is_left_out_is_a_failure_and_events_without_one_are_none() throws IOException {
        Served.Told told = new Served("/api/event").raw(input("C53-opencode-v2-shape.seq-gap.sse")).play();
        List<HostNote> failed =
                told.report().notes().stream().filter(HostNote.Failed.class::isInstance).toList();
        assertEquals(1, failed.size(), failed.toString());
        assertEquals("events lost: events 5 to 5 of " + ROOT + " never came", failed.getFirst().sentence());
        assertTrue(told.report().notes().stream().anyMatch(HostNote.Resynced.class::isInstance));
        assertEquals("It was refused.", told.item("msg_v2a:text-0").path("text").asText());
    }

    private static Host host(History history, HostListener listener) {
        return new Host(
                "s",
                Instant.EPOCH,
                OpenCodeEvent.BOOK,
                new Streams("/event", Map.of()),
                new NativeMapper(OpenCodeEvent.BOOK, new RuntimeProjection(), Instant.EPOCH, false),
                Limits.STANDARD,
                history,
                listener,
                false);
    }

    private static Served served(String name) throws IOException {
        return Served.begun().raw(input(name));
    }

    private static Path input(String name) {
        return Served.shared("cases/inputs/" + name);
    }
}
