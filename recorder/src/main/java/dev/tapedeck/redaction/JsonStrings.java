package dev.tapedeck.redaction;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Walks over the string values of one JSON value, byte by byte, without decoding them. Keys, numbers and literals are
 * passed over. The input is known to be JSON.
 */
final class JsonStrings {
    /** Takes the string values in order. */
    @FunctionalInterface
    interface Visitor {
        /**
         * @param name name of the member, of the nearest one around an array element, or empty at the top
         * @param path hash of all names around the value
         * @param from index of the first byte behind the opening quote
         * @param to index of the closing quote
         */
        void value(String name, long path, int from, int to);
    }

    private final byte[] json;
    private final Visitor visitor;
    private String[] names = new String[16];
    private long[] paths = new long[16];
    private boolean[] objects = new boolean[16];
    private int depth;

    private JsonStrings(byte[] json, Visitor visitor) {
        this.json = json;
        this.visitor = visitor;
        names[0] = "";
    }

    static void visit(byte[] json, Visitor visitor) {
        new JsonStrings(json, visitor).walk();
    }

    /** Index of the quote that closes the string whose first byte behind the opening quote is given. */
    static int closingQuote(byte[] json, int from) {
        int i = from;
        while (i < json.length && json[i] != '"') {
            i += json[i] == '\\' ? 2 : 1;
        }
        return Math.min(i, json.length);
    }

    private void walk() {
        boolean expectsKey = false;
        int i = 0;
        while (i < json.length) {
            switch (json[i]) {
                case '{', '[' -> {
                    open(json[i] == '{');
                    expectsKey = objects[depth];
                }
                case '}', ']' -> {
                    depth = Math.max(0, depth - 1);
                    expectsKey = false;
                }
                case ',' -> expectsKey = objects[depth];
                case '"' -> {
                    int end = closingQuote(json, i + 1);
                    if (expectsKey) {
                        key(i + 1, end);
                        expectsKey = false;
                    } else {
                        visitor.value(names[depth], paths[depth], i + 1, end);
                    }
                    i = end;
                }
                default -> {}
            }
            i++;
        }
    }

    private void open(boolean object) {
        depth++;
        if (depth == names.length) {
            names = Arrays.copyOf(names, 2 * depth);
            paths = Arrays.copyOf(paths, 2 * depth);
            objects = Arrays.copyOf(objects, 2 * depth);
        }
        names[depth] = names[depth - 1];
        paths[depth] = paths[depth - 1];
        objects[depth] = object;
    }

    private void key(int from, int to) {
        names[depth] = new String(json, from, to - from, StandardCharsets.UTF_8);
        paths[depth] = paths[depth - 1] * 31 + names[depth].hashCode();
    }
}
