package dev.tapedeck.acceptance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LauncherIT {
    @TempDir
    Path folder;

    /** Their targets lie outside the folder, which its removal would warn of. */
    @AfterEach
    void remove_links() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path link : files.filter(Files::isSymbolicLink).toList()) {
                Files.delete(link);
            }
        }
    }

    @Test
    void it_starts_from_anywhere_and_through_a_link_in_a_folder_with_blanks() throws Exception {
        Path links = Files.createDirectory(folder.resolve("a folder"));
        Files.createSymbolicLink(links.resolve("td"), Program.PROJECT.resolve("tapedeck"));
        Files.createSymbolicLink(folder.resolve("link to it"), Path.of("a folder", "td"));
        Program.in(folder).run("--version").exits(0).says("tapedeck 0.");
        Program.in(folder).startedAs(folder.resolve("link to it")).run("--version").exits(0).says("tapedeck 0.");
        Program.in(links).startedAs(Path.of("td")).run("--version").exits(0).says("tapedeck 0.");
    }

    @Test
    void it_works_in_a_checkout_whose_path_has_blanks() throws Exception {
        Path checkout = Files.createDirectory(folder.resolve("my check out"));
        copy("tapedeck", checkout);
        Files.createDirectories(checkout.resolve("inspector"));
        Files.createSymbolicLink(checkout.resolve("inspector/target"), Program.PROJECT.resolve("inspector/target"));
        Program.in(folder).startedAs(checkout.resolve("tapedeck")).run("--version").exits(0).says("tapedeck 0.");
    }

    @Test
    void recording_without_a_program_is_a_clear_error_and_starts_no_build() throws Exception {
        Path checkout = Files.createDirectory(folder.resolve("fresh"));
        copy("tapedeck", checkout);
        Program.in(checkout)
                .startedAs(checkout.resolve("tapedeck"))
                .with("TAPEDECK_BUILD", "")
                .run("record", "--", "cat")
                .exits(3)
                .says("not built");
    }

    @Test
    void a_jdk_that_is_none_is_named() throws Exception {
        Program.in(folder)
                .with("TAPEDECK_JAVA_HOME", folder.toString())
                .run("--version")
                .exits(3)
                .says("TAPEDECK_JAVA_HOME: expected a JDK 25 or newer, found " + folder);
    }

    @Test
    void a_jdk_that_is_too_old_is_refused() throws Exception {
        Path old = Files.createDirectories(folder.resolve("jdk-17/bin"));
        for (String tool : new String[] {"java", "javac"}) {
            Files.createSymbolicLink(old.resolve(tool), Path.of("/bin/true"));
        }
        Files.writeString(folder.resolve("jdk-17/release"), "JAVA_VERSION=\"17.0.2\"\n");
        Program.in(folder)
                .with("TAPEDECK_JAVA_HOME", folder.resolve("jdk-17").toString())
                .run("--version")
                .exits(3)
                .says("expected a JDK 25 or newer");
    }

    @Test
    void a_wrong_command_line_has_its_own_exit_code() throws Exception {
        Program.in(folder).run("no-such-command").exits(2);
        Program.in(folder).run("replay", "--no-such-option").exits(2);
    }

    private static void copy(String file, Path folder) throws IOException {
        Files.copy(Program.PROJECT.resolve(file), folder.resolve(file));
    }
}
