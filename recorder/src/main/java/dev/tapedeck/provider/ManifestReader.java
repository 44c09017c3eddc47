package dev.tapedeck.provider;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Transport;
import dev.tapedeck.frame.Wire;
import dev.tapedeck.json.Json;
import dev.tapedeck.provider.Manifest.VersionCommand;
import dev.tapedeck.provider.Manifest.WireSpec;
import dev.tapedeck.provider.ServerSpec.AddressArgument;
import dev.tapedeck.provider.ServerSpec.EventStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads and checks one manifest; members nobody knows are refused, because a misspelt one would go unnoticed. */
final class ManifestReader {
    private final String file;

    private ManifestReader(String file) {
        this.file = file;
    }

    /**
     * Reads a manifest.
     *
     * @throws ManifestException if it says something that is not understood
     * @throws IOException if it is not JSON
     */
    static Manifest read(String file, byte[] bytes) throws IOException {
        return new ManifestReader(file).manifest(Json.read(bytes));
    }

    private Manifest manifest(JsonNode node) throws ManifestException {
        members(node, "", Set.of("provider", "environment", "versionCommand", "wires", "server", "stores"));
        String provider = text(node, "", "provider");
        if (!provider.matches("[a-z][a-z0-9-]{0,31}")) {
            throw bad("/provider", "a lower-case id of up to 32 characters", provider);
        }
        List<WireSpec> wires = new ArrayList<>();
        int index = 0;
        for (JsonNode wire : array(node, "", "wires")) {
            wires.add(wire(wire, "/wires/" + index++));
        }
        return new Manifest(
                provider,
                texts(node, "", "environment"),
                versionCommand(node),
                wires,
                server(node, wires),
                stores(node));
    }

    private List<Store> stores(JsonNode node) throws ManifestException {
        List<Store> stores = new ArrayList<>();
        for (JsonNode store : array(node, "", "stores")) {
            String at = "/stores/" + stores.size();
            members(store, at, Set.of("path", "begins", "holds", "says"));
            String path = optional(store, at, "path");
            List<String> holds = texts(store, at, "holds");
            if (path == null == holds.isEmpty()) {
                throw bad(at, "either path or holds", found(store));
            }
            stores.add(new Store(
                    path == null ? null : pattern(path, at + "/path"),
                    optional(store, at, "begins"),
                    holds,
                    text(store, at, "says")));
        }
        return stores;
    }

    private @Nullable ServerSpec server(JsonNode node, List<WireSpec> wires) throws ManifestException {
        JsonNode server = node.path("server");
        boolean serves = wires.stream().anyMatch(wire -> wire.transport() == Transport.HTTP_SSE);
        if (server.isMissingNode() && !serves) {
            return null;
        }
        String place = "/server";
        if (!server.isObject() || !serves) {
            throw bad(place, serves ? "an object, since a wire travels by " + Transport.HTTP_SSE.word()
                    : "none, since no wire travels by " + Transport.HTTP_SSE.word(), found(server));
        }
        members(server, place, Set.of("arguments", "host", "port", "ready", "credential", "user", "streams"));
        String ready = optional(server, place, "ready");
        return new ServerSpec(
                addressArguments(server, place),
                new ServerSpec.Address(text(server, place, "host"), port(server, place)),
                ready == null ? null : pattern(ready, place + "/ready"),
                optional(server, place, "credential"),
                server.has("user") ? text(server, place, "user") : "",
                streams(server, place, wires));
    }

    private List<AddressArgument> addressArguments(JsonNode server, String place) throws ManifestException {
        List<String> words = texts(server, place, "arguments");
        String all = String.join(" ", words);
        if (words.size() % 2 != 0 || !all.contains(AddressArgument.PORT)) {
            throw bad(place + "/arguments", "options, each followed by its value, one with " + AddressArgument.PORT,
                    all);
        }
        List<AddressArgument> arguments = new ArrayList<>();
        for (int i = 0; i < words.size(); i += 2) {
            arguments.add(new AddressArgument(words.get(i), words.get(i + 1)));
        }
        return arguments;
    }

