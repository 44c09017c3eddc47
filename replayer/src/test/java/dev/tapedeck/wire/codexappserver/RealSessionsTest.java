package dev.tapedeck.wire.codexappserver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.canonical.EventType;
import dev.tapedeck.mapping.Emission;
import dev.tapedeck.mapping.Outcome;
import dev.tapedeck.rules.Rule;
import dev.tapedeck.runtime.RuntimeEvent.TurnUpdated;
import dev.tapedeck.runtime.TurnPhase;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What must hold for whatever a real Codex wrote: our own fixtures, and the shared captures where they are at hand. */
class RealSessionsTest {

    @Nested
    class Fixtures extends Sessions {
        @Override
        Map<String, Tape> tapes() {
            return Tape.fixtures();
        }
    }

    @Nested
    class Captures extends Sessions {
        @Override
        Map<String, Tape> tapes() {
            return Tape.captures();
        }
    }

    @Nested
    class OlderVersions extends Sessions {
        @Override
        Map<String, Tape> tapes() {
            return Tape.olderVersions();
        }

        @Override
        int atLeast() {
            return 200;
        }
    }

    abstract static class Sessions {
        abstract Map<String, Tape> tapes();

        /** Frames that there must be, so that an empty folder proves nothing. */
        int atLeast() {
            return 2000;
        }

        @Test
        void no_frame_is_unmapped_or_faulted() {
            Set<String> bad = new TreeSet<>();
            int frames = 0;
            for (var tape : tapes().entrySet()) {
                List<Outcome> outcomes = tape.getValue().map().outcomes();
                frames += outcomes.size();
                for (int i = 0; i < outcomes.size(); i++) {
                    if (outcomes.get(i) instanceof Outcome.Unmapped || outcomes.get(i) instanceof Outcome.Faulted) {
                        bad.add(tape.getKey() + " " + tape.getValue().messages().get(i).kind() + " " + outcomes.get(i));
                    }
                }
            }
            assertEquals(Set.of(), bad);
            assertTrue(frames >= atLeast(), frames + " frames");
        }

        @ParameterizedTest
        @ValueSource(ints = {1, 2, 7})
        void batches_of_any_size_give_the_same_events_and_scratch(int batch) {
            tapes().forEach((name, tape) -> assertEquals(tape.map(1024, false), tape.map(batch, false), name));
        }

        @Test
        void a_rule_emits_only_what_it_says_it_emits() {
            Map<String, Rule> rules =
                    CodexAppServer.BOOK.rules().stream().collect(Collectors.toMap(Rule::kind, Function.identity()));
            Set<String> broken = new HashSet<>();
            for (Tape tape : tapes().values()) {
                Tape.Mapped mapped = tape.map();
                for (Emission emission : mapped.emissions()) {
                    Outcome outcome = mapped.outcomes().get(emission.frame());
                    if (outcome instanceof Outcome.Mapped(String rule, List<String> unmapped)
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

        @Test
        void a_turn_starts_once_and_ends_at_most_once() {
            tapes().forEach((name, tape) -> {
                Map<String, String> phases = new TreeMap<>();
                for (TurnUpdated turn : tape.map().runtime(TurnUpdated.class)) {
                    if (turn.phase() != TurnPhase.NEEDS_INPUT) {
                        phases.merge(turn.thread() + " " + turn.turn(), turn.phase().word(), (a, b) -> a + " " + b);
                    }
                }
                phases.values().removeIf(Set.of("working idle", "working")::contains);
                assertEquals(Map.of(), phases, name);
            });
        }
    }
}
