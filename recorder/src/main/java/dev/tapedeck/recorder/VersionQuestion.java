package dev.tapedeck.recorder;

import dev.tapedeck.provider.Manifest;
import dev.tapedeck.provider.Manifest.VersionCommand;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Asks a provider's program for its version, in a process of its own, where its manifest allows that and no frame has
 * told it.
 */
final class VersionQuestion {
    /** How long an answer is waited for, in s; some programs take seconds to start on a busy machine. */
    private static final long LIMIT_SECONDS = 10;
    /** How much of an answer is read, in bytes. */
    private static final int ANSWER_BYTES = 4096;

    private final Thread asking;
    private volatile @Nullable String answer;

    private VersionQuestion(VersionCommand question, ProcessBuilder builder) {
        asking = Thread.ofVirtual().start(() -> {
            try {
                answer = question.version().find(run(builder)).orElse(null);
            } catch (IOException e) {
                // A program that cannot tell its version leaves the header without one.
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    /** The command that asks: the session's own up to the program's name, launchers before it included. */
    static Optional<List<String>> command(Manifest manifest, List<String> command) {
        VersionCommand question = manifest.versionCommand();
        if (question == null) {
            return Optional.empty();
        }
        return manifest.wires().stream()
                .flatMap(wire -> wire.commands().stream())
                .flatMap(shape -> shape.find(command).stream())
                .findFirst()
                .map(index -> {
                    List<String> asking = new ArrayList<>(command.subList(0, index + 1));
                    asking.addAll(question.arguments());
                    return asking;
                });
    }

    static VersionQuestion ask(Manifest manifest, List<String> command, Launch launch) {
        VersionCommand question = manifest.versionCommand();
        if (question == null) {
            throw new IllegalArgumentException("a manifest with a version command expected: " + manifest.provider());
        }
        return new VersionQuestion(question, launch.with(command).builder());
    }

    /** The answer, as soon as there is one. */
    Optional<String> answer() {
        return Optional.ofNullable(answer);
    }

    /** Waits for the answer, within the limit. */
    void await() {
        try {
            asking.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String run(ProcessBuilder builder) throws IOException, InterruptedException {
        builder.redirectError(ProcessBuilder.Redirect.DISCARD);
        Process process = builder.start();
        try {
            process.getOutputStream().close();
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                return "";
            }
            return new String(process.getInputStream().readNBytes(ANSWER_BYTES), StandardCharsets.UTF_8);
        } finally {
            process.destroyForcibly();
        }
    }
}
