package dev.tapedeck.cli;

import picocli.CommandLine.Command;

/** {@code tapedeck golden}: approved results. */
@Command(
        name = "golden",
        description = "Compares replays with approved results.",
        mixinStandardHelpOptions = true,
        subcommands = {
            GoldenCheckCommand.class,
            GoldenListCommand.class,
            GoldenDiffCommand.class,
            GoldenApproveCommand.class,
            GoldenObsoleteCommand.class
        })
final class GoldenCommand {}
