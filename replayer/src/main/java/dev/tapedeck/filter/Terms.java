package dev.tapedeck.filter;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.EventType;
import dev.tapedeck.filter.Condition.Term;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.frame.Payload;
import dev.tapedeck.host.Disposition;
import dev.tapedeck.json.Json;
import dev.tapedeck.json.Shape;
import java.io.IOException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What each key asks for. */
final class Terms {
    /** A key’s way to a term. */
    @FunctionalInterface
    private interface Maker {
        Term of(Written written) throws FilterProblem;
    }

    private static final String RAW = "raw.";
    private static final String EVENT = "evt.";
    private static final Map<String, Maker> KEYS = new LinkedHashMap<>();

    static {
        KEYS.put("type", Terms::type);
        KEYS.put("native", Terms::nativeKind);
        KEYS.put("rule", written -> word(written, "rule", Candidate::rule));
        KEYS.put("provider", written -> word(written, "provider", Candidate::provider));
        KEYS.put("status", Terms::status);
        KEYS.put("is", Is::of);
        KEYS.put("dir", Terms::direction);
        KEYS.put("seq", written -> number(written, "frame", Amount.PLAIN, Candidate::seq));
        KEYS.put("t", written -> number(written, "time", Amount.MICROS, Candidate::micros));
        KEYS.put("size", written -> number(written, "size", Amount.BYTES, Candidate::size));
        KEYS.put("batch", written -> number(written, "batch", Amount.PLAIN, Candidate::batch));
        KEYS.put("turn", written -> about(written, Outcome.About.TURN));
        KEYS.put("thread", written -> about(written, Outcome.About.THREAD));
        KEYS.put("item", written -> about(written, Outcome.About.ITEM));
        KEYS.put("request", written -> about(written, Outcome.About.REQUEST));
        KEYS.put("shape", Terms::shape);
    }

    private Terms() {}

    /**
     * A key, an operator and a value as they were written.
     *
     * @param keyColumn where the key begins, from 0
     * @param valueColumn where the value begins
     * @param valueLength characters of the value, quotation marks included
     */
    record Written(String key, int keyColumn, Op op, String value, int valueColumn, int valueLength) {
        FilterProblem problem(String expected) {
            return new FilterProblem(valueColumn, valueLength, expected, "“" + value + "”");
        }

        /** Whether a word is wanted as it stands, without what is more special. */
        boolean exactly() {
            return op == Op.EQUAL;
        }

        void noOrder() throws FilterProblem {
            if (op == Op.ABOVE || op == Op.BELOW) {
                int column = keyColumn + key.length();
                throw new FilterProblem(column, 2, "“:” or “=” after " + key, "“" + op.sign() + "”");
            }
        }
    }

    static boolean looksLikeKey(String text) {
        return text.matches("[a-z]+") || text.startsWith(RAW) || text.startsWith(EVENT);
    }

    static Term of(Written written) throws FilterProblem {
        String key = written.key();
        boolean path = key.startsWith(RAW) || key.startsWith(EVENT);
        Maker maker = path ? Terms::path : KEYS.get(key);
        if (maker == null) {
            throw new FilterProblem(
                    written.keyColumn(),
                    key.length(),
                    "one of the keys " + String.join(", ", KEYS.keySet()) + ", raw.PATH, evt.PATH, or text in quotation"
                            + " marks",
                    "“" + key + "”");
        }
        if (written.value().isEmpty()) {
            throw new FilterProblem(
                    written.valueColumn(), written.valueLength(), "a value for " + key, "nothing");
        }
        return maker.of(written);
    }

    /** Text that stands somewhere in the frame's bytes. */
    static Term text(String text) {
        BytesSearch search = new BytesSearch(text);
        return new Term("with “" + text + "”", Needs.FILE, candidate -> {
            Frame frame = candidate.frame();
            return frame == null ? Verdict.UNKNOWN : Verdict.of(search.finds(frame.payload().bytes()));
        });
    }

    private static Term type(Written written) throws FilterProblem {
        written.noOrder();
        Wildcard pattern = new Wildcard(written.value());
        Set<EventType> types = EnumSet.noneOf(EventType.class);
        Arrays.stream(EventType.values()).filter(type -> pattern.matches(type.word())).forEach(types::add);
        if (types.isEmpty()) {
            throw written.problem("a canonical event, for instance item.started or turn.*");
        }
        return index("event " + written.value(), frame -> frame.became(types));
    }

    /** A kind stands for what is more special too, unless it is asked for with an equals sign. */
    private static Term nativeKind(Written written) throws FilterProblem {
        written.noOrder();
        Wildcard pattern = new Wildcard(written.value());
        String above = written.value() + ":";
        boolean exactly = written.exactly();
        return index("native kind " + (exactly ? "exactly " : "") + written.value(), frame ->
                pattern.matches(frame.kind()) || !exactly && frame.kind().startsWith(above));
    }

    private interface Word {
        @Nullable String of(Candidate frame);
    }

