package dev.tapedeck.cli;

import dev.tapedeck.golden.Golden;
import dev.tapedeck.json.Json;
import dev.tapedeck.text.VisibleText;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tapedeck golden list}: what lies on disk, without a replay. */
@Command(
        name = "list",
        description = "Lists the goldens on disk, without replaying anything.",
        mixinStandardHelpOptions = true)
final class GoldenListCommand implements Callable<Integer> {
    @Mixin
    private GoldenFolders folders = new GoldenFolders();

    @Parameters(paramLabel = "NAME", description = "goldens, scenarios or folders of scenarios (default: all)")
    private List<String> names = new ArrayList<>();

    @Option(names = "--json", description = "print one JSON array")
    private boolean json;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws IOException {
        GoldenSelection selection = new GoldenSelection(names);
        List<Golden> goldens = folders.store().list(null).stream()
                .filter(golden -> selection.has(golden.name()))
                .toList();
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(VisibleText.json(Json.write(GoldenJson.goldens(goldens))));
            return 0;
        }
        goldens.forEach(golden -> out.printf("%-9s %s%n", golden.state().word(), golden.name()));
        out.println(GoldenCheckCommand.counts(goldens));
        return 0;
    }
}
