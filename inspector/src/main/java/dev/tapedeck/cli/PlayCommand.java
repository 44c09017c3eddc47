package dev.tapedeck.cli;

import dev.tapedeck.fault.FaultPlan;
import dev.tapedeck.frame.Transport;
import dev.tapedeck.frame.Wire;
import dev.tapedeck.play.DeclaredPath;
import dev.tapedeck.play.Script;
import dev.tapedeck.recording.LoadedRecording;
import dev.tapedeck.recording.Strictness;
import dev.tapedeck.rules.RuleBook;
import dev.tapedeck.text.VisibleText;
import dev.tapedeck.wire.RuleBooks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tapedeck play}: a recording as a fake provider for a host in any language. */
@Command(
        name = "play",
        mixinStandardHelpOptions = true,
        description = {
            "Plays a recording as the provider that it was made of, on stdin and stdout",
            "or as an HTTP server. Requests are met by their kind and answered under the",
            "caller's own id; what the client says otherwise is told on stderr."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the client said what was recorded; if the recorded process failed, its own exit code or signal",
            "1:the client differed: an unexpected or missing frame, or another value at a declared path",
            "2:wrong command line",
            "3:the recording could not be read, or the client stopped reading"
        })
final class PlayCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "The recording.")
    private Path file = Path.of("");

    @Option(names = "--plan", paramLabel = "FILE", description = "Let the stream faults of this plan happen.")
    private @Nullable Path planFile;

    @Option(
            names = "--fault",
            paramLabel = "FAULT",
            description = "Let something go wrong, for instance 'truncated(frame=9,keep=20)'; may be given several "
                    + "times.")
    private List<String> faults = List.of();

    @Option(
            names = "--speed",
            paramLabel = "N|max",
            defaultValue = "max",
            description = "Recorded pauses, N times as fast; max (standard) is without any.")
    private String speed = "max";

    @Option(
            names = "--match",
            paramLabel = "[KIND=]/POINTER",
            description = "What stands there in the client's frames has to be as recorded; may be given several times.")
    private List<String> matches = List.of();

    @Option(
            names = "--process",
            paramLabel = "N",
            defaultValue = "1",
            description = "Which of the recorded processes to play, where the client had started several.")
    private int process = 1;

    @Option(names = "--port", paramLabel = "N", description = "Port of the HTTP server (standard: any free one).")
    private int port;

    private @Nullable Wire wire;

    @Option(names = "--wire", paramLabel = "W", description = "Read the recording as this wire.")
    void wire(String name) {
        wire = KnownWire.named(name, spec);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        double factor = factor();
        List<DeclaredPath> declared = declared();
        FaultPlan plan = FaultOptions.plan(planFile, faults, spec);
        if (port < 0 || port > 65535) {
            throw wrong("--port: a number from 0 to 65535 expected, found " + port);
        }
        LoadedRecording recording = LoadedRecording.read(file, Strictness.TOLERANT, wire);
        RuleBook book = RuleBooks.of(recording.header().wire()).orElseThrow(() -> new IOException(file
                + ": expected a wire with a rule book, found " + recording.header().wire() + "; there are "
                + RuleBooks.names()));
        Script script;
        try {
            script = Script.of(recording, book.dialect(), process, plan);
        } catch (IllegalArgumentException e) {
            throw wrong("--process: " + e.getMessage());
        }
        PlaySession session = new PlaySession(script, declared, factor);
        recording.damages().forEach(damage -> session.tell(file + ": " + damage.sentence()));
        script.unplayable().forEach(session::tell);
        return recording.header().transport() == Transport.HTTP_SSE
                ? session.serve(recording.header(), port)
                : session.speak();
    }

    /** How many times faster than recorded; infinity for no pauses at all. */
    private double factor() {
        if (speed.equals("max")) {
            return Double.POSITIVE_INFINITY;
        }
        try {
            double times = Double.parseDouble(speed);
            if (times > 0) {
                return times;
            }
        } catch (NumberFormatException e) {
            // No number is as wrong as one that is none of ours.
        }
        throw wrong("--speed: max, or a number over 0, expected, found " + VisibleText.of(speed));
    }

    private List<DeclaredPath> declared() {
        try {
            return matches.stream().map(DeclaredPath::of).toList();
        } catch (IllegalArgumentException e) {
            throw wrong("--match: " + VisibleText.of(String.valueOf(e.getMessage())));
        }
    }

    private ParameterException wrong(String what) {
        return new ParameterException(spec.commandLine(), what);
    }
}
