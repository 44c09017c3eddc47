package dev.tapedeck.recording;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.fail;

import dev.tapedeck.frame.Carrier.SseEvent;
import dev.tapedeck.frame.LineEnd;
import dev.tapedeck.frame.Payload;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SseCutterTest {
    /** An event, or bytes that form none ({@code carrier} absent). */
    private record Piece(@Nullable SseEvent carrier, Payload payload, LineEnd end) {
        byte[] bytes() {
            return carrier == null ? payload.bytes() : SseBlock.bytes(carrier, payload);
        }

        @Override
        public String toString() {
            return (carrier == null ? "rest" : carrier.event() + "/" + carrier.id()) + " " + payload.display() + " "
                    + end;
        }
    }

    private static final class Pieces implements SseCutter.Sink {
        private final List<Piece> pieces = new ArrayList<>();
        private final List<List<Integer>> cuts = new ArrayList<>();

        @Override
        public void event(SseEvent carrier, Payload payload, LineEnd end, List<Integer> inside, long micros) {
            pieces.add(new Piece(carrier, payload, end));
            cuts.add(inside);
        }

        @Override
        public void rest(Payload bytes, long micros) {
            pieces.add(new Piece(null, bytes, LineEnd.LF));
        }
    }

    private static List<Piece> cut(byte[] stream, List<Integer> at) throws IOException {
        Pieces pieces = new Pieces();
        SseCutter cutter = new SseCutter("/event", pieces);
        int from = 0;
        for (int to : at) {
            cutter.accept(stream, from, to, 0);
            from = to;
        }
        cutter.accept(stream, from, stream.length, 0);
        cutter.end();
        return pieces.pieces;
    }

    private static List<Piece> cut(String stream) throws IOException {
        return cut(stream.getBytes(StandardCharsets.UTF_8), List.of());
    }

    private static List<String> data(String stream) throws IOException {
        return cut(stream).stream()
                .filter(piece -> piece.carrier() != null && piece.end() == LineEnd.LF)
                .map(piece -> piece.payload().display())
                .toList();
    }

    @Test
    void lines_end_with_lf_cr_or_crlf() throws IOException {
        assertEquals(List.of("a", "b", "c"), data("data: a\n\ndata: b\r\n\r\ndata: c\r\r"));
        assertEquals(List.of("a\nb\nc", "d"), data("data: a\ndata: b\rdata: c\r\n\ndata:d\n\n"));
    }

    @Test
    void the_line_feed_behind_a_carriage_return_belongs_to_the_same_event() throws IOException {
        List<Piece> pieces = cut("data: a\r\n\r\ndata: b\r\n\r\n");
        assertEquals(new Payload.Text("data: \r\n\r\n"), pieces.get(0).carrier().form());
        assertEquals(pieces.get(0).carrier(), pieces.get(1).carrier());
    }

    @Test
    void one_space_behind_the_colon_is_no_part_of_the_value() throws IOException {
        assertEquals(List.of("x", " x", "x", "", ""), data("data:x\n\ndata:  x\n\ndata: x\n\ndata\n\ndata: \n\n"));
    }

    @Test
    void several_data_lines_are_one_text() throws IOException {
        Piece piece = cut("data: {\ndata: \"a\":1}\n\n").getFirst();
        assertEquals(new Payload.Text("{\n\"a\":1}"), piece.payload());
        assertNull(piece.carrier().form());
    }

    @Test
    void json_on_one_line_keeps_its_own_bytes() throws IOException {
        Piece piece = cut("data: {\"b\":1,  \"a\":1e400}\n\n").getFirst();
        assertInstanceOf(Payload.Json.class, piece.payload());
        assertEquals("{\"b\":1,  \"a\":1e400}", piece.payload().display());
    }

    @Test
    void of_event_and_id_the_last_counts_and_an_id_with_nul_does_not() throws IOException {
        SseEvent carrier = cut("event: a\nid: 1\nevent: b\nid: 2\nid: 3\0\nretry: 5\ndata: x\n\n")
                .getFirst()
                .carrier();
        assertEquals("b", carrier.event());
        assertEquals("2", carrier.id());
    }

    @Test
    void a_byte_order_mark_at_the_start_is_no_part_of_the_first_line() throws IOException {
        assertEquals(List.of("a"), data("\ufeffdata: a\n\n"));
        assertEquals(List.of("a"), data("data: a\n\n\ufeffdata: b\n\n"));
    }

    @Test
    void a_block_without_data_is_no_event_and_is_kept() throws IOException {
        List<Piece> pieces = cut(": keep-alive\n\nevent: x\nid: 9\n\nretry: 10\n\ndata: a\n\n");
        assertEquals(4, pieces.size());
        assertNull(pieces.get(0).carrier());
        assertEquals(": keep-alive\n\n", pieces.get(0).payload().display());
        assertEquals("a", pieces.get(3).payload().display());
    }

    @Test
    void a_field_of_another_name_is_no_data() throws IOException {
        assertEquals(List.of("a"), data("dat: x\ndatas: y\n data: z\nDATA: q\ndata: a\n\n"));
    }

    @Test
    void the_last_event_without_its_blank_line_is_unterminated() throws IOException {
        List<Piece> pieces = cut("data: a\n\ndata: {\"half");
        assertEquals(LineEnd.NONE, pieces.get(1).end());
        assertEquals("{\"half", pieces.get(1).payload().display());
        assertEquals(LineEnd.NONE, cut("data: a\n").getFirst().end());
        assertEquals(LineEnd.LF, cut("data: a\r\r").getFirst().end());
    }

    @Test
    void an_event_is_handed_on_with_its_last_byte() throws IOException {
        Pieces pieces = new Pieces();
        SseCutter cutter = new SseCutter("/event", pieces);
        byte[] bytes = "data: a\n\nd".getBytes(StandardCharsets.UTF_8);
        cutter.accept(bytes, 0, bytes.length - 2, 0);
        assertEquals(0, pieces.pieces.size());
        cutter.accept(bytes, bytes.length - 2, bytes.length - 1, 0);
        assertEquals(1, pieces.pieces.size());
    }

    @Test
    void read_boundaries_inside_an_event_are_noted() throws IOException {
        Pieces pieces = new Pieces();
        SseCutter cutter = new SseCutter("/event", pieces);
        byte[] bytes = "data: abc\n\ndata: d\n\n".getBytes(StandardCharsets.UTF_8);
        cutter.accept(bytes, 0, 3, 0);
        cutter.accept(bytes, 3, 8, 0);
        cutter.accept(bytes, 8, bytes.length, 0);
        assertEquals(List.of(List.of(3, 8), List.of()), pieces.cuts);
    }

    @Test
    void bytes_that_are_not_utf8_are_kept(@TempDir Path folder) throws IOException {
        byte[] stream = {'d', 'a', 't', 'a', ':', (byte) 0xff, '\n', ':', (byte) 0xfe, '\n', '\n'};
        Piece piece = cut(stream, List.of()).getFirst();
        assertInstanceOf(Payload.Binary.class, piece.payload());
        assertArrayEquals(stream, piece.bytes());
    }

    @Test
    void a_block_too_long_for_memory_is_kept_whole(@TempDir Path folder) throws IOException {
        Pieces pieces = new Pieces();
        SseCutter cutter = new SseCutter("/event", pieces, 16, folder);
        byte[] stream = "data: 0123456789\ndata: 0123456789\n\ndata: a\n\n".getBytes(StandardCharsets.UTF_8);
        cutter.accept(stream, 0, stream.length, 0);
        assertEquals(2, pieces.pieces.size());
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        assertInstanceOf(Payload.Oversize.class, pieces.pieces.getFirst().payload()).content().writeTo(whole);
        assertEquals("data: 0123456789\ndata: 0123456789\n\n", whole.toString(StandardCharsets.UTF_8));
        assertEquals("a", pieces.pieces.get(1).payload().display());
    }

    // ---- properties

    private static final String[] PARTS = {
        "data: ", "data:", "data", "event: ", "id: ", "id:", "retry: 3", ": c", ":", "\n", "\n", "\n\n", "\r", "\r\n",
        "\r\n\r\n", "{\"a\":1}", "x", " ", "\ufeff", "\u00e4", "\ud83c\udf89", "\0", "dat"
    };

    @Test
    void every_chunking_gives_the_same_pieces_and_the_pieces_give_the_stream_again() throws IOException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 3000; round++) {
            byte[] stream = randomStream(random);
            List<Integer> at = randomCuts(random, stream.length);
            String problem = problem(stream, at);
            if (problem != null) {
                fail("seed " + seed + ", round " + round + ": " + shrunk(stream, at));
            }
        }
    }

    private static byte[] randomStream(Random random) {
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        for (int parts = random.nextInt(24); parts > 0; parts--) {
            if (random.nextInt(40) == 0) {
                stream.write(0x80 + random.nextInt(0x80));
            } else {
                stream.writeBytes(PARTS[random.nextInt(PARTS.length)].getBytes(StandardCharsets.UTF_8));
            }
        }
        return stream.toByteArray();
    }

    private static List<Integer> randomCuts(Random random, int length) {
        List<Integer> at = new ArrayList<>();
        for (int i = 0; i <= length; i++) {
            if (random.nextInt(4) == 0) {
                at.add(i);
            }
        }
        return at;
    }

    private static @Nullable String problem(byte[] stream, List<Integer> at) throws IOException {
        List<Piece> whole = cut(stream, List.of());
        List<Piece> pieces = cut(stream, at);
        if (!whole.equals(pieces)) {
            return "in one: " + whole + ", in chunks: " + pieces;
        }
        ByteArrayOutputStream again = new ByteArrayOutputStream();
        pieces.forEach(piece -> again.writeBytes(piece.bytes()));
        return java.util.Arrays.equals(stream, again.toByteArray())
                ? null
                : "the pieces give " + again.toString(StandardCharsets.UTF_8) + ": " + pieces;
    }

    /** The shortest stream with a problem that is found by leaving bytes out, cut at every byte or as given. */
    private static String shrunk(byte[] stream, List<Integer> at) throws IOException {
        byte[] smallest = stream;
        List<Integer> cuts = at;
        boolean smaller = true;
        while (smaller) {
            smaller = false;
            for (int i = 0; i < smallest.length && !smaller; i++) {
                byte[] without = new byte[smallest.length - 1];
                System.arraycopy(smallest, 0, without, 0, i);
                System.arraycopy(smallest, i + 1, without, i, without.length - i);
                List<Integer> everywhere = new ArrayList<>();
                for (int cut = 1; cut < without.length; cut++) {
                    everywhere.add(cut);
                }
                if (problem(without, everywhere) != null) {
                    smallest = without;
                    cuts = everywhere;
                    smaller = true;
                }
            }
        }
        String shown = new String(smallest, StandardCharsets.UTF_8).replace("\r", "\\r").replace("\n", "\\n");
        return "\"" + shown + "\" cut at " + cuts + ": " + problem(smallest, cuts);
    }
}
