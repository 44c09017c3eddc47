package dev.tapedeck.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.json.Json;
import dev.tapedeck.lab.scenario.Scenario;
import dev.tapedeck.text.VisibleText;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code tapedeck scenarios list}. */
@Command(name = "list", mixinStandardHelpOptions = true, description = "Lists scenarios and what they show.")
final class ScenariosListCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private ScenarioSelection selection = new ScenarioSelection();

    @Option(names = "--json", description = "Print a JSON array.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        List<Scenario> scenarios = selection.scenarios();
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            ArrayNode told = Json.mapper().createArrayNode();
            for (Scenario scenario : scenarios) {
                told.add(object(scenario, isRecorded(scenario)));
            }
            out.println(VisibleText.json(Json.write(told)));
            return 0;
        }
        int width = scenarios.stream().mapToInt(scenario -> ScenarioSelection.path(scenario).length()).max().orElse(0);
        for (Scenario scenario : scenarios) {
            String marks = (scenario.live() ? "live " : "     ")
                    + (scenario.concurrent() ? "concurrent " : "           ")
                    + (isRecorded(scenario) ? "           " : "unrecorded ");
            out.printf("%-" + Math.max(1, width) + "s  %s %s%n", ScenarioSelection.path(scenario), marks,
                    VisibleText.of(scenario.description()));
        }
        return 0;
    }

    private boolean isRecorded(Scenario scenario) throws IOException {
        Path folder = selection.folder().resolve(scenario.lab()).resolve(scenario.name());
        return Files.exists(folder.resolve(FixtureUpdate.RECORDING));
    }

    private static ObjectNode object(Scenario scenario, boolean recorded) {
        ObjectNode object = Json.mapper()
                .createObjectNode()
                .put("name", scenario.name())
                .put("provider", scenario.provider())
                .put("wire", scenario.wire().name())
                .put("description", scenario.description())
                .put("live", scenario.live())
                .put("concurrent", scenario.concurrent())
                .put("recorded", recorded);
        scenario.expects().forEach(object.putArray("expects")::add);
        return object;
    }
}
