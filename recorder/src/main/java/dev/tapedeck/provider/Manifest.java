package dev.tapedeck.provider;

import com.fasterxml.jackson.core.JsonPointer;
import dev.tapedeck.frame.Transport;
import dev.tapedeck.frame.Wire;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a manifest file says about one provider.
 *
 * @param provider id of the vendor's program
 * @param environment names of the environment variables that change what the provider does
 * @param versionCommand how to ask the program for its version, absent when it must not be run for that
 * @param wires the protocols that the program speaks
 * @param server how it serves HTTP, absent when no wire of it does
 * @param stores where it keeps its sessions in a form that is not read here
 */
public record Manifest(
        String provider,
        List<String> environment,
        @Nullable VersionCommand versionCommand,
        List<WireSpec> wires,
        @Nullable ServerSpec server,
        List<Store> stores) {

    public Manifest {
        environment = List.copyOf(environment);
        wires = List.copyOf(wires);
        stores = List.copyOf(stores);
    }

    /**
     * One protocol of a provider.
     *
     * @param commands commands that start the provider so that it speaks this wire
     * @param frames shapes of frames that only this wire has
     * @param versions frames that tell the provider's version
     * @param protocols frames that tell the version of the protocol, for wires that negotiate one
     * @param document where, in a file of this wire that is one JSON document, the array of its frames stands; absent
     *     where files hold a frame a line
     * @param folders how it keeps sessions of this wire in several files; absent when it does not
     */
    public record WireSpec(
            Wire wire,
            Transport transport,
            List<CommandShape> commands,
            List<FrameShape> frames,
            List<VersionShape> versions,
            List<VersionShape> protocols,
            @Nullable JsonPointer document,
            @Nullable SessionFolders folders) {

        public WireSpec {
            commands = List.copyOf(commands);
            frames = List.copyOf(frames);
            versions = List.copyOf(versions);
            protocols = List.copyOf(protocols);
        }
    }

    /**
     * Asks a program for its version.
     *
     * @param arguments what follows the program's name
     * @param version finds the version in what the program prints
     */
    public record VersionCommand(List<String> arguments, VersionPattern version) {
        public VersionCommand {
            arguments = List.copyOf(arguments);
        }
    }
}
