package dev.tapedeck.lab.scenario;

import dev.tapedeck.frame.Wire;
import dev.tapedeck.json.Json;
import dev.tapedeck.lab.model.ModelScriptReader;
import dev.tapedeck.lab.script.ScenarioException;
import dev.tapedeck.lab.script.Spec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads scenario files: {@code <fixtures>/<provider>/<scenario>/scenario.json}. */
public final class ScenarioReader {
    /** Name of the file in the scenario's folder. */
    public static final String FILE = "scenario.json";
    /** The only version of the format. */
    public static final int VERSION = 1;

    private static final String SYNTHETIC = "synthetic";

    private ScenarioReader() {}

    /**
     * All scenarios below a fixtures folder that can be played, by name; those that only say what a synthetic recording
     * is modelled on and what it promises are checked and left out.
     *
     * @throws ScenarioException if one of them is not as the format says
     * @throws IOException if a file cannot be read
     */
    public static List<Scenario> readAll(Path fixtures) throws IOException {
        List<Path> files;
        try (Stream<Path> found = Files.walk(fixtures, 3)) {
            files = found.filter(path -> path.endsWith(FILE)).sorted().toList();
        }
        List<Scenario> scenarios = new ArrayList<>();
        for (Path file : files) {
            Spec spec = spec(file);
            if (spec.find(SYNTHETIC).isPresent()) {
                checkPromise(spec);
            } else {
                scenarios.add(read(spec, file));
            }
        }
        return scenarios;
    }

    /**
     * One scenario file.
     *
     * @throws ScenarioException if it is not as the format says
     * @throws IOException if it cannot be read
     */
    public static Scenario read(Path file) throws IOException {
        return read(spec(file), file);
    }

    private static Scenario read(Spec spec, Path file) throws IOException {
        Path folder = file.toAbsolutePath().normalize().getParent();
        if (folder == null) {
            throw new IOException(file + ": a scenario file in a folder expected");
        }
        if (spec.find(SYNTHETIC).isPresent()) {
            throw spec.at(SYNTHETIC).wrong("nothing: a scenario that can be played");
        }
        return read(spec, folder, Files.readString(file));
    }

    private static Spec spec(Path file) throws IOException {
        try {
            return Spec.of(file.toString(), Json.read(Files.readAllBytes(file)));
        } catch (com.fasterxml.jackson.core.JacksonException e) {
            throw new ScenarioException(file.toString(), "", "one JSON value", Json.complaint(e) + " in line "
                    + (e.getLocation() == null ? "?" : String.valueOf(e.getLocation().getLineNr())));
        }
    }

    private static void checkPromise(Spec spec) throws ScenarioException {
        spec.only("scenario", "description", "provider", "wire", "expects", SYNTHETIC);
        spec.at("scenario").whole(VERSION, VERSION);
        spec.at("description").text();
        spec.at("provider").text();
        wire(spec.at("wire"));
        spec.texts("expects");
        spec.at(SYNTHETIC).text();
    }

    private static Scenario read(Spec spec, Path folder, String text) throws IOException {
        spec.only("scenario", "description", "provider", "lab", "wire", "live", "concurrent", "expects", "workspace",
                "arguments", "config", "environment", "model", "client", "transcript", "timeoutSeconds");
        spec.at("scenario").whole(VERSION, VERSION);
        String provider = spec.at("provider").text();
        String name = spec.text("lab", provider);
        ProviderLab lab = ProviderLab.find(name)
                .orElseThrow(() -> spec.find("lab").or(() -> spec.find("provider")).orElseThrow()
                        .wrong("a provider that the lab can run"));
        Optional<Spec> workspace = spec.find("workspace");
        if (workspace.isPresent()) {
            workspace.get().only("git", "files");
        }
        return new Scenario(
                String.valueOf(folder.getFileName()),
                text,
                spec.at("description").text(),
                provider,
                name,
                wire(spec.at("wire")),
                spec.flag("live"),
                spec.flag("concurrent"),
                spec.texts("expects"),
                workspace.isPresent() ? files(workspace.get(), folder) : List.of(),
                workspace.isPresent() && workspace.get().flag("git"),
                spec.texts("arguments"),
                config(spec, lab),
                spec.textMembers("environment"),
                ModelScriptReader.read(spec.elements("model")),
                new StepReader(lab.macros()).read(spec.at("client").elements()),
                transcript(spec),
                Duration.ofSeconds(spec.whole("timeoutSeconds", lab.manners().timeoutSeconds(), 1, 600)));
    }

    private static @Nullable String transcript(Spec spec) throws ScenarioException {
        Optional<Spec> found = spec.find("transcript");
        if (found.isPresent() && !found.get().text().startsWith(WorkFile.HOME)) {
            throw found.get().wrong("a pattern of files in the home, which starts with " + WorkFile.HOME);
        }
        return found.isPresent() ? found.get().text().substring(WorkFile.HOME.length()) : null;
    }

    private static Wire wire(Spec spec) throws ScenarioException {
        try {
            return new Wire(spec.text());
        } catch (IllegalArgumentException e) {
            throw spec.wrong("the name of a wire");
        }
    }

    /** Each part is a string, or a list of lines. */
    private static Map<String, String> config(Spec spec, ProviderLab lab) throws ScenarioException {
        Map<String, String> parts = new LinkedHashMap<>(lab.config());
        Optional<Spec> config = spec.find("config");
        if (config.isEmpty()) {
            return parts;
        }
        config.get().only(lab.config().keySet().toArray(String[]::new));
        for (Map.Entry<String, Spec> part : config.get().members().entrySet()) {
            String text = part.getValue().isArray()
                    ? String.join("\n", config.get().texts(part.getKey()))
                    : part.getValue().text();
            parts.put(part.getKey(), text);
        }
        return parts;
    }

    private static List<WorkFile> files(Spec workspace, Path folder) throws IOException {
        List<WorkFile> files = new ArrayList<>();
        Optional<Spec> listed = workspace.find("files");
        if (listed.isEmpty()) {
            return files;
        }
        for (Map.Entry<String, Spec> member : listed.get().members().entrySet()) {
            files.add(file(member.getKey(), member.getValue(), folder));
        }
        return files;
    }

    private static WorkFile file(String path, Spec spec, Path folder) throws IOException {
        if (path.startsWith("/") || List.of(path.split("/")).contains("..")) {
            throw spec.wrong("a path inside workspace or home (here \"" + path + "\")");
        }
        if (spec.isText()) {
            return new WorkFile(path, spec.text().getBytes(StandardCharsets.UTF_8), false);
        }
        if (spec.has("base64")) {
            spec.only("base64");
            return new WorkFile(path, decoded(spec.at("base64")), false);
        }
        if (spec.has("template")) {
            spec.only("template");
            return new WorkFile(path, spec.at("template").text().getBytes(StandardCharsets.UTF_8), true);
        }
        spec.only("from");
        Path source = folder.resolve(spec.at("from").text()).normalize();
        if (!Files.isRegularFile(source)) {
            throw spec.at("from").wrong("the path of a file, relative to the scenario's folder");
        }
        return new WorkFile(path, Files.readAllBytes(source), false);
    }

    private static byte[] decoded(Spec spec) throws ScenarioException {
        try {
            return Base64.getDecoder().decode(spec.text());
        } catch (IllegalArgumentException e) {
            throw spec.wrong("base64");
        }
    }
}
