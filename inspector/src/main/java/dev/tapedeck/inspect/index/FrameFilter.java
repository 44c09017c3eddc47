package dev.tapedeck.inspect.index;

import dev.tapedeck.canonical.EventType;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.host.Disposition;
import dev.tapedeck.rules.Role;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Which frames a reader wants to see: terms joined with “and”, each {@code key:value} or a word that stands in the
 * frame's bytes; a leading minus sign takes the hits of a term away.
 *
 * <p>Keys: {@code type native rule is dir seq batch}. There are no regular expressions; {@code *} is the only wildcard.
 */
public final class FrameFilter {
    /** The filter that lets every frame pass. */
    public static final FrameFilter ALL = new FrameFilter("", List.of());
    /** Longest filter, in characters. */
    public static final int MAX_LENGTH = 1024;
    /** Most terms. */
    public static final int MAX_TERMS = 32;

    private static final List<String> KEYS = List.of("type", "native", "rule", "is", "dir", "seq", "batch");
    private static final Map<String, Disposition> DISPOSITIONS = Map.of(
            "unmapped", Disposition.UNMAPPED,
            "fault", Disposition.FAULTED,
            "dropped", Disposition.DROPPED,
            "duplicate", Disposition.DUPLICATE,
            "mapped", Disposition.MAPPED,
            "undelivered", Disposition.UNDELIVERED);
    private static final List<String> IS = List.of(
            "unmapped", "fault", "problem", "mapped", "dropped", "duplicate", "undelivered",
            "request", "response", "error", "notification");

    private final String source;
    private final List<Term> terms;

    private FrameFilter(String source, List<Term> terms) {
        this.source = source;
        this.terms = terms;
    }

    /**
     * One term.
     *
     * @param shown as it was written
     * @param words what it asks for, in words
     * @param needle text that must stand in the frame's bytes; absent when columns answer it
     */
    private record Term(
            String shown, boolean negated, String words, @Nullable IntPredicateOf test, byte @Nullable [] needle) {}

    private interface IntPredicateOf {
        IntPredicate on(FrameTable table);
    }

    /** A filter that cannot be understood. */
    public static final class Problem extends Exception {
        private static final long serialVersionUID = 1L;
        private final int column;

        Problem(int column, String expected, String found) {
            super("column " + (column + 1) + ": expected " + expected + ", found " + found);
            this.column = column;
        }

        /** Where in the text, from 0. */
        public int column() {
            return column;
        }
    }

