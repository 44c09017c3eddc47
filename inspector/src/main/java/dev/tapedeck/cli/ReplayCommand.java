package dev.tapedeck.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.fault.FaultPlan;
import dev.tapedeck.fault.PlanFormat;
import dev.tapedeck.filter.Filter;
import dev.tapedeck.filter.FilterProblem;
import dev.tapedeck.filter.Narrowing;
import dev.tapedeck.frame.Wire;
import dev.tapedeck.host.FrameResult;
import dev.tapedeck.host.Limit;
import dev.tapedeck.json.Json;
import dev.tapedeck.recording.Strictness;
import dev.tapedeck.replay.Replay;
import dev.tapedeck.replay.ReplayListener;
import dev.tapedeck.replay.ReplayReport;
import dev.tapedeck.text.Reason;
import dev.tapedeck.text.VisibleText;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tapedeck replay}: replays recordings through mapper and host and tells what became of every frame. */
@Command(
        name = "replay",
        mixinStandardHelpOptions = true,
        description = "Replays recordings and tells what became of every frame.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:replayed, every invariant held",
            "1:an invariant did not hold, or with --fail-on-unmapped a kind has no rule",
            "2:wrong command line",
            "3:a recording could not be read, or its wire has no rule book"
        })
final class ReplayCommand implements Callable<Integer> {
    /** What {@code --events} writes. */
    enum Vocabulary {
        canonical,
        runtime,
        amalgm
    }

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(
            paramLabel = "FILE|DIR",
            arity = "1..*",
            description = "Recordings, raw output of a provider, or folders of them.")
    private List<Path> paths = List.of();

    @Option(names = "--events", paramLabel = "canonical|runtime|amalgm", description = "Print events only, one a line.")
    private @Nullable Vocabulary events;

    @Option(
            names = "--maps",
            description = "Print the host's maps only, as they are at the end, with the ids that --events prints.")
    private boolean maps;

    @Option(names = "--until", paramLabel = "SEQ", description = "Stop after this line of the recording.")
    private long until = Long.MAX_VALUE;

    @Option(names = "--batch", paramLabel = "N", description = "Most frames of one batch (standard: 1024).")
    private long batch = Limit.BATCH.standard();

    private @Nullable Wire wire;
    private Filter where = Filter.ALL;
    private Narrowing narrowing = new Narrowing(Filter.ALL);
    private long hits;

    @Option(
            names = "--fault",
            paramLabel = "FAULT",
            description = "Let something go wrong, for instance 'lag(after=120,drop=300)'; may be given several times. "
                    + "--fault help lists what there is.")
    private List<String> faults = List.of();

    @Option(
            names = "--plan",
            paramLabel = "FILE",
            description = "Let everything go wrong that this fault plan says, before any --fault.")
    private @Nullable Path planFile;

    @Option(
            names = "--mapper",
            paramLabel = "MAPPER",
            description = "Map with this: " + MapperOption.FORMS + " (standard: native). Only the native mapper tells "
                    + "canonical and amalgm events.")
    private String mapper = "native";

    @Option(names = "--mapper-time", paramLabel = "LIMIT", description = "Time of one call of it (standard: 10s).")
    private String mapperTime = "10s";

    @Option(names = "--strict", description = "Stop at damage instead of skipping the damaged line.")
    private boolean strict;

    @Option(names = "--fail-on-unmapped", description = "Exit code 1 when a kind has no rule.")
    private boolean failOnUnmapped;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Option(names = "--wire", paramLabel = "W", description = "Read every recording as this wire.")
    void wire(String name) {
        wire = KnownWire.named(name, spec);
    }

    @Option(
            names = "--where",
            paramLabel = "FILTER",
            description = "Print only the frames that this filter takes, for instance 'type:item.* -dir:in'; with "
                    + "--events their events, with --json how many there are. The language is that of the "
                    + "inspector's filter.")
    void where(String filter) {
        try {
            where = Filter.parse(filter);
            narrowing = new Narrowing(where);
        } catch (FilterProblem e) {
            String lines = VisibleText.of(String.valueOf(e.getMessage())) + "\n" + e.underlined(filter).indent(2);
            throw wrong("--where: " + lines.stripTrailing());
        }
    }

