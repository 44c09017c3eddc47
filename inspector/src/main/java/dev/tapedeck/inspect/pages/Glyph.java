package dev.tapedeck.inspect.pages;

import static j2html.TagCreator.span;

import j2html.tags.DomContent;

/** A status as the inspector draws it: an outline of its own, a colour and a word, never one without the others. */
public enum Glyph {
    OK("ok", "Proven"),
    GAP("gap", "Gaps"),
    DROP("drop", "Dropped on purpose"),
    UNMAPPED("unm", "Unmapped"),
    MISMATCH("mis", "Claim mismatch"),
    NONE("none", "No evidence"),
    NOT_EMITTED("na", "Not emitted"),
    FAULT("fault", "Fault"),
    LATE("late", "Not delivered");

    private final String key;
    private final String word;

    Glyph(String key, String word) {
        this.key = key;
        this.word = word;
    }

    /** The key in class names and in the query of the matrix. */
    public String key() {
        return key;
    }

    public String word() {
        return word;
    }

    /** The drawing alone, for places where the word stands beside it. */
    public DomContent drawing() {
        return drawing(key, tone());
    }

    /** The drawing with its word for those who do not see it. */
    public DomContent spoken() {
        return span(drawing(), span(word).withClass("vh"));
    }

    /** The glyph whose colours it shares. */
    String tone() {
        return switch (this) {
            case FAULT -> "unm";
            case LATE -> "gap";
            case OK, GAP, DROP, UNMAPPED, MISMATCH, NONE, NOT_EMITTED -> key;
        };
    }

    static DomContent drawing(String symbol, String tone) {
        return Svg.of("svg")
                .withClass("g g-" + tone)
                .attr("aria-hidden", "true")
                .with(Svg.of("use").attr("href", "#g-" + symbol));
    }
}
