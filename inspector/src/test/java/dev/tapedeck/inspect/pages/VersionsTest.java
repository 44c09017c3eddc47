package dev.tapedeck.inspect.pages;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class VersionsTest {
    @Test
    void versions_are_ordered_by_their_numbers_and_not_by_their_letters() {
        assertEquals("0.23.1 … 0.101.0", Versions.range(List.of("0.101.0", "0.23.1", "0.99.0")));
        assertEquals("2.0-dev", Versions.last(List.of("2.0-dev", "1.18.33")));
        assertEquals("1.6.0", Versions.range(Set.of("1.6.0")));
        assertEquals("unknown", Versions.range(Set.of()));
    }
}