    /**
     * Reads a filter; an empty one takes every frame.
     *
     * @throws Problem if it is none
     */
    public static FrameFilter parse(String text) throws Problem {
        if (text.length() > MAX_LENGTH) {
            throw new Problem(MAX_LENGTH, "at most " + MAX_LENGTH + " characters", text.length() + "");
        }
        List<Term> terms = new ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            if (Character.isWhitespace(text.charAt(at))) {
                at++;
                continue;
            }
            if (terms.size() == MAX_TERMS) {
                throw new Problem(at, "at most " + MAX_TERMS + " terms", "more");
            }
            int end = endOfTerm(text, at);
            terms.add(term(text.substring(at, end), at));
            at = end;
        }
        return new FrameFilter(text.strip(), List.copyOf(terms));
    }

    /** The filter as it was written. */
    public String source() {
        return source;
    }

    public boolean isEmpty() {
        return terms.isEmpty();
    }

    /** Terms as they were written. */
    public List<String> terms() {
        return terms.stream().map(Term::shown).toList();
    }

    /** What is asked for, in words. */
    public String words() {
        if (terms.isEmpty()) {
            return "All frames";
        }
        List<String> parts = terms.stream().map(term -> (term.negated() ? "not " : "") + term.words()).toList();
        String joined = String.join(", ", parts);
        return joined.substring(0, 1).toUpperCase(Locale.ROOT) + joined.substring(1);
    }

    /** Whether the bytes of frames have to be read. */
    public boolean readsFrames() {
        return terms.stream().anyMatch(term -> term.needle() != null);
    }

    /** Rows that the columns alone let pass; those of {@link #readsFrames} need {@link #inBytes} besides. */
    public IntPredicate inColumns(FrameTable table) {
        List<IntPredicate> tests = new ArrayList<>();
        for (Term term : terms) {
            if (term.test() != null) {
                IntPredicate test = term.test().on(table);
                tests.add(term.negated() ? test.negate() : test);
            }
        }
        return row -> {
            for (IntPredicate test : tests) {
                if (!test.test(row)) {
                    return false;
                }
            }
            return true;
        };
    }

    /** Whether a frame's bytes hold what they must, without regard to ASCII case. */
    public boolean inBytes(byte[] bytes) {
        for (Term term : terms) {
            if (term.needle() != null && contains(bytes, term.needle()) == term.negated()) {
                return false;
            }
        }
        return true;
    }

    private static int endOfTerm(String text, int start) throws Problem {
        boolean quoted = false;
        int quote = start;
        int i = start;
        for (; i < text.length() && (quoted || !Character.isWhitespace(text.charAt(i))); i++) {
            if (text.charAt(i) == '"') {
                quoted = !quoted;
                quote = i;
            }
        }
        if (quoted) {
            throw new Problem(quote, "a closing quotation mark", "the end");
        }
        return i;
    }

    private static Term term(String shown, int column) throws Problem {
        boolean negated = shown.startsWith("-") && shown.length() > 1;
        String body = negated ? shown.substring(1) : shown;
        int start = column + (negated ? 1 : 0);
        int colon = body.startsWith("\"") ? -1 : body.indexOf(':');
        String key = colon < 0 ? "" : body.substring(0, colon);
        if (!key.matches("[a-z]+")) {
            String text = unquoted(body);
            return new Term(shown, negated, "with “" + text + "”", null, lower(text.getBytes(StandardCharsets.UTF_8)));
        }
        if (!KEYS.contains(key)) {
            throw new Problem(start, "one of the keys " + String.join(", ", KEYS), "“" + key + "”");
        }
        String value = unquoted(body.substring(colon + 1));
        int valueColumn = start + colon + 1;
        if (value.isEmpty()) {
            throw new Problem(valueColumn, "a value for " + key, "nothing");
        }
        return switch (key) {
            case "type" -> column(shown, negated, "event " + value, type(value, valueColumn));
            case "native" -> column(shown, negated, "native kind " + value, native_(value));
            case "rule" -> column(shown, negated, "rule " + value, rule(value));
            case "is" -> column(shown, negated, value, is(value, valueColumn));
            case "dir" -> column(shown, negated, direction(value, valueColumn).equals(Direction.IN)
                    ? "from host to provider" : "from provider to host", dir(direction(value, valueColumn)));
            case "seq" -> range(shown, negated, "frame", value, valueColumn, FrameTable::seq);
            case "batch" -> range(shown, negated, "batch", value, valueColumn, FrameTable::batch);
            default -> throw new IllegalStateException(key);
        };
    }

    private static Term column(String shown, boolean negated, String words, IntPredicateOf test) {
        return new Term(shown, negated, words, test, null);
    }

    private static IntPredicateOf type(String value, int column) throws Problem {
        Wildcard pattern = new Wildcard(value);
        Set<EventType> types = EnumSet.noneOf(EventType.class);
        Arrays.stream(EventType.values()).filter(type -> pattern.matches(type.word())).forEach(types::add);
        if (types.isEmpty()) {
            throw new Problem(column, "a canonical event, for instance item.started or turn.*", "“" + value + "”");
        }
        return table -> row -> table.became(row, types);
    }

    private static IntPredicateOf native_(String value) {
        Wildcard pattern = new Wildcard(value);
        return table -> {
            Map<Integer, Boolean> known = new HashMap<>();
            return row -> known.computeIfAbsent(table.kindNumber(row), number -> {
                String kind = table.kind(row);
                return pattern.matches(kind) || kind.startsWith(value + ":");
            });
        };
    }

    private static IntPredicateOf rule(String value) {
        Wildcard pattern = new Wildcard(value);
        return table -> row -> {
            String rule = table.rule(row);
            return rule != null && pattern.matches(rule);
        };
    }

    private static IntPredicateOf is(String value, int column) throws Problem {
        Disposition disposition = DISPOSITIONS.get(value);
        if (disposition != null) {
            return table -> row -> table.disposition(row) == disposition;
        }
        return switch (value) {
            case "problem" -> table -> row -> isProblem(table.disposition(row));
            case "request" -> table -> row -> table.roleOf(row) == Role.REQUEST;
            case "response" -> table -> row -> table.roleOf(row) == Role.RESULT || table.roleOf(row) == Role.ERROR;
            case "error" -> table -> row ->
                    table.roleOf(row) == Role.ERROR || table.became(row, EnumSet.of(EventType.RUNTIME_ERROR));
            case "notification" -> table -> row -> table.roleOf(row) == Role.NOTIFICATION;
            default -> throw new Problem(column, "one of " + String.join(", ", IS), "“" + value + "”");
        };
    }

    /** Whether someone should look at a frame that ended so. */
    public static boolean isProblem(Disposition disposition) {
        return disposition == Disposition.UNMAPPED || disposition == Disposition.FAULTED;
    }

    private static Direction direction(String value, int column) throws Problem {
        for (Direction direction : Direction.values()) {
            if (direction.word().equals(value)) {
                return direction;
            }
        }
        throw new Problem(column, "in or out", "“" + value + "”");
    }

    private static IntPredicateOf dir(Direction direction) {
        return table -> row -> table.direction(row) == direction;
    }

    private interface Number {
        long of(FrameTable table, int row);
    }

    private static Term range(
            String shown, boolean negated, String noun, String value, int column, Number number) throws Problem {
        String[] ends = value.split("\\.\\.", -1);
        boolean right = ends.length <= 2
                && Arrays.stream(ends).allMatch(end -> end.matches("[0-9]{0,10}"))
                && Arrays.stream(ends).anyMatch(end -> !end.isEmpty());
        if (!right) {
            throw new Problem(column, "a number or a range such as 10..40", "“" + value + "”");
        }
        long low = ends[0].isEmpty() ? 0 : Long.parseLong(ends[0]);
        String last = ends[ends.length - 1];
        long high = last.isEmpty() ? Long.MAX_VALUE : Long.parseLong(last);
        String words = noun + " " + (low == high ? value : value.replace("..", " to "));
        return column(shown, negated, words, table -> row -> {
            long found = number.of(table, row);
            return found >= low && found <= high;
        });
    }

    private static String unquoted(String text) {
        return text.replace("\"", "");
    }

    private static byte[] lower(byte[] bytes) {
        byte[] lower = bytes.clone();
        for (int i = 0; i < lower.length; i++) {
            lower[i] = lower(lower[i]);
        }
        return lower;
    }

    private static byte lower(byte b) {
        return b >= 'A' && b <= 'Z' ? (byte) (b + 32) : b;
    }

    private static boolean contains(byte[] bytes, byte[] needle) {
        outer:
        for (int i = 0; i <= bytes.length - needle.length; i++) {
            for (int j = 0; j < needle.length; j++) {
                if (lower(bytes[i + j]) != needle[j]) {
                    continue outer;
                }
            }
            return true;
        }
        return false;
    }
}
