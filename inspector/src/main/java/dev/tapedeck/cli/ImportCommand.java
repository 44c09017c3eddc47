package dev.tapedeck.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.frame.Wire;
import dev.tapedeck.json.Json;
import dev.tapedeck.recorder.FileImport;
import dev.tapedeck.recorder.RecordingPlace;
import dev.tapedeck.redaction.Machine;
import dev.tapedeck.redaction.Scrubber;
import dev.tapedeck.replay.Replay;
import dev.tapedeck.replay.ReplayReport;
import dev.tapedeck.text.Reason;
import dev.tapedeck.text.VisibleText;
import dev.tapedeck.wire.RuleBooks;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tapedeck import}: makes recordings of files that other programs wrote. */
@Command(
        name = "import",
        mixinStandardHelpOptions = true,
        description = {"Makes recordings of files that other programs wrote: raw output of a provider, Codex rollouts,",
            "Claude project files, Pi sessions, OpenCode exports, and the files below storage/session in which older",
            "versions of it kept sessions. The wire is told from content."},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:every file was imported", "2:wrong command line",
            "3:a file could not be read, is none of a known wire, or its recording could not be written"})
final class ImportCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(paramLabel = "FILE|DIR", arity = "1..*", description = "Files, or folders of *.jsonl and *.ndjson.")
    private List<Path> paths = List.of();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE|DIR",
            description = "The recording, or a folder for several. Default: where `tapedeck record` puts recordings.")
    private @Nullable Path output;

    private @Nullable Wire wire;

    @Option(names = "--wire", paramLabel = "W", description = "The wire of the files, whatever they look like.")
    void wire(String name) {
        wire = KnownWire.named(name, spec);
    }

    @Option(names = "--overwrite", description = "Replace a recording that exists.")
    private boolean overwrite;

    @Option(names = "--no-scrub", description = "Keep private values as they are.")
    private boolean noScrub;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        List<Path> files = Recordings.of(paths);
        if (files.size() > 1 && output != null && !Files.isDirectory(output)) {
            throw new ParameterException(
                    spec.commandLine(), "-o: a folder for " + files.size() + " files expected, found " + output);
        }
        PrintWriter out = spec.commandLine().getOut();
        ArrayNode told = Json.mapper().createArrayNode();
        boolean unreadable = false;
        for (Path file : files) {
            try {
                imported(file, out, told.addObject().put("file", file.toString()));
            } catch (IOException e) {
                unreadable = true;
                ((ObjectNode) told.get(told.size() - 1)).put("error", Reason.of(e));
                spec.commandLine().getErr().println("tapedeck: " + VisibleText.of(Reason.of(e)));
            }
        }
        if (json) {
            ObjectNode all = Json.mapper().createObjectNode();
            all.set("files", told);
            out.println(VisibleText.json(Json.write(all)));
        }
        out.flush();
        return unreadable ? Tapedeck.UNREADABLE : 0;
    }

    private void imported(Path file, PrintWriter out, ObjectNode told) throws IOException {
        RecordingPlace place = output == null
                ? new RecordingPlace.Home(Home.current().root())
                : new RecordingPlace.Named(output, overwrite);
        Scrubber scrubber = noScrub
                ? Scrubber.NONE
                : Scrubber.forMachine(Machine.current(System.getProperty("user.dir")));
        FileImport opened = FileImport.of(file, wire);
        if (RuleBooks.of(opened.header().wire()).isEmpty()) {
            throw new IOException(file + ": a file of a known wire (" + RuleBooks.names() + ") expected, found "
                    + opened.header().wire() + "; --wire says what it is");
        }
        Path recording = opened.write(place, scrubber);
        ReplayReport report = Replay.of(recording).run();
        Optional<String> coverage = Coverage.of(report);
        told.put("recording", recording.toString())
                .put("provider", report.header().provider())
                .put("wire", report.header().wire().name())
                .put("version", report.header().version())
                .put("frames", report.frames())
                .put("unmapped", report.unmapped().stream().mapToLong(kind -> kind.frames()).sum());
        coverage.ifPresent(words -> told.put("coverage", words));
        if (!json) {
            String version = report.header().version() == null ? "" : " " + report.header().version();
            out.println(VisibleText.of("%s: %s%s, %s, %d frames".formatted(
                    file, report.header().provider(), version, report.header().wire(), report.frames())));
            coverage.ifPresent(words -> out.println("  " + words));
            out.println("  " + VisibleText.of(recording.toString()));
        }
    }
}
