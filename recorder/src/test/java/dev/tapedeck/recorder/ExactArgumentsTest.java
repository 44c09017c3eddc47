package dev.tapedeck.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExactArgumentsTest {
    @Test
    void arguments_that_the_locale_can_spell_are_given_as_they_are() {
        List<String> command = List.of("echo", "a b", "'");
        assertSame(command, ExactArguments.of(command, StandardCharsets.US_ASCII));
        List<String> umlaut = List.of("echo", "\u00e4");
        assertSame(umlaut, ExactArguments.of(umlaut, StandardCharsets.UTF_8));
    }

    @Test
    void other_arguments_arrive_as_utf_8_to_the_byte() throws Exception {
        List<String> command =
                List.of("printf", "[%s]", "h\u00e9", "\u65e5\u672c \ud83d\ude00", "", "-n", "$HOME `x` 'q' \\ %s",
                        "end\n\n");
        Process process = new ProcessBuilder(ExactArguments.of(command, StandardCharsets.US_ASCII)).start();
        assertEquals(
                "[h\u00e9][\u65e5\u672c \ud83d\ude00][][-n][$HOME `x` 'q' \\ %s][end\n\n]",
                new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        assertEquals(0, process.waitFor());
    }
}
