package dev.tapedeck.wire.acp;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The change of a file as unified text, from the whole before and after that the wire tells (schema {@code Diff}).
 *
 * <p>One hunk from the first changed line to the last, with up to three lines around it: linear in the text's length,
 * and the same for every agent.
 */
final class Diff {
    private static final int AROUND = 3;

    private Diff() {}

    /** All diffs among what a tool shows, one after another; null when there is none. */
    static @Nullable String of(JsonNode content) {
        StringBuilder text = new StringBuilder();
        for (JsonNode part : content) {
            if (part.path("type").asText().equals("diff")) {
                append(part, text);
            }
        }
        return text.isEmpty() ? null : text.toString();
    }

    private static void append(JsonNode diff, StringBuilder text) {
        String path = diff.path("path").asText();
        String old = diff.path("oldText").textValue();
        List<String> before = lines(old);
        List<String> after = lines(diff.path("newText").textValue());
        int head = 0;
        while (head < before.size() && head < after.size() && before.get(head).equals(after.get(head))) {
            head++;
        }
        int tail = 0;
        while (tail < Math.min(before.size(), after.size()) - head
                && before.get(before.size() - 1 - tail).equals(after.get(after.size() - 1 - tail))) {
            tail++;
        }
        int from = Math.max(0, head - AROUND);
        int around = Math.min(AROUND, tail);
        int removedTo = before.size() - tail;
        int addedTo = after.size() - tail;
        text.append("--- ").append(old == null ? "/dev/null" : path).append("\n+++ ").append(path).append('\n');
        text.append("@@ -").append(range(from, removedTo + around));
        text.append(" +").append(range(from, addedTo + around)).append(" @@\n");
        write(before, from, head, ' ', text);
        write(before, head, removedTo, '-', text);
        write(after, head, addedTo, '+', text);
        write(before, removedTo, removedTo + around, ' ', text);
    }

    private static String range(int from, int to) {
        return (to == from ? from : from + 1) + "," + (to - from);
    }

    private static void write(List<String> lines, int from, int to, char mark, StringBuilder text) {
        for (String line : lines.subList(from, to)) {
            text.append(mark).append(line).append('\n');
        }
    }

    private static List<String> lines(@Nullable String text) {
        return text == null || text.isEmpty() ? List.of() : text.lines().toList();
    }
}
