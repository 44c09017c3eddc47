package dev.tapedeck.wire.opencodeevent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.canonical.EventType;
import dev.tapedeck.frame.Wire;
import dev.tapedeck.host.Disposition;
import dev.tapedeck.host.FrameResult;
import dev.tapedeck.host.HostNote;
import dev.tapedeck.mapping.Emission;
import dev.tapedeck.matrix.KindList;
import dev.tapedeck.matrix.KindLists;
import dev.tapedeck.rules.Rule;
import dev.tapedeck.rules.RuleBook;
import dev.tapedeck.wire.RuleBooks;
import dev.tapedeck.wire.opencodeevent2.OpenCodeEvent2;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What must hold for whatever a real server sent; the shared captures, where they are at hand. */
class RealServersTest {

    @Test
    void every_kind_that_the_vendor_lists_has_a_rule() {
        for (RuleBook book : List.of(OpenCodeEvent.BOOK, OpenCodeEvent2.BOOK)) {
            Set<String> ruled = new TreeSet<>();
            book.rules().forEach(rule -> ruled.add(rule.kind()));
            List<KindList> lists =
                    KindLists.all().stream().filter(list -> list.wire().equals(book.wire())).toList();
            assertEquals(book == OpenCodeEvent.BOOK ? 1 : 2, lists.size());
            for (KindList list : lists) {
                assertTrue(list.kinds().size() > 40, list.kinds().size() + " kinds");
                assertEquals(
                        List.of(), list.kinds().stream().filter(kind -> !ruled.contains(kind)).toList(),
                        list.version());
            }
        }
    }

    @TestFactory
    Stream<DynamicTest> nothing_of_a_capture_is_unmapped_faulted_or_lost_whichever_stream_it_is() throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(Served.shared("captures/opencode"))) {
            files = all.filter(file -> file.toString().endsWith(".ndjson")).sorted().toList();
        }
        assertTrue(files.size() > 55, "captures found: " + files.size());
        return files.stream().map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> {
            for (String primary : List.of("/event", "/global/event", "/api/event")) {
                Served served = Served.ofCapture(file, primary);
                if (served != null) {
                    check(primary, served.play());
                }
            }
        }));
    }

    private static void check(String primary, Served.Told told) {
        assertEquals(List.of(), told.report().unmapped(), primary);
        Set<String> bad = new TreeSet<>();
        told.results().stream()
                .filter(result -> result.disposition() == Disposition.FAULTED
                        || result.disposition() == Disposition.UNDELIVERED)
                .forEach(result -> bad.add(result.frame().seq() + " " + result.reason()));
        assertEquals(Set.of(), bad, primary);
        assertEquals(Set.of(), lies(primary, told.results()), primary);
        assertEquals(List.of(), told.report().notes().stream().filter(HostNote.Failed.class::isInstance).toList());
    }

    /** What rules emitted that they do not say they emit. */
    private static Set<String> lies(String primary, List<FrameResult> results) {
        RuleBook book = RuleBooks.of(new Wire(primary.startsWith("/api/") ? "opencode.event2" : "opencode.event"))
                .orElseThrow();
        Map<String, Rule> rules = new HashMap<>();
        book.rules().forEach(rule -> rules.put(rule.kind(), rule));
        Set<String> lies = new TreeSet<>();
        for (FrameResult result : results) {
            if (result.rule() != null && rules.get(result.rule()) instanceof Rule.Map map) {
                for (Emission emission : result.emissions()) {
                    EventType type = emission.canonical() == null ? null : emission.canonical().type();
                    boolean ofHost = emission.canonical() == null || emission.canonical().raw() == null;
                    // The host takes an end that comes behind its turn's as an update (decision D2).
                    boolean late = type == EventType.ITEM_UPDATED && map.emits().contains(EventType.ITEM_COMPLETED);
                    if (!ofHost && !late && !map.emits().contains(type)) {
                        lies.add(result.rule() + " emitted " + type);
                    }
                }
            }
        }
        return lies;
    }
}
