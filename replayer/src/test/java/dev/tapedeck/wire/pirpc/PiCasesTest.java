package dev.tapedeck.wire.pirpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.canonical.ItemPayload.ItemCompleted;
import dev.tapedeck.canonical.TelemetryPayload.RuntimeWarning;
import dev.tapedeck.canonical.ThreadPayload.ThreadTokenUsageUpdated;
import dev.tapedeck.canonical.TurnPayload.TurnCompleted;
import dev.tapedeck.canonical.TurnState;
import dev.tapedeck.canonical.Usage;
import dev.tapedeck.host.CloseCause;
import dev.tapedeck.host.Disposition;
import dev.tapedeck.host.HostNote;
import dev.tapedeck.wire.PlayedLines;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Faults that others have met in the open, each by its number: what the rule book makes of them. */
class PiCasesTest {
    @TempDir
    private Path folder;

    private static Path input(String name) throws IOException {
        return PlayedLines.shared("cases/inputs", name).getFirst();
    }

    @Test
    void C01_a_line_separator_in_a_string_ends_no_frame_and_the_turn_ends() throws IOException {
        PlayedLines played = PlayedLines.of(input("C01-pi-u2028.ndjson"), null);
        assertEquals(PiRpc.WIRE, played.report().header().wire());
        assertEquals(5, played.report().frames());
        assertEquals(0, played.report().count(Disposition.FAULTED));
        String text = played.payloads(ItemCompleted.class).getFirst().item().text();
        assertEquals("first\u2028second\u2029third\u0085fourth", text);
        assertEquals(TurnState.COMPLETED, only(played).state());
    }

    @Test
    void C15_a_bare_NaN_is_no_json_and_closes_the_epoch_with_a_reason() throws IOException {
        PlayedLines played = PlayedLines.of(input("C15-pi-odd-numbers.ndjson"), null);
        HostNote.Closed closed = played.report().notes(HostNote.Closed.class).getFirst();
        assertEquals(CloseCause.PROTOCOL, closed.cause());
        assertTrue(closed.reason().contains("frame 2 cannot be decoded"), closed.reason());
        assertEquals(1, played.report().count(Disposition.FAULTED));
    }

    @Test
    void C15_a_cost_that_is_no_finite_number_is_left_out_with_one_warning_and_the_others_sum_exactly()
            throws IOException {
        List<String> lines = Files.readAllLines(input("C15-pi-odd-numbers.ndjson"));
        lines.remove(1);
        Path file = Files.write(folder.resolve("odd.ndjson"), lines);
        PlayedLines played = PlayedLines.of(file, null);

        assertEquals(0, played.report().count(Disposition.FAULTED));
        assertEquals(1, played.payloads(RuntimeWarning.class).size());
        List<BigDecimal> costs = played.payloads(ThreadTokenUsageUpdated.class).stream()
                .map(usage -> Objects.requireNonNull(usage.figures().step()).costUsd())
                .toList();
        assertEquals(
                Arrays.asList(
                        null,
                        BigDecimal.ZERO,
                        new BigDecimal("123456789012345678901234567890"),
                        new BigDecimal("0.0012")),
                costs);
        Usage turn = Objects.requireNonNull(only(played).turnUsage());
        assertEquals(new BigDecimal("123456789012345678901234567890.0012"), turn.costUsd());
        assertEquals(40L, turn.inputTokens());
    }

    @Test
    void C15_of_two_members_with_one_name_the_last_counts() throws IOException {
        List<String> lines = Files.readAllLines(input("C15-pi-odd-numbers.ndjson"));
        Path file = Files.write(folder.resolve("twice.ndjson"), List.of(lines.get(0), lines.get(5), lines.get(6)));
        assertEquals(TurnState.COMPLETED, only(PlayedLines.of(file, null)).state());
    }

    private static TurnCompleted only(PlayedLines played) {
        List<TurnCompleted> ends = played.payloads(TurnCompleted.class);
        assertEquals(1, ends.size(), played.types().toString());
        return ends.getFirst();
    }
}
