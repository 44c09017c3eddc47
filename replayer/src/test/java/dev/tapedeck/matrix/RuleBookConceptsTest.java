package dev.tapedeck.matrix;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tapedeck.fixture.Fixtures;
import dev.tapedeck.rules.Concept;
import dev.tapedeck.rules.Rule;
import dev.tapedeck.wire.RuleBooks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** No cell of the normalization matrix may be empty while a rule carries what the row asks for. */
class RuleBookConceptsTest {

    @Test
    void every_concept_that_a_recorded_frame_carries_is_written_down_beside_its_rule() throws IOException {
        Evidence evidence =
                MatrixReport.of(Fixtures.in(Path.of("..", "fixtures")), null).evidence();
        Map<String, Set<Concept>> undeclared = new TreeMap<>();
        evidence.streams().forEach((column, stream) -> RuleBooks.of(column.wire())
                .ifPresent(book -> book.rules().forEach(rule -> {
                    if (rule instanceof Rule.Map map) {
                        stream.kinds().stream()
                                .filter(kind -> map.kind().equals(kind.rule()))
                                .forEach(kind -> add(column + " " + map.kind(), map, kind, undeclared));
                    }
                })));
        assertEquals(Map.of(), undeclared);
    }

    private static void add(String rule, Rule.Map map, KindEvidence kind, Map<String, Set<Concept>> undeclared) {
        Set<Concept> carried = EnumSet.noneOf(Concept.class);
        carried.addAll(kind.concepts().keySet());
        map.concepts().forEach(carried::remove);
        if (!carried.isEmpty()) {
            undeclared.merge(rule, carried, (before, more) -> {
                before.addAll(more);
                return before;
            });
        }
    }
}
