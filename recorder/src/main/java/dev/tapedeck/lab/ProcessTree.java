package dev.tapedeck.lab;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * All processes of one run: what the lab started, and what that started.
 *
 * <p>Children that left their parent are found by a mark in their environment where the system shows it (Linux);
 * elsewhere only descendants are.
 */
final class ProcessTree {
    /** Name of the environment variable that marks the processes of a run. */
    static final String MARK = "TAPEDECK_LAB_RUN";

    private static final Path PROC = Path.of("/proc");

    private final String mark;
    private final Map<Long, ProcessHandle> seen = new ConcurrentHashMap<>();

    ProcessTree(String mark) {
        this.mark = mark;
    }

    /** Remembers a process and its descendants of now. */
    void add(ProcessHandle process) {
        seen.put(process.pid(), process);
        process.descendants().forEach(child -> seen.put(child.pid(), child));
    }

    /**
     * Ends every process that still runs: TERM, then KILL after the grace.
     *
     * @return what could not be ended, in words
     */
    List<String> end(Duration grace) throws InterruptedException {
        List<ProcessHandle> running = running();
        running.forEach(ProcessHandle::destroy);
        await(running, grace);
        // What was started while the others ended is found by looking again.
        List<ProcessHandle> stubborn = running();
        stubborn.forEach(ProcessHandle::destroyForcibly);
        await(stubborn, grace);
        return running().stream()
                .map(process -> "process " + process.pid() + process.info()
                        .command()
                        .map(command -> " (" + command + ")")
                        .orElse(""))
                .toList();
    }

    /** As {@link #end}, for a program that is itself being ended. */
    void endNow(Duration grace) {
        try {
            end(grace);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private List<ProcessHandle> running() {
        for (ProcessHandle process : List.copyOf(seen.values())) {
            process.descendants().forEach(child -> seen.put(child.pid(), child));
        }
        addMarked();
        return seen.values().stream().filter(ProcessHandle::isAlive).toList();
    }

    private void addMarked() {
        byte[] wanted = (MARK + "=" + mark).getBytes(StandardCharsets.UTF_8);
        if (!Files.isDirectory(PROC.resolve("self"))) {
            return;
        }
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path process : processes) {
                if (isMarked(process.resolve("environ"), new String(wanted, StandardCharsets.UTF_8))) {
                    Optional<ProcessHandle> handle =
                            ProcessHandle.of(Long.parseLong(process.getFileName().toString()));
                    handle.ifPresent(found -> seen.put(found.pid(), found));
                }
            }
        } catch (IOException e) {
            // Without a list of processes only descendants are known.
            return;
        }
    }

    private static boolean isMarked(Path environment, String wanted) {
        try {
            return List.of(Files.readString(environment, StandardCharsets.ISO_8859_1).split("\0")).contains(wanted);
        } catch (IOException e) {
            // It ended meanwhile, or belongs to somebody else.
            return false;
        }
    }

    private static void await(List<ProcessHandle> processes, Duration grace) throws InterruptedException {
        CompletableFuture<?>[] exits =
                processes.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new);
        try {
            CompletableFuture.allOf(exits).get(grace.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            // The caller looks at what is left.
            return;
        } catch (ExecutionException e) {
            throw new IllegalStateException("waiting for the end of a process failed", e);
        }
    }
}
