package dev.tapedeck.redaction;

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
         * @param role what the name of the member says, or that of the nearest one around an array element
         * @param path hash of all names around the value
         * @param from index of the first byte behind the opening quote
         * @param to index of the closing quote
         */
        void value(Role role, long path, int from, int to);
    }

    private final MemberNames names;
    private final byte[] json;
    private final Visitor visitor;
    private Role[] roles = new Role[16];
    private long[] paths = new long[16];
    private boolean[] objects = new boolean[16];
    private int depth;

    private JsonStrings(byte[] json, MemberNames names, Visitor visitor) {
        this.json = json;
        this.names = names;
        this.visitor = visitor;
        roles[0] = Role.PLAIN;
    }

    static void visit(byte[] json, MemberNames names, Visitor visitor) {
        new JsonStrings(json, names, visitor).walk();
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
                        visitor.value(roles[depth], paths[depth], i + 1, end);
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
        if (depth == roles.length) {
            roles = Arrays.copyOf(roles, 2 * depth);
            paths = Arrays.copyOf(paths, 2 * depth);
            objects = Arrays.copyOf(objects, 2 * depth);
        }
        roles[depth] = roles[depth - 1];
        paths[depth] = paths[depth - 1];
        objects[depth] = object;
    }

    private void key(int from, int to) {
        MemberNames.Name name = names.at(json, from, to);
        roles[depth] = name.role();
        paths[depth] = paths[depth - 1] * 31 + name.mark();
    }
}
