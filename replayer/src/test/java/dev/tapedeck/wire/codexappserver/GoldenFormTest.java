package dev.tapedeck.wire.codexappserver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.events.EventWriter;
import dev.tapedeck.events.Ordinals;
import dev.tapedeck.mapping.Emission;
import dev.tapedeck.rules.Message;
import dev.tapedeck.runtime.RuntimeEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class GoldenFormTest {
    /** What may never stand in a golden: a UUID, milliseconds since 1970 of our days, a loopback port. */
    private static final Pattern VOLATILE =
            Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-|\\b1[78]\\d{11}\\b|127\\.0\\.0\\.1:\\d");

    @Test
    void C46_two_runs_give_one_golden() {
        List<String> a = golden(Tape.ofCase("C46-golden-volatile.run-a.ndjson"));
        List<String> b = golden(Tape.ofCase("C46-golden-volatile.run-b.ndjson"));
        assertEquals(a, b);
        assertTrue(a.size() > 10, a.size() + " lines");
    }

    @Test
    void C46_two_ids_that_changed_places_are_a_difference() {
        String one = "msg_aaaa1111";
        String two = "msg_bbbb2222";
        List<String> right = golden(twoItems(one, two, one));
        assertEquals(right, golden(twoItems(two, one, two)));
        assertNotEquals(right, golden(twoItems(one, two, two)));
    }

    @Test
    void no_golden_of_a_real_session_holds_what_changes_from_run_to_run() {
        Tape.fixtures().forEach((name, tape) -> {
            for (String line : golden(tape)) {
                assertFalse(VOLATILE.matcher(line).find(), name + ": " + line);
            }
        });
    }

    private static Tape twoItems(String first, String second, String last) {
        return Tape.of(
                CodexAppServer.BOOK,
                Lines.item("started", "agentMessage", first, ",'text':''"),
                Lines.item("started", "agentMessage", second, ",'text':''"),
                Lines.delta("item/agentMessage/delta", last, "hi"));
    }

    private static List<String> golden(Tape tape) {
        EventWriter canonical = EventWriter.golden(new Ordinals());
        EventWriter runtime = EventWriter.golden(new Ordinals());
        List<Message> messages = tape.messages();
        List<String> lines = new ArrayList<>();
        for (Emission emission : tape.map().emissions()) {
            if (emission.canonical() != null) {
                lines.add(canonical.canonical(emission.canonical(), messages.get(emission.frame()).seq()));
            }
            for (RuntimeEvent event : emission.events()) {
                lines.add(runtime.runtime(event));
            }
        }
        return lines;
    }
}
