package dev.tapedeck.cli;

import dev.tapedeck.text.Reason;
import dev.tapedeck.text.VisibleText;
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
            RecordCommand.class,
            ScenariosCommand.class,
            ReplayCommand.class,
            PlayCommand.class,
            TortureCommand.class,
            ImportCommand.class,
            ParityCommand.class,
            VerifyCommand.class,
            MatrixCommand.class,
            GoldenCommand.class,
            DemoCommand.class,
            InspectCommand.class,
            ReportCommand.class,
        })
public final class Tapedeck {
    /** Exit code of a difference, a failed invariant or a threshold. */
    public static final int DIFFERENCE = 1;
    /** Exit code of a wrong command line. */
    public static final int USAGE = 2;
    /** Exit code of something that could not be read or written. */
    public static final int UNREADABLE = 3;

    private Tapedeck() {}

    public static void main(String[] given) throws InterruptedException {
        String[] arguments = OwnArguments.exact(given);
        System.exit(RecordCommand.runPlain(arguments).orElseGet(() -> commandLine().execute(arguments)));
    }

    static CommandLine commandLine() {
        CommandLine commandLine = new CommandLine(new Tapedeck());
        // A recorded command's own arguments are its own: neither files behind an @ nor options of ours.
        commandLine.setExpandAtFiles(false);
        commandLine.getSubcommands().get("record").setStopAtPositional(true);
        commandLine.setExecutionExceptionHandler((exception, command, parsed) -> {
            IOException cause = switch (exception) {
                case IOException io -> io;
                case UncheckedIOException unchecked -> unchecked.getCause();
                default -> throw exception;
            };
            command.getErr().println("tapedeck: " + VisibleText.of(Reason.of(cause)));
            return UNREADABLE;
        });
        return commandLine;
    }
}
