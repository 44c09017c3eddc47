package dev.tapedeck.cli;

import dev.tapedeck.golden.Golden;
import dev.tapedeck.golden.GoldenCheck;
import dev.tapedeck.golden.GoldenRun;
import dev.tapedeck.golden.GoldenState;
import dev.tapedeck.golden.GoldenStore;
import dev.tapedeck.json.Json;
import dev.tapedeck.text.VisibleText;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code tapedeck golden obsolete}: goldens that no recording gives any more. */
@Command(
        name = "obsolete",
        description = {
            "Names goldens that no recording gives any more; decided only when every recording could be replayed.",
            "Exit code 0: none; 1: some; 3: a recording could not be replayed, so nothing can be said."
        },
        mixinStandardHelpOptions = true)
final class GoldenObsoleteCommand implements Callable<Integer> {
    @Mixin
    private GoldenFolders folders = new GoldenFolders();

    @Option(names = "--delete", description = "delete them too")
    private boolean delete;

    @Option(names = "--json", description = "print one JSON array of names")
    private boolean json;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws IOException {
        GoldenStore store = folders.store();
        GoldenRun run =
                new GoldenCheck(folders.fixtures(), store, GoldenCheck.Comparing.SAME_RECORDINGS).run();
        if (!run.complete()) {
            PrintWriter err = spec.commandLine().getErr();
            run.failures()
                    .forEach((scenario, why) -> err.println("tapedeck: " + scenario + ": " + VisibleText.of(why)));
            return Tapedeck.UNREADABLE;
        }
        List<Golden> obsolete = store.list(run).stream()
                .filter(golden -> golden.state() == GoldenState.OBSOLETE)
                .toList();
        if (delete) {
            for (Golden golden : obsolete) {
                store.deleteObsolete(golden);
            }
        }
        PrintWriter out = spec.commandLine().getOut();
        List<String> names = obsolete.stream().map(golden -> golden.name().toString()).toList();
        if (json) {
            out.println(VisibleText.json(Json.write(names)));
        } else {
            names.forEach(name -> out.println((delete ? "deleted   " : "obsolete  ") + name));
            out.println(names.size() + " obsolete");
        }
        return names.isEmpty() || delete ? 0 : Tapedeck.DIFFERENCE;
    }
}
