package dev.tapedeck.lab.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.frame.Transport;
import dev.tapedeck.json.Json;
import dev.tapedeck.lab.model.ModelResponse;
import dev.tapedeck.lab.model.ModelScriptReader;
import dev.tapedeck.lab.script.ScenarioException;
import dev.tapedeck.lab.script.Spec;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the lab knows of a provider, read from the resource {@code providers/<name>/lab.json}.
 *
 * <p>A provider that speaks several wires has a lab for each way to start it; a manifest that says {@code "like": NAME}
 * takes every member that it does not have itself from that lab, and with it the install. {@code "macrosOf": NAME}
 * adds the named steps of the resource {@code providers/<NAME>/macros.json}, for labs that speak one protocol.
 *
 * @param provider name of the lab that the install belongs to
 * @param version the pinned version
 * @param install what is installed, absent when the program is not ours to install
 * @param programs path of the program inside the install folder, by platform word such as {@code linux-x64}
 * @param command the command; its first element is usually <code>${program}</code>
 * @param environment the whole environment of the provider
 * @param files files laid out in every run, templates filled in
 * @param config default of each configuration part
 * @param manners how the client speaks and leaves
 * @param model responses that every scenario's model has besides its own, tried first
 * @param macros named steps for client scripts
 * @param fixed values of the machine that are replaced by fixed ones
 * @param prose where long texts of the vendor stand
 */
public record ProviderLab(
        String provider,
        Transport transport,
        String version,
        @Nullable Npm install,
        Map<String, String> programs,
        List<String> command,
        Map<String, String> environment,
        List<WorkFile> files,
        Map<String, String> config,
        Manners manners,
        List<ModelResponse> model,
        Map<String, Macro> macros,
        List<Fixed> fixed,
        List<ProseRule> prose) {
    private static final String FOLDER = "/dev/tapedeck/lab/providers/";
    private static final String LIKE = "like";
    private static final String MACROS_OF = "macrosOf";

    /**
     * An npm install, pinned by its lock file.
     *
     * @param megabytes size on disk, about, for the progress line
     * @param node path of the Node that comes with it, by platform word; empty for programs that need none of their own
     */
    public record Npm(String packageJson, String lockFile, int megabytes, Map<String, String> node) {
        public Npm {
            node = Map.copyOf(node);
        }
    }

    /** Text of a frame that fits the pattern is replaced by other text. */
    public record Fixed(Pattern pattern, String put) {}

    public ProviderLab {
        programs = Map.copyOf(programs);
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
        files = List.copyOf(files);
        config = Map.copyOf(config);
        model = List.copyOf(model);
        macros = Map.copyOf(macros);
        fixed = List.copyOf(fixed);
        prose = List.copyOf(prose);
    }

    /**
     * The lab of that provider, or empty when there is none.
     *
     * @throws ScenarioException if the manifest is not as the format says
     */
    public static Optional<ProviderLab> find(String provider) throws ScenarioException {
        if (!provider.matches("[a-z0-9-]+")) {
            return Optional.empty();
        }
        Optional<JsonNode> manifest = json(provider, "lab.json");
        if (manifest.isEmpty()) {
            return Optional.empty();
        }
        String like = manifest.get().path(LIKE).asText();
        if (like.isEmpty()) {
            return Optional.of(read(provider, Spec.of(provider + "/lab.json", manifest.get())));
        }
        ObjectNode whole = json(like, "lab.json")
                .<ObjectNode>map(JsonNode::deepCopy)
                .orElseThrow(() -> new IllegalStateException("the lab of " + provider + " is like that of " + like
                        + ", which there is not"));
        whole.setAll((ObjectNode) manifest.get());
        return Optional.of(read(like, Spec.of(provider + "/lab.json", whole)));
    }

    private static Optional<JsonNode> json(String provider, String name) {
        return resource(provider, name).map(bytes -> {
            try {
                return Json.read(bytes);
            } catch (IOException e) {
                throw new UncheckedIOException("the lab's " + provider + "/" + name + " is not JSON", e);
            }
        });
    }

    private static ProviderLab read(String provider, Spec spec) throws ScenarioException {
        spec.only(LIKE, "transport", "version", "npm", "programs", "command", "environment", "files", "config",
                "client", "model", MACROS_OF, "macros", "fixed", "prose");
        Spec transport = spec.at("transport");
        List<Fixed> fixed = new ArrayList<>();
        for (Spec value : spec.elements("fixed")) {
            value.only("pattern", "put");
            fixed.add(new Fixed(Pattern.compile(value.at("pattern").text()), value.at("put").text()));
        }
        List<ProseRule> prose = new ArrayList<>();
        for (Spec rule : spec.elements("prose")) {
            prose.add(ProseRule.read(rule));
        }
        List<WorkFile> files = new ArrayList<>();
        for (Map.Entry<String, String> file : spec.textMembers("files").entrySet()) {
            files.add(new WorkFile(file.getKey(), needed(provider, file.getValue()), true));
        }
        return new ProviderLab(
                provider,
                Transport.of(transport.text()).orElseThrow(() -> transport.wrong("the name of a transport")),
                spec.at("version").text(),
                spec.has("npm") ? npm(provider, spec.at("npm")) : null,
                spec.textMembers("programs"),
                spec.texts("command"),
                spec.textMembers("environment"),
                files,
                spec.textMembers("config"),
                spec.has("client") ? Manners.read(spec.at("client")) : Manners.PLAIN,
                ModelScriptReader.read(spec.elements("model")),
                macros(spec),
                fixed,
                prose);
    }

    private static Map<String, Macro> macros(Spec spec) throws ScenarioException {
        Map<String, Macro> macros = new LinkedHashMap<>();
        if (spec.has(MACROS_OF)) {
            Spec name = spec.at(MACROS_OF);
            String file = name.text() + "/macros.json";
            JsonNode shared = json(name.text(), "macros.json").orElseThrow(() -> name.wrong("a lab with macros.json"));
            for (Map.Entry<String, Spec> macro : Spec.of(file, shared).members().entrySet()) {
                macros.put(macro.getKey(), Macro.read(macro.getValue()));
            }
        }
        if (spec.has("macros")) {
            for (Map.Entry<String, Spec> macro : spec.at("macros").members().entrySet()) {
                macros.put(macro.getKey(), Macro.read(macro.getValue()));
            }
        }
        return macros;
    }

    private static Npm npm(String provider, Spec spec) throws ScenarioException {
        spec.only("package", "lock", "megabytes", "node");
        return new Npm(
                new String(needed(provider, spec.at("package").text()), StandardCharsets.UTF_8),
                new String(needed(provider, spec.at("lock").text()), StandardCharsets.UTF_8),
                spec.at("megabytes").whole(1, 100_000),
                spec.textMembers("node"));
    }

    private static byte[] needed(String provider, String name) {
        return resource(provider, name)
                .orElseThrow(() -> new IllegalStateException("the lab of " + provider + " lacks its resource " + name));
    }

    private static Optional<byte[]> resource(String provider, String name) {
        try (InputStream in = ProviderLab.class.getResourceAsStream(FOLDER + provider + "/" + name)) {
            return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException("resource " + name + " of " + provider + " cannot be read", e);
        }
    }
}
