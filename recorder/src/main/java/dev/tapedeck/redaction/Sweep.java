package dev.tapedeck.redaction;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Finds private values in raw bytes, through the encodings they may lie under, and counts what is replaced. */
final class Sweep {
    /** JSON in a JSON string in a JSON string, and a percent-encoded address in that. */
    private static final int MAX_LEVELS = 4;

    private final PrivateValues values;
    private final Map<Category, Long> counts = new EnumMap<>(Category.class);

    Sweep(PrivateValues values) {
        this.values = values;
    }

    /**
     * A private value in raw bytes.
     *
     * @param value the value itself, every encoding taken off
     * @param percent whether it stands there percent-encoded
     */
    record RawFind(int from, int to, Find find, String value, boolean percent) {
        private boolean overlaps(RawFind other) {
            return from < other.to && other.from < to;
        }
    }

    /** The finds in order; where two levels of encoding differ, the inner one knows where the value begins. */
    List<RawFind> in(byte[] raw, EncodedText outer, Role role) {
        List<List<RawFind>> levels = new ArrayList<>();
        @Nullable EncodedText text = outer;
        for (int level = 0; level < MAX_LEVELS && text != null; level++) {
            levels.add(at(raw, text, role));
            text = text.decoded();
        }
        List<RawFind> chosen = levels.removeLast();
        for (List<RawFind> level : levels.reversed()) {
            level.stream().filter(find -> chosen.stream().noneMatch(find::overlaps)).forEach(chosen::add);
        }
        chosen.sort(Comparator.comparingInt(RawFind::from));
        return chosen;
    }

    private List<RawFind> at(byte[] raw, EncodedText encoded, Role role) {
        String text = encoded.text();
        List<RawFind> finds = new ArrayList<>();
        for (Find find : values.in(text, role)) {
            int from = encoded.rawFrom(find.from());
            int to = encoded.rawTo(find.to());
            boolean percent = encoded.isPercentEncoded(raw, from, to);
            finds.add(new RawFind(from, to, find, text.substring(find.from(), find.to()), percent));
        }
        return finds;
    }

    /** As {@link PrivateValues#beginningOfKnown}. */
    int beginningOfKnown(String text) {
        return values.beginningOfKnown(text);
    }

    /** What is to be written instead of a find, or null when that already stands there; counts it. */
    @Nullable String replace(RawFind raw) {
        String with = values.replacement(raw.find(), raw.value());
        if (with.equals(raw.value())) {
            return null;
        }
        counts.merge(raw.find().category(), 1L, Long::sum);
        return raw.percent() ? percentEncoded(with) : with;
    }

    private static String percentEncoded(String placeholder) {
        return placeholder.replace("/", "%2F").replace("<", "%3C").replace(">", "%3E").replace("@", "%40");
    }

    Map<String, Long> counts() {
        Map<String, Long> byWord = new TreeMap<>();
        counts.forEach((category, count) -> byWord.put(category.word(), count));
        return byWord;
    }
}
