package dev.tapedeck.inspect.pages;

import dev.tapedeck.matrix.Status;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * How the matrix is looked at, all of it in the address.
 *
 * @param model which rows: {@code events}, {@code concepts} or {@code runtime}
 * @param status key of the status that cells must have; empty for any
 * @param words what a row or a native kind must hold; empty for anything
 * @param worstFirst whether rows stand by their worst cell instead of in families
 * @param provenFirst whether streams stand by their proven share instead of by name
 * @param folded families that are shown as one line
 */
record MatrixView(
        String model,
        String status,
        String words,
        boolean worstFirst,
        boolean provenFirst,
        SortedSet<String> folded) {
    static final List<String> MODELS = List.of("events", "concepts", "runtime");
    private static final List<String> SORTS = List.of("family", "worst");
    private static final List<String> COLUMNS = List.of("name", "proven");

    static MatrixView of(Query query) {
        Route plain = Route.matrix();
        List<String> keys = new ArrayList<>(List.of(""));
        Arrays.stream(Status.values()).map(Status::key).forEach(keys::add);
        SortedSet<String> folded = new TreeSet<>(List.of(query.text("fold", plain).split("\\.")));
        folded.remove("");
        return new MatrixView(
                query.choice("model", plain, MODELS),
                query.choice("status", plain, keys),
                query.text("q", plain).strip(),
                query.choice("sort", plain, SORTS).equals("worst"),
                query.choice("cols", plain, COLUMNS).equals("proven"),
                folded);
    }

    /** The address of the matrix looked at in this way, without a cell. */
    Route route() {
        return Route.matrix()
                .with("model", model.equals("events") ? null : model)
                .with("status", status)
                .with("q", words)
                .with("sort", worstFirst ? "worst" : null)
                .with("cols", provenFirst ? "proven" : null)
                .with("fold", String.join(".", folded));
    }

    /** Other rows; what was sought or folded in these is left behind. */
    MatrixView withModel(String other) {
        return new MatrixView(other, "", "", worstFirst, provenFirst, new TreeSet<>());
    }

    MatrixView withStatus(String other) {
        return new MatrixView(model, other, words, worstFirst, provenFirst, folded);
    }

    MatrixView withWorstFirst(boolean other) {
        return new MatrixView(model, status, words, other, provenFirst, folded);
    }

    MatrixView withProvenFirst(boolean other) {
        return new MatrixView(model, status, words, worstFirst, other, folded);
    }

    /** With that family folded if it is not, and else unfolded. */
    MatrixView turned(String family) {
        SortedSet<String> other = new TreeSet<>(folded);
        if (!other.remove(family)) {
            other.add(family);
        }
        return new MatrixView(model, status, words, worstFirst, provenFirst, other);
    }

    boolean names(String text) {
        return text.toLowerCase(Locale.ROOT).contains(words.toLowerCase(Locale.ROOT));
    }
}