    private int port(JsonNode server, String place) throws ManifestException {
        JsonNode port = server.path("port");
        if (!port.canConvertToInt() || port.intValue() < 0 || port.intValue() > 65_535) {
            throw bad(place + "/port", "a port from 0 (any) to 65535", found(port));
        }
        return port.intValue();
    }

    private List<EventStream> streams(JsonNode server, String place, List<WireSpec> wires) throws ManifestException {
        List<EventStream> streams = new ArrayList<>();
        for (JsonNode stream : array(server, place, "streams")) {
            String at = place + "/streams/" + streams.size();
            members(stream, at, Set.of("path", "wire"));
            String path = text(stream, at, "path");
            if (!path.startsWith("/")) {
                throw bad(at + "/path", "a path that starts with /", path);
            }
            Wire wire = name(stream, at);
            if (wires.stream().noneMatch(spec -> spec.wire().equals(wire))) {
                throw bad(at + "/wire", "one of " + wires.stream().map(WireSpec::wire).toList(), wire.name());
            }
            streams.add(new EventStream(path, wire));
        }
        if (streams.isEmpty()) {
            throw bad(place + "/streams", "an event stream at least", "none");
        }
        return streams;
    }

    private @Nullable String optional(JsonNode node, String place, String name) throws ManifestException {
        return node.has(name) ? text(node, place, name) : null;
    }

    private @Nullable VersionCommand versionCommand(JsonNode node) throws ManifestException {
        JsonNode command = node.path("versionCommand");
        if (command.isMissingNode()) {
            return null;
        }
        String place = "/versionCommand";
        members(command, place, Set.of("arguments", "pattern"));
        return new VersionCommand(texts(command, place, "arguments"), version(command, place));
    }

    private WireSpec wire(JsonNode node, String place) throws ManifestException {
        members(
                node,
                place,
                Set.of("wire", "transport", "commands", "frames", "versions", "protocols", "document", "folders"));
        List<CommandShape> commands = new ArrayList<>();
        for (JsonNode command : array(node, place, "commands")) {
            String at = place + "/commands/" + commands.size();
            members(command, at, Set.of("program", "arguments"));
            commands.add(new CommandShape(text(command, at, "program"), texts(command, at, "arguments")));
        }
        List<FrameShape> frames = new ArrayList<>();
        for (JsonNode frame : array(node, place, "frames")) {
            frames.add(frame(frame, place + "/frames/" + frames.size()));
        }
        return new WireSpec(
                name(node, place),
                transport(node, place),
                commands,
                frames,
                versions(node, place, "versions"),
                versions(node, place, "protocols"),
                document(node, place),
                folders(node, place));
    }

    private List<VersionShape> versions(JsonNode node, String place, String name) throws ManifestException {
        List<VersionShape> versions = new ArrayList<>();
        for (JsonNode shape : array(node, place, name)) {
            String at = place + "/" + name + "/" + versions.size();
            members(shape, at, Set.of("dir", "pointer", "pattern"));
            versions.add(new VersionShape(
                    direction(shape, at), pointer(text(shape, at, "pointer"), at + "/pointer"), version(shape, at)));
        }
        return versions;
    }

    private @Nullable JsonPointer document(JsonNode node, String place) throws ManifestException {
        return node.has("document") ? pointer(text(node, place, "document"), place + "/document") : null;
    }

    private @Nullable SessionFolders folders(JsonNode node, String place) throws ManifestException {
        if (!node.has("folders")) {
            return null;
        }
        JsonNode folders = node.path("folders");
        String at = place + "/folders";
        members(folders, at, Set.of("sessions", "messages", "parts", "about", "list"));
        return new SessionFolders(
                text(folders, at, "sessions"),
                text(folders, at, "messages"),
                text(folders, at, "parts"),
                text(folders, at, "about"),
                text(folders, at, "list"));
    }

