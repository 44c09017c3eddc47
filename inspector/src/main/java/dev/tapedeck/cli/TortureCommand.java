package dev.tapedeck.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.fault.PlanFormat;
import dev.tapedeck.json.Json;
import dev.tapedeck.text.Reason;
import dev.tapedeck.text.VisibleText;
import dev.tapedeck.torture.Failure;
import dev.tapedeck.torture.Programme;
import dev.tapedeck.torture.Subject;
import dev.tapedeck.torture.Torture;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tapedeck torture}: draws fault plans, runs them, and shrinks those that break an invariant. */
@Command(
        name = "torture",
        mixinStandardHelpOptions = true,
        description = "Draws fault plans over recordings and checks that every invariant holds under each.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:every invariant held under every plan", "1:a plan broke an invariant",
            "2:wrong command line", "3:a recording could not be read"})
final class TortureCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(paramLabel = "FILE|DIR", arity = "1..*", description = "Recordings, or folders of them.")
    private List<Path> paths = List.of();

    @Option(names = "--seeds", paramLabel = "N", description = "Plans to draw, one for each seed (standard: 1000).")
    private long seeds = 1000;

    @Option(
            names = "--from",
            paramLabel = "SEED",
            description = "First seed; the same seeds draw the same plans over the same recordings (standard: 0).")
    private long from;

    @Option(
            names = "--programme",
            paramLabel = "NAME",
            split = ",",
            description = "Kinds of bad days, one or several (standard: swarm, which mixes all). There are "
                    + "${COMPLETION-CANDIDATES}.",
            completionCandidates = Words.class)
    private List<String> programmes = List.of(Programme.SWARM.word());

    @Option(names = "--time", paramLabel = "LIMIT", description = "Stop after this time, for instance 90s or 2m.")
    private @Nullable String time;

    @Option(names = "--jobs", paramLabel = "N", description = "Plans that run at once (standard: one for each core).")
    private int jobs = Runtime.getRuntime().availableProcessors();

    @Option(names = "--shard", paramLabel = "I/N", description = "Only every Nth seed, beginning with the Ith from 1.")
    private String shard = "1/1";

    @Option(names = "--out", paramLabel = "DIR", description = "Where plans go that break something (standard: "
            + "target/torture).")
    private Path out = Path.of("target", "torture");

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<Programme> drawn = programmes.stream().map(this::programme).toList();
        TortureRun run = new TortureRun(seeds(), jobs(), deadline());
        List<Subject> subjects = new ArrayList<>();
        for (Path file : Recordings.of(paths)) {
            subjects.add(Subject.read(file));
        }
        Torture torture = new Torture(subjects, drawn, Random::new);
        run.run(torture, spec.commandLine().getErr());
        List<Path> stored = new ArrayList<>();
        for (Failure failure : run.failures()) {
            stored.add(store(failure));
        }
        PrintWriter to = spec.commandLine().getOut();
        if (json) {
            to.println(VisibleText.json(Json.write(json(run, stored))));
        } else {
            TortureText.print(to, run, stored);
        }
        to.flush();
        return run.failures().isEmpty() ? 0 : Tapedeck.DIFFERENCE;
    }

    private Programme programme(String word) {
        return Programme.of(word).orElseThrow(() -> wrong("--programme: expected one of "
                + Arrays.stream(Programme.values()).map(Programme::word).collect(Collectors.joining(", "))
                + ", found " + VisibleText.of(word)));
    }

    private TortureRun.Seeds seeds() {
        if (seeds < 1) {
            throw wrong("--seeds: expected 1 or more, found " + seeds);
        }
        String[] parts = shard.matches("[0-9]{1,6}/[0-9]{1,6}") ? shard.split("/") : new String[] {"0", "0"};
        int number = Integer.parseInt(parts[0]);
        int of = Integer.parseInt(parts[1]);
        if (number < 1 || number > of) {
            throw wrong("--shard: expected I/N with I from 1 to N, found " + VisibleText.of(shard));
        }
        return new TortureRun.Seeds(from, seeds, number, of);
    }

    private int jobs() {
        if (jobs < 1) {
            throw wrong("--jobs: expected 1 or more, found " + jobs);
        }
        return jobs;
    }

    private @Nullable Duration deadline() {
        if (time == null) {
            return null;
        }
        return TimeLimit.read(time).orElseThrow(() -> wrong(
                "--time: expected seconds or minutes such as 90s or 2m, found " + VisibleText.of(time)));
    }

    private Path store(Failure failure) throws IOException {
        Path folder = failure.file().toAbsolutePath().getParent();
        String name = "%s-%s-%d.json".formatted(
                folder == null ? "recording" : folder.getFileName(),
                failure.invariant().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-"),
                failure.seed());
        try {
            Files.createDirectories(out);
            return Files.writeString(out.resolve(name), PlanFormat.write(failure.shrunk()) + "\n");
        } catch (IOException e) {
            throw new IOException(out + ": " + Reason.of(e), e);
        }
    }

    /** Every programme's word. */
    private static final class Words extends ArrayList<String> {
        private static final long serialVersionUID = 1;

        Words() {
            super(Arrays.stream(Programme.values()).map(Programme::word).toList());
        }
    }

    private static ObjectNode json(TortureRun run, List<Path> stored) {
        ObjectNode json = Json.mapper().createObjectNode();
        json.put("plans", run.plans());
        json.put("violations", run.failureCount());
        json.put("plansPerSecond", run.plansPerSecond());
        json.put("comparedWithoutException", run.unexcepted());
        ObjectNode excepted = json.putObject("excepted");
        run.excepted().forEach((each, plans) -> excepted.put(each.word(), plans));
        json.set("coverage", Json.mapper().valueToTree(run.coverage().counts()));
        ArrayNode failures = json.putArray("failures");
        for (int i = 0; i < stored.size(); i++) {
            Failure failure = run.failures().get(i);
            failures.addObject()
                    .put("file", failure.file().toString())
                    .put("seed", failure.seed())
                    .put("invariant", failure.invariant())
                    .put("sentence", failure.sentence())
                    .put("plan", stored.get(i).toString());
        }
        return json;
    }

    private ParameterException wrong(String what) {
        return new ParameterException(spec.commandLine(), what);
    }
}