    private static Term word(Written written, String noun, Word word) throws FilterProblem {
        written.noOrder();
        Wildcard pattern = new Wildcard(written.value());
        return index(noun + " " + written.value(), frame -> {
            String found = word.of(frame);
            return found != null && pattern.matches(found);
        });
    }

    private static Term status(Written written) throws FilterProblem {
        written.noOrder();
        for (Disposition disposition : Disposition.values()) {
            if (disposition.word().equals(written.value())) {
                return index(written.value(), frame -> frame.disposition() == disposition);
            }
        }
        throw written.problem("one of "
                + Arrays.stream(Disposition.values()).map(Disposition::word).collect(Collectors.joining(", ")));
    }

    private static Term direction(Written written) throws FilterProblem {
        written.noOrder();
        return switch (written.value()) {
            case "in" -> index("from host to provider", frame -> frame.direction() == Direction.IN);
            case "out" -> index("from provider to host", frame -> frame.direction() == Direction.OUT);
            case "host" -> index("after which the host acted", frame -> frame.marked(Mark.ACTED));
            default -> throw written.problem("in, out or host");
        };
    }

    private static Term number(Written written, String noun, Amount amount, ToLongFunction<Candidate> number)
            throws FilterProblem {
        Bounds bounds = Bounds.of(written, amount);
        return index(noun + " " + bounds.words(), frame -> bounds.hold(number.applyAsLong(frame)));
    }

    /** By ordinal or range of ordinals, or by id with wildcards. */
    private static Term about(Written written, Outcome.About about) throws FilterProblem {
        String key = written.key();
        if (!written.value().matches("[0-9.]+")) {
            written.noOrder();
            Wildcard pattern = new Wildcard(written.value());
            return told(key + " " + written.value(), outcome -> outcome.about(about).anyMatch(pattern::matches));
        }
        Bounds bounds = Bounds.of(written, Amount.PLAIN);
        String prefix = key + "_";
        return told(key + " " + bounds.words(), outcome -> outcome.about(about)
                .filter(name -> name.startsWith(prefix))
                .mapToLong(name -> Amount.PLAIN.read(name.substring(prefix.length())))
                .anyMatch(bounds::hold));
    }

    private static Term shape(Written written) throws FilterProblem {
        written.noOrder();
        Wildcard pattern = new Wildcard(written.value());
        return decoded("shape " + written.value(), json -> pattern.matches(Shape.of(json).id()));
    }

    private static Term path(Written written) throws FilterProblem {
        boolean raw = written.key().startsWith(RAW);
        String dotted = written.key().substring(RAW.length());
        if (List.of(dotted.split("\\.", -1)).contains("")) {
            throw new FilterProblem(
                    written.keyColumn(), written.key().length(), "names with a dot between them", "“" + dotted + "”");
        }
        JsonPath path = JsonPath.of(dotted);
        JsonPath.Wanted wanted = wanted(written);
        String words = (raw ? "raw " : "event’s ") + dotted + relation(written) + written.value();
        return raw
                ? decoded(words, json -> path.leadsTo(json, wanted))
                : told(words, outcome -> outcome.json().anyMatch(json -> path.leadsTo(json, wanted)));
    }

    private static JsonPath.Wanted wanted(Written written) throws FilterProblem {
        if (written.op() == Op.ABOVE || written.op() == Op.BELOW) {
            double bound;
            try {
                bound = Double.parseDouble(written.value());
            } catch (NumberFormatException e) {
                throw written.problem("a number");
            }
            return written.op() == Op.ABOVE
                    ? value -> value.isNumber() && value.doubleValue() > bound
                    : value -> value.isNumber() && value.doubleValue() < bound;
        }
        Wildcard pattern = new Wildcard(written.value());
        return value -> value.isValueNode() && pattern.matches(value.asText());
    }

    private static String relation(Written written) {
        return switch (written.op()) {
            case IS, EQUAL -> " is ";
            case ABOVE -> " above ";
            case BELOW -> " below ";
        };
    }

    static Term index(String words, Predicate<Candidate> test) {
        return new Term(words, Needs.INDEX, frame -> Verdict.of(test.test(frame)));
    }

    private static Term told(String words, Predicate<Outcome> test) {
        return new Term(words, Needs.REPLAY, candidate -> {
            Outcome outcome = candidate.outcome();
            return outcome == null ? Verdict.UNKNOWN : Verdict.of(test.test(outcome));
        });
    }

    private static Term decoded(String words, Predicate<JsonNode> test) {
        return new Term(words, Needs.FILE, candidate -> {
            Frame frame = candidate.frame();
            return frame == null ? Verdict.UNKNOWN : Verdict.of(decodes(frame, test));
        });
    }

    /** What is no JSON, or beyond the limits of decision D8, has no values. */
    private static boolean decodes(Frame frame, Predicate<JsonNode> test) {
        if (frame.payload() instanceof Payload.Oversize || frame.payload() instanceof Payload.Binary) {
            return false;
        }
        try {
            return test.test(Json.read(frame.payload().bytes()));
        } catch (IOException e) {
            return false;
        }
    }
}
