package dev.tapedeck.recording;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Transport;
import dev.tapedeck.frame.Wire;
import dev.tapedeck.json.Json;
import dev.tapedeck.provider.Detection;
import dev.tapedeck.provider.FrameShape;
import dev.tapedeck.provider.Manifest.WireSpec;
import dev.tapedeck.provider.Manifests;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The wire of a file without a header, told from content by the manifests, or named by the user.
 *
 * @param clientFrames shapes of the frames that only a client sends on this wire
 * @param version the provider's version, as far as the first lines tell it
 */
record Recognised(
        String provider, Wire wire, Transport transport, List<FrameShape> clientFrames, @Nullable String version) {
    private static final String UNKNOWN = "unknown";

    static Recognised nothing() {
        return named(new Wire(UNKNOWN));
    }

    static Recognised named(Wire wire) {
        return named(wire, List.of());
    }

    /** The wire that somebody named, with the version that one of the first lines tells. */
    static Recognised named(Wire wire, List<byte[]> firstLines) {
        Detection detection = seen(new Detection(Manifests.all()).named(wire), firstLines);
        return detection.wire().isEmpty()
                ? new Recognised(UNKNOWN, wire, Transport.STDIO_JSONRPC, List.of(), null)
                : of(detection);
    }

    /**
     * Looks at the first lines, foreign output among them; the first frame that fits a manifest decides about the wire,
     * and any of them about which of several providers speaks it.
     */
    static Recognised in(List<byte[]> firstLines) {
        Detection detection = seen(new Detection(Manifests.all()), firstLines);
        return detection.wire().isEmpty() ? nothing() : of(detection);
    }

    private static Detection seen(Detection detection, List<byte[]> firstLines) {
        for (byte[] line : firstLines) {
            decoded(line).ifPresent(frame -> {
                detection.frame(Direction.OUT, frame);
                detection.frame(Direction.IN, frame);
            });
        }
        return detection;
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

    private static Recognised of(Detection detection) {
        WireSpec spec = detection.wire().orElseThrow();
        List<FrameShape> client = Manifests.all().stream()
                .flatMap(each -> each.wires().stream())
                .filter(each -> each.wire().equals(spec.wire()))
                .flatMap(each -> each.frames().stream())
                .filter(shape -> shape.direction() == Direction.IN)
                .toList();
        return new Recognised(
                detection.manifest().orElseThrow().provider(),
                spec.wire(),
                spec.transport(),
                client,
                detection.version().orElse(null));
    }
}
