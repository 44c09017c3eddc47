package dev.tapedeck.recording;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.frame.Transport;
import dev.tapedeck.frame.Wire;
import dev.tapedeck.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Recognises the wires whose names lie as data in {@code dev/tapedeck/provider/*.json}. */
final class BundledRecogniser implements Recogniser {
    private static final String FOLDER = "/dev/tapedeck/provider/";
    private static final List<String> FILES = List.of("codex-wires.json");

    private final List<Known> wires = new ArrayList<>();

    private record Known(WireTraits traits, Set<String> serverMethods) {}

    private static final class Holder {
        static final BundledRecogniser INSTANCE = new BundledRecogniser();
    }

    private BundledRecogniser() {
        for (String file : FILES) {
            try (InputStream in = BundledRecogniser.class.getResourceAsStream(FOLDER + file)) {
                for (JsonNode wire : Json.read(in.readAllBytes()).path("wires")) {
                    wires.add(known(wire));
                }
            } catch (IOException e) {
                throw new UncheckedIOException("bundled file " + file, e);
            }
        }
    }

    static Recogniser instance() {
        return Holder.INSTANCE;
    }

    private static Known known(JsonNode node) {
        WireTraits traits = new WireTraits(
                new Wire(node.path("wire").textValue()),
                node.path("provider").textValue(),
                Transport.of(node.path("transport").textValue()).orElseThrow(),
                texts(node.path("clientMethods")));
        return new Known(traits, texts(node.path("serverMethods")));
    }

    private static Set<String> texts(JsonNode array) {
        Set<String> texts = new HashSet<>();
        array.forEach(element -> texts.add(element.textValue()));
        return texts;
    }

    @Override
    public Optional<WireTraits> recognise(List<byte[]> firstLines) {
        for (byte[] line : firstLines) {
            String method = method(line, line.length);
            if (method == null) {
                continue;
            }
            for (Known known : wires) {
                if (known.serverMethods().contains(method)) {
                    return Optional.of(known.traits());
                }
            }
        }
        return Optional.empty();
    }

    @Override
    public Optional<WireTraits> traits(Wire wire) {
        return wires.stream().map(Known::traits).filter(traits -> traits.wire().equals(wire)).findFirst();
    }

    /** The top-level member {@code method}, or null when the line is no JSON object with one. */
    static @Nullable String method(byte[] line, int length) {
        if (length == 0 || line[0] != '{') {
            return null;
        }
        try (JsonParser parser = RecordingLimits.LINES.createParser(line, 0, length)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                boolean wanted = parser.currentName().equals("method");
                if (parser.nextToken() == JsonToken.VALUE_STRING && wanted) {
                    return parser.getText();
                }
                parser.skipChildren();
            }
            return null;
        } catch (IOException e) {
            return null;
        }
    }
}
