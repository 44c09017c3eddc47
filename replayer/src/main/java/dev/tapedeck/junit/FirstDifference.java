package dev.tapedeck.junit;

import dev.tapedeck.text.VisibleText;
import java.nio.charset.StandardCharsets;

/**
 * The first line in which two texts differ, safe to print.
 *
 * @param line its number, from 1
 * @param approved what stands there in the approved text; says so when that has ended
 * @param received what stands there in the received text; says so when that has ended
 */
record FirstDifference(int line, String approved, String received) {
    /** Longest part of a line that is shown, in characters. */
    private static final int WIDTH = 300;
    /** Characters that are shown before the place where a long line differs. */
    private static final int LEAD = 60;
    private static final String END = "(nothing: it ends here)";

    /** Compares texts that are known to differ. */
    static FirstDifference of(byte[] approved, byte[] received) {
        String[] left = lines(approved);
        String[] right = lines(received);
        int i = 0;
        while (i < Math.min(left.length, right.length) && left[i].equals(right[i])) {
            i++;
        }
        if (i >= left.length || i >= right.length) {
            return new FirstDifference(
                    i + 1, i < left.length ? shown(left[i], 0) : END, i < right.length ? shown(right[i], 0) : END);
        }
        int same = 0;
        while (same < Math.min(left[i].length(), right[i].length()) && left[i].charAt(same) == right[i].charAt(same)) {
            same++;
        }
        int from = same < WIDTH - LEAD ? 0 : same - LEAD;
        return new FirstDifference(i + 1, shown(left[i], from), shown(right[i], from));
    }

    private static String shown(String line, int from) {
        int end = Math.min(line.length(), from + WIDTH);
        return (from > 0 ? "…" : "") + VisibleText.of(line.substring(from, end)) + (end < line.length() ? "…" : "");
    }

    private static String[] lines(byte[] text) {
        return text.length == 0 ? new String[0] : new String(text, StandardCharsets.UTF_8).split("\r?\n");
    }
}
