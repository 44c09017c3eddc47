package dev.tapedeck.replay;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.tapedeck.fault.FaultPlan;
import dev.tapedeck.fault.PlanFormat;
import dev.tapedeck.fault.Schedule;
import dev.tapedeck.host.CloseCause;
import dev.tapedeck.host.Disposition;
import dev.tapedeck.host.FailureKind;
import dev.tapedeck.host.HookCall;
import dev.tapedeck.host.HostNote;
import dev.tapedeck.json.Json;
import dev.tapedeck.mapping.MapResult;
import dev.tapedeck.mapping.Outcome;
import dev.tapedeck.runtime.RuntimeEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The designs that fail the contract (runtime-event-path, its last list), one test each: the host is not built so.
 * Three of them are also hosts that are broken on purpose, which torture catches: {@code waits for a timer before it
 * drains}, {@code closes on the first failure}, {@code closes on lag}.
 */
final class FailingDesignsTest {
    private static final Path FIXTURES = Path.of("..", "fixtures");
    private static final Path COMMAND = FIXTURES.resolve("codex/approve-command-silent/recording.ndjson");
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.tapedeck");

    @Test
    void no_time_window_waits_for_more_frames_before_they_are_reduced(@TempDir Path folder) throws IOException {
        List<Integer> taken = batches(COMMAND, new Schedule.Every(1));
        assertEquals(Set.of(1), Set.copyOf(taken));
        // An hour between two frames, or nothing, cuts no other batches.
        String recorded = Files.readString(COMMAND);
        Path hours = folder.resolve("hours.ndjson");
        Path atOnce = folder.resolve("at-once.ndjson");
        Files.writeString(hours, recorded.replaceAll("\"seq\":(\\d+),\"t\":\\d+", "\"seq\":$1,\"t\":$13600000000"));
        Files.writeString(atOnce, recorded.replaceAll("\"t\":\\d+", "\"t\":0"));
        Schedule schedule = new Schedule.At(List.of(5L, 6L, 20L));
        assertEquals(batches(COMMAND, schedule), batches(hours, schedule));
        assertEquals(batches(COMMAND, schedule), batches(atOnce, schedule));
    }

    @Test
    void no_bookkeeping_failure_closes_the_process_neither_lag_nor_a_size_limit() throws IOException {
        Map<FailureKind, String> causes = new LinkedHashMap<>();
        causes.put(FailureKind.LAG, "lag(after=20,drop=5)");
        causes.put(FailureKind.FRAME_FAULT, "missing-field(frame=21,path=/params/threadId)");
        causes.put(FailureKind.HOOK, "hook-failure(after=12,reason=the plugin threw)");
        causes.put(FailureKind.EMITTED, "limit(limit=emitted,value=300)");
        causes.put(FailureKind.SCRATCH, "limit(limit=scratch,value=4)");
        HostNote.Closed exit = Replay.of(COMMAND).run().notes(HostNote.Closed.class).getFirst();
        Set<FailureKind> seen = EnumSet.noneOf(FailureKind.class);
        for (Map.Entry<FailureKind, String> cause : causes.entrySet()) {
            ReplayReport report = Replay.of(COMMAND)
                    .plan(FaultPlan.of(List.of(PlanFormat.fault(cause.getValue()))))
                    .run();
            report.notes(HostNote.Failed.class).forEach(failure -> seen.add(failure.kind()));
            HostNote.Closed closed = report.notes(HostNote.Closed.class).getFirst();
            assertEquals(CloseCause.EXIT, closed.cause(), cause.getValue());
            assertEquals(exit, closed, cause.getValue());
        }
        assertEquals(causes.keySet(), seen);
    }

    @Test
    void no_core_branches_on_a_provider(@TempDir Path folder) throws IOException {
        Path stranger = folder.resolve("stranger.ndjson");
        String recorded = Files.readString(COMMAND);
        Files.writeString(stranger, recorded.replaceFirst("\"provider\":\"codex\"", "\"provider\":\"nobody\""));
        assertEquals(Played.of(COMMAND).transcript(), Played.of(stranger).transcript());
        noClasses()
                .that().resideInAnyPackage("dev.tapedeck.host..", "dev.tapedeck.mapping..", "dev.tapedeck.projection..")
                .should().dependOnClassesThat().resideInAnyPackage("dev.tapedeck.wire..", "dev.tapedeck.provider..")
                .check(CLASSES);
    }

