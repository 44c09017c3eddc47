package dev.tapedeck.cli;

import dev.tapedeck.fixture.Fixtures;
import dev.tapedeck.golden.Golden;
import dev.tapedeck.golden.GoldenCheck;
import dev.tapedeck.golden.GoldenRun;
import dev.tapedeck.golden.GoldenState;
import dev.tapedeck.golden.GoldenStore;
import dev.tapedeck.golden.ReadOnlyGoldens;
import dev.tapedeck.text.VisibleText;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tapedeck golden check}: replays recordings and compares. */
@Command(
        name = "check",
        description = {
            "Replays recordings and compares each result with what was approved.",
            "What differs is left beside the approved file as .received.",
            "Exit code 0: all equal; 1: something differs, is new or is obsolete; 3: something could not be replayed."
        },
        mixinStandardHelpOptions = true)
final class GoldenCheckCommand implements Callable<Integer> {
    @Mixin
    private GoldenFolders folders = new GoldenFolders();

    @Parameters(paramLabel = "NAME", description = "scenarios or folders of scenarios (default: all)")
    private List<String> names = new ArrayList<>();

    @Option(
            names = "--re-recorded",
            description = "the recordings are new ones of the same scenarios: where a scenario is concurrent, "
                    + "identities may come in another order")
    private boolean reRecorded;

    @Option(
            names = "--note",
            description = "note beside each equal result that it comes from these recordings and this code, so that "
                    + "the inspector tells from now on why it changes; refused where the variable CI is set")
    private boolean note;

    @Option(names = "--json", description = "print one JSON object")
    private boolean json;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws IOException {
        Fixtures fixtures = folders.fixtures();
        GoldenStore store = folders.store();
        GoldenSelection selection = new GoldenSelection(names);
        GoldenCheck.Comparing comparing =
                reRecorded ? GoldenCheck.Comparing.RE_RECORDED : GoldenCheck.Comparing.SAME_RECORDINGS;
        GoldenCheck check = new GoldenCheck(fixtures, store, comparing);
        if (note) {
            if (reRecorded) {
                throw new ParameterException(spec.commandLine(), "--note: not together with --re-recorded");
            }
            try {
                store.requireWritable("note");
            } catch (ReadOnlyGoldens refused) {
                spec.commandLine().getErr().println("tapedeck: " + refused.getMessage());
                return Tapedeck.USAGE;
            }
            check.noting();
        }
        GoldenRun run = names.isEmpty() ? check.run() : check.run(selection::hasScenario);
        List<Golden> goldens = store.list(run).stream()
                .filter(golden -> run.results().containsKey(golden.name()) || golden.state() == GoldenState.OBSOLETE)
                .toList();
        Map<String, String> exempt = fixtures.exempt();
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(GoldenJson.run(run, goldens, exempt));
        } else {
            print(out, run, goldens, exempt);
        }
        if (!run.failures().isEmpty()) {
            return Tapedeck.UNREADABLE;
        }
        if (run.results().isEmpty()) {
            String named = names.isEmpty() ? "" : " of that name: " + String.join(", ", names);
            spec.commandLine().getErr().println("tapedeck: no recording" + named);
            return Tapedeck.USAGE;
        }
        boolean fine = goldens.stream()
                .allMatch(golden -> golden.state() == GoldenState.PASSING
                        || exempt.containsKey(golden.name().scenario()));
        return fine ? 0 : Tapedeck.DIFFERENCE;
    }

    private static void print(PrintWriter out, GoldenRun run, List<Golden> goldens, Map<String, String> exempt) {
        for (Golden golden : goldens) {
            golden.forgiven().forEach(sentence -> out.println("forgiven  " + golden.name() + ": " + sentence));
            if (golden.state() != GoldenState.PASSING) {
                String mark = exempt.containsKey(golden.name().scenario()) ? " (exempt)" : "";
                out.printf("%-9s %s%s%n", golden.state().word(), golden.name(), mark);
            }
        }
        run.failures().forEach((scenario, why) -> out.println("failed    " + scenario + ": " + VisibleText.of(why)));
        out.println(counts(goldens) + (run.failures().isEmpty() ? "" : ", " + run.failures().size() + " failed"));
        boolean pending = goldens.stream()
                .anyMatch(golden -> golden.state() == GoldenState.CHANGED || golden.state() == GoldenState.NEW);
        if (pending) {
            out.println("look: tapedeck golden diff   accept: tapedeck golden approve NAME");
        }
    }

    static String counts(List<Golden> goldens) {
        Map<GoldenState, Long> counts =
                goldens.stream().collect(Collectors.groupingBy(Golden::state, Collectors.counting()));
        String states = counts.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(entry -> entry.getValue() + " " + entry.getKey().word())
                .collect(Collectors.joining(", "));
        return goldens.size() + " goldens" + (states.isEmpty() ? "" : ": " + states);
    }
}
