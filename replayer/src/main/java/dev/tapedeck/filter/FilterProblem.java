package dev.tapedeck.filter;

import dev.tapedeck.text.VisibleText;

/** A filter that cannot be understood: where, what was expected, and what stands there. */
public final class FilterProblem extends Exception {
    private static final long serialVersionUID = 1L;

    private final int column;
    private final int length;

    FilterProblem(int column, int length, String expected, String found) {
        super("column " + (column + 1) + ": expected " + expected + ", found " + found);
        this.column = column;
        this.length = Math.max(1, length);
    }

    /** Where the wrong piece begins, in characters from 0; the filter's length when something is missing at its end. */
    public int column() {
        return column;
    }

    /** Characters of the wrong piece, at least 1. */
    public int length() {
        return length;
    }

    /** The filter on one line and the wrong piece underlined on the next; nothing in it acts on a terminal. */
    public String underlined(String filter) {
        int from = Math.min(column, filter.length());
        int to = Math.min(filter.length(), from + length);
        String before = VisibleText.of(filter.substring(0, from));
        String wrong = VisibleText.of(filter.substring(from, to));
        return before + wrong + VisibleText.of(filter.substring(to)) + "\n"
                + " ".repeat(before.length()) + "^".repeat(Math.max(1, wrong.length()));
    }
}
