package dev.tapedeck.cli;

import dev.tapedeck.recorder.RecordingPlan;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tapedeck record}: stands between a host and a provider and records what passes. */
@Command(
        name = "record",
        mixinStandardHelpOptions = true,
        customSynopsis = {
            "tapedeck record [-o FILE [--overwrite]] [--wire W] [--provider P]",
            "                [--scenario TAG] [--no-scrub] -- COMMAND..."
        },
        description = {
            "Runs COMMAND and records its stdin, stdout and stderr, which pass",
            "through unchanged. Put it in front of the command that your host",
            "spawns: tapedeck record -- codex app-server",
            "",
            "A command that serves HTTP (opencode serve --port 4096) gets another port;",
            "requests, responses and event streams to the port that your host asks for",
            "pass through unchanged and are recorded. Headers are never recorded.",
            ""
        },
        footer = {
            "",
            "The exit code is COMMAND's: 127 if it is not found, 126 if it cannot be",
            "run or its port is taken. A signal that ends COMMAND ends this program",
            "too, or gives 128 and its number. SIGINT, SIGTERM and SIGHUP are passed",
            "on. If the recording cannot be written, one warning goes to stderr and",
            "the session goes on."
        })
final class RecordCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = {
                "Where the recording goes; a folder gets a new file.",
                "If FILE exists, the next free name beside it is",
                "taken (FILE-2 ...), so that nothing is lost when a",
                "host starts the same command again. Default:",
                "<provider>/<date>-<time>-<id>.ndjson in",
                "$TAPEDECK_HOME/recordings or ~/.tapedeck/recordings"
            })
    private @Nullable Path output;

    @Option(names = "--overwrite", description = "Replace FILE if it exists.")
    private boolean overwrite;

    @Option(names = "--provider", paramLabel = "P", description = "The provider's id; default: recognised.")
    private @Nullable String provider;

    @Option(names = "--wire", paramLabel = "W", description = "The wire's name; default: recognised.")
    private @Nullable String wire;

    @Option(names = "--scenario", paramLabel = "TAG", description = "A tag for the recording's header.")
    private @Nullable String scenario;

    @Option(names = "--no-scrub", description = "Keep private paths, names and secrets.")
    private boolean noScrub;

    @Parameters(arity = "1..*", paramLabel = "COMMAND", description = "The program to run, and its arguments.")
    private List<String> command = List.of();

    /**
     * Runs {@code record} without the command model, if the command line is a plain one.
     *
     * @param arguments this program's, {@code record} first
     * @return the exit code, or empty if the command model has to look at it
     */
    static OptionalInt runPlain(String[] arguments) throws InterruptedException {
        if (arguments.length == 0 || !arguments[0].equals("record")) {
            return OptionalInt.empty();
        }
        var options = RecordOptions.plain(Arrays.asList(arguments).subList(1, arguments.length));
        if (options.isEmpty()) {
            return OptionalInt.empty();
        }
        RecordingPlan plan;
        try {
            plan = options.get().plan();
        } catch (IllegalArgumentException e) {
            return OptionalInt.empty();
        }
        return OptionalInt.of(new RecordSession().run(options.get().command(), plan));
    }

    @Override
    public Integer call() throws InterruptedException {
        RecordOptions options =
                new RecordOptions(output, overwrite, provider, wire, scenario, !noScrub, List.copyOf(command));
        try {
            return new RecordSession().run(options.command(), options.plan());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
    }
}
