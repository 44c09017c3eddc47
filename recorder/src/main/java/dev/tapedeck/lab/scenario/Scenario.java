package dev.tapedeck.lab.scenario;

import dev.tapedeck.frame.Wire;
import dev.tapedeck.lab.model.ModelResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A scenario: what a provider is set up with, what the model answers and what the client does.
 *
 * @param name name of the scenario's folder
 * @param text the scenario file as it stands
 * @param lab name of the lab that plays it, and of the folder below which it lies; usually the provider's
 * @param live whether a continuous build plays it against the real provider and compares with the goldens
 * @param concurrent whether the order of frames of different identities may change from run to run
 * @param expects canonical events that the scenario should bring forth; shown in the matrix
 * @param files what stands in workspace and home before the start
 * @param git whether the workspace is a git repository whose first commit holds the files
 * @param arguments added to the manifest's command
 * @param config parts of the provider's configuration, by name, put into the manifest's templates
 * @param environment variables added to the manifest's
 * @param transcript pattern of the files, below the home, that the provider keeps a session in and that are recorded
 *     in place of what it says; absent when what it says is recorded
 * @param timeout longest wait of one step
 */
public record Scenario(
        String name,
        String text,
        String description,
        String provider,
        String lab,
        Wire wire,
        boolean live,
        boolean concurrent,
        List<String> expects,
        List<WorkFile> files,
        boolean git,
        List<String> arguments,
        Map<String, String> config,
        Map<String, String> environment,
        List<ModelResponse> model,
        List<Step> client,
        @Nullable String transcript,
        Duration timeout) {
    public Scenario {
        expects = List.copyOf(expects);
        files = List.copyOf(files);
        arguments = List.copyOf(arguments);
        config = Map.copyOf(config);
        environment = Map.copyOf(environment);
        model = List.copyOf(model);
        client = List.copyOf(client);
    }
}
