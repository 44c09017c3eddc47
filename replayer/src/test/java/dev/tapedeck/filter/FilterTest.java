package dev.tapedeck.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.canonical.EventType;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.frame.Payload;
import dev.tapedeck.host.Disposition;
import dev.tapedeck.rules.Role;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FilterTest {
    /** A command that began in frame 42, 70.5 s after the start. */
    private static final Candidate FRAME = new Known("{\"method\":\"item/started\",\"params\":{\"item\":"
            + "{\"id\":\"exec-1\",\"tags\":[\"a\",\"b\"],\"n\":7,\"say\":\"Hello (again)\"}}}");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    seq:42                        | YES
                    seq:40..41                    | NO
                    seq:..42                      | YES
                    seq:>42                       | NO
                    seq:<43                       | YES
                    seq=42                        | YES
                    t:1m10s..1m11s                | YES
                    t:70500ms                     | YES
                    t:>2m                         | NO
                    size:>10k                     | YES
                    size:12k..1m                  | YES
                    size:<12k                     | NO
                    batch:3                       | YES
                    dir:out                       | YES
                    dir:in                        | NO
                    dir:host                      | NO
                    native:item/started           | YES
                    native=item/started           | NO
                    native=item/started:command   | YES
                    native:item/*                 | YES
                    native:turn/*                 | NO
                    type:item.*                   | YES
                    type:turn.started             | NO
                    provider:some*                | YES
                    rule:item/*                   | YES
                    rule:none                     | NO
                    status:mapped                 | YES
                    is:mapped                     | YES
                    is:problem                    | NO
                    is:notification               | YES
                    is:resync                     | YES
                    is:lag                        | NO
                    is:lost                       | YES
                    is:oversize                   | NO
                    is:truncated                  | NO
                    hello                         | YES
                    "hello (again)"               | YES
                    "hello  again"                | NO
                    raw.params.item.id:exec-1     | YES
                    raw.params.item.id:exec       | NO
                    raw.params.item.id:*xec*      | YES
                    raw.params.item.tags:b        | YES
                    raw.params.item.tags.0:a      | YES
                    raw.params.item.tags.0:b      | NO
                    raw.params.item.n:>6          | YES
                    raw.params.item.n:<6.5        | NO
                    raw.params.item:*             | NO
                    -seq:42                       | NO
                    -seq:1                        | YES
                    seq:1 OR dir:out              | YES
                    seq:1 OR dir:in               | NO
                    seq:42 -(dir:in OR is:fault)  | YES
                    seq:42 (dir:in OR -is:fault)  | YES
                    seq:1 dir:out OR seq:42       | YES
                    (seq:1 dir:in) OR seq:2       | NO
                    turn:1                        | UNKNOWN
                    evt.state:failed              | UNKNOWN
                    seq:1 turn:1                  | NO
                    seq:42 OR turn:1              | YES
                    -turn:1                       | UNKNOWN
                    """)
    void each_term_finds_what_it_says(String filter, Verdict verdict) throws FilterProblem {
        assertEquals(verdict, Filter.parse(filter).of(FRAME), filter);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    colour:red            |  0 |  6 | one of the keys type, native
                    say colour=red        |  4 |  6 | one of the keys type, native
                    dir:in is:gone        | 10 |  4 | one of unmapped, fault
                    type:item.nothing     |  5 | 12 | a canonical event
                    dir:sideways          |  4 |  8 | in, out or host
                    status:ok             |  7 |  2 | one of mapped, duplicate
                    seq:a                 |  4 |  1 | a number or a range
                    seq:..                |  4 |  2 | a number or a range
                    seq:1..2..3           |  4 |  7 | a number or a range
                    seq:99999999999999999 |  4 | 17 | a number or a range
                    size:10g              |  5 |  3 | a size or a range
                    t:10                  |  2 |  2 | a time or a range
                    seq:                  |  4 |  1 | a value for seq
                    type:>x               |  4 |  2 | “:” or “=” after type
                    raw.a..b:1            |  0 |  8 | names with a dot between them
                    raw.a:>x              |  7 |  1 | a number
                    say "hello            |  4 |  6 | a closing quotation mark
                    (a OR b               |  7 |  1 | a closing parenthesis
                    a)                    |  1 |  1 | a term or the end
                    a OR                  |  4 |  1 | a term
                    OR a                  |  0 |  2 | a term
                    ()                    |  1 |  1 | a term
                    """)
    void a_filter_that_cannot_be_understood_says_where_and_what_was_expected(
            String filter, int column, int length, String expected) {
        FilterProblem problem = assertThrows(FilterProblem.class, () -> Filter.parse(filter));
        assertEquals(column, problem.column(), problem.getMessage());
        assertEquals(length, problem.length(), problem.getMessage());
        assertTrue(problem.getMessage().contains("expected " + expected), problem.getMessage());
    }

    @Test
    void the_wrong_piece_is_underlined_and_nothing_in_it_acts_on_a_terminal() {
        FilterProblem problem = assertThrows(FilterProblem.class, () -> Filter.parse("\u001b[2J type:item.x -dir:in"));
        assertEquals("\\u001b[2J type:item.x -dir:in\n" + " ".repeat(15) + "^^^^^^",
                problem.underlined("\u001b[2J type:item.x -dir:in"));
        FilterProblem end = assertThrows(FilterProblem.class, () -> Filter.parse("(a"));
        assertEquals("(a\n  ^", end.underlined("(a"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    type:item.* -native:a* "x y"     | Event item.*, not native kind a*, with “x y”
                    is:fault OR is:unmapped          | Fault or unmapped
                    -(is:fault OR dir:in) seq:1..    | Not (fault or from host to provider), frame from 1
                    (seq:<9 t:>1s) OR turn:2..3      | (frame below 9, time above 1s) or turn 2 to 3
                    raw.a.b:x* evt.n:>2 size:2k      | Raw a.b is x*, event’s n above 2, size 2k
                    """)
    void a_filter_restates_itself_in_words(String filter, String words) throws FilterProblem {
        assertEquals(words, Filter.parse(filter).words());
    }

    @Test
    void an_empty_filter_takes_every_frame() throws FilterProblem {
        assertSame(Filter.ALL, Filter.parse("  "));
        assertEquals("All frames", Filter.ALL.words());
        assertEquals(Verdict.YES, Filter.ALL.of(FRAME));
        assertEquals(Needs.INDEX, Filter.ALL.needs());
    }

    @Test
    void a_filter_needs_no_more_than_its_dearest_term() throws FilterProblem {
        assertEquals(Needs.INDEX, Filter.parse("seq:1 -dir:in").needs());
        assertEquals(Needs.FILE, Filter.parse("seq:1 OR word").needs());
        assertEquals(Needs.REPLAY, Filter.parse("word -(dir:in evt.a:b)").needs());
    }

    @Test
    void of_terms_that_are_joined_with_and_each_can_be_left_out() throws FilterProblem {
        Filter filter = Filter.parse(" dir:in  -(seq:1 OR is:fault) \"a b\" ");
        assertEquals(List.of("dir:in", "-(seq:1 OR is:fault)", "\"a b\""),
                filter.joined().stream().map(Filter::source).toList());
        Filter less = filter.without(filter.joined().get(1));
        assertEquals("dir:in \"a b\"", less.source());
        assertEquals("From host to provider, with “a b”", less.words());
        assertEquals("dir:in", less.without(less.joined().get(1)).source());
        assertEquals(List.of(), Filter.parse("dir:in seq:1 OR seq:2").joined());
        assertEquals(List.of(), Filter.parse("(dir:in seq:1)").joined());
        assertEquals(List.of(), Filter.parse("dir:in").joined());
    }

    @Test
    void of_a_filter_that_takes_nothing_the_term_that_removes_most_is_told() throws FilterProblem {
        assertEquals("“dir:in” removes most: without it 1 frame passes.",
                removed("seq:42 dir:in").sentence());
        assertEquals("seq:42", removed("seq:42 dir:in").rest().source());
        assertEquals("“seq:1” removes most: without it no frame passes either.", removed("seq:1 dir:in").sentence());
        assertTrue(narrowing("seq:42 dir:out").isEmpty(), "a frame passes");
        assertTrue(narrowing("dir:in").isEmpty(), "it has but one term");
        assertFalse(new Narrowing(Filter.parse("dir:in turn:1")).look(FRAME), "only a replay would tell");
    }

    private static Narrowing.Removal removed(String filter) throws FilterProblem {
        return narrowing(filter).orElseThrow();
    }

    private static Optional<Narrowing.Removal> narrowing(String filter) throws FilterProblem {
        Narrowing narrowing = new Narrowing(Filter.parse(filter));
        assertTrue(narrowing.look(FRAME));
        return narrowing.most();
    }

    @Test
    void hostile_filters_end_at_a_bound_and_at_once() {
        problem("x ".repeat(33), 64, "at most 32 terms");
        problem("x".repeat(1025), 1024, "at most 1024 characters");
        problem(" ".repeat(1025), 1024, "at most 1024 characters");
        problem("(".repeat(1024), 8, "at most 8 parentheses");
        assertTimeoutPreemptively(Duration.ofSeconds(5), () -> {
            Wildcard pattern = new Wildcard("*a".repeat(500) + "b");
            assertFalse(pattern.matches("a".repeat(20_000)));
        });
        assertTrue(new Wildcard("item/*:command*").matches("item/started:commandExecution"));
    }

    @Test
    void whatever_is_typed_is_a_filter_or_a_problem_inside_it() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        String[] pieces = {"(", ")", "\"", "-", " ", "OR", ":", "=", ">", "..", "seq", "raw.", "evt.a", "type", "*",
            "1", "item.*", "ü", "\ud800", "\u0000", "is:fault", "t:1s", "dir:in"};
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int n = random.nextInt(12); n >= 0; n--) {
                text.append(pieces[random.nextInt(pieces.length)]);
            }
            String filter = text.toString();
            try {
                Filter parsed = Filter.parse(filter);
                assertFalse(parsed.words().isEmpty());
                parsed.of(FRAME);
            } catch (FilterProblem e) {
                assertTrue(e.column() >= 0 && e.column() <= filter.length(), "seed " + seed + ": " + filter);
                assertFalse(e.underlined(filter).isEmpty());
            } catch (RuntimeException e) {
                throw new AssertionError("seed " + seed + ", filter " + filter, e);
            }
        }
    }

    private static void problem(String filter, int column, String expected) {
        FilterProblem problem = assertThrows(FilterProblem.class, () -> Filter.parse(filter));
        assertEquals(column, problem.column(), problem.getMessage());
        assertTrue(problem.getMessage().contains("expected " + expected), problem.getMessage());
    }

    /** A frame that was read from its file and not replayed. */
    private record Known(String json) implements Candidate {
        @Override
        public long seq() {
            return 42;
        }

        @Override
        public long micros() {
            return 70_500_000;
        }

        @Override
        public long size() {
            return 12_000;
        }

        @Override
        public long batch() {
            return 3;
        }

        @Override
        public Direction direction() {
            return Direction.OUT;
        }

        @Override
        public String provider() {
            return "someone";
        }

        @Override
        public String kind() {
            return "item/started:command";
        }

        @Override
        public Role role() {
            return Role.NOTIFICATION;
        }

        @Override
        public String rule() {
            return "item/started";
        }

        @Override
        public boolean loses() {
            return true;
        }

        @Override
        public Disposition disposition() {
            return Disposition.MAPPED;
        }

        @Override
        public boolean became(Set<EventType> types) {
            return types.contains(EventType.ITEM_STARTED);
        }

        @Override
        public boolean marked(Mark mark) {
            return mark == Mark.RESYNC;
        }

        @Override
        public Frame frame() {
            return Frame.line(
                    42, 70_500_000, Direction.OUT, new Payload.Json(json.getBytes(StandardCharsets.UTF_8)));
        }

        @Override
        public @Nullable Outcome outcome() {
            return null;
        }
    }
}
