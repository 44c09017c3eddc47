package dev.tapedeck.lab;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assumptions.abort;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

class NetworkIsolationTest {
    @Test
    void where_the_machine_allows_a_command_sees_no_interface_but_loopback() throws Exception {
        switch (NetworkIsolation.find()) {
            case NetworkIsolation.Possible possible -> {
                Assumptions.assumeTrue(Files.isDirectory(Path.of("/proc/net")), "no list of interfaces here");
                Process process = new ProcessBuilder(possible.around(List.of("cat", "/proc/net/dev"))).start();
                String interfaces = new String(process.getInputStream().readAllBytes(), UTF_8);
                assertEquals(0, process.waitFor());
                List<String> names = interfaces
                        .lines()
                        .filter(line -> line.contains(":"))
                        .map(line -> line.substring(0, line.indexOf(':')).strip())
                        .toList();
                assertEquals(List.of("lo"), names);
            }
            case NetworkIsolation.Impossible impossible -> {
                assertFalse(impossible.reason().isBlank());
                abort("this machine does not allow it: " + impossible.reason());
            }
        }
    }
}
