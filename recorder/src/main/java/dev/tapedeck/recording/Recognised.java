package dev.tapedeck.recording;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Transport;
import dev.tapedeck.frame.Wire;
import dev.tapedeck.json.Json;
import dev.tapedeck.provider.FrameShape;
import dev.tapedeck.provider.Manifest;
import dev.tapedeck.provider.Manifest.WireSpec;
import dev.tapedeck.provider.Manifests;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * The wire of a file without a header, told from content by the manifests, or named by the user.
 *
 * @param clientFrames shapes of the frames that only a client sends on this wire
 */
record Recognised(String provider, Wire wire, Transport transport, List<FrameShape> clientFrames) {
    private static final String UNKNOWN = "unknown";

    static Recognised nothing() {
        return named(new Wire(UNKNOWN));
    }

    static Recognised named(Wire wire) {
        for (Manifest manifest : Manifests.all()) {
            for (WireSpec spec : manifest.wires()) {
                if (spec.wire().equals(wire)) {
                    return of(manifest, spec);
                }
            }
        }
        return new Recognised(UNKNOWN, wire, Transport.STDIO_JSONRPC, List.of());
    }

    /** Looks at the first lines, foreign output among them; the first frame that fits a manifest decides. */
    static Recognised in(List<byte[]> firstLines) {
        return firstLines.stream()
                .flatMap(line -> decoded(line).flatMap(Recognised::fitting).stream())
                .findFirst()
                .orElseGet(Recognised::nothing);
    }

    private static Optional<JsonNode> decoded(byte[] line) {
        if (line.length == 0 || line[0] != '{') {
            return Optional.empty();
        }
        try {
            return Optional.of(Json.read(line));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static Optional<Recognised> fitting(JsonNode frame) {
        for (Manifest manifest : Manifests.all()) {
            for (WireSpec spec : manifest.wires()) {
                if (spec.frames().stream().anyMatch(shape -> shape.fits(shape.direction(), frame))) {
                    return Optional.of(of(manifest, spec));
                }
            }
        }
        return Optional.empty();
    }

    private static Recognised of(Manifest manifest, WireSpec spec) {
        List<FrameShape> client = spec.frames().stream()
                .filter(shape -> shape.direction() == Direction.IN)
                .toList();
        return new Recognised(manifest.provider(), spec.wire(), spec.transport(), client);
    }
}
