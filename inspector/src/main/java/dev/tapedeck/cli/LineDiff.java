package dev.tapedeck.cli;

import com.github.difflib.DiffUtils;
import com.github.difflib.patch.AbstractDelta;
import com.github.difflib.patch.Chunk;
import dev.tapedeck.text.VisibleText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** How two texts differ, line by line, as a terminal shows it: nothing in them can steer the terminal. */
final class LineDiff {
    /** Equal lines that are shown around a difference. */
    private static final int CONTEXT = 2;
    /** Longest part of a line that is shown, in characters. */
    private static final int WIDTH = 400;
    /** Characters that are shown before the first difference of a long line. */
    private static final int LEAD = 60;

    private final List<String> before;
    private final List<AbstractDelta<String>> deltas;

    private LineDiff(List<String> before, List<AbstractDelta<String>> deltas) {
        this.before = before;
        this.deltas = deltas;
    }

    static LineDiff of(byte[] before, byte[] after) {
        List<String> left = lines(before);
        return new LineDiff(left, DiffUtils.diff(left, lines(after)).getDeltas());
    }

    /** Unified form. */
    List<String> lines(boolean colour) {
        List<String> out = new ArrayList<>();
        int shown = 0;
        for (AbstractDelta<String> delta : deltas) {
            Chunk<String> source = delta.getSource();
            Chunk<String> target = delta.getTarget();
            int from = Math.max(shown, source.getPosition() - CONTEXT);
            if (from > shown || shown == 0) {
                out.add("@@ line " + (source.getPosition() + 1) + " @@");
            }
            before.subList(from, source.getPosition()).forEach(line -> out.add("  " + shortened(line, 0)));
            for (int i = 0; i < source.size(); i++) {
                out.add(coloured("31", "- " + shortened(source.getLines().get(i), lead(source, target, i)), colour));
            }
            for (int i = 0; i < target.size(); i++) {
                out.add(coloured("32", "+ " + shortened(target.getLines().get(i), lead(source, target, i)), colour));
            }
            shown = source.getPosition() + source.size();
            int until = Math.min(before.size(), Math.min(shown + CONTEXT, next(delta)));
            before.subList(shown, until).forEach(line -> out.add("  " + shortened(line, 0)));
            shown = until;
        }
        return out;
    }

    private int next(AbstractDelta<String> delta) {
        int index = deltas.indexOf(delta) + 1;
        return index < deltas.size() ? deltas.get(index).getSource().getPosition() : before.size();
    }

    /** Where to start a pair of long lines, so that their first difference is in sight. */
    private static int lead(Chunk<String> source, Chunk<String> target, int i) {
        if (i >= source.size() || i >= target.size()) {
            return 0;
        }
        String left = source.getLines().get(i);
        String right = target.getLines().get(i);
        int same = 0;
        while (same < Math.min(left.length(), right.length()) && left.charAt(same) == right.charAt(same)) {
            same++;
        }
        return same < WIDTH - LEAD ? 0 : same - LEAD;
    }

    private static String shortened(String line, int from) {
        int end = Math.min(line.length(), from + WIDTH);
        return (from > 0 ? "…" : "") + VisibleText.of(line.substring(from, end)) + (end < line.length() ? "…" : "");
    }

    private static String coloured(String code, String line, boolean colour) {
        return colour ? "\u001b[" + code + "m" + line + "\u001b[0m" : line;
    }

    private static List<String> lines(byte[] text) {
        return text.length == 0 ? List.of() : List.of(new String(text, StandardCharsets.UTF_8).split("\n"));
    }
}
