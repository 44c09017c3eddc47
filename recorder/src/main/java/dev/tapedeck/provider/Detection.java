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
    private @Nullable String protocol;
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
        seenInFrames = true;
        if (isOf(name)) {
            return this;
        }
        for (Manifest candidate : manifests) {
            for (WireSpec spec : candidate.wires()) {
                if (spec.wire().equals(name)) {
                    manifest = candidate;
                    wire = spec;
                }
            }
        }
        return this;
    }

    /** Takes in the next frame of the session. */
    public Detection frame(Direction direction, JsonNode frame) {
        recognise(direction, frame);
        if (wire != null) {
            version = version == null ? told(wire.versions(), direction, frame) : version;
            protocol = protocol == null ? told(wire.protocols(), direction, frame) : protocol;
        }
        return this;
    }

    private static @Nullable String told(List<VersionShape> shapes, Direction direction, JsonNode frame) {
        for (VersionShape shape : shapes) {
            Optional<String> version = shape.find(direction, frame);
            if (version.isPresent()) {
                return version.get();
            }
        }
        return null;
    }

    /**
     * The first frame that fits decides about the wire. Of several providers that speak it the one further up in the
     * list is known more exactly, so that later frames can still tell it.
     */
    private void recognise(Direction direction, JsonNode frame) {
        for (Manifest candidate : manifests) {
            boolean lessExact = candidate == manifest;
            for (WireSpec spec : candidate.wires()) {
                if ((!seenInFrames || isOf(spec.wire()) && !lessExact)
                        && spec.frames().stream().anyMatch(shape -> shape.fits(direction, frame))) {
                    if (!isOf(spec.wire()) || isBefore(candidate)) {
                        manifest = candidate;
                        wire = spec;
                    }
                    seenInFrames = true;
                    return;
                }
            }
            if (seenInFrames && lessExact) {
                return;
            }
        }
    }

    private boolean isOf(Wire name) {
        return wire != null && wire.wire().equals(name);
    }

    private boolean isBefore(Manifest candidate) {
        return manifest == null || manifests.indexOf(candidate) < manifests.indexOf(manifest);
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

    /** The version of the protocol that provider and client agreed on, as far as a frame has told it. */
    public Optional<String> protocol() {
        return Optional.ofNullable(protocol);
    }

    /** True once a frame has shown the wire; more frames change nothing but the version. */
    public boolean recognised() {
        return wire != null && seenInFrames;
    }
}
