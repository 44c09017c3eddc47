package dev.tapedeck.cli;

import dev.tapedeck.inspect.Inspector;
import dev.tapedeck.inspect.InspectorOptions;
import dev.tapedeck.inspect.server.InspectorServer;
import dev.tapedeck.recording.RecordingReader;
import dev.tapedeck.recording.Strictness;
import dev.tapedeck.text.VisibleText;
import dev.tapedeck.wire.RuleBooks;
import java.awt.Desktop;
import java.awt.GraphicsEnvironment;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.BindException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tapedeck inspect}: recordings and goldens in a local web page. */
@Command(
        name = "inspect",
        description = "Shows recordings, the matrix, unmapped kinds and goldens in a local web page.",
        mixinStandardHelpOptions = true)
final class InspectCommand implements Callable<Integer> {
    private static final int HIGHEST_PORT = 65_535;

    @Parameters(
            arity = "0..1",
            paramLabel = "DIR",
            description = "Folder of recordings, or one recording. Default: fixtures/ if it exists, "
                    + "else where `tapedeck record` puts its recordings.")
    @Nullable Path recordings;

    @Option(
            names = "--golden",
            paramLabel = "DIR",
            description = "Folder of goldens. Default: golden/ beside DIR if it exists.")
    @Nullable Path goldens;

    @Option(
            names = "--port",
            paramLabel = "N",
            description = "Port to listen on, 0 for any free one. Default: " + InspectorServer.DEFAULT_PORT
                    + ", or any free one when it is taken.")
    @Nullable Integer port;

    @Option(names = "--no-open", description = "Print the address and do not open a browser.")
    boolean noOpen;

    @Option(names = "--read-only", description = "Approve and discard nothing. Always so when CI is set.")
    boolean readOnly;

    @Spec
    @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintWriter err = spec().commandLine().getErr();
        Path folder = recordings == null ? standardFolder() : recordings;
        if (port != null && (port < 0 || port > HIGHEST_PORT)) {
            throw new ParameterException(
                    spec().commandLine(), "--port: a number from 0 to " + HIGHEST_PORT + " expected, found " + port);
        }
        if (!Files.exists(folder)) {
            throw new NoSuchFileException(
                    VisibleText.of(folder.toString()), null, "a folder of recordings expected, found nothing");
        }
        Recordings.requireNoStore(folder);
        if (Files.isRegularFile(folder)) {
            requireRecording(folder);
        }
        if (goldens != null && !Files.isDirectory(goldens)) {
            throw new NoSuchFileException(
                    VisibleText.of(goldens.toString()), null, "--golden: a folder of goldens expected, found "
                            + (Files.exists(goldens) ? "a file" : "nothing"));
        }
        Path beside = goldens == null ? besideOf(folder) : goldens;
        boolean closed = readOnly || System.getenv("CI") != null;
        try (Inspector inspector = start(folder, beside, closed, err)) {
            announce(inspector, folder, closed, err);
            Runtime.getRuntime().addShutdownHook(new Thread(inspector::close));
            if (!noOpen) {
                open(inspector.signInAddress(), err);
            }
            new CountDownLatch(1).await();
        }
        return 0;
    }

    /** A folder shows what in it is no recording; a file alone would only be an empty list. */
    private static void requireRecording(Path file) throws IOException {
        try (RecordingReader reader = RecordingReader.open(file, Strictness.TOLERANT)) {
            if (reader.headerless() && RuleBooks.of(reader.header().wire()).isEmpty() && reader.next() != null) {
                throw new IOException(file + ": a recording, or a file of a known wire (" + RuleBooks.names()
                        + "), expected, found neither");
            }
        }
    }

    private Inspector start(Path folder, @Nullable Path beside, boolean closed, PrintWriter log) throws IOException {
        int wanted = port == null ? InspectorServer.DEFAULT_PORT : port;
        try {
            return Inspector.start(new InspectorOptions(folder, beside, wanted, closed, Home.current().index()), log);
        } catch (BindException e) {
            if (port != null) {
                throw new BindException(e.getMessage() + "; --port 0 takes any free one");
            }
            return Inspector.start(new InspectorOptions(folder, beside, 0, closed, Home.current().index()), log);
        }
    }

    private static void announce(Inspector inspector, Path folder, boolean closed, PrintWriter err) {
        err.println("Inspecting " + VisibleText.of(folder.toString()) + (closed ? " (read-only)" : ""));
        err.println("Open " + inspector.signInAddress());
        err.println("The address signs your browser in; it is good until this program stops. Stop with Ctrl+C.");
        err.flush();
    }

    private static void open(URI address, PrintWriter err) {
        if (GraphicsEnvironment.isHeadless() || !Desktop.isDesktopSupported()) {
            return;
        }
        try {
            Desktop.getDesktop().browse(address);
        } catch (IOException | UnsupportedOperationException e) {
            err.println("No browser could be opened; open the address yourself.");
            err.flush();
        }
    }

    private static Path standardFolder() {
        Path fixtures = Path.of("fixtures");
        return Files.isDirectory(fixtures) ? fixtures : Home.current().recordings();
    }

    private static @Nullable Path besideOf(Path folder) {
        Path golden = folder.toAbsolutePath().normalize().resolveSibling("golden");
        return Files.isDirectory(golden) ? golden : null;
    }

    private CommandSpec spec() {
        if (spec == null) {
            throw new IllegalStateException("picocli sets the spec before it calls");
        }
        return spec;
    }
}
