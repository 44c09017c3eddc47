package dev.tapedeck.cli;

import dev.tapedeck.inspect.InspectorOptions;
import dev.tapedeck.inspect.StaticReport;
import dev.tapedeck.text.VisibleText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tapedeck report}: the inspector's pages as files. */
@Command(
        name = "report",
        description = {
            "Writes the inspector's pages as static files without scripts, for instance for a build's artifact.",
            "What looks like a secret is masked. Exit code 0: written; 3: something could not be read or written."
        },
        mixinStandardHelpOptions = true)
final class ReportCommand implements Callable<Integer> {
    @Parameters(
            arity = "0..1",
            paramLabel = "DIR",
            defaultValue = "fixtures",
            description = "folder of recordings, or one recording (default: ${DEFAULT-VALUE})")
    private Path recordings = Path.of("fixtures");

    @Option(names = "--out", paramLabel = "DIR", required = true, description = "new, empty or an earlier report")
    private Path out = Path.of("");

    @Option(
            names = "--golden",
            paramLabel = "DIR",
            description = "folder of goldens (default: golden/ beside the recordings, if it exists)")
    private @Nullable Path goldens;

    @Option(
            names = "--sessions",
            paramLabel = "N",
            defaultValue = "50",
            description = "most sessions whose views are shown, problems first (default: ${DEFAULT-VALUE})")
    private int sessions = 50;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws IOException {
        if (sessions < 0) {
            throw new ParameterException(
                    spec.commandLine(), "--sessions: a number from 0 expected, found " + sessions);
        }
        if (!Files.exists(recordings)) {
            throw new NoSuchFileException(
                    VisibleText.of(recordings.toString()), null, "a folder of recordings expected, found nothing");
        }
        Path beside = recordings.toAbsolutePath().normalize().resolveSibling("golden");
        Path store = goldens != null ? goldens : Files.isDirectory(beside) ? beside : null;
        StaticReport.Written written;
        try (Progress replaying = Progress.onTerminal(spec.commandLine().getErr(), "replaying", "recordings", 1);
                Progress writing = Progress.onTerminal(spec.commandLine().getErr(), "writing", "pages", 1)) {
            written = StaticReport.write(
                    new InspectorOptions(recordings, store, 0, true), out, sessions, watcher(replaying, writing));
        }
        spec.commandLine().getOut().println(written.pages() + " pages, views of " + written.sessions() + " of "
                + written.of() + " sessions: " + VisibleText.of(out.resolve("index.html").toString()));
        return 0;
    }

    private static StaticReport.Watcher watcher(Progress replaying, Progress writing) {
        return new StaticReport.Watcher() {
            @Override
            public void replayed() {
                replaying.step();
            }

            @Override
            public void written() {
                writing.step();
            }
        };
    }
}
