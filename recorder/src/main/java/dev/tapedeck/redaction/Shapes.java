package dev.tapedeck.redaction;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Secrets that are known by their looks: keys, JSON web tokens, what stands behind {@code Bearer}. */
final class Shapes {
    /**
     * A shape.
     *
     * @param start letters it begins with, for the quick look
     * @param group the group of the pattern that is the secret
     */
    private record Shape(Category category, String start, Pattern pattern, int group) {}

    private static final List<Shape> SHAPES = List.of(
            new Shape(Category.JWT, "eyJ", Pattern.compile("eyJ[\\w-]{5,}\\.[\\w-]{5,}\\.[\\w-]+"), 0),
            bearer("Bearer"), bearer("bearer"), bearer("BEARER"), bearer("Basic"), bearer("basic"),
            key("sk-", "sk-(?=[\\w-]*\\d)[\\w-]{16,}"),
            key("sk_", "sk_(?:live|test)_\\w{10,}"),
            key("rk_", "rk_(?:live|test)_\\w{10,}"),
            key("ghp_", "ghp_\\w{20,}"),
            key("gho_", "gho_\\w{20,}"),
            key("ghu_", "ghu_\\w{20,}"),
            key("ghs_", "ghs_\\w{20,}"),
            key("ghr_", "ghr_\\w{20,}"),
            key("github_pat_", "github_pat_\\w{20,}"),
            key("glpat-", "glpat-[\\w-]{20,}"),
            key("AKIA", "AKIA[A-Z0-9]{16}"),
            key("ASIA", "ASIA[A-Z0-9]{16}"),
            key("AIza", "AIza[\\w-]{35}"),
            key("xox", "xox[abeoprs]-[\\w-]{10,}"),
            key("npm_", "npm_\\w{36}"),
            key("hf_", "hf_\\w{30,}"),
            key("gsk_", "gsk_\\w{30,}"),
            key("xai-", "xai-\\w{30,}"),
            key("pypi-", "pypi-[\\w-]{30,}"),
            key("-----BEGIN", "-----BEGIN [A-Z ]*PRIVATE KEY-----[\\s\\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|\\z)"));

    private Shapes() {}

    private static Shape key(String start, String pattern) {
        return new Shape(Category.API_KEY, start, Pattern.compile(pattern), 0);
    }

    /** Prose says "Bearer authentication" too, so a token has a digit or is long. */
    private static Shape bearer(String word) {
        String token = "(?=[\\w.~+/=-]*\\d)[\\w.~+/=-]{8,}|[\\w.~+/=-]{24,}";
        return new Shape(Category.BEARER, word, Pattern.compile(word + "(?:\\s{1,8}|\\+|%20)(" + token + ")"), 1);
    }

    /** Beginnings of all shapes. */
    static List<String> starts() {
        return SHAPES.stream().map(Shape::start).toList();
    }

    /** A secret whose shape begins at that place; it may itself begin later, behind {@code Bearer}. */
    static @Nullable Find at(String text, int at) {
        char first = text.charAt(at);
        if (at > 0 && Character.isLetterOrDigit(text.charAt(at - 1))) {
            return null;
        }
        for (Shape shape : SHAPES) {
            if (shape.start().charAt(0) != first || !text.startsWith(shape.start(), at)) {
                continue;
            }
            Matcher matcher = shape.pattern().matcher(text).region(at, text.length()).useTransparentBounds(true);
            if (matcher.lookingAt()) {
                return new Find(matcher.start(shape.group()), matcher.end(shape.group()), shape.category(), null);
            }
        }
        return null;
    }
}
