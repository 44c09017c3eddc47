package dev.tapedeck.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.canonical.EventType;
import dev.tapedeck.fixture.Fixtures;
import dev.tapedeck.matrix.Evidence;
import dev.tapedeck.matrix.KindEvidence;
import dev.tapedeck.matrix.MatrixReport;
import dev.tapedeck.rules.Rule;
import dev.tapedeck.rules.RuleBook;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What every book owes, so that a new wire is held to it by its line in {@link RuleBooks}. */
class RuleBookContractTest {
    @Test
    void every_wire_has_one_book_and_every_book_maps_something() {
        Set<String> wires = new TreeSet<>();
        for (RuleBook book : RuleBooks.all().toList()) {
            assertTrue(wires.add(book.wire().name()), book.wire() + " twice");
            assertTrue(book.rules().stream().anyMatch(Rule.Map.class::isInstance), book.wire() + " maps nothing");
            assertEquals(book, RuleBooks.of(book.wire()).orElseThrow());
        }
        assertEquals(RuleBooks.columns().size() + RuleBooks.files().size(), wires.size());
    }

    @Test
    void what_is_left_out_has_a_sentence_and_a_view_is_one_of_a_kind_that_has_a_rule_or_of_what_a_sentence_says() {
        Set<String> wrong = new TreeSet<>();
        for (RuleBook book : RuleBooks.all().toList()) {
            Set<String> kinds = kinds(book);
            for (Rule rule : book.rules()) {
                boolean holds = switch (rule) {
                    case Rule.Drop drop -> drop.reason().split(" ").length >= 4;
                    case Rule.Duplicate view -> view.viewOf().split(" ").length >= 4
                            || kinds.stream().anyMatch(kind -> isUnder(kind, view.viewOf()));
                    case Rule.Map map -> map.gaps().stream().allMatch(gap -> gap.split(" ").length >= 2);
                };
                if (!holds) {
                    wrong.add(book.wire() + ": " + rule);
                }
            }
        }
        assertEquals(Set.of(), wrong);
    }

    @Test
    void in_every_recording_a_rule_emits_only_what_it_says_it_emits() throws IOException {
        Evidence evidence =
                MatrixReport.of(Fixtures.in(Path.of("..", "fixtures")), null).evidence();
        Map<String, Set<EventType>> unclaimed = new TreeMap<>();
        Set<String> emitting = new TreeSet<>();
        evidence.streams().forEach((column, stream) -> {
            Map<String, Rule> rules = RuleBooks.of(column.wire()).orElseThrow().rules().stream()
                    .collect(Collectors.toMap(Rule::kind, Function.identity()));
            for (KindEvidence kind : stream.kinds()) {
                if (kind.rule() != null && rules.get(kind.rule()) instanceof Rule.Map map && !kind.events().isEmpty()) {
                    emitting.add(column.wire() + " " + map.kind());
                    Set<EventType> beyond = EnumSet.copyOf(kind.events().keySet());
                    beyond.removeAll(map.emits());
                    if (map.emits().contains(EventType.ITEM_COMPLETED)) {
                        // The host tells a completion so that comes after its turn's end had closed the item (D2).
                        beyond.remove(EventType.ITEM_UPDATED);
                    }
                    if (!beyond.isEmpty()) {
                        unclaimed.put(column + " " + map.kind(), beyond);
                    }
                }
            }
        });
        assertEquals(Map.of(), unclaimed);
        assertTrue(emitting.size() > 300, emitting.size() + " rules are shown by recordings");
    }

    private static Set<String> kinds(RuleBook book) {
        return book.rules().stream().map(Rule::kind).collect(Collectors.toSet());
    }

    private static boolean isUnder(String kind, String parent) {
        return kind.equals(parent) || kind.startsWith(parent + ":");
    }
}
