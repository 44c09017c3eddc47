package dev.tapedeck.filter;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A filter as a small tree. */
sealed interface Condition {
    /** What a frame must be. */
    @FunctionalInterface
    interface Test {
        Verdict of(Candidate frame);
    }

    Verdict of(Candidate frame);

    /** What is asked for, in words. */
    String words();

    /** The terms below. */
    Stream<Term> terms();

    /** All of them. */
    record All(List<Condition> parts) implements Condition {
        @Override
        public Verdict of(Candidate frame) {
            Verdict verdict = Verdict.YES;
            for (Condition part : parts) {
                switch (part.of(frame)) {
                    case NO -> {
                        return Verdict.NO;
                    }
                    case UNKNOWN -> verdict = Verdict.UNKNOWN;
                    case YES -> {}
                }
            }
            return verdict;
        }

        @Override
        public String words() {
            return parts.stream().map(Condition::grouped).collect(Collectors.joining(", "));
        }

        @Override
        public Stream<Term> terms() {
            return parts.stream().flatMap(Condition::terms);
        }
    }

    /** At least one of them. */
    record Any(List<Condition> parts) implements Condition {
        @Override
        public Verdict of(Candidate frame) {
            Verdict verdict = Verdict.NO;
            for (Condition part : parts) {
                switch (part.of(frame)) {
                    case YES -> {
                        return Verdict.YES;
                    }
                    case UNKNOWN -> verdict = Verdict.UNKNOWN;
                    case NO -> {}
                }
            }
            return verdict;
        }

        @Override
        public String words() {
            return parts.stream().map(Condition::grouped).collect(Collectors.joining(" or "));
        }

        @Override
        public Stream<Term> terms() {
            return parts.stream().flatMap(Condition::terms);
        }
    }

    /** Not it. */
    record Not(Condition part) implements Condition {
        @Override
        public Verdict of(Candidate frame) {
            return part.of(frame).not();
        }

        @Override
        public String words() {
            return "not " + part.grouped();
        }

        @Override
        public Stream<Term> terms() {
            return part.terms();
        }
    }

    /** One thing that is asked for. */
    record Term(String words, Needs needs, Test test) implements Condition {
        @Override
        public Verdict of(Candidate frame) {
            return test.of(frame);
        }

        @Override
        public Stream<Term> terms() {
            return Stream.of(this);
        }
    }

    private String grouped() {
        return this instanceof All || this instanceof Any ? "(" + words() + ")" : words();
    }
}
