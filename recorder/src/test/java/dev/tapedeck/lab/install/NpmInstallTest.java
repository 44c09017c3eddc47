package dev.tapedeck.lab.install;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.lab.scenario.ProviderLab;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class NpmInstallTest {
    private final StringWriter progress = new StringWriter();
    private ProviderLab lab;

    @TempDir
    Path folder;

    @BeforeEach
    void findLab() throws IOException {
        lab = ProviderLab.find("codex").orElseThrow();
    }

    @Test
    void the_lock_file_is_installed_without_scripts_and_only_once() throws Exception {
        Path npm = npm(
                "echo \"$@\" >> " + folder.resolve("calls") + "; test -f package-lock.json && mkdir node_modules");

        Path installed = install(Optional.of(npm));
        Path again = install(Optional.of(npm));

        assertEquals(installed, again);
        assertEquals(
                "ci --ignore-scripts --no-audit --no-fund --loglevel=error\n",
                Files.readString(folder.resolve("calls")));
        assertTrue(Files.isDirectory(installed.resolve("node_modules")));
        assertTrue(progress.toString().contains("installing codex 0.171.0 with npm into " + installed));
        assertTrue(progress.toString().contains("about 420 MB, once"));
    }

    @Test
    void a_missing_npm_is_told_with_what_to_do() {
        IOException failure = assertThrows(IOException.class, () -> install(Optional.empty()));

        String message = String.valueOf(failure.getMessage());
        assertTrue(message.contains("npm was not found on the PATH") && message.contains("Install Node.js"), message);
    }

    @Test
    void a_failing_npm_is_told_with_its_last_lines_and_leaves_nothing_that_looks_installed() throws Exception {
        Path failing = npm("touch half; i=0; while [ $i -lt 16 ]; do i=$((i+1)); echo line $i; done; exit 7");

        IOException failure = assertThrows(IOException.class, () -> install(Optional.of(failing)));

        String message = String.valueOf(failure.getMessage());
        assertTrue(message.contains("exit code 7") && message.contains("line 16"), message);
        assertFalse(message.contains("line 1\n"), message);
        Path installed = install(Optional.of(npm("mkdir node_modules")));
        assertTrue(Files.isDirectory(installed.resolve("node_modules")));
        assertFalse(Files.exists(installed.resolve("half")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"codex", "claude", "opencode-acp", "gemini", "claude-acp", "claude-acp-v2", "codex-acp"})
    void the_lock_file_pins_every_package_by_hash_and_names_no_download_address(String name) throws Exception {
        ProviderLab lab = ProviderLab.find(name).orElseThrow();
        String lock = lab.install().lockFile();

        assertFalse(lock.contains("resolved"));
        assertFalse(lock.contains("://"));
        assertTrue(lock.contains("\"integrity\": \"sha512-"));
        assertTrue(lock.contains("\"version\": \"" + lab.version() + "\""));
    }

    private Path install(Optional<Path> npm) throws IOException, InterruptedException {
        return new NpmInstall(folder.resolve("cache"), npm, new PrintWriter(progress, true))
                .install(lab, lab.install());
    }

    private Path npm(String script) throws IOException {
        Path npm = folder.resolve("npm");
        Files.writeString(npm, "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(npm, PosixFilePermissions.fromString("rwx------"));
        return npm;
    }
}
