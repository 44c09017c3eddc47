package dev.tapedeck.wire.pirpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.host.Disposition;
import dev.tapedeck.matrix.KindList;
import dev.tapedeck.matrix.KindLists;
import dev.tapedeck.replay.CaptureTape;
import dev.tapedeck.rules.Rule;
import dev.tapedeck.wire.PlayedLines;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The book as a whole: against the vendor's lists, and against real sessions of both versions. */
class RuleBookPiRpcTest {
    private static final Set<String> RULES =
            PiRpc.BOOK.rules().stream().map(Rule::kind).collect(Collectors.toSet());

    @TempDir
    private static Path folder;

    @Test
    void every_kind_that_either_version_lists_has_a_rule() {
        List<KindList> lists =
                KindLists.all().stream().filter(list -> list.wire().equals(PiRpc.WIRE)).toList();
        assertEquals(List.of("0.73.1", "1.6.0"), lists.stream().map(KindList::version).toList());
        for (KindList list : lists) {
            Set<String> without = new TreeSet<>(list.kinds());
            without.removeAll(RULES);
            assertTrue(list.kinds().size() > 90, list.version());
            assertEquals(Set.of(), without, list.version());
        }
    }

    @Test
    void a_rule_that_leaves_something_out_says_why_in_a_sentence() {
        for (Rule rule : PiRpc.BOOK.rules()) {
            if (rule instanceof Rule.Drop(String kind, String reason)) {
                assertTrue(reason.split(" ").length > 4, kind + ": " + reason);
            }
            if (rule instanceof Rule.Duplicate(String kind, String viewOf)) {
                boolean there = RULES.stream().anyMatch(each -> each.equals(viewOf) || each.startsWith(viewOf + ":"));
                assertTrue(there, kind + " is a view of " + viewOf);
            }
        }
    }

    @TestFactory
    Stream<DynamicTest> a_session_of_1_6_is_mapped_whole() throws IOException {
        return sessions("captures/pi");
    }

    @TestFactory
    Stream<DynamicTest> a_session_of_0_73_is_mapped_whole() throws IOException {
        return sessions("captures/pi-0.73");
    }

    private static Stream<DynamicTest> sessions(String captures) throws IOException {
        List<Path> files = PlayedLines.shared(captures, ".*\\.ndjson");
        assertEquals(34, files.size(), captures);
        return files.stream()
                .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> whole(file)));
    }

    private static void whole(Path capture) throws IOException {
        Path parent = capture.getParent().getFileName();
        Path tape = folder.resolve(parent + "-" + capture.getFileName());
        PlayedLines played = PlayedLines.of(
                CaptureTape.convert(capture, tape, "pi", PiRpc.WIRE.name()), null);
        assertEquals(Set.of(), played.unmapped());
        assertEquals(0, played.report().count(Disposition.FAULTED));
        assertEquals(0, played.report().count(Disposition.UNDELIVERED));
    }
}
