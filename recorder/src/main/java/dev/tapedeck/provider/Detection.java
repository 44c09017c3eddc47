package dev.tapedeck.provider;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Wire;
import dev.tapedeck.provider.Manifest.WireSpec;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds out which provider and wire is spoken, first from the command, then from the frames as they come.
 *
 * <p>A frame's evidence outranks the command's; the first frame that fits decides. Not thread-safe.
 */
public final class Detection {
    private final List<Manifest> manifests;
    private @Nullable Manifest manifest;
    private @Nullable WireSpec wire;
    private @Nullable String version;
    private boolean seenInFrames;

    /** Detects among these providers. */
    public Detection(List<Manifest> manifests) {
        this.manifests = List.copyOf(manifests);
    }

    /** Takes the command in, as it is started. */
    public Detection command(List<String> command) {
        for (Manifest candidate : manifests) {
            for (WireSpec spec : candidate.wires()) {
                if (spec.commands().stream().anyMatch(shape -> shape.find(command).isPresent())) {
                    manifest = candidate;
                    wire = spec;
                    return this;
                }
            }
        }
        return this;
    }

    /** Takes in a wire that somebody has named; frames do not change it. */
    public Detection named(Wire name) {
        for (Manifest candidate : manifests) {
            for (WireSpec spec : candidate.wires()) {
                if (spec.wire().equals(name)) {
                    manifest = candidate;
                    wire = spec;
                }
            }
        }
        seenInFrames = true;
        return this;
    }

    /** Takes in the next frame of the session. */
    public Detection frame(Direction direction, JsonNode frame) {
        if (!seenInFrames) {
            recognise(direction, frame);
        }
        if (version == null && wire != null) {
            version = wire.versions().stream()
                    .flatMap(shape -> shape.find(direction, frame).stream())
                    .findFirst()
                    .orElse(null);
        }
        return this;
    }

    private void recognise(Direction direction, JsonNode frame) {
        for (Manifest candidate : manifests) {
            for (WireSpec spec : candidate.wires()) {
                if (spec.frames().stream().anyMatch(shape -> shape.fits(direction, frame))) {
                    manifest = candidate;
                    wire = spec;
                    seenInFrames = true;
                    return;
                }
            }
        }
    }

    /** The provider's manifest, as far as is known. */
    public Optional<Manifest> manifest() {
        return Optional.ofNullable(manifest);
    }

    /** The wire, as far as is known. */
    public Optional<WireSpec> wire() {
        return Optional.ofNullable(wire);
    }

    /** The provider's version, as far as a frame has told it. */
    public Optional<String> version() {
        return Optional.ofNullable(version);
    }

    /** True once a frame has shown the wire; more frames change nothing but the version. */
    public boolean recognised() {
        return wire != null && seenInFrames;
    }
}
