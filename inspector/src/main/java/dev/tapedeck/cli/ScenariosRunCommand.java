package dev.tapedeck.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.json.Json;
import dev.tapedeck.lab.Installation;
import dev.tapedeck.lab.Lab;
import dev.tapedeck.lab.NetworkIsolation;
import dev.tapedeck.lab.ScenarioResult;
import dev.tapedeck.lab.ScenarioRun;
import dev.tapedeck.lab.scenario.ProviderLab;
import dev.tapedeck.lab.scenario.Scenario;
import dev.tapedeck.lab.scenario.ScenarioReader;
import dev.tapedeck.text.VisibleText;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code tapedeck scenarios run}. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        description = "Plays scenarios against the real provider and replaces their recordings when all went well.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:every scenario went as its script says", "1:a scenario did not", "2:wrong command line",
            "3:a provider could not be installed or started, or a file not be read or written"})
final class ScenariosRunCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private ScenarioSelection selection = new ScenarioSelection();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Write LAB/NAME/recording.ndjson below this folder and leave the fixtures alone.")
    private @Nullable Path out;

    @Option(names = "--jobs", paramLabel = "N", description = "Scenarios played at the same time. Default: 1.")
    private int jobs = 1;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (jobs < 1) {
            throw new ParameterException(spec.commandLine(), "--jobs: a number from 1 expected, found " + jobs);
        }
        List<Scenario> scenarios = selection.scenarios();
        Map<String, Installation> installations = installations(scenarios);
        if (!IsolatedLab.isInside()) {
            switch (NetworkIsolation.find()) {
                case NetworkIsolation.Possible possible -> {
                    return IsolatedLab.start(
                            possible, spec.root().commandLine().getParseResult().originalArgs());
                }
                case NetworkIsolation.Impossible impossible ->
                    spec.commandLine().getErr().println("network not isolated: " + impossible.reason());
            }
        }
        Optional<String> open = IsolatedLab.prepare();
        open.ifPresent(why -> spec.commandLine().getErr().println("network not isolated: " + why));
        List<ScenarioResult> results = play(scenarios, installations);
        if (json) {
            print(results, IsolatedLab.isInside() && open.isEmpty());
        }
        return results.stream().allMatch(ScenarioResult::passed) ? 0 : Tapedeck.DIFFERENCE;
    }

    private Map<String, Installation> installations(List<Scenario> scenarios) throws IOException, InterruptedException {
        Lab lab = new Lab(Lab.usualCache(), spec.commandLine().getErr());
        Map<String, Installation> installations = new LinkedHashMap<>();
        for (Scenario scenario : scenarios) {
            if (!installations.containsKey(scenario.lab())) {
                installations.put(scenario.lab(), lab.installation(provider(scenario)));
            }
        }
        return installations;
    }

    private static ProviderLab provider(Scenario scenario) throws IOException {
        return ProviderLab.find(scenario.lab()).orElseThrow();
    }

    private List<ScenarioResult> play(List<Scenario> scenarios, Map<String, Installation> installations)
            throws IOException, InterruptedException {
        List<ScenarioResult> results = new ArrayList<>();
        boolean progress = !json && Terminal.isErrorStream();
        try (ExecutorService executor = Executors.newFixedThreadPool(jobs)) {
            ExecutorCompletionService<ScenarioResult> running = new ExecutorCompletionService<>(executor);
            for (Scenario scenario : scenarios) {
                Installation installation = installations.get(scenario.lab());
                running.submit(() -> play(scenario, installation));
            }
            for (int i = 0; i < scenarios.size(); i++) {
                if (progress) {
                    spec.commandLine().getErr().printf("\rplaying %d of %d ", i + 1, scenarios.size());
                    spec.commandLine().getErr().flush();
                }
                ScenarioResult result = running.take().get();
                results.add(result);
                if (progress) {
                    spec.commandLine().getErr().print("\r");
                    spec.commandLine().getErr().flush();
                }
                if (!json) {
                    print(result);
                }
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException unreadable) {
                throw unreadable;
            }
            throw new IllegalStateException("a scenario could not be played", e);
        }
        if (!json) {
            summary(results);
        }
        return results;
    }

    private ScenarioResult play(Scenario scenario, Installation installation) throws IOException, InterruptedException {
        Path fixture = selection.folder().resolve(scenario.lab()).resolve(scenario.name());
        Path folder = out == null ? fixture : out.resolve(scenario.lab()).resolve(scenario.name());
        ScenarioResult result =
                FixtureUpdate.play(new ScenarioRun(scenario, provider(scenario), installation), folder);
        if (out != null) {
            // A folder of its own is a whole set of fixtures, which other commands can be given.
            Files.writeString(folder.resolve(ScenarioReader.FILE), scenario.text());
        }
        return result;
    }

    private void print(ScenarioResult result) {
        PrintWriter to = spec.commandLine().getOut();
        to.printf(
                Locale.ROOT,
                "%-4s %-28s %5d frames %6.1f s%n",
                result.passed() ? "ok" : "FAIL",
                result.scenario(),
                result.frames(),
                seconds(result));
        for (String problem : result.problems()) {
            to.println("     " + VisibleText.of(problem));
        }
        if (!result.lastLines().isEmpty()) {
            to.println("     last lines of the provider:");
            result.lastLines().forEach(line -> to.println("       " + VisibleText.of(line)));
        }
        to.flush();
    }

    private void summary(List<ScenarioResult> results) {
        long passed = results.stream().filter(ScenarioResult::passed).count();
        long frames = results.stream().mapToLong(ScenarioResult::frames).sum();
        spec.commandLine()
                .getOut()
                .printf("%d of %d scenarios went well, %d frames%n", passed, results.size(), frames);
    }

    private void print(List<ScenarioResult> results, boolean isolated) {
        long passed = results.stream().filter(ScenarioResult::passed).count();
        ObjectNode told = Json.mapper()
                .createObjectNode()
                .put("isolated", isolated)
                .put("passed", passed)
                .put("failed", results.size() - passed);
        ArrayNode scenarios = told.putArray("scenarios");
        for (ScenarioResult result : results) {
            ObjectNode object = scenarios
                    .addObject()
                    .put("name", result.scenario())
                    .put("passed", result.passed())
                    .put("frames", result.frames())
                    .put("seconds", seconds(result))
                    .put("recording", result.recording().toString());
            result.problems().forEach(object.putArray("problems")::add);
            result.unused().forEach(object.putArray("unusedResponses")::add);
            result.remains().forEach(object.putArray("notEnded")::add);
            result.lastLines().forEach(object.putArray("lastLines")::add);
        }
        spec.commandLine().getOut().println(VisibleText.json(Json.write(told)));
    }

    private static double seconds(ScenarioResult result) {
        return result.time().toMillis() / 1000.0;
    }
}
