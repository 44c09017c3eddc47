package dev.tapedeck.inspect.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.inspect.Tapes;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FrameFilterTest {
    @TempDir
    Path folder;

    @Test
    void each_key_finds_what_it_says() throws Exception {
        assertEquals(List.of(9L), found("is:unmapped"));
        assertEquals(List.of(10L), found("is:fault"));
        assertEquals(List.of(9L, 10L), found("is:problem"));
        assertEquals(List.of(2L, 4L), found("dir:in"));
        assertEquals(List.of(2L, 4L), found("is:request"));
        assertEquals(List.of(3L), found("is:response"));
        assertEquals(List.of(6L, 8L, 10L), found("native:item/* -native:*delta"));
        assertEquals(List.of(6L), found("native:item/started"));
        assertEquals(List.of(7L), found("type:content.delta"));
        assertEquals(List.of(6L, 8L), found("type:item.*"));
        assertEquals(List.of(5L, 6L), found("seq:5..6"));
        assertEquals(List.of(12L), found("seq:12.."));
        assertEquals(List.of(6L, 7L, 8L), found("HELLO native:item/* -is:fault"));
        assertEquals(List.of(9L), found("\"made/up\""));
        assertEquals(10, found("").size());
    }

    @Test
    void a_minus_sign_takes_hits_away_and_terms_are_joined_with_and() throws Exception {
        assertEquals(List.of(7L), found("native:item/* -type:item.* -is:fault"));
        assertEquals(List.of(), found("is:fault is:unmapped"));
    }

    @Test
    void a_filter_that_cannot_be_understood_says_where_and_what_was_expected() {
        problem("colour:red", 0, "one of the keys");
        problem("dir:in is:lost", 10, "one of unmapped, fault");
        problem("type:item.nothing", 5, "a canonical event");
        problem("dir:sideways", 4, "in or out");
        problem("seq:a", 4, "a number or a range");
        problem("seq:", 4, "a value for seq");
        problem("say \"hello", 4, "a closing quotation mark");
        problem("x ".repeat(33), 64, "at most 32 terms");
    }

    @Test
    void a_filter_restates_itself_in_words() throws Exception {
        assertEquals(
                "Event item.*, not native kind a*, with “x y”",
                FrameFilter.parse("type:item.* -native:a* \"x y\"").words());
        assertEquals("All frames", FrameFilter.parse("  ").words());
    }

    @Test
    void many_wildcards_do_not_take_for_ever() throws Exception {
        Wildcard pattern = new Wildcard("*a".repeat(500) + "b");
        String text = "a".repeat(200);
        long start = System.nanoTime();
        assertTrue(!pattern.matches(text));
        assertTrue(Duration.ofNanos(System.nanoTime() - start).toMillis() < 1000);
        assertTrue(new Wildcard("item/*:command*").matches("item/started:commandExecution"));
    }

    private List<Long> found(String filter) throws Exception {
        Path file = Tapes.turn(folder, "codex/a/recording.ndjson", "hello").write();
        Library library = new Library(folder, InstantSource.system());
        try (Survey survey = new Survey(library, InstantSource.system())) {
            Recording recording = library.scan().recordings().getFirst();
            assertEquals(file.toRealPath(), recording.path());
            Tape tape = tape(survey, recording);
            List<Long> seqs = new ArrayList<>();
            FrameSearch.of(survey, tape, Plan.CLEAN, FrameFilter.parse(filter)).rows().stream()
                    .forEach(row -> seqs.add(tape.frames().seq(row)));
            return seqs;
        }
    }

    private static Tape tape(Survey survey, Recording recording) throws IOException {
        for (int i = 0; i < 20; i++) {
            if (survey.tape(recording) instanceof Survey.Lookup.Ready ready) {
                return ready.tape();
            }
        }
        throw new IOException("not ready");
    }

    private static void problem(String filter, int column, String expected) {
        FrameFilter.Problem problem = assertThrows(FrameFilter.Problem.class, () -> FrameFilter.parse(filter));
        assertEquals(column, problem.column(), filter);
        assertTrue(problem.getMessage().contains("expected " + expected), problem.getMessage());
    }
}
