package dev.tapedeck.lab;

import java.nio.file.Path;
import java.util.Optional;

/**
 * A provider as it is installed on this machine.
 *
 * @param folder what the install brought; absent when the program is not ours to install
 * @param program the provider's program
 * @param node the Node that it runs with: the one that came with the install, else the machine's
 */
public record Installation(Optional<Path> folder, Path program, Optional<Path> node) {
    /** A program that was there before, with the machine's Node. */
    public static Installation of(Path program) {
        return new Installation(Optional.empty(), program, Programs.onPath("node"));
    }
}
