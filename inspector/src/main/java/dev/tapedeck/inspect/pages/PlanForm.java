package dev.tapedeck.inspect.pages;

import static j2html.TagCreator.code;
import static j2html.TagCreator.details;
import static j2html.TagCreator.div;
import static j2html.TagCreator.each;
import static j2html.TagCreator.label;
import static j2html.TagCreator.li;
import static j2html.TagCreator.option;
import static j2html.TagCreator.p;
import static j2html.TagCreator.select;
import static j2html.TagCreator.summary;
import static j2html.TagCreator.textarea;
import static j2html.TagCreator.ul;

import dev.tapedeck.fault.PlanFormat;
import dev.tapedeck.inspect.index.Plan;
import dev.tapedeck.inspect.index.Recording;
import dev.tapedeck.inspect.index.Survey.Findings;
import dev.tapedeck.text.VisibleText;
import dev.tapedeck.wire.RuleBooks;
import j2html.TagCreator;
import j2html.tags.DomContent;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The form that makes a run: a session, and what goes wrong in it. */
final class PlanForm {
    private PlanForm() {}

    static DomContent of(Findings findings, @Nullable String session, Plan plan) {
        List<Recording> known = findings.scan().recordings().stream()
                .filter(recording -> RuleBooks.of(recording.header().wire()).isPresent())
                .sorted(Comparator.comparing(PlanForm::name))
                .toList();
        return div(
                        Html.reads(Route.runs())
                                .withClass("planform")
                                .with(
                                        label("Session").withFor("s"),
                                        select(each(known, recording -> option(VisibleText.of(name(recording)))
                                                        .withValue(recording.id())
                                                        .condAttr(recording.id().equals(session), "selected", "")))
                                                .withId("s")
                                                .withName("s"),
                                        label("What goes wrong, one fault a line").withFor("plan"),
                                        textarea(String.join("\n", plan.each()))
                                                .withId("plan")
                                                .withName("plan")
                                                .attr("rows", Math.clamp(plan.each().size() + 1, 3, 12))
                                                .attr("maxlength", Query.MAX_TEXT)
                                                .attr("spellcheck", "false")
                                                .withPlaceholder("lag(after=120,drop=300)")
                                                .withClass("mono"),
                                        div(TagCreator.button("Replay").withType("submit").withClass("btn pri"))),
                        details(
                                        summary("Every fault there is"),
                                        ul(each(PlanFormat.usages(), usage -> li(code(usage)))).withClass("t faults"),
                                        p("after and frame are numbers of frames in the recording. batch=8 as a line"
                                                + " of its own lets the subscriber take at most 8 frames at a time.")
                                                .withClass("muted")))
                .withClass("card");
    }

    private static String name(Recording recording) {
        return recording.header().provider() + " · " + recording.title();
    }
}
