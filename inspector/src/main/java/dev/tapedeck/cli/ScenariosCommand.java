package dev.tapedeck.cli;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code tapedeck scenarios}: real providers, played offline. */
@Command(
        name = "scenarios",
        mixinStandardHelpOptions = true,
        description = "Plays scenarios against real providers, offline, with a scripted model, and records them.",
        subcommands = {ScenariosListCommand.class, ScenariosRunCommand.class})
final class ScenariosCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() {
        throw new ParameterException(spec.commandLine(), "one of the subcommands list and run expected");
    }
}
