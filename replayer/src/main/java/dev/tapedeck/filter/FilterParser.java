package dev.tapedeck.filter;

import java.util.ArrayList;
import java.util.List;

/**
 * Reads a filter from left to right.
 *
 * <pre>
 * query = and { "OR" and } ;  and = term { term } ;  term = [ "-" ] ( "(" query ")" | key op value | text ) ;
 * op = ":" | "=" | ":&gt;" | ":&lt;" ;  value = word | "quoted" | word ".." word ;
 * </pre>
 */
final class FilterParser {
    private final String text;
    private int at;
    private int terms;
    /** The outermost terms, as long as they are all joined with “and”. */
    private final List<Filter> joined = new ArrayList<>();

    FilterParser(String text) {
        this.text = text;
    }

    Filter filter() throws FilterProblem {
        if (text.length() > Filter.MAX_LENGTH) {
            int more = text.length() - Filter.MAX_LENGTH;
            throw new FilterProblem(
                    Filter.MAX_LENGTH, more, "at most " + Filter.MAX_LENGTH + " characters", text.length() + "");
        }
        Condition condition = query(0);
        if (!atEnd()) {
            throw problem("a term or the end", 1);
        }
        boolean several = condition instanceof Condition.All && joined.size() > 1;
        return new Filter(text.strip(), condition, several ? joined : List.of());
    }

    private Condition query(int depth) throws FilterProblem {
        List<Condition> parts = new ArrayList<>();
        parts.add(and(depth));
        while (atOr()) {
            at += 2;
            parts.add(and(depth));
        }
        return parts.size() == 1 ? parts.getFirst() : new Condition.Any(List.copyOf(parts));
    }

    private Condition and(int depth) throws FilterProblem {
        List<Condition> parts = new ArrayList<>();
        while (!atEnd() && text.charAt(at) != ')' && !atOr()) {
            int start = at;
            Condition part = term(depth);
            parts.add(part);
            if (depth == 0) {
                joined.add(new Filter(text.substring(start, at), part, List.of()));
            }
        }
        if (parts.isEmpty()) {
            throw problem("a term", atOr() ? 2 : 1);
        }
        return parts.size() == 1 ? parts.getFirst() : new Condition.All(List.copyOf(parts));
    }

    private Condition term(int depth) throws FilterProblem {
        if (text.charAt(at) == '-' && at + 1 < text.length() && !Character.isWhitespace(text.charAt(at + 1))) {
            at++;
            return new Condition.Not(positive(depth));
        }
        return positive(depth);
    }

    private Condition positive(int depth) throws FilterProblem {
        if (text.charAt(at) != '(') {
            if (++terms > Filter.MAX_TERMS) {
                throw problem("at most " + Filter.MAX_TERMS + " terms", 1);
            }
            return single();
        }
        if (depth == Filter.MAX_DEPTH) {
            throw problem("at most " + Filter.MAX_DEPTH + " parentheses inside each other", 1);
        }
        at++;
        Condition inner = query(depth + 1);
        if (atEnd()) {
            throw problem("a closing parenthesis", 1);
        }
        at++;
        return inner;
    }

    private Condition.Term single() throws FilterProblem {
        int start = at;
        int end = endOfKey(start);
        if (end < 0) {
            return Terms.text(word());
        }
        String key = text.substring(start, end);
        at = end + 1;
        Op op = text.charAt(end) == '=' ? Op.EQUAL : Op.IS;
        if (op == Op.IS && at < text.length() && (text.charAt(at) == '>' || text.charAt(at) == '<')) {
            op = text.charAt(at) == '>' ? Op.ABOVE : Op.BELOW;
            at++;
        }
        int valueStart = at;
        String value = word();
        return Terms.of(new Terms.Written(key, start, op, value, valueStart, at - valueStart));
    }

    /** Where a key ends that begins here; -1 where none does. */
    private int endOfKey(int start) {
        int end = start;
        while (end < text.length() && isOfKey(text.charAt(end))) {
            end++;
        }
        boolean ends = end > start && end < text.length() && (text.charAt(end) == ':' || text.charAt(end) == '=');
        return ends && Terms.looksLikeKey(text.substring(start, end)) ? end : -1;
    }

    private static boolean isOfKey(char c) {
        return Character.isLetterOrDigit(c) || "._$-/#".indexOf(c) >= 0;
    }

    /** Up to a blank or to a parenthesis that was opened before; quoted pieces hold both. */
    private String word() throws FilterProblem {
        StringBuilder word = new StringBuilder();
        int open = 0;
        for (; at < text.length() && !Character.isWhitespace(text.charAt(at)); at++) {
            char c = text.charAt(at);
            if (c == '"') {
                int close = text.indexOf('"', at + 1);
                if (close < 0) {
                    throw new FilterProblem(at, text.length() - at, "a closing quotation mark", "the end");
                }
                word.append(text, at + 1, close);
                at = close;
                continue;
            }
            open += c == '(' ? 1 : c == ')' ? -1 : 0;
            if (open < 0) {
                break;
            }
            word.append(c);
        }
        return word.toString();
    }

    private boolean atOr() {
        return !atEnd()
                && text.startsWith("OR", at)
                && (at + 2 == text.length() || Character.isWhitespace(text.charAt(at + 2))
                        || text.charAt(at + 2) == '(');
    }

    private boolean atEnd() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return at == text.length();
    }

    private FilterProblem problem(String expected, int length) {
        String found = at >= text.length() ? "the end" : "“" + text.charAt(at) + "”";
        return new FilterProblem(at, length, expected, at < text.length() && length == 2 ? "“OR”" : found);
    }
}
