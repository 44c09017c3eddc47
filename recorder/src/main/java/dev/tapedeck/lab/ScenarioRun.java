package dev.tapedeck.lab;

import dev.tapedeck.frame.Transport;
import dev.tapedeck.lab.client.ClientFailure;
import dev.tapedeck.lab.client.Inbox;
import dev.tapedeck.lab.client.ScriptedClient;
import dev.tapedeck.lab.model.ModelResponse;
import dev.tapedeck.lab.model.ScriptedModel;
import dev.tapedeck.lab.scenario.ProviderLab;
import dev.tapedeck.lab.scenario.Scenario;
import dev.tapedeck.lab.script.UnknownVariableException;
import dev.tapedeck.lab.script.Variables;
import dev.tapedeck.provider.Manifests;
import dev.tapedeck.recorder.Launch;
import dev.tapedeck.recorder.RecordingPlace;
import dev.tapedeck.recorder.RecordingPlan;
import dev.tapedeck.redaction.Machine;
import dev.tapedeck.redaction.Scrubber;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/** Plays one scenario against the real provider and records it. */
public final class ScenarioRun {
    /** How long a process may take to end before it is ended harder. */
    private static final Duration GRACE = Duration.ofSeconds(3);
    /** How long a provider may take to end after its stdin was closed. */
    private static final Duration LEAVE = Duration.ofSeconds(5);

    private final Scenario scenario;
    private final ProviderLab lab;
    private final Installation installation;

    public ScenarioRun(Scenario scenario, ProviderLab lab, Installation installation) {
        this.scenario = scenario;
        this.lab = lab;
        this.installation = installation;
    }

    /**
     * Plays the scenario.
     *
     * @param recording where the recording is written; must not exist
     * @throws IOException if folders or recording cannot be written, or the provider cannot be started
     */
    public ScenarioResult play(Path recording) throws IOException, InterruptedException {
        long started = System.nanoTime();
        Variables variables = new Variables();
        Inbox inbox = new Inbox();
        List<String> problems = new ArrayList<>();
        List<String> remains = List.of();
        List<String> unused;
        long frames = 0;
        String mark = UUID.randomUUID().toString();
        try (RunFolder folder = RunFolder.create();
                ScriptedModel model = ScriptedModel.start(model(), variables)) {
            variables.put("home", folder.home().toString());
            variables.put("workspace", folder.workspace().toString());
            variables.put("tmp", folder.tmp().toString());
            variables.put("program", installation.program().toString());
            variables.put("install", installation.folder().orElse(folder.tmp()).toString());
            variables.put("modelUrl", "http://127.0.0.1:" + model.port());
            installation.node().ifPresent(node -> variables.put("node", node.toString()));
            for (Map.Entry<String, String> part : scenario.config().entrySet()) {
                variables.put("config." + part.getKey(), variables.fill(part.getValue()));
            }
            ProcessTree tree = new ProcessTree(mark);
            // An interrupted program still owns its children.
            Thread ender = new Thread(() -> tree.endNow(GRACE));
            Runtime.getRuntime().addShutdownHook(ender);
            List<String> command = filled(lab.command(), variables);
            List<String> whole = new ArrayList<>(command);
            whole.addAll(filled(scenario.arguments(), variables));
            Launch launch = new Launch(whole, folder.workspace(), environment(variables, mark));
            ProviderProcess provider = new ProviderProcess(
                    command, launch, lab.manners(), part -> plan(part, folder, model), folder, model, inbox, tree);
            try {
                prepare(folder, variables);
                provider.start();
                new ScriptedClient(provider, inbox, variables, lab.manners().envelope(), scenario.timeout())
                        .play(scenario.client());
            } catch (ClientFailure e) {
                problems.add(String.valueOf(e.getMessage()));
            } finally {
                provider.leave(LEAVE);
                remains = tree.end(GRACE);
                Runtime.getRuntime().removeShutdownHook(ender);
                provider.finish();
            }
            unused = model.unused();
            problems.addAll(model.surprises());
            problems.addAll(provider.warnings());
            if (scenario.transcript() != null && !provider.parts().isEmpty()) {
                frames = new KeptTranscript(scenario, folder.home())
                        .record(provider.parts().getLast(), scrubber(folder, model), recording, problems);
            } else if (!provider.parts().isEmpty()) {
                frames = Splice.join(provider.parts(), recording, lab.version());
            }
        } catch (UnknownVariableException e) {
            throw new IOException(scenario.name() + ": " + e.getMessage(), e);
        }
        if (!unused.isEmpty()) {
            problems.add("the provider never asked for model response " + String.join(", ", unused));
        }
        remains.forEach(process -> problems.add("could not be ended: " + process));
        return new ScenarioResult(
                scenario.name(),
                problems,
                frames,
                Duration.ofNanos(System.nanoTime() - started),
                unused,
                problems.isEmpty() ? List.of() : inbox.lastLines(),
                remains,
                recording);
    }

