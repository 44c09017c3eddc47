package dev.tapedeck.recording;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Transport;
import dev.tapedeck.frame.Wire;
import dev.tapedeck.json.Json;
import dev.tapedeck.provider.Detection;
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
        Detection detection = new Detection(Manifests.all()).named(wire);
        return detection.wire().isEmpty()
                ? new Recognised(UNKNOWN, wire, Transport.STDIO_JSONRPC, List.of())
                : of(detection.manifest().orElseThrow(), detection.wire().orElseThrow());
    }

    /**
     * Looks at the first lines, foreign output among them; the first frame that fits a manifest decides about the wire,
     * and any of them about which of several providers speaks it.
     */
    static Recognised in(List<byte[]> firstLines) {
        Detection detection = new Detection(Manifests.all());
        for (byte[] line : firstLines) {
            decoded(line).ifPresent(frame -> {
                detection.frame(Direction.OUT, frame);
                detection.frame(Direction.IN, frame);
            });
        }
        return detection.wire().isEmpty()
                ? nothing()
                : of(detection.manifest().orElseThrow(), detection.wire().orElseThrow());
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

    private static Recognised of(Manifest manifest, WireSpec spec) {
        List<FrameShape> client = Manifests.all().stream()
                .flatMap(each -> each.wires().stream())
                .filter(each -> each.wire().equals(spec.wire()))
                .flatMap(each -> each.frames().stream())
                .filter(shape -> shape.direction() == Direction.IN)
                .toList();
        return new Recognised(manifest.provider(), spec.wire(), spec.transport(), client);
    }
}