    @Test
    void no_event_of_the_model_is_filled_by_one_provider_alone() throws IOException {
        Map<Class<?>, Set<String>> fillers = new LinkedHashMap<>();
        for (String provider : List.of("codex", "claude", "opencode", "pi", "opencode-acp")) {
            for (Path recording : recordings(provider)) {
                for (RuntimeEvent event : Played.of(recording).runtime) {
                    fillers.computeIfAbsent(event.getClass(), type -> new HashSet<>()).add(provider);
                }
            }
        }
        for (Class<?> type : RuntimeEvent.class.getPermittedSubclasses()) {
            if (type != RuntimeEvent.Warning.class) {
                Set<String> providers = fillers.getOrDefault(type, Set.of());
                assertTrue(providers.size() > 1, type.getSimpleName() + " comes from " + providers);
            }
        }
    }

    @Test
    void no_adapter_bypasses_the_plugin_boundary() throws IOException {
        // With a plugin that maps nothing, the host knows nothing, whatever the provider says.
        ReplayReport report = Replay.of(COMMAND)
                .mapper(header -> (context, frames, scratch) ->
                        new MapResult(List.of(), scratch, Collections.nCopies(frames.size(), Outcome.UNMAPPED)))
                .run();
        for (String map : List.of("threads", "turns", "items", "requests", "evidence")) {
            assertTrue(report.maps().path(map).isEmpty(), map);
        }
        assertTrue(report.count(Disposition.UNMAPPED) > 20);
    }

    @Test
    void no_state_is_serialized_for_each_frame() throws IOException {
        List<HookCall> calls = new ArrayList<>();
        Replay.of(COMMAND).listener(calls(calls)).run();
        assertEquals(1, calls.size());
        assertTrue(calls.getFirst().frames().size() > 30);
        // What is handed in with it is scratch, and no map of items stands in it.
        calls.clear();
        Replay.of(COMMAND).batch(1).listener(calls(calls)).run();
        for (HookCall call : calls) {
            String scratch = Json.write(call.before().json());
            assertTrue(!scratch.contains("touch made.txt") && !scratch.contains("Made"), scratch);
        }
    }

    @Test
    void no_timer_opens_an_event_stream_again() throws IOException {
        // The stream ends while the process lives: one failure, one resync, and hours later nothing else has happened.
        ReplayReport report = Replay.of(FIXTURES.resolve("opencode/stream-closed/recording.ndjson")).run();
        List<FailureKind> failures =
                report.notes(HostNote.Failed.class).stream().map(HostNote.Failed::kind).toList();
        assertEquals(List.of(FailureKind.STREAM_ENDED), failures);
        assertEquals(1, report.notes(HostNote.Resynced.class).size());
        // A subscription that is refused is a failure, and the host does not try again by itself.
        ReplayReport refused = Replay.of(COMMAND)
                .plan(FaultPlan.of(List.of(
                        PlanFormat.fault("refused-subscription(after=1)"), PlanFormat.fault("lag(after=20,drop=5)"))))
                .run();
        assertEquals(0, refused.notes(HostNote.Resynced.class).size());
        assertEquals(
                List.of(FailureKind.LAG, FailureKind.RESUBSCRIPTION),
                refused.notes(HostNote.Failed.class).stream().map(HostNote.Failed::kind).toList());
        noClasses()
                .that().resideInAnyPackage("dev.tapedeck.host..", "dev.tapedeck.replay..")
                .should().dependOnClassesThat().haveNameMatching("java\\.util\\.(Timer.*|concurrent\\.Scheduled.*)")
                .check(CLASSES);
    }

    @Test
    void no_other_normalizer_stands_beside_the_path() {
        // The older vocabulary is made from canonical events, and nothing that keeps state reads it.
        noClasses()
                .that().resideInAnyPackage(
                        "dev.tapedeck.host..", "dev.tapedeck.mapping..", "dev.tapedeck.rules..", "dev.tapedeck.wire..",
                        "dev.tapedeck.runtime..", "dev.tapedeck.projection")
                .should().dependOnClassesThat()
                .resideInAnyPackage("dev.tapedeck.amalgm..", "dev.tapedeck.projection.amalgm..")
                .check(CLASSES);
        noClasses()
                .that().resideInAnyPackage("dev.tapedeck.projection.amalgm..", "dev.tapedeck.amalgm..")
                .should().dependOnClassesThat().resideInAPackage("dev.tapedeck.wire..")
                .check(CLASSES);
    }

    private static List<Integer> batches(Path recording, Schedule schedule) throws IOException {
        List<HookCall> calls = new ArrayList<>();
        Replay.of(recording).plan(FaultPlan.NONE.with(schedule)).listener(calls(calls)).run();
        return calls.stream().map(call -> call.frames().size()).toList();
    }

    private static ReplayListener calls(List<HookCall> calls) {
        return new ReplayListener() {
            @Override
            public void called(HookCall call) {
                calls.add(call);
            }
        };
    }

    private static List<Path> recordings(String provider) throws IOException {
        try (Stream<Path> files = Files.walk(FIXTURES.resolve(provider), 2)) {
            return files.filter(file -> file.endsWith("recording.ndjson")).sorted().toList();
        }
    }
}
