package dev.tapedeck.redaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Entry;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.frame.LogLine;
import dev.tapedeck.frame.Payload;
import dev.tapedeck.json.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SeamsTest {
    private static final Machine ADA = new Machine(
            "/home/ada", "/home/ada/my proj", "ada", "ada-laptop",
                    Map.of("API_TOKEN", "tok\"en with \u00e9 and \\slash"));
    private static final String TEXT =
            "See /home/ada/my proj/a.txt and /home/adam/x, mail Ada.L+x@corp.example.org now. "
            + "Use sk-proj-Abc123Def456Ghi789Jkl or Bearer abc.def-123_456== or tok\"en with \u00e9 and \\slash! "
            + "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.SflKxwRJSMeKKF2QT4, /home/ada. ada@ada-laptop:~$ \ud83c\udf89";

    private static Frame delta(long seq, String item, String piece) {
        return ScrubberTest.json(seq, Direction.OUT,
                "{\"method\":\"item/agentMessage/delta\",\"params\":{\"itemId\":\"" + item
                + "\",\"delta\":" + Json.write(piece) + "},\"emittedAtMs\":" + (1000 + seq) + "}");
    }

    private static List<Entry> scrub(List<? extends Entry> entries) {
        Scrubber scrubber = Scrubber.forMachine(ADA);
        List<Entry> out = new ArrayList<>();
        entries.forEach(entry -> out.addAll(scrubber.scrub(entry)));
        out.addAll(scrubber.flush());
        return out;
    }

    private static String joined(List<Entry> entries, String item) throws IOException {
        StringBuilder text = new StringBuilder();
        for (Entry entry : entries) {
            if (entry instanceof Frame frame && frame.payload() instanceof Payload.Json json) {
                var node = Json.read(json.bytes());
                text.append(node.at("/params/itemId").asText().equals(item) ? node.at("/params/delta").asText() : "");
            }
        }
        return text.toString();
    }

    private static List<Frame> pieces(String text, List<Integer> cuts, String item) {
        List<Frame> frames = new ArrayList<>();
        int from = 0;
        for (int cut : cuts) {
            frames.add(delta(frames.size() + 1, item, text.substring(from, cut)));
            from = cut;
        }
        frames.add(delta(frames.size() + 1, item, text.substring(from)));
        return frames;
    }

    private static boolean splitsAPair(int cut) {
        return cut > 0 && cut < TEXT.length() && Character.isLowSurrogate(TEXT.charAt(cut));
    }

    @Test
    void wherever_one_text_is_cut_in_two_nothing_private_shows() throws IOException {
        String whole = joined(scrub(List.of(delta(1, "i", TEXT))), "i");
        assertEquals(
                "See /workspace/a.txt and /home/adam/x, mail user1@example.com now. Use <key-1> or Bearer <token-1> or"
                + " <secret-1>! <jwt-1>, /home/user. user@host:~$ \ud83c\udf89", whole);
        for (int cut = 0; cut <= TEXT.length(); cut++) {
            if (!splitsAPair(cut)) {
                assertEquals(whole, joined(scrub(pieces(TEXT, List.of(cut), "i")), "i"), "cut at " + cut);
            }
        }
    }

    @Test
    void however_often_it_is_cut_the_pieces_join_to_the_same_text() throws IOException {
        String whole = joined(scrub(List.of(delta(1, "i", TEXT))), "i");
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 1000; round++) {
            List<Integer> cuts = new ArrayList<>(random.ints(1 + random.nextInt(60), 0, TEXT.length())
                    .filter(cut -> !splitsAPair(cut)).sorted().boxed().toList());
            for (int i = cuts.size() - 1; i >= 0 && fails(cuts, whole); i--) {
                List<Integer> fewer = new ArrayList<>(cuts);
                fewer.remove(i);
                cuts = fails(fewer, whole) ? fewer : cuts;
            }
            assertEquals(whole, joined(scrub(pieces(TEXT, cuts, "i")), "i"), "seed " + seed + ", cuts " + cuts);
        }
    }

    private static boolean fails(List<Integer> cuts, String whole) throws IOException {
        return !whole.equals(joined(scrub(pieces(TEXT, cuts, "i")), "i"));
    }

    @Test
    void texts_that_are_interleaved_with_each_other_and_with_other_entries_are_kept_apart() throws IOException {
        String other = "other /home/ada/x and carol@corp.example.org, bye";
        String whole = joined(scrub(List.of(delta(1, "i", TEXT))), "i");
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            List<Entry> mixed = new ArrayList<>();
            int a = 0;
            int b = 0;
            while (a < TEXT.length() || b < other.length()) {
                long seq = mixed.size() + 1;
                int step = 1 + random.nextInt(9);
                switch (random.nextInt(4)) {
                    case 0 -> {
                        int to = Math.min(TEXT.length(), a + step);
                        to = splitsAPair(to) ? to + 1 : to;
                        mixed.add(delta(seq, "i", TEXT.substring(a, to)));
                        a = to;
                    }
                    case 1 -> {
                        int to = Math.min(other.length(), b + step);
                        mixed.add(delta(seq, "k", other.substring(b, to)));
                        b = to;
                    }
                    case 2 -> mixed.add(new LogLine(seq, seq, "stderr", new Payload.Text("at /home/ada/x")));
                    default -> mixed.add(ScrubberTest.json(seq, Direction.OUT, "{\"method\":\"m\",\"n\":" + seq + "}"));
                }
            }
            List<Entry> out = scrub(mixed);
            assertEquals(mixed.stream().map(Entry::seq).toList(), out.stream().map(Entry::seq).toList(), "seed "
                    + seed);
            if (mixed.size() < MachineScrubber.MAX_HELD) {
                // E-mail addresses are numbered by first appearance, which depends on the order of the two texts.
                assertEquals(whole.replaceAll("user\\d", "user#"), joined(out, "i").replaceAll("user\\d", "user#"),
                        "seed " + seed);
                assertEquals("other /home/user/x and user#@example.com, bye", joined(out, "k")
                        .replaceAll("user\\d", "user#"), "seed " + seed);
            }
        }
    }

    @Test
    void the_final_text_says_the_same_as_its_pieces() throws IOException {
        Scrubber scrubber = Scrubber.forMachine(ADA);
        List<Entry> out = new ArrayList<>();
        pieces(TEXT, List.of(5, 9, 40, 41, 60, 100, 120, 200), "i").forEach(frame -> out.addAll(scrubber.scrub(frame)));
        out.addAll(
                scrubber.scrub(
                ScrubberTest.json(10, Direction.OUT, "{\"params\":{\"item\":{\"text\":" + Json.write(TEXT) + "}}}")));
        out.addAll(scrubber.flush());
        String last = Json.read(((Frame) out.getLast()).payload().bytes()).at("/params/item/text").asText();
        assertEquals(last, joined(out, "i"));
    }

    @Test
    void a_value_in_pieces_counts_once_and_stands_where_it_began() throws IOException {
        Scrubber scrubber = Scrubber.forMachine(ADA);
        List<Entry> out = new ArrayList<>();
        pieces("in /home/ada ok", List.of(5, 8, 10), "i").forEach(frame -> out.addAll(scrubber.scrub(frame)));
        out.addAll(scrubber.flush());
        assertEquals(Map.of("home", 1L), scrubber.counts());
        assertEquals(List.of("in /home/user", "", "", " ok"), out.stream().map(SeamsTest::delta).toList());
    }

    private static String delta(Entry entry) {
        try {
            return Json.read(((Frame) entry).payload().bytes()).at("/params/delta").asText();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void entries_are_held_back_only_so_long_and_never_out_of_order() {
        Scrubber scrubber = Scrubber.forMachine(ADA);
        List<Entry> out = new ArrayList<>();
        for (int seq = 1; seq <= 1000; seq++) {
            out.addAll(scrubber.scrub(delta(seq, "item" + seq, "word")));
            assertTrue(seq - out.size() <= MachineScrubber.MAX_HELD, "held " + (seq - out.size()));
        }
        out.addAll(scrubber.flush());
        assertEquals(1000, out.size());
        for (int i = 0; i < out.size(); i++) {
            assertEquals(i + 1, out.get(i).seq());
        }
    }

    @Test
    void after_a_flush_scrubbing_goes_on() throws IOException {
        Scrubber scrubber = Scrubber.forMachine(ADA);
        List<Entry> out = new ArrayList<>(scrubber.scrub(delta(1, "i", "at /home/ada")));
        out.addAll(scrubber.flush());
        out.addAll(scrubber.scrub(delta(2, "i", "/x and /home/ada")));
        out.addAll(scrubber.flush());
        assertEquals("at /home/user/x and /home/user", joined(out, "i"));
    }
}
