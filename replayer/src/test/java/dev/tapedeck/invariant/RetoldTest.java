package dev.tapedeck.invariant;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tapedeck.canonical.CanonicalEvent;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.canonical.TurnPayload.TurnStarted;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.frame.Payload;
import dev.tapedeck.host.Disposition;
import dev.tapedeck.host.FrameResult;
import dev.tapedeck.mapping.Emission;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** History that looked like now, because the request that a session be opened was lost. */
class RetoldTest {
    private final Retold retold = new Retold();

    @Test
    void a_thread_is_mistaken_when_one_of_its_frames_is_history_in_one_run_only() {
        retold.frame(told(1, "taken for now", false));
        retold.frame(told(2, "taken for history", true));
        retold.frame(told(3, "history", true));
        retold.frame(told(4, "now", false));
        assertEquals(Set.of("taken for now", "taken for history"), retold.mistaken(seq -> seq == 1 || seq == 3));
    }

    @Test
    void a_frame_that_told_nothing_mistakes_nothing() {
        retold.frame(result(1, List.of()));
        assertEquals(Set.of(), retold.mistaken(seq -> true));
    }

    private static FrameResult told(long seq, String thread, boolean history) {
        CanonicalEvent event = new CanonicalEvent(
                new Refs(thread, thread, "1", null, null), Instant.EPOCH, new TurnStarted(null, null, null), null,
                history);
        return result(seq, List.of(new Emission(0, event, List.of(), List.of())));
    }

    private static FrameResult result(long seq, List<Emission> emissions) {
        Payload payload = new Payload.Json("{}".getBytes(StandardCharsets.UTF_8));
        return new FrameResult(
                Frame.line(seq, seq, Direction.OUT, payload), null, Disposition.MAPPED, null, null, emissions, 0);
    }
}
