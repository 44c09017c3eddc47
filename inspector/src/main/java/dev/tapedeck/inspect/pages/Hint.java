package dev.tapedeck.inspect.pages;

import static j2html.TagCreator.aside;
import static j2html.TagCreator.b;
import static j2html.TagCreator.span;
import static j2html.TagCreator.text;

import j2html.tags.DomContent;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One line that a newcomer is told above a page, until it is put away. */
public enum Hint {
    OVERVIEW("Begin here", "What needs attention stands first, the worst on top; each line leads to its evidence."),
    KIND(
            "A kind without a rule",
            "On the left its frames as recorded, on the right a rule to start from: copy it into the rule book."),
    STEPS(
            "One frame, three steps",
            "as recorded, the events it became, what they changed. Letters tie a value to where it landed."),
    GOLDEN(
            "A result that changed",
            "The right side says why. Approve writes the new result (in the demo: to a copy), Undo takes it back.");

    /** The cookie that names those that were put away, by name, with dots between. */
    public static final String COOKIE = "hints";

    private final String title;
    private final String sentence;

    Hint(String title, String sentence) {
        this.title = title;
        this.sentence = sentence;
    }

    /** Hints that a cookie names; anything else in it is passed over. */
    public static Set<Hint> named(@Nullable String cookie) {
        Set<Hint> named = EnumSet.noneOf(Hint.class);
        if (cookie != null) {
            Set<String> names = Set.copyOf(Arrays.asList(cookie.split("\\.")));
            Arrays.stream(values()).filter(hint -> names.contains(hint.word())).forEach(named::add);
        }
        return named;
    }

    private String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    DomContent line() {
        return aside(
                        span(b(title), text(": " + sentence)),
                        Html.scripted("hint", "Got it", null).withData("hint", word()))
                .withClass("hint")
                .attr("aria-label", "Hint");
    }
}
