package dev.tapedeck.inspect.index;

import java.util.Arrays;
import java.util.HashMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Growing columns of numbers: what a list of records would be, at a tenth of the memory. */
final class Columns {
    private static final int FIRST = 256;

    private Columns() {}

    /** A column of whole numbers. */
    static final class Longs {
        private long[] values = new long[FIRST];
        private int size;

        void add(long value) {
            if (size == values.length) {
                values = Arrays.copyOf(values, size * 2);
            }
            values[size++] = value;
        }

        long get(int row) {
            return values[row];
        }

        int size() {
            return size;
        }

        /** What the column holds now; what is added later is no part of it. */
        Longs soFar() {
            Longs view = new Longs();
            view.values = values;
            view.size = size;
            return view;
        }

        void trim() {
            values = Arrays.copyOf(values, size);
        }
    }

    /** A column of small numbers. */
    static final class Ints {
        private int[] values = new int[FIRST];
        private int size;

        void add(int value) {
            if (size == values.length) {
                values = Arrays.copyOf(values, size * 2);
            }
            values[size++] = value;
        }

        int get(int row) {
            return values[row];
        }

        int size() {
            return size;
        }

        /** What the column holds now; what is added later is no part of it. */
        Ints soFar() {
            Ints view = new Ints();
            view.values = values;
            view.size = size;
            return view;
        }

        void trim() {
            values = Arrays.copyOf(values, size);
        }
    }

    /** A column of bytes. */
    static final class Bytes {
        private byte[] values = new byte[FIRST];
        private int size;

        void add(int value) {
            if (size == values.length) {
                values = Arrays.copyOf(values, size * 2);
            }
            values[size++] = (byte) value;
        }

        int get(int row) {
            return values[row];
        }

        int size() {
            return size;
        }

        /** What the column holds now; what is added later is no part of it. */
        Bytes soFar() {
            Bytes view = new Bytes();
            view.values = values;
            view.size = size;
            return view;
        }

        void trim() {
            values = Arrays.copyOf(values, size);
        }
    }

    /** Words by number. Words come from recordings, so further ones than a bound share one number. */
    static final class Words {
        static final String OTHERS = "(further)";

        private final int bound;
        private final Map<String, Integer> numbers = new HashMap<>();
        private final List<String> words = new ArrayList<>();

        Words(int bound) {
            this.bound = bound;
        }

        /** The words of now, to be looked up only. */
        Words soFar() {
            Words copy = new Words(bound);
            copy.words.addAll(words);
            return copy;
        }

        int number(String word) {
            Integer known = numbers.get(word);
            if (known != null) {
                return known;
            }
            return words.size() < bound ? append(word) : numbers.computeIfAbsent(OTHERS, this::append);
        }

        int append(String word) {
            int number = words.size();
            words.add(word);
            if (!word.equals(OTHERS)) {
                numbers.put(word, number);
            }
            return number;
        }

        String word(int number) {
            return words.get(number);
        }

        int size() {
            return words.size();
        }
    }
}
