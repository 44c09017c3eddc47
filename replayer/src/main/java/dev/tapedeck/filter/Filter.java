package dev.tapedeck.filter;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Which frames somebody wants to see (inspector.md, section 5): terms joined with “and”, or with {@code OR}, grouped
 * with parentheses, turned round by a leading minus sign. There are no regular expressions; {@code *} is the only
 * wildcard. An immutable value, read once.
 */
public final class Filter {
    /** Longest filter, in characters. */
    public static final int MAX_LENGTH = 1024;
    /** Most terms. */
    public static final int MAX_TERMS = 32;
    /** Deepest nesting of parentheses. */
    public static final int MAX_DEPTH = 8;
    /** The filter that lets every frame pass. */
    public static final Filter ALL = new Filter("", new Condition.All(List.of()), List.of());

    private final String source;
    private final Condition condition;
    private final List<Filter> joined;

    /** @param joined its outermost terms, if there are several and a frame has to pass them all */
    Filter(String source, Condition condition, List<Filter> joined) {
        this.source = source;
        this.condition = condition;
        this.joined = List.copyOf(joined);
    }

    /**
     * Reads a filter; an empty one takes every frame.
     *
     * @throws FilterProblem if it is none
     */
    public static Filter parse(String text) throws FilterProblem {
        return text.isBlank() && text.length() <= MAX_LENGTH ? ALL : new FilterParser(text).filter();
    }

    /** The filter as it was written, without space around it. */
    public String source() {
        return source;
    }

    public boolean isEmpty() {
        return condition.terms().findAny().isEmpty();
    }

    /** The outermost terms, each as a filter, if there are several and a frame has to pass them all; otherwise none. */
    public List<Filter> joined() {
        return joined;
    }

    /** This filter without one of its {@link #joined() outermost terms}. */
    public Filter without(Filter term) {
        List<Filter> rest = joined.stream().filter(each -> each != term).toList();
        String text = rest.stream().map(Filter::source).collect(Collectors.joining(" "));
        Condition.All all = new Condition.All(rest.stream().map(each -> each.condition).toList());
        return rest.size() == 1 ? rest.getFirst() : new Filter(text, all, rest);
    }

    /** What is asked for, in words. */
    public String words() {
        String words = isEmpty() ? "all frames" : condition.words();
        return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
    }

    /** The most that has to be known of a frame. */
    public Needs needs() {
        return condition.terms().map(Condition.Term::needs).max(Comparator.naturalOrder()).orElse(Needs.INDEX);
    }

    /** Whether that frame passes; never unknown when everything that the filter {@link #needs()} is at hand. */
    public Verdict of(Candidate frame) {
        return condition.of(frame);
    }
}
