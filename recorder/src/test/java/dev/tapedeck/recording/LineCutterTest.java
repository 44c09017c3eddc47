package dev.tapedeck.recording;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import dev.tapedeck.frame.LineEnd;
import dev.tapedeck.frame.Payload;
import dev.tapedeck.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class LineCutterTest {
    private record Line(Payload payload, LineEnd end, List<Integer> cuts) {}

    private static final String TRICKY =
            "{\"a\":\"\u2028\u2029\u0085\"}\r\n\n\r\nplain\r\r\n{\"a\":1} \n123\n\"\ud83c\udf89\"\n"
            + "[1,\t2]\nNaN\n{\"a\":1}{\"b\":2}\n\ufeff{}\n\u0000\n{\u0000\"\u0000\n{\"half";

    private static List<Line> cut(byte[] bytes, int... at) throws IOException {
        List<Line> lines = new ArrayList<>();
        LineCutter cutter = new LineCutter((payload, end, cuts, micros) -> lines.add(new Line(payload, end, cuts)));
        int from = 0;
        for (int to : at) {
            cutter.accept(bytes, from, to, 0);
            from = to;
        }
        cutter.accept(bytes, from, bytes.length, 0);
        cutter.end();
        return lines;
    }

    private static byte[] joined(List<Line> lines) throws IOException {
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        for (Line line : lines) {
            stream.write(line.payload().bytes());
            String end = switch (line.end()) {
                case LF -> "\n";
                case CRLF -> "\r\n";
                case NONE -> "";
            };
            stream.write(end.getBytes(StandardCharsets.US_ASCII));
        }
        return stream.toByteArray();
    }

    private static byte[] tricky() {
        byte[] text = TRICKY.getBytes(StandardCharsets.UTF_8);
        byte[] foreign =
                {'\n', (byte) 0xb4, (byte) 0xed, '\r', '\n', (byte) 0xed, (byte) 0xa0, (byte) 0x80, '\n', (byte) 0xe8};
        byte[] all = new byte[text.length + foreign.length];
        System.arraycopy(text, 0, all, 0, text.length);
        System.arraycopy(foreign, 0, all, text.length, foreign.length);
        return all;
    }

    @Test
    void a_line_is_json_text_or_binary() throws IOException {
        List<String> kinds = cut(tricky()).stream()
                .map(line -> line.payload().getClass().getSimpleName() + " " + line.end())
                .toList();
        assertEquals(
                List.of("Json CRLF", "Text LF", "Text CRLF", "Text CRLF", "Text LF", "Json LF", "Json LF", "Json LF",
                        "Text LF", "Text LF", "Text LF", "Text LF", "Text LF", "Text LF", "Binary CRLF", "Binary LF",
                                "Binary NONE"),
                kinds);
    }

    @Test
    void however_the_bytes_are_chunked_the_lines_are_the_same_and_join_to_the_stream() throws IOException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        byte[] bytes = tricky();
        List<Line> whole = cut(bytes);
        assertArrayEquals(bytes, joined(whole));
        for (int round = 0; round < 2000; round++) {
            int[] at = random.ints(random.nextInt(12), 0, bytes.length + 1).sorted().toArray();
            if (!cut(bytes, at).equals(whole)) {
                Assertions.fail("seed %d: cut at %s".formatted(seed, List.of(shrunk(bytes, at, whole))));
            }
        }
    }

    /** Drops cuts that the failure does not need. */
    private static String shrunk(byte[] bytes, int[] at, List<Line> whole) throws IOException {
        List<Integer> left = new ArrayList<>();
        for (int cut : at) {
            left.add(cut);
        }
        for (int i = left.size() - 1; i >= 0; i--) {
            List<Integer> fewer = new ArrayList<>(left);
            fewer.remove(i);
            if (!cut(bytes, fewer.stream().mapToInt(Integer::intValue).toArray()).equals(whole)) {
                left = fewer;
            }
        }
        return left.toString();
    }

    @Test
    void C01_unicode_line_separators_end_no_frame() throws IOException {
        byte[] bytes = Files.readAllBytes(Shared.path("cases/inputs/C01-pi-u2028.ndjson"));
        List<Line> lines = cut(bytes);
        assertEquals(5, lines.size());
        assertTrue(lines.stream().allMatch(line -> line.payload() instanceof Payload.Json));
        assertArrayEquals(bytes, joined(lines));
    }

    @Test
    void C02_a_character_cut_by_a_chunk_stays_whole() throws IOException {
        byte[] bytes = Files.readAllBytes(Shared.path("cases/inputs/C02-codex-utf8-split.ndjson"));
        List<Line> whole = cut(bytes);
        assertEquals(2, whole.size());
        for (int at = 0; at <= bytes.length; at++) {
            assertEquals(whole, cut(bytes, at), "cut at byte " + at);
        }
        assertFalse(whole.getFirst().payload().display().contains("\ufffd"));
    }

    @Test
    void C03_a_line_over_1_mib_is_one_frame_byte_for_byte() throws IOException {
        byte[] bytes = Files.readAllBytes(Shared.path("cases/inputs/C03-claude-line-over-1mib.ndjson"));
        List<Line> lines = cut(bytes, 4096, 100_000, 1_000_000);
        assertTrue(lines.stream().anyMatch(line -> line.payload().size() > 1024 * 1024));
        assertTrue(lines.stream().allMatch(line -> line.payload() instanceof Payload.Json));
        assertArrayEquals(bytes, joined(lines));
    }

    @Test
    void C16_a_frame_nested_too_deep_to_decode_is_still_one_frame_and_so_is_the_next() throws IOException {
        byte[] bytes = Files.readAllBytes(Shared.path("cases/inputs/C16-claude-deep-nesting.ndjson"));
        List<Line> lines = cut(bytes);
        assertArrayEquals(bytes, joined(lines));
        List<Integer> undecodable = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            Payload.Json json = assertInstanceOf(Payload.Json.class, lines.get(i).payload());
            try {
                Json.read(json.bytes());
            } catch (StreamConstraintsException e) {
                undecodable.add(i);
            }
        }
        assertEquals(1, undecodable.size(), undecodable.toString());
        assertTrue(undecodable.getFirst() < lines.size() - 1);
    }

    @Test
    void a_million_levels_neither_overflow_the_stack_nor_end_the_stream() throws IOException {
        byte[] bytes = ("[".repeat(1_000_000) + "]".repeat(1_000_000) + "\n{}\n").getBytes(StandardCharsets.US_ASCII);
        List<Line> lines = cut(bytes);
        assertInstanceOf(Payload.Text.class, lines.get(0).payload());
        assertInstanceOf(Payload.Json.class, lines.get(1).payload());
    }

    @Test
    void read_boundaries_inside_a_line_are_noted_when_asked_for() throws IOException {
        List<Line> lines = new ArrayList<>();
        LineCutter cutter =
                LineCutter.notingCuts((payload, end, cuts, micros) -> lines.add(new Line(payload, end, cuts)));
        byte[] bytes = "abc\r\ndef\n".getBytes(StandardCharsets.US_ASCII);
        cutter.accept(bytes, 0, 1, 1);
        cutter.accept(bytes, 1, 4, 2);
        cutter.accept(bytes, 4, 5, 3);
        cutter.accept(bytes, 5, 7, 4);
        cutter.accept(bytes, 7, 9, 5);
        assertEquals(List.of(1), lines.get(0).cuts());
        assertEquals(List.of(2), lines.get(1).cuts());
    }

    @Test
    void a_line_has_the_time_of_the_bytes_that_completed_it() throws IOException {
        List<Long> times = new ArrayList<>();
        LineCutter cutter = new LineCutter((payload, end, cuts, micros) -> times.add(micros));
        cutter.accept("a".getBytes(StandardCharsets.US_ASCII), 0, 1, 10);
        cutter.accept("b\nc\nd".getBytes(StandardCharsets.US_ASCII), 0, 5, 20);
        cutter.end();
        assertEquals(List.of(20L, 20L, 20L), times);
    }

    @Test
    void a_line_over_the_limit_is_handed_on_in_full_without_being_parsed() throws IOException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            byte[] bytes = ("x".repeat(random.nextInt(30)) + "\r\n" + "{\"y\":1}\n" + "z".repeat(random.nextInt(30)))
                    .getBytes(StandardCharsets.US_ASCII);
            List<Line> lines = new ArrayList<>();
            LineCutter cutter = new LineCutter(
                    (payload, end, cuts, micros) -> lines.add(new Line(whole(payload), end, cuts)), false, 10, null);
            for (int from = 0; from < bytes.length; ) {
                int to = Math.min(bytes.length, from + 1 + random.nextInt(9));
                cutter.accept(bytes, from, to, 0);
                from = to;
            }
            cutter.end();
            assertArrayEquals(bytes, joined(lines), "seed " + seed);
        }
    }

    private static Payload whole(Payload payload) throws IOException {
        if (!(payload instanceof Payload.Oversize oversize)) {
            // A CR before the line feed is counted as part of the line when memory is budgeted.
            assertTrue(payload.size() <= 11);
            return payload;
        }
        assertTrue(oversize.length() >= 10);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        oversize.content().writeTo(out);
        assertEquals(oversize.length(), out.size());
        return new Payload.Binary(out.toByteArray());
    }
}
