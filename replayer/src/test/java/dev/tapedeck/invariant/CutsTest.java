package dev.tapedeck.invariant;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** That texts are cut otherwise is excepted as long as every word is there, and nothing else is. */
class CutsTest {
    private static final String ONE = item("1:1", "assistant_message", "completed", "One. Two.");
    private static final String FIRST = item("1:1", "assistant_message", "completed", "One. ");
    private static final String SECOND = item("1:2", "assistant_message", "completed", "Two.");
    private static final String BROKEN_OFF = FIRST.replace("'completed'", "'failed','detail':'turn ended'");

    @Test
    void one_text_may_be_two_and_two_may_be_one() throws IOException {
        Cuts cuts = new Cuts(maps(FIRST, SECOND), maps(ONE));
        assertTrue(cuts.explain(json(FIRST), json(ONE)));
        assertTrue(cuts.explain(json(SECOND), null));
        assertTrue(new Cuts(maps(ONE), maps(FIRST, SECOND)).explain(null, json(SECOND)));
    }

    @Test
    void a_word_less_or_more_is_a_difference() throws IOException {
        Cuts cuts = new Cuts(maps(FIRST, SECOND), maps(FIRST));
        assertFalse(cuts.explain(json(SECOND), null));
        assertFalse(new Cuts(maps(FIRST), maps(ONE)).explain(json(FIRST), json(ONE)));
        String other = SECOND.replace("'1',", "'2',");
        assertFalse(new Cuts(maps(FIRST, SECOND), maps(FIRST, other)).explain(json(SECOND), null), "another turn");
    }

    @Test
    void a_text_may_be_whole_or_broken_off_and_not_open() throws IOException {
        Cuts cuts = new Cuts(maps(FIRST), maps(BROKEN_OFF));
        assertTrue(cuts.explain(json(FIRST), json(BROKEN_OFF)));
        assertTrue(cuts.explain(json(BROKEN_OFF), json(FIRST)));
        assertFalse(cuts.explain(json(FIRST), json(FIRST.replace("completed", "open"))));
        assertFalse(cuts.explain(json(FIRST), json(BROKEN_OFF.replace("turn ended", "unknown"))));
    }

    @Test
    void only_what_is_said_is_cut() throws IOException {
        String command = item("1:1", "command", "completed", "ok");
        String failed = command.replace("'completed'", "'failed','detail':'turn ended'");
        assertFalse(new Cuts(maps(command), maps(failed)).explain(json(command), json(failed)));
    }

    private static String item(String id, String kind, String state, String text) {
        return "{'thread':'t','turn':'1','item':'%s','kind':'%s','state':'%s','text':'%s'}"
                .formatted(id, kind, state, text);
    }

    private static ObjectNode maps(String... items) throws IOException {
        return json("{'items':[" + String.join(",", items) + "]}");
    }

    private static ObjectNode json(String text) throws IOException {
        return (ObjectNode) Json.read(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }
}
