package dev.tapedeck.inspect.pages;

import static j2html.TagCreator.div;
import static j2html.TagCreator.iff;
import static j2html.TagCreator.input;
import static j2html.TagCreator.kbd;
import static j2html.TagCreator.label;
import static j2html.TagCreator.pre;
import static j2html.TagCreator.span;
import static j2html.TagCreator.strong;
import static j2html.TagCreator.text;

import dev.tapedeck.filter.Filter;
import dev.tapedeck.filter.FilterProblem;
import dev.tapedeck.inspect.index.FrameTable;
import dev.tapedeck.inspect.index.Plan;
import dev.tapedeck.text.VisibleText;
import j2html.tags.DomContent;
import org.jspecify.annotations.Nullable;

/**
 * The filter of a page of frames: its field, what it says in words, how much it found, or what is wrong with it.
 *
 * @param filterText as it stands in the field
 * @param filterError why the filter could not be read
 */
record FilterBar(SessionHead head, String filterText, @Nullable FilterProblem filterError) {
    /** Key of an address for the filter whose rows stand there while the one in the field cannot be read. */
    static final String BEFORE = "was";

    DomContent of(FramesPage.Hits hits) {
        FrameTable frames = head.tape().frames();
        DomContent form = Html.reads(Route.frames(head.tape().recording().id()))
                .withClass("filter")
                .attr("role", "search")
                .with(
                        planField(head.plan()),
                        before(hits),
                        Glyph.drawing("search", "none"),
                        label(Html.hidden("Filter frames")).withFor("q"),
                        input().withId("q")
                                .withName("q")
                                .withValue(filterText)
                                .withPlaceholder("type:item.*  native:turn/*  (is:fault OR is:unmapped)  or a word")
                                .attr("autocomplete", "off")
                                .attr("spellcheck", "false")
                                .attr("maxlength", Filter.MAX_LENGTH)
                                .condAttr(filterError != null, "aria-invalid", "true")
                                .condAttr(filterError != null, "aria-describedby", "q-error"),
                        kbd("/").attr("aria-hidden", "true"));
        DomContent result = filterError != null
                ? div(
                        Glyph.FAULT.drawing(),
                        div(
                                span(VisibleText.of(String.valueOf(filterError.getMessage()))),
                                pre(filterError.underlined(filterText)).withClass("mono"),
                                span("The rows are still those of before: " + found(hits) + ".")),
                        Html.link(Route.filterHelp(), "The filter’s keys").withClass("in"))
                        .withClass("note bad")
                        .withId("q-error")
                        .attr("role", "alert")
                : span(
                        text(VisibleText.of(hits.words()) + ": "),
                        strong(Html.number(hits.rows().cardinality())),
                        text(" of " + Html.number(frames.size())),
                        iff(
                                hits.found().searched() < frames.size(),
                                text(", searched " + Html.number(hits.found().searched()) + " so far")));
        return div(
                        form,
                        result,
                        iff(
                                !filterText.isEmpty(),
                                Html.button(head.frames(), "All frames", null).withData("key", "Esc")),
                        quick("Requests", frames.requests(), "is:request"),
                        Html.link(Route.filterHelp(), "Help").withClass("btn ghost"))
                .withClass("fl row");
    }

    private static DomContent before(FramesPage.Hits hits) {
        return hits.source().isEmpty()
                ? text("")
                : input().withType("hidden").withName(BEFORE).withValue(hits.source());
    }

    private String found(FramesPage.Hits hits) {
        return "%s, %s of %s".formatted(
                VisibleText.of(hits.words()),
                Html.number(hits.rows().cardinality()),
                Html.number(head.tape().frames().size()));
    }

    /** What keeps a form on the replay under that plan. */
    static DomContent planField(Plan plan) {
        return plan.clean() ? text("") : input().withType("hidden").withName("plan").withValue(plan.text());
    }

    private DomContent quick(String words, long count, String filter) {
        return count == 0 || filterText.equals(filter)
                ? text("")
                : Html.button(
                        head.frames().with("q", filter), words + " " + Html.number(count), null);
    }
}
