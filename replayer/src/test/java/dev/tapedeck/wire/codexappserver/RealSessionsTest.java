package dev.tapedeck.wire.codexappserver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.canonical.EventType;
import dev.tapedeck.mapping.Emission;
import dev.tapedeck.mapping.Outcome;
import dev.tapedeck.rules.Rule;
import dev.tapedeck.runtime.RuntimeEvent.TurnUpdated;
import dev.tapedeck.runtime.TurnPhase;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RealSessionsTest {

    @Test
    void no_frame_of_a_real_session_is_unmapped_or_faulted() {
        Set<String> bad = new TreeSet<>();
        int frames = 0;
        for (Path file : Tape.captures()) {
            Tape tape = Tape.ofCapture(file);
            List<Outcome> outcomes = tape.map().outcomes();
            frames += outcomes.size();
            for (int i = 0; i < outcomes.size(); i++) {
                if (outcomes.get(i) instanceof Outcome.Unmapped || outcomes.get(i) instanceof Outcome.Faulted) {
                    bad.add(file.getFileName() + " " + tape.messages().get(i).kind() + " " + outcomes.get(i));
                }
            }
        }
        assertEquals(Set.of(), bad);
        assertTrue(frames > 2000, frames + " frames");
    }

    @Test
    void every_turn_of_a_session_that_ran_to_its_end_starts_once_and_ends_once() {
        for (Path file : Tape.captures()) {
            if (!file.toString().matches(".*(killed|stdin-closed).*")) {
                Map<String, String> phases = new TreeMap<>();
                for (TurnUpdated turn : Tape.ofCapture(file).map().runtime(TurnUpdated.class)) {
                    if (turn.phase() != TurnPhase.NEEDS_INPUT) {
                        phases.merge(turn.thread() + " " + turn.turn(), turn.phase().word(), (a, b) -> a + " " + b);
                    }
                }
                phases.values().removeIf("working idle"::equals);
                assertEquals(Map.of(), phases, file.toString());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7})
    void batches_of_any_size_give_the_same_events_and_scratch(int batch) {
        for (Path file : Tape.captures()) {
            Tape tape = Tape.ofCapture(file);
            assertEquals(tape.map(1024, false), tape.map(batch, false), file.toString());
        }
    }

    @Test
    void a_rule_emits_only_what_it_says_it_emits() {
        Map<String, Rule> rules =
                CodexAppServer.BOOK.rules().stream().collect(Collectors.toMap(Rule::kind, Function.identity()));
        Set<String> broken = new HashSet<>();
        for (Path file : Tape.captures()) {
            Tape.Mapped mapped = Tape.ofCapture(file).map();
            for (Emission emission : mapped.emissions()) {
                if (mapped.outcomes().get(emission.frame()) instanceof Outcome.Mapped(String rule)
                        && rules.get(rule) instanceof Rule.Map map
                        && emission.canonical() != null) {
                    EventType type = emission.canonical().type();
                    if (!map.emits().contains(type)) {
                        broken.add(rule + " emitted " + type);
                    }
                }
            }
        }
        assertEquals(Set.of(), broken);
    }
}