    private List<ModelResponse> model() {
        List<ModelResponse> responses = new ArrayList<>(lab.model());
        responses.addAll(scenario.model());
        return responses;
    }

    private void prepare(RunFolder folder, Variables variables)
            throws IOException, InterruptedException, UnknownVariableException {
        folder.lay(lab.files(), variables);
        folder.lay(scenario.files(), variables);
        if (scenario.git()) {
            folder.commit();
        }
    }

    private static List<String> filled(List<String> words, Variables variables) throws UnknownVariableException {
        List<String> filled = new ArrayList<>();
        for (String word : words) {
            filled.add(variables.fill(word));
        }
        return filled;
    }

    private Map<String, String> environment(Variables variables, String mark) throws UnknownVariableException {
        Map<String, String> environment = new LinkedHashMap<>(lab.environment());
        environment.putAll(scenario.environment());
        for (Map.Entry<String, String> variable : environment.entrySet()) {
            variable.setValue(variables.fill(variable.getValue()));
        }
        credential().ifPresent(variable -> environment.put(variable, mark));
        environment.put(ProcessTree.MARK, mark);
        return environment;
    }

    /** The variable that takes the credential of a provider that serves HTTP; the run's mark is as secret as any. */
    private Optional<String> credential() {
        return Manifests.all().stream()
                .filter(manifest -> lab.transport() == Transport.HTTP_SSE
                        && manifest.provider().equals(scenario.provider()))
                .flatMap(manifest -> Stream.ofNullable(manifest.server()))
                .flatMap(server -> Stream.ofNullable(server.credential()))
                .findFirst();
    }

    private RecordingPlan plan(int part, RunFolder folder, ScriptedModel model) {
        Path file = folder.recordings().resolve(part + ".ndjson");
        return new RecordingPlan(
                new RecordingPlace.Named(file, false),
                scenario.provider(),
                scenario.wire(),
                scenario.name(),
                () -> scrubber(folder, model));
    }

    private Scrubber scrubber(RunFolder folder, ScriptedModel model) {
        Map<String, String> fixed = new LinkedHashMap<>();
        fixed.put(installation.program().toString(), String.valueOf(installation.program().getFileName()));
        installation.node().ifPresent(node -> fixed.put(node.toString(), "node"));
        installation.folder().ifPresent(install -> fixed.put(install.toString(), "/install"));
        fixed.put(folder.workspace().toString(), "/workspace");
        fixed.put(folder.home().toString(), "/home/user");
        fixed.put(folder.tmp().toString(), "/tmp");
        fixed.put("127.0.0.1:" + model.port(), "127.0.0.1:4010");
        // The provider is given the run's home, no user and no secret, so this is all that is private to the machine.
        Machine machine = new Machine(
                folder.home().toString(),
                folder.workspace().toString(),
                null,
                Machine.current(folder.workspace().toString()).host(),
                Map.of());
        ProseMask prose = new ProseMask(lab.prose(), scenario.text());
        return new LabScrubber(fixed, lab.fixed(), prose, Scrubber.forMachine(machine));
    }
}
