package dev.tapedeck.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HomeTest {
    private static final Path SYSTEM = Path.of("/system");

    @Test
    void its_own_variable_comes_first_then_the_users_home_then_the_systems() {
        assertEquals(
                Path.of("/own"), Home.of(Map.of("TAPEDECK_HOME", "/own", "HOME", "/users"), SYSTEM).root());
        assertEquals(Path.of("/users/.tapedeck"), Home.of(Map.of("HOME", "/users"), SYSTEM).root());
        assertEquals(Path.of("/system/.tapedeck"), Home.of(Map.of(), SYSTEM).root());
    }

    @Test
    void an_empty_variable_counts_as_not_set() {
        assertEquals(
                Path.of("/users/.tapedeck"), Home.of(Map.of("TAPEDECK_HOME", "", "HOME", "/users"), SYSTEM).root());
        assertEquals(Path.of("/system/.tapedeck"), Home.of(Map.of("HOME", ""), SYSTEM).root());
    }
}
