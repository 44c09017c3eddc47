package dev.tapedeck.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.json.Json;
import dev.tapedeck.parity.Disagreement;
import dev.tapedeck.parity.Parity;
import dev.tapedeck.text.Reason;
import dev.tapedeck.text.VisibleText;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tapedeck parity}: two mappers over the same recordings, which must say the same. */
@Command(
        name = "parity",
        mixinStandardHelpOptions = true,
        description = "Compares two mappers: equal events, scratch and faults, under several batch sizes and drawn "
                + "fault plans.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:they say the same", "1:they differ", "2:wrong command line",
            "3:a recording or a mapper could not be read"})
final class ParityCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(paramLabel = "FILE|DIR", arity = "1..*", description = "Recordings, or folders of them.")
    private List<Path> paths = List.of();

    @Option(
            names = "--left",
            paramLabel = "MAPPER",
            description = "The one whose answers go on: " + MapperOption.FORMS + " (standard: native).")
    private String left = "native";

    @Option(names = "--right", paramLabel = "MAPPER", required = true, description = "The one that is compared.")
    private String right = "";

    @Option(names = "--plans", paramLabel = "N", description = "Fault plans to draw for each recording (standard: 5).")
    private int plans = 5;

    @Option(
            names = "--from",
            paramLabel = "SEED",
            description = "First seed of the plans; the same seeds draw the same ones (standard: 0).")
    private long from;

    @Option(names = "--mapper-time", paramLabel = "LIMIT", description = "Time of one call (standard: 10s).")
    private String time = "10s";

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    private final List<Disagreement> disagreements = new ArrayList<>();
    private int recordings;
    private int runs;
    private long calls;
    private long frames;

    @Override
    public Integer call() throws IOException {
        if (plans < 0) {
            throw wrong("--plans: expected 0 or more, found " + plans);
        }
        Duration limit = TimeLimit.read(time).orElseThrow(() -> wrong(
                "--mapper-time: expected seconds or minutes such as 10s, found " + VisibleText.of(time)));
        List<Path> files = Recordings.of(paths);
        try (MapperOption one = mapper("--left", left, limit);
                MapperOption other = mapper("--right", right, limit);
                Progress progress = Progress.onTerminal(spec.commandLine().getErr(), "comparing", "recordings", 1)) {
            Parity parity = new Parity(one, other, plans, seed -> new Random(from + seed));
            for (Path file : files) {
                compare(parity, file);
                progress.step();
            }
        }
        PrintWriter out = spec.commandLine().getOut();
        out.println(json ? Json.write(json()) : total());
        out.flush();
        return disagreements.isEmpty() ? 0 : Tapedeck.DIFFERENCE;
    }

    private MapperOption mapper(String option, String told, Duration limit) {
        try {
            return new MapperOption(told, new TimeLimit(limit));
        } catch (IllegalArgumentException e) {
            throw wrong(option + ": " + VisibleText.of(String.valueOf(e.getMessage())));
        }
    }

    private void compare(Parity parity, Path file) throws IOException {
        Parity.Compared compared;
        try {
            compared = parity.compare(file);
        } catch (IOException e) {
            throw new IOException(file + ": " + Reason.of(e), e);
        }
        recordings++;
        runs += compared.runs();
        calls += compared.calls();
        frames += compared.frames();
        compared.disagreement().ifPresent(found -> {
            disagreements.add(found);
            if (!json) {
                spec.commandLine().getOut().println(VisibleText.of(found.sentence()));
            }
        });
    }

    private String total() {
        String verdict = disagreements.isEmpty() ? "equal" : disagreements.size() + " differ";
        return "%d recordings, %d runs, %d calls, %d frames compared: %s".formatted(
                recordings, runs, calls, frames, verdict);
    }

    private ObjectNode json() {
        ObjectNode object = Json.mapper().createObjectNode().put("recordings", recordings).put("runs", runs);
        object.put("calls", calls).put("frames", frames);
        ArrayNode differences = object.putArray("differences");
        for (Disagreement found : disagreements) {
            ObjectNode difference = differences.addObject();
            difference.put("file", found.file().toString()).put("run", found.run()).put("frame", found.frame());
            difference.put("path", found.path());
            set(difference, "left", found.left());
            set(difference, "right", found.right());
        }
        return object;
    }

    /** A side that has nothing there has no member. */
    private static void set(ObjectNode difference, String side, JsonNode value) {
        if (!value.isMissingNode()) {
            difference.set(side, value);
        }
    }

    private ParameterException wrong(String what) {
        return new ParameterException(spec.commandLine(), what);
    }
}