    private FrameShape frame(JsonNode node, String place) throws ManifestException {
        members(node, place, Set.of("dir", "match", "present", "absent"));
        Map<JsonPointer, Pattern> match = new LinkedHashMap<>();
        for (var property : node.path("match").properties()) {
            String at = place + "/match/" + property.getKey();
            match.put(pointer(property.getKey(), at), pattern(property.getValue().asText(), at));
        }
        List<JsonPointer> present = pointers(node, place, "present");
        if (match.isEmpty() && present.isEmpty()) {
            throw bad(place, "a condition in match or present", "none, which would fit every frame");
        }
        return new FrameShape(direction(node, place), match, present, pointers(node, place, "absent"));
    }

    private Wire name(JsonNode node, String place) throws ManifestException {
        String name = text(node, place, "wire");
        try {
            return new Wire(name);
        } catch (IllegalArgumentException e) {
            throw bad(place + "/wire", "a wire name ([a-z0-9.-])", name);
        }
    }

    private Transport transport(JsonNode node, String place) throws ManifestException {
        String word = text(node, place, "transport");
        String known = Arrays.stream(Transport.values()).map(Transport::word).collect(Collectors.joining(", "));
        return Transport.of(word).orElseThrow(() -> bad(place + "/transport", "one of " + known, word));
    }

    private Direction direction(JsonNode node, String place) throws ManifestException {
        String word = text(node, place, "dir");
        return Arrays.stream(Direction.values())
                .filter(direction -> direction.word().equals(word))
                .findFirst()
                .orElseThrow(() -> bad(place + "/dir", "in or out", word));
    }

    private VersionPattern version(JsonNode node, String place) throws ManifestException {
        Pattern pattern = pattern(text(node, place, "pattern"), place + "/pattern");
        if (pattern.matcher("").groupCount() < 1) {
            throw bad(place + "/pattern", "a pattern whose group 1 is the version", pattern.pattern());
        }
        return new VersionPattern(pattern);
    }

    private Pattern pattern(String source, String place) throws ManifestException {
        try {
            return Pattern.compile(source);
        } catch (PatternSyntaxException e) {
            throw bad(place, "a regular expression (" + e.getDescription() + ")", source);
        }
    }

    private JsonPointer pointer(String source, String place) throws ManifestException {
        try {
            return JsonPointer.compile(source);
        } catch (IllegalArgumentException e) {
            throw bad(place, "a JSON pointer", source);
        }
    }

    private List<JsonPointer> pointers(JsonNode node, String place, String name) throws ManifestException {
        List<JsonPointer> pointers = new ArrayList<>();
        for (String source : texts(node, place, name)) {
            pointers.add(pointer(source, place + "/" + name + "/" + pointers.size()));
        }
        return pointers;
    }

    private String text(JsonNode node, String place, String name) throws ManifestException {
        JsonNode value = node.path(name);
        if (!value.isTextual()) {
            throw bad(place + "/" + name, "a string", found(value));
        }
        return value.textValue();
    }

    private List<String> texts(JsonNode node, String place, String name) throws ManifestException {
        List<String> texts = new ArrayList<>();
        for (JsonNode value : array(node, place, name)) {
            if (!value.isTextual()) {
                throw bad(place + "/" + name + "/" + texts.size(), "a string", found(value));
            }
            texts.add(value.textValue());
        }
        return texts;
    }

    /** The elements of an array; an absent member is an empty one. */
    private JsonNode array(JsonNode node, String place, String name) throws ManifestException {
        JsonNode value = node.path(name);
        if (!value.isArray() && !value.isMissingNode()) {
            throw bad(place + "/" + name, "an array", found(value));
        }
        return value;
    }

    private void members(JsonNode node, String place, Set<String> known) throws ManifestException {
        if (!node.isObject()) {
            throw bad(place, "an object", found(node));
        }
        for (var property : node.properties()) {
            if (!known.contains(property.getKey())) {
                throw bad(place + "/" + property.getKey(), "one of " + known.stream().sorted().toList(), "this name");
            }
        }
    }

    private ManifestException bad(String place, String expected, String found) {
        return new ManifestException(file, place, expected, found);
    }

    private static String found(JsonNode node) {
        return node.isMissingNode() ? "nothing" : node.toString();
    }
}
