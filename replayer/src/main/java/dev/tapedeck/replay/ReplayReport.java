package dev.tapedeck.replay;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.frame.Ending;
import dev.tapedeck.frame.Header;
import dev.tapedeck.host.Counters;
import dev.tapedeck.host.Disposition;
import dev.tapedeck.host.HostNote;
import dev.tapedeck.invariant.Excepted;
import dev.tapedeck.invariant.Violation;
import dev.tapedeck.recording.Damage;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a replay of one recording came to.
 *
 * @param headerless whether the file is no recording of ours but a provider's raw output
 * @param frames frames that were replayed; the dispositions sum up to it
 * @param dispositions frames for each disposition, zeros included
 * @param kinds the same for each kind, in order of kind
 * @param unmapped kinds that nobody wrote a rule for, with samples
 * @param notes what the host did by itself: the first 1000
 * @param noteCount how often the host did something by itself
 * @param counters what no note tells one by one
 * @param epochs runtime epochs, one for each process
 * @param maps maps of the last epoch in golden form: ordinals for ids, no times, no native JSON
 * @param mapsInFull the same with the provider's ids, times and native JSON
 * @param canonicalMaps the same in full with canonical ids, those of the events (decision D6)
 * @param ending the recording's end; absent when it is truncated or was not reached
 * @param damages what is wrong with the file
 * @param checked names of the invariants that were checked
 * @param violations invariants that did not hold: the first 100
 * @param excepted what the maps may have that differs from those of the clean run
 */
public record ReplayReport(
        Header header,
        boolean headerless,
        long frames,
        Map<Disposition, Long> dispositions,
        List<KindCount> kinds,
        List<UnmappedKind> unmapped,
        List<HostNote> notes,
        long noteCount,
        Counters counters,
        int epochs,
        JsonNode maps,
        JsonNode mapsInFull,
        JsonNode canonicalMaps,
        @Nullable Ending ending,
        List<Damage> damages,
        List<String> checked,
        List<Violation> violations,
        Set<Excepted> excepted) {
    public ReplayReport {
        kinds = List.copyOf(kinds);
        unmapped = List.copyOf(unmapped);
        notes = List.copyOf(notes);
        damages = List.copyOf(damages);
        checked = List.copyOf(checked);
        violations = List.copyOf(violations);
    }

    /** Frames of that disposition. */
    public long count(Disposition disposition) {
        return dispositions.getOrDefault(disposition, 0L);
    }

    /** Notes of one type, as far as they were kept. */
    public <N extends HostNote> List<N> notes(Class<N> type) {
        return notes.stream().filter(type::isInstance).map(type::cast).toList();
    }
}
