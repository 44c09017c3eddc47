package dev.tapedeck.cli;

import dev.tapedeck.lab.scenario.Scenario;
import dev.tapedeck.lab.scenario.ScenarioReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Which scenarios a command is about. */
final class ScenarioSelection {
    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec spec;

    @Parameters(paramLabel = "NAME", description = "Scenarios, as NAME or PROVIDER/NAME; all when none is named.")
    private List<String> names = List.of();

    @Option(
            names = "--fixtures",
            paramLabel = "DIR",
            description = "Folder with PROVIDER/NAME/scenario.json. Default: fixtures.")
    private @Nullable Path fixtures;

    @Option(names = "--live", description = "Only the scenarios marked for live runs in a continuous build.")
    private boolean live;

    /** The folder in which the scenarios are. */
    Path folder() throws IOException {
        Path folder = fixtures != null ? fixtures : Path.of("fixtures");
        String root = System.getProperty("tapedeck.root");
        if (fixtures == null && !Files.isDirectory(folder) && root != null) {
            folder = Path.of(root, "fixtures");
        }
        if (!Files.isDirectory(folder)) {
            throw new IOException(folder + ": a folder with scenarios expected, found "
                    + (Files.exists(folder) ? "a file" : "nothing"));
        }
        return folder;
    }

    /**
     * The selected scenarios, by provider and name.
     *
     * @throws ParameterException if a name is none of them
     * @throws IOException if a scenario file cannot be read or is not as the format says
     */
    List<Scenario> scenarios() throws IOException {
        List<Scenario> all = ScenarioReader.readAll(folder());
        Set<String> known = all.stream().map(Scenario::name).collect(Collectors.toSet());
        all.forEach(scenario -> known.add(path(scenario)));
        List<String> unknown = names.stream().filter(name -> !known.contains(name)).toList();
        if (!unknown.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "no scenario of that name in " + folder() + ": " + String.join(", ", unknown)
                            + " ('tapedeck scenarios list' shows them)");
        }
        List<Scenario> selected = new ArrayList<>();
        for (Scenario scenario : all) {
            boolean named = names.isEmpty() || names.contains(scenario.name()) || names.contains(path(scenario));
            if (named && (!live || scenario.live())) {
                selected.add(scenario);
            }
        }
        return selected;
    }

    /** Where a scenario stands below its fixtures folder. */
    static String path(Scenario scenario) {
        return scenario.lab() + "/" + scenario.name();
    }
}
