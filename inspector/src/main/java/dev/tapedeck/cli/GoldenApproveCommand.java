package dev.tapedeck.cli;

import dev.tapedeck.golden.Golden;
import dev.tapedeck.golden.GoldenState;
import dev.tapedeck.golden.GoldenStore;
import dev.tapedeck.golden.ReadOnlyGoldens;
import dev.tapedeck.text.VisibleText;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tapedeck golden approve}: makes received results the approved ones. */
@Command(
        name = "approve",
        description = {
            "Approves what the last check received, after you have looked at it.",
            "Refused where the environment variable CI is set."
        },
        mixinStandardHelpOptions = true)
final class GoldenApproveCommand implements Callable<Integer> {
    @Mixin
    private GoldenFolders folders = new GoldenFolders();

    @Parameters(paramLabel = "NAME", description = "goldens, scenarios or folders of scenarios")
    private List<String> names = new ArrayList<>();

    @Option(names = "--all", description = "everything that waits, but for folders that are exempt from the check")
    private boolean all;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws IOException {
        if (names.isEmpty() != all) {
            throw new ParameterException(spec.commandLine(), "name what to approve, or say --all");
        }
        GoldenStore store = folders.store();
        GoldenSelection selection = new GoldenSelection(names);
        PrintWriter out = spec.commandLine().getOut();
        int approved = 0;
        try {
            store.requireWritable("approve");
            Set<String> exempt = all ? folders.fixtures().exempt().keySet() : Set.of();
            for (Golden golden : store.list(null)) {
                String received = golden.received();
                boolean waits = golden.state() != GoldenState.PASSING;
                if (received != null && waits && exempt.contains(golden.name().scenario())) {
                    out.println("left      " + golden.name() + " (exempt from the check; name it to approve it)");
                } else if (received != null && waits && selection.has(golden.name())) {
                    store.approve(golden.name(), received, golden.approved());
                    out.println("approved  " + golden.name());
                    approved++;
                }
            }
        } catch (ReadOnlyGoldens refused) {
            spec.commandLine().getErr().println("tapedeck: " + refused.getMessage());
            return Tapedeck.USAGE;
        }
        if (approved == 0) {
            String named = all ? "nothing" : String.join(", ", names) + ": nothing of that name";
            out.println(VisibleText.of(named) + " waits for approval ('tapedeck golden check' finds what does)");
            return Tapedeck.DIFFERENCE;
        }
        out.println(approved + " approved");
        return 0;
    }
}
