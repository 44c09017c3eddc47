package dev.tapedeck.cli;

import dev.tapedeck.fixture.Fixtures;
import dev.tapedeck.golden.Golden;
import dev.tapedeck.golden.GoldenCheck;
import dev.tapedeck.golden.GoldenRun;
import dev.tapedeck.golden.GoldenState;
import dev.tapedeck.golden.GoldenStore;
import dev.tapedeck.text.VisibleText;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code tapedeck demo}: what Tapedeck shows, on the recordings that come with it. */
@Command(
        name = "demo",
        description = {
            "Replays the bundled recordings, prints what became of their frames, and opens the inspector on them.",
            "Goldens are a scratch copy, so approving in the inspector changes nothing in the checkout."
        },
        mixinStandardHelpOptions = true)
final class DemoCommand implements Callable<Integer> {
    /** Set by the launcher: the checkout that the program runs from. */
    private static final String ROOT = "tapedeck.root";

    @Option(names = "--no-inspect", description = "print the table and end")
    private boolean noInspect;

    @Option(names = "--port", paramLabel = "N", description = "port of the inspector")
    private @Nullable Integer port;

    @Option(names = "--no-open", description = "print the inspector's address and do not open a browser")
    private boolean noOpen;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws IOException {
        Path root = Path.of(System.getProperty(ROOT, ""));
        Path bundled = root.resolve("fixtures");
        if (!Files.isDirectory(bundled)) {
            throw new NoSuchFileException(
                    bundled.toString(), null, "expected the bundled recordings; start ./tapedeck demo");
        }
        Fixtures fixtures = Fixtures.in(bundled);
        GoldenStore goldens = new GoldenStore(scratchCopy(root), false);
        GoldenRun run = new GoldenCheck(fixtures, goldens, GoldenCheck.Comparing.SAME_RECORDINGS).run();
        List<Golden> listed = goldens.list(run);
        Set<String> exempt = fixtures.exempt().keySet();
        PrintWriter out = spec.commandLine().getOut();
        new DemoTable(run, listed).lines().forEach(out::println);
        run.failures().forEach((scenario, why) -> out.println(scenario + ": " + VisibleText.of(why)));
        out.flush();
        if (!noInspect) {
            return inspect(bundled, goldens.root());
        }
        if (!run.failures().isEmpty()) {
            return Tapedeck.UNREADABLE;
        }
        boolean fine = listed.stream()
                .allMatch(golden -> golden.state() == GoldenState.PASSING
                        || exempt.contains(golden.name().scenario()));
        return fine ? 0 : Tapedeck.DIFFERENCE;
    }

    private int inspect(Path recordings, Path goldens) {
        List<String> arguments =
                new ArrayList<>(List.of("inspect", recordings.toString(), "--golden", goldens.toString()));
        if (port != null) {
            arguments.addAll(List.of("--port", port.toString()));
        }
        if (noOpen) {
            arguments.add("--no-open");
        }
        return spec.root().commandLine().execute(arguments.toArray(String[]::new));
    }

    /** The goldens where they may be changed: in the build's own folder, else where temporary files go. */
    private static Path scratchCopy(Path root) throws IOException {
        Path target = root.resolve("inspector").resolve("target");
        Path copy = Files.isWritable(target)
                ? target.resolve("demo").resolve("golden")
                : Files.createTempDirectory("tapedeck-demo").resolve("golden");
        delete(copy);
        Path goldens = root.resolve("golden");
        try (Stream<Path> files = Files.walk(goldens)) {
            for (Path file : files.filter(each -> Files.isRegularFile(each, LinkOption.NOFOLLOW_LINKS)).toList()) {
                if (!file.getFileName().toString().contains(".received.")) {
                    Path to = copy.resolve(goldens.relativize(file).toString());
                    Files.createDirectories(to.getParent());
                    Files.copy(file, to);
                }
            }
        }
        return copy;
    }

    private static void delete(Path folder) throws IOException {
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
