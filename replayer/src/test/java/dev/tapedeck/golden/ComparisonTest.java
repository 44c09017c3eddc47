package dev.tapedeck.golden;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ComparisonTest {

    @Test
    void equal_bytes_are_equal_and_nothing_is_forgiven() {
        assertEquals(new Comparison(true, List.of()), json("{\"a\":1}\n", "{\"a\":1}\n"));
    }

    @Test
    void C47_line_ends_of_another_system_are_forgiven_and_announced() {
        Comparison comparison = json("{\"a\":1}\r\n{\"b\":2}\r\n", "{\"a\":1}\n{\"b\":2}\n");
        assertTrue(comparison.equal());
        assertEquals(List.of("approved file: CRLF taken as LF on 2 lines"), comparison.forgiven());
    }

    @Test
    void C47_a_missing_last_line_end_is_forgiven_and_announced() {
        Comparison comparison = json("{\"a\":1}", "{\"a\":1}\n");
        assertTrue(comparison.equal());
        assertEquals(List.of("approved file: missing last line end added"), comparison.forgiven());
    }

    @Test
    void C47_the_three_files_of_the_case_are_equal() throws IOException {
        byte[] plain = input("C47-golden-lf.json");
        assertTrue(Comparison.ofJson(plain, input("C47-golden-crlf.json")).equal());
        assertTrue(Comparison.ofJson(plain, input("C47-golden-no-final-newline.json")).equal());
    }

    @Test
    void C47_an_escaped_line_end_inside_a_string_is_content() {
        assertFalse(json("{\"a\":\"x\\r\\ny\"}\n", "{\"a\":\"x\\ny\"}\n").equal());
    }

    @Test
    void C47_a_raw_line_end_inside_a_string_is_content() {
        assertFalse(json("{\"a\":\"x\r\ny\"}\n", "{\"a\":\"x\ny\"}\n").equal());
        assertFalse(json("{\"a\":\"\\\"x\r\ny\"}\n", "{\"a\":\"\\\"x\ny\"}\n").equal());
    }

    @Test
    void a_quote_in_plain_text_starts_no_string() {
        assertTrue(Comparison.ofText("say \"a\r\nb\r\n".getBytes(UTF_8), "say \"a\nb\n".getBytes(UTF_8)).equal());
    }

    @Test
    void nothing_else_is_forgiven() {
        assertFalse(json("{\"a\":1}\n", "{\"a\": 1}\n").equal());
        assertFalse(json("{\"a\":1}\n\n", "{\"a\":1}\n").equal());
        assertFalse(json("{\"a\":1}\r{\"b\":1}\n", "{\"a\":1}\n{\"b\":1}\n").equal());
        assertFalse(json("", "\n").equal());
    }

    @Test
    void bytes_that_are_not_utf8_differ_even_where_a_decoder_would_give_the_same_text() {
        byte[] one = {'"', (byte) 0xff, '"', '\n'};
        byte[] other = {'"', (byte) 0xfe, '"', '\n'};
        assertFalse(Comparison.ofJson(one, other).equal());
    }

    private static byte[] input(String name) throws IOException {
        Path beside = Path.of("").toAbsolutePath().getParent().resolveSibling("shared");
        Path shared = Path.of(System.getenv().getOrDefault("TAPEDECK_SHARED", beside.toString()));
        Path file = shared.resolve("cases/inputs").resolve(name);
        assumeTrue(Files.exists(file), () -> file + " is not there; TAPEDECK_SHARED names the folder of cases");
        return Files.readAllBytes(file);
    }

    private static Comparison json(String approved, String received) {
        return Comparison.ofJson(approved.getBytes(UTF_8), received.getBytes(UTF_8));
    }
}
