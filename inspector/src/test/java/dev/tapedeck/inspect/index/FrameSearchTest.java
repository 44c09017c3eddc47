package dev.tapedeck.inspect.index;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tapedeck.filter.Filter;
import dev.tapedeck.filter.Narrowing;
import dev.tapedeck.inspect.Tapes;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FrameSearchTest {
    @TempDir
    Path folder;

    private final List<Long> seqs = new ArrayList<>();

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
    void what_the_table_does_not_tell_is_looked_up_in_the_file_or_in_a_replay() throws Exception {
        assertEquals(List.of(6L, 7L, 8L), found("item:1"));
        assertEquals(List.of(6L, 7L, 8L), found("item:item_1"));
        assertEquals(List.of(5L, 6L, 7L, 8L, 12L), found("turn:1"));
        assertEquals(List.of(), found("turn:2.."));
        assertEquals(List.of(7L), found("evt.delta:hello"));
        assertEquals(List.of(7L), found("evt.payload.delta:*ell*"));
        assertEquals(List.of(7L), found("raw.params.delta:hello"));
        assertEquals(List.of(6L, 8L), found("turn:1 type:item.*"));
        assertEquals(List.of(9L, 7L).reversed(), found("is:unmapped OR evt.delta:*"));
        assertEquals(List.of(), found("is:truncated"));
    }

    @Test
    void what_the_host_does_after_a_frame_belongs_to_it() throws Exception {
        assertEquals(List.of(12L), found("is:resync"), "when its batch is done");
        assertEquals(List.of(), found("is:lag"));
        assertEquals(List.of(10L, 12L), found("dir:host"), "a fault is noted with its frame");
    }

    @Test
    void of_a_filter_without_hits_the_term_that_removes_most_is_told_whatever_it_takes_to_know() throws Exception {
        assertEquals("“is:unmapped” removes most: without it 1 frame passes.", removes("is:unmapped is:fault -dir:in"));
        assertEquals("“zebra” removes most: without it 2 frames pass.", removes("zebra dir:in"));
        assertEquals("“turn:2” removes most: without it 2 frames pass.", removes("turn:2 type:item.*"));
        assertEquals("“dir:in” removes most: without it 3 frames pass.",
                removes("dir:in hello native:item/* -is:fault"));
        assertEquals("", removes("is:fault"));
        assertEquals("", removes("zebra"));
    }

    private String removes(String filter) throws Exception {
        return search(filter).removal().map(Narrowing.Removal::sentence).orElse("");
    }

    private List<Long> found(String filter) throws Exception {
        return search(filter).rows().stream().mapToObj(row -> seqs.get(row)).toList();
    }

    private FrameSearch.Result search(String filter) throws Exception {
        Path file = Tapes.turn(folder, "codex/a/recording.ndjson", "hello").write();
        Library library = new Library(folder, InstantSource.system());
        try (Survey survey = new Survey(library, InstantSource.system())) {
            Recording recording = library.scan().recordings().getFirst();
            assertEquals(file.toRealPath(), recording.path());
            Tape tape = tape(survey, recording);
            seqs.clear();
            for (int row = 0; row < tape.frames().size(); row++) {
                seqs.add(tape.frames().seq(row));
            }
            return survey.search(tape, Plan.CLEAN, Filter.parse(filter));
        }
    }

    private static Tape tape(Survey survey, Recording recording) throws IOException {
        for (int i = 0; i < 20; i++) {
            if (survey.tape(recording) instanceof Shelf.Lookup.Ready ready) {
                return ready.tape();
            }
        }
        throw new IOException("not ready");
    }
}
