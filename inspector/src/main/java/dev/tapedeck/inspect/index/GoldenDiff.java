package dev.tapedeck.inspect.index;

import com.fasterxml.jackson.databind.JsonNode;
import com.github.difflib.DiffUtils;
import com.github.difflib.patch.AbstractDelta;
import dev.tapedeck.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How a received golden differs from the approved one, aligned by event: equal stretches, events that changed with
 * their fields side by side, events without a counterpart.
 *
 * @param blocks in order; equal stretches hold their number and their ends only
 * @param further changed events beyond {@link #MAX_CHANGES}
 * @param signature hash over what changed and how, so that equal changes of several goldens can be told
 */
public record GoldenDiff(
        int approvedLines,
        int receivedLines,
        List<Block> blocks,
        int changed,
        int added,
        int removed,
        int further,
        String signature,
        SortedMap<String, Long> paths) {
    /** Changed lines that are shown. */
    public static final int MAX_CHANGES = 500;
    /** Lines of a side that are compared; beyond, the files are compared as a whole. */
    public static final int MAX_LINES = 20_000;
    /** Characters of a value that are shown. */
    private static final int MAX_VALUE = 2000;

    public GoldenDiff {
        blocks = List.copyOf(blocks);
        paths = new TreeMap<>(paths);
    }

    /** A stretch of the difference. */
    public sealed interface Block {
        /** Lines that are the same on both sides. */
        record Equal(int count, String first, String last) implements Block {}

        /**
         * A line that changed, came or went.
         *
         * @param approvedLine its number from 1; 0 when it has no counterpart there
         * @param name what it is: the event's type, else its start
         */
        record Change(int approvedLine, int receivedLine, String name, List<Field> fields) implements Block {
            public Change {
                fields = List.copyOf(fields);
            }
        }
    }

    /**
     * One field of a changed line.
     *
     * @param approved its value; absent when it is new
     * @param received its value; absent when it is gone
     */
    public record Field(String path, @Nullable String approved, @Nullable String received) {
        public boolean same() {
            return approved != null && approved.equals(received);
        }
    }

    /** Compares; an absent side counts as empty. */
    public static GoldenDiff of(byte @Nullable [] approved, byte @Nullable [] received, boolean events) {
        return new Maker(lines(approved), lines(received), events).diff();
    }

    private static List<String> lines(byte @Nullable [] bytes) {
        if (bytes == null || bytes.length == 0) {
            return List.of();
        }
        List<String> lines = new ArrayList<>(new String(bytes, StandardCharsets.UTF_8).lines().toList());
        return lines.size() <= MAX_LINES ? lines : lines.subList(0, MAX_LINES);
    }

    private static final class Maker {
        private final List<String> approved;
        private final List<String> received;
        private final boolean events;
        private final List<Block> blocks = new ArrayList<>();
        private final SortedMap<String, Long> paths = new TreeMap<>();
        private final StringBuilder signature = new StringBuilder();
        private int changed;
        private int added;
        private int removed;
        private int further;

        Maker(List<String> approved, List<String> received, boolean events) {
            this.approved = approved;
            this.received = received;
            this.events = events;
        }

        GoldenDiff diff() {
            int left = 0;
            for (AbstractDelta<String> delta : DiffUtils.diff(approved, received).getDeltas()) {
                equal(left, delta.getSource().getPosition());
                pair(delta);
                left = delta.getSource().getPosition() + delta.getSource().size();
            }
            equal(left, approved.size());
            return new GoldenDiff(
                    approved.size(),
                    received.size(),
                    blocks,
                    changed,
                    added,
                    removed,
                    further,
                    Ids.of(signature.toString()),
                    paths);
        }

        private void equal(int from, int to) {
            if (to > from) {
                blocks.add(new Block.Equal(to - from, name(approved.get(from)), name(approved.get(to - 1))));
            }
        }

        /** Pairs lines of one kind in order; what is left has no counterpart. */
        private void pair(AbstractDelta<String> delta) {
            List<String> left = delta.getSource().getLines();
            List<String> right = delta.getTarget().getLines();
            int leftAt = delta.getSource().getPosition();
            int rightAt = delta.getTarget().getPosition();
            int j = 0;
            for (int i = 0; i < left.size(); i++) {
                int partner = partner(left.get(i), right, j);
                if (partner < 0) {
                    change(leftAt + i + 1, left.get(i), 0, null);
                    continue;
                }
                for (; j < partner; j++) {
                    change(0, null, rightAt + j + 1, right.get(j));
                }
                change(leftAt + i + 1, left.get(i), rightAt + j + 1, right.get(j));
                j++;
            }
            for (; j < right.size(); j++) {
                change(0, null, rightAt + j + 1, right.get(j));
            }
        }

        private int partner(String line, List<String> others, int from) {
            String name = events ? name(line) : key(line);
            for (int i = from; i < others.size(); i++) {
                if ((events ? name(others.get(i)) : key(others.get(i))).equals(name)) {
                    return i;
                }
            }
            return -1;
        }

        /** A line of pretty JSON without its value; of an event its first member, the type. */
        private static String key(String line) {
            int comma = line.indexOf(',');
            if (line.startsWith("{") && comma > 0) {
                return line.substring(0, comma);
            }
            int colon = line.indexOf(" : ");
            return colon < 0 ? line : line.substring(0, colon);
        }

        private void change(int leftLine, @Nullable String left, int rightLine, @Nullable String right) {
            if (left == null) {
                added++;
            } else if (right == null) {
                removed++;
            } else {
                changed++;
            }
            String name = name(left == null ? String.valueOf(right) : left);
            List<Field> fields = events ? fields(left, right) : List.of(new Field("", left, right));
            for (Field field : fields) {
                if (!field.same()) {
                    String path = events
                            ? name + " " + field.path()
                            : key(left == null ? String.valueOf(right) : left).strip();
                    paths.merge(path, 1L, Long::sum);
                    signature.append(path)
                            .append('\0')
                            .append(field.approved())
                            .append('\0')
                            .append(field.received())
                            .append('\0');
                }
            }
            if (changed + added + removed <= MAX_CHANGES) {
                blocks.add(new Block.Change(leftLine, rightLine, name, fields));
            } else {
                further++;
            }
        }

        private String name(String line) {
            if (!events) {
                return line.strip();
            }
            JsonNode json = json(line);
            JsonNode type = json == null ? null : json.get("type");
            return type != null && type.isTextual() ? type.textValue() : line.substring(0, Math.min(40, line.length()));
        }

        private static @Nullable JsonNode json(String line) {
            try {
                return Json.read(line.getBytes(StandardCharsets.UTF_8));
            } catch (IOException e) {
                return null;
            }
        }

        private static List<Field> fields(@Nullable String left, @Nullable String right) {
            Map<String, String> before = flat(left);
            Map<String, String> after = flat(right);
            List<Field> fields = new ArrayList<>();
            before.forEach((path, value) -> fields.add(new Field(path, value, after.get(path))));
            after.forEach((path, value) -> {
                if (!before.containsKey(path)) {
                    fields.add(new Field(path, null, value));
                }
            });
            return fields;
        }

        private static Map<String, String> flat(@Nullable String line) {
            Map<String, String> flat = new LinkedHashMap<>();
            JsonNode json = line == null ? null : json(line);
            if (json != null) {
                flatten("", json, flat);
            } else if (line != null) {
                flat.put("line", line);
            }
            return flat;
        }

        private static void flatten(String path, JsonNode node, Map<String, String> into) {
            if (node.isObject() && !node.isEmpty()) {
                node.properties().forEach(member ->
                        flatten(
                                path.isEmpty() ? member.getKey() : path + "." + member.getKey(),
                                member.getValue(),
                                into));
            } else if (node.isArray() && !node.isEmpty()) {
                for (int i = 0; i < node.size(); i++) {
                    flatten(path + "[" + i + "]", node.get(i), into);
                }
            } else {
                String value = node.toString();
                into.put(
                        path,
                        value.length() <= MAX_VALUE ? value : value.substring(0, MAX_VALUE) + "… " + value.hashCode());
            }
        }
    }
}
