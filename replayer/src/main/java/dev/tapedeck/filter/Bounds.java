package dev.tapedeck.filter;

/** Numbers from a lowest to a highest, both among them. */
record Bounds(long low, long high, String words) {
    boolean hold(long number) {
        return number >= low && number <= high;
    }

    static Bounds of(Terms.Written written, Amount amount) throws FilterProblem {
        String value = written.value();
        return switch (written.op()) {
            case ABOVE -> new Bounds(number(written, value, amount) + 1, Long.MAX_VALUE, "above " + value);
            case BELOW -> new Bounds(0, number(written, value, amount) - 1, "below " + value);
            case EQUAL -> {
                long number = number(written, value, amount);
                yield new Bounds(number, number, value);
            }
            case IS -> range(written, amount);
        };
    }

    private static Bounds range(Terms.Written written, Amount amount) throws FilterProblem {
        String value = written.value();
        int dots = value.indexOf("..");
        if (dots < 0) {
            long number = number(written, value, amount);
            return new Bounds(number, number, value);
        }
        String from = value.substring(0, dots);
        String to = value.substring(dots + 2);
        if (from.isEmpty() && to.isEmpty()) {
            throw written.problem(amount.expected());
        }
        long low = from.isEmpty() ? 0 : number(written, from, amount);
        long high = to.isEmpty() ? Long.MAX_VALUE : number(written, to, amount);
        String words = from.isEmpty() ? "up to " + to : to.isEmpty() ? "from " + from : from + " to " + to;
        return new Bounds(low, high, words);
    }

    private static long number(Terms.Written written, String text, Amount amount) throws FilterProblem {
        long number = amount.read(text);
        if (number < 0) {
            throw written.problem(amount.expected());
        }
        return number;
    }
}
