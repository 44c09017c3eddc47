package dev.tapedeck.invariant;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.frame.Payload;
import dev.tapedeck.host.Disposition;
import dev.tapedeck.host.FrameResult;
import dev.tapedeck.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is excepted when a request of the client's was lost, and what is a violation nevertheless. */
class LostAskingTest {
    private static final String WHOLE = "{'thread':'t','settings':{'cwd':'/w','mode':'a'},'name':'n'}";
    private static final String BROKEN_OFF = "{'turn':'2','phase':'idle','detail':'interrupted','statusLine':'exit'}";

    @Test
    void the_settings_of_a_thread_and_nothing_else_of_it_may_differ() throws IOException {
        LostAsking asking = lost(Direction.IN);
        assertTrue(asking.explains("threads", json(WHOLE), json("{'thread':'t','settings':{'mode':'b'},'name':'n'}")));
        assertTrue(asking.explains("threads", json(WHOLE), json("{'thread':'t','name':'n'}")));
        assertFalse(asking.explains("threads", json(WHOLE), json("{'thread':'t','settings':{'mode':'b'},'name':'m'}")));
        assertFalse(asking.explains("threads", json(WHOLE), null));
        assertFalse(asking.explains("threads", null, json(WHOLE)));
    }

    @Test
    void a_turn_that_the_end_of_the_process_broke_off_may_stand_in_one_run_only_and_no_other() throws IOException {
        LostAsking asking = lost(Direction.IN);
        assertTrue(asking.explains("turns", json(BROKEN_OFF), null));
        assertFalse(asking.explains("turns", json("{'turn':'2','phase':'idle'}"), null));
        assertTrue(asking.explains("turns", null, json(BROKEN_OFF)));
        assertFalse(asking.explains("turns", null, json("{'turn':'2','phase':'idle'}")));
    }

    @Test
    void items_and_requests_may_not_differ() throws IOException {
        LostAsking asking = lost(Direction.IN);
        assertFalse(asking.explains("items", json("{'item':'i','settings':{}}"), json("{'item':'i'}")));
        assertFalse(asking.explains("requests", json("{'request':'1','detail':'x','statusLine':'y'}"), null));
    }

    @Test
    void an_answer_may_lack_the_words_that_came_with_it_and_say_nothing_else() throws IOException {
        LostAsking asking = lost(Direction.IN);
        String known = "{'request':'1','state':'resolved','answer':{'verdict':'no','words':'not this'}}";
        assertTrue(asking.explains("requests", json(known), json(known.replace(",'words':'not this'", ""))));
        assertFalse(asking.explains("requests", json(known), json(known.replace("not this", "this"))));
        assertFalse(asking.explains("requests", json(known), json(known.replace("'no'", "'yes'"))));
        assertFalse(asking.explains("requests", json(known), json(known.replace("resolved", "cancelled"))));
        assertFalse(asking.explains("requests", json(known), null));
    }

    @Test
    void a_lost_frame_of_the_providers_or_none_excepts_nothing() throws IOException {
        for (LostAsking asking : List.of(new LostAsking(), lost(Direction.OUT))) {
            assertFalse(asking.explains("threads", json(WHOLE), json("{'thread':'t','name':'n'}")));
            assertFalse(asking.explains("turns", json(BROKEN_OFF), null));
        }
    }

    private static LostAsking lost(Direction direction) {
        Frame frame = Frame.line(1, 1, direction, new Payload.Json("{}".getBytes(StandardCharsets.UTF_8)));
        LostAsking asking = new LostAsking();
        asking.frame(result(frame));
        return asking;
    }

    private static FrameResult result(Frame frame) {
        return new FrameResult(
                frame, null, Disposition.UNDELIVERED, null, "lost", List.of(), List.of(), 0, List.of());
    }

    private static ObjectNode json(@Nullable String text) throws IOException {
        String quoted = String.valueOf(text).replace('\'', '"');
        return (ObjectNode) Json.read(quoted.getBytes(StandardCharsets.UTF_8));
    }
}
