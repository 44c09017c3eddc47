package dev.tapedeck.cli;

import dev.tapedeck.golden.Golden;
import dev.tapedeck.golden.GoldenName;
import dev.tapedeck.golden.GoldenStore;
import dev.tapedeck.golden.Provenance;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tapedeck golden diff}: what waits for approval, and how it differs. */
@Command(
        name = "diff",
        description = {
            "Shows how results that wait for approval differ from what was approved.",
            "Exit code 0: nothing waits; 1: something does."
        },
        mixinStandardHelpOptions = true)
final class GoldenDiffCommand implements Callable<Integer> {
    @Mixin
    private GoldenFolders folders = new GoldenFolders();

    @Parameters(paramLabel = "NAME", description = "goldens, scenarios or folders of scenarios (default: all)")
    private List<String> names = new ArrayList<>();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws IOException {
        GoldenStore store = folders.store();
        GoldenSelection selection = new GoldenSelection(names);
        PrintWriter out = spec.commandLine().getOut();
        int waiting = 0;
        for (Golden golden : store.list(null)) {
            if (golden.received() != null && selection.has(golden.name())) {
                waiting++;
                show(store, golden.name(), out);
            }
        }
        if (waiting == 0) {
            out.println("nothing waits for approval");
        }
        return waiting == 0 ? 0 : Tapedeck.DIFFERENCE;
    }

    private static void show(GoldenStore store, GoldenName name, PrintWriter out) throws IOException {
        byte[] received = store.received(name).orElse(new byte[0]);
        Optional<byte[]> approved = store.approved(name);
        out.println("=== " + name + (approved.isPresent() ? "" : " (new)"));
        why(store, name).ifPresent(out::println);
        LineDiff diff = LineDiff.of(approved.orElse(new byte[0]), received);
        diff.lines(Ansi.AUTO.enabled()).forEach(out::println);
        out.println();
    }

    private static Optional<String> why(GoldenStore store, GoldenName name) throws IOException {
        Optional<Provenance> before = store.approvedFrom(name);
        Optional<Provenance> now = store.receivedFrom(name);
        if (before.isEmpty() || now.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of("    recording "
                + (before.get().recording().equals(now.get().recording()) ? "same" : "changed") + ", mapper code "
                + (before.get().mapper().equals(now.get().mapper()) ? "same" : "changed"));
    }
}