    @Override
    public Integer call() throws IOException {
        if (faults.contains("help")) {
            PlanFormat.usages().forEach(spec.commandLine().getOut()::println);
            return 0;
        }
        check();
        FaultPlan plan = FaultOptions.plan(planFile, faults, spec);
        List<Path> files = Recordings.of(paths);
        PrintWriter out = spec.commandLine().getOut();
        boolean report = events == null && !maps && (where.isEmpty() || json);
        boolean found = events == null && !json && !where.isEmpty();
        ReplaySummary summary = new ReplaySummary();
        boolean unreadable = false;
        try (MapperOption mappers = mapper();
                Progress progress = Progress.onTerminal(spec.commandLine().getErr(), "replaying")) {
            for (Path file : files) {
                try {
                    if (found && files.size() > 1) {
                        out.println(VisibleText.of(file.toString()));
                    }
                    ReplayReport replayed = replay(file, plan, mappers, out, progress);
                    summary.add(file, replayed, plan);
                    if (maps) {
                        printMaps(out, file, replayed, files.size() == 1);
                    } else if (report && !json) {
                        ReplayText.session(out, file, replayed, plan);
                    }
                    complain(file, replayed, plan, report && !json);
                } catch (IOException e) {
                    unreadable = true;
                    summary.unreadable(file, Reason.of(e));
                    spec.commandLine().getErr().println("tapedeck: " + VisibleText.of(Reason.of(e)));
                }
            }
        }
        if (report && json) {
            ObjectNode told = summary.json();
            if (!where.isEmpty()) {
                told.set("where", whereJson());
            }
            out.println(VisibleText.json(Json.write(told)));
        } else if (report) {
            ReplayText.total(out, summary);
        } else if (found) {
            out.printf("%s: %,d of %,d frames%n", VisibleText.of(where.words()), hits, summary.frames());
            narrowing.most().ifPresent(removal -> out.println(VisibleText.of(
                    removal.sentence() + " Try --where '" + removal.rest().source() + "'")));
        }
        out.flush();
        boolean different = summary.violations() > 0 || failOnUnmapped && !summary.unmapped().isEmpty();
        return unreadable ? Tapedeck.UNREADABLE : different ? Tapedeck.DIFFERENCE : 0;
    }

    private void check() {
        if (batch < 1 || batch > Limit.BATCH.standard()) {
            throw wrong("--batch: a number from 1 to " + Limit.BATCH.standard() + " expected, found " + batch);
        }
        if (until < 1) {
            throw wrong("--until: the number of a line, from 1, expected, found " + until);
        }
        if (!mapper.equals("native") && events != null && events != Vocabulary.runtime) {
            throw wrong("--events: runtime expected beside --mapper, found " + events);
        }
        if (events != null && (maps || json) || maps && json) {
            throw wrong("--events, --maps and --json: one of them expected, found several");
        }
        if (maps && !where.isEmpty()) {
            throw wrong("--where: frames or their events can be filtered, not --maps");
        }
    }

    private MapperOption mapper() {
        Duration limit = TimeLimit.read(mapperTime).orElseThrow(() -> wrong(
                "--mapper-time: expected seconds or minutes such as 10s, found " + VisibleText.of(mapperTime)));
        try {
            return new MapperOption(mapper, new TimeLimit(limit));
        } catch (IllegalArgumentException e) {
            throw wrong("--mapper: " + VisibleText.of(String.valueOf(e.getMessage())));
        }
    }

    private ReplayReport replay(
            Path file, FaultPlan plan, MapperOption mappers, PrintWriter out, Progress progress) throws IOException {
        if (where.isEmpty()) {
            return replay(file, plan, mappers, listener(out, progress));
        }
        StringWriter written = new StringWriter();
        WhereListener.Form form = events != null
                ? WhereListener.Form.ITS_EVENTS
                : json ? WhereListener.Form.NOTHING : WhereListener.Form.ONE_LINE;
        WhereListener filtered =
                new WhereListener(where, narrowing, listener(new PrintWriter(written), progress), written, out, form);
        ReplayReport report = replay(file, plan, mappers, filtered);
        filtered.over();
        hits += filtered.hits();
        return report;
    }

    private ReplayListener listener(PrintWriter out, Progress progress) {
        return events == null ? new Counting(progress) : new PrintingListener(out, events, progress);
    }

    private ReplayReport replay(Path file, FaultPlan plan, MapperOption mappers, ReplayListener listener)
            throws IOException {
        Replay replay = Replay.of(file);
        if (!mapper.equals("native")) {
            replay.mapper(mappers);
        }
        return replay.batch((int) batch)
                .plan(plan)
                .until(until)
                .wire(wire)
                .strictness(strict ? Strictness.STRICT : Strictness.TOLERANT)
                .listener(listener)
                .run();
    }

    private ObjectNode whereJson() {
        ObjectNode found = Json.mapper().createObjectNode()
                .put("filter", where.source())
                .put("words", where.words())
                .put("hits", hits);
        narrowing.most().ifPresent(removal -> found.putObject("removesMost")
                .put("term", removal.term().source())
                .put("hitsWithout", removal.frames()));
        return found;
    }

    /** Violations always, and damage where no report tells of it: on stderr, so that stdout stays data. */
    private void complain(Path file, ReplayReport report, FaultPlan plan, boolean told) {
        PrintWriter err = spec.commandLine().getErr();
        String name = VisibleText.of(file.toString());
        report.violations().forEach(violation -> err.println("tapedeck: " + name + ": "
                + VisibleText.of(plan.words(violation.sentence()))));
        if (!told) {
            report.damages().forEach(damage ->
                    err.println("tapedeck: " + name + ": " + VisibleText.of(damage.sentence())));
        }
    }

    private static void printMaps(PrintWriter out, Path file, ReplayReport report, boolean alone) {
        if (alone) {
            out.println(VisibleText.json(Json.writePretty(report.canonicalMaps())));
        } else {
            Map<String, Object> line = new TreeMap<>();
            line.put("file", file.toString());
            line.put("maps", report.canonicalMaps());
            out.println(VisibleText.json(Json.write(line)));
        }
    }

    private ParameterException wrong(String what) {
        return new ParameterException(spec.commandLine(), what);
    }

    /** Tells progress how far a replay is. */
    private record Counting(Progress progress) implements ReplayListener {
        @Override
        public void frame(FrameResult result) {
            progress.step();
        }
    }
}
