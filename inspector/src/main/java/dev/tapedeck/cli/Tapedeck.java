package dev.tapedeck.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The {@code tapedeck} command. */
@Command(
        name = "tapedeck",
        description = "Records, replays and inspects the event streams of coding agents.",
        mixinStandardHelpOptions = true,
        version = "tapedeck 0.1.0",
        subcommands = {
            ScenariosCommand.class,
            ReplayCommand.class,
            VerifyCommand.class,
            MatrixCommand.class,
            GoldenCommand.class,
        })
public final class Tapedeck {
    /** Exit code of a difference, a failed invariant or a threshold. */
    public static final int DIFFERENCE = 1;
    /** Exit code of a wrong command line. */
    public static final int USAGE = 2;
    /** Exit code of something that could not be read or written. */
    public static final int UNREADABLE = 3;

    private Tapedeck() {}

    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        CommandLine commandLine = new CommandLine(new Tapedeck());
        commandLine.setExecutionExceptionHandler((exception, command, parsed) -> {
            if (exception instanceof IOException || exception instanceof UncheckedIOException) {
                command.getErr().println("tapedeck: " + exception.getMessage());
                return UNREADABLE;
            }
            throw exception;
        });
        return commandLine;
    }
}
