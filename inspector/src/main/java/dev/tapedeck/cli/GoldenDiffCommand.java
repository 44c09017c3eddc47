package dev.tapedeck.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.golden.Golden;
import dev.tapedeck.golden.GoldenName;
import dev.tapedeck.golden.GoldenStore;
import dev.tapedeck.golden.Provenance;
import dev.tapedeck.json.Json;
import dev.tapedeck.text.VisibleText;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
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

    @Option(names = "--json", description = "print one JSON array: what waits, with the lines that differ")
    private boolean json;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws IOException {
        GoldenStore store = folders.store();
        GoldenSelection selection = new GoldenSelection(names);
        PrintWriter out = spec.commandLine().getOut();
        List<Golden> waiting = store.list(null).stream()
                .filter(golden -> golden.received() != null && selection.has(golden.name()))
                .toList();
        if (json) {
            out.println(VisibleText.json(Json.write(json(store, waiting))));
        } else if (waiting.isEmpty()) {
            out.println("nothing waits for approval");
        } else {
            for (Golden golden : waiting) {
                show(store, golden.name(), out);
            }
        }
        return waiting.isEmpty() ? 0 : Tapedeck.DIFFERENCE;
    }

    private static ArrayNode json(GoldenStore store, List<Golden> waiting) throws IOException {
        ArrayNode array = GoldenJson.goldens(waiting);
        for (int i = 0; i < waiting.size(); i++) {
            ArrayNode lines = ((ObjectNode) array.get(i)).putArray("diff");
            diff(store, waiting.get(i).name()).lines(false).forEach(lines::add);
        }
        return array;
    }

    private static LineDiff diff(GoldenStore store, GoldenName name) throws IOException {
        return LineDiff.of(store.approved(name).orElse(new byte[0]), store.received(name).orElse(new byte[0]));
    }

    private static void show(GoldenStore store, GoldenName name, PrintWriter out) throws IOException {
        out.println("=== " + name + (store.approved(name).isPresent() ? "" : " (new)"));
        why(store, name).ifPresent(out::println);
        diff(store, name).lines(Ansi.AUTO.enabled()).forEach(out::println);
        out.println();
    }

    private static Optional<String> why(GoldenStore store, GoldenName name) throws IOException {
        Optional<Provenance> before = store.approvedFrom(name);
        Optional<Provenance> now = store.receivedFrom(name);
        if (before.isEmpty() || now.isEmpty()) {
            return Optional.empty();
        }
        String reducer = before.get().reducer() == null || now.get().reducer() == null
                ? "unknown"
                : word(Objects.equals(before.get().reducer(), now.get().reducer()));
        return Optional.of("    recording " + word(before.get().recording().equals(now.get().recording()))
                + ", mapper code " + word(before.get().mapper().equals(now.get().mapper()))
                + ", reducer code " + reducer);
    }

    private static String word(boolean same) {
        return same ? "same" : "changed";
    }
}
