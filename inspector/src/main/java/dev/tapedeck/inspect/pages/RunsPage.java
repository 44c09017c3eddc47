package dev.tapedeck.inspect.pages;

import static j2html.TagCreator.details;
import static j2html.TagCreator.div;
import static j2html.TagCreator.each;
import static j2html.TagCreator.h1;
import static j2html.TagCreator.h2;
import static j2html.TagCreator.li;
import static j2html.TagCreator.p;
import static j2html.TagCreator.section;
import static j2html.TagCreator.summary;
import static j2html.TagCreator.tbody;
import static j2html.TagCreator.td;
import static j2html.TagCreator.text;
import static j2html.TagCreator.th;
import static j2html.TagCreator.thead;
import static j2html.TagCreator.tr;
import static j2html.TagCreator.ul;

import dev.tapedeck.inspect.index.Library.Skipped;
import dev.tapedeck.inspect.index.Plan;
import dev.tapedeck.inspect.index.Recording;
import dev.tapedeck.inspect.index.StoredRun;
import dev.tapedeck.inspect.index.StoredRun.Result;
import dev.tapedeck.inspect.index.StoredRuns;
import dev.tapedeck.inspect.index.StoredRuns.Listing;
import dev.tapedeck.inspect.index.Survey.Findings;
import dev.tapedeck.text.VisibleText;
import j2html.tags.DomContent;
import j2html.tags.specialized.TableTag;
import j2html.tags.specialized.ThTag;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The runs that have addresses, those that broke something first, and a form that makes another one. */
public final class RunsPage {
    private RunsPage() {}

    /** The plan in an address; a 422 that names the key when it is none. */
    public static Plan plan(Query query, String key, Route here) {
        try {
            return Plan.parse(query.text(key, here));
        } catch (IllegalArgumentException e) {
            throw new Trouble(
                    422, "Not a fault plan", key + ": " + Html.cut(String.valueOf(e.getMessage()), 1200), here,
                    "Without it");
        }
    }

    /** The session in an address; empty when none is chosen. */
    public static String session(Query query) {
        return query.text("s", Route.runs());
    }

    public static Page of(Findings findings, Listing listing, Plan plan) {
        DomContent main = div(
                        div(h1("Runs"), Html.muted(Html.count(listing.runs().size(), "run"))).withClass("hd row"),
                        div(
                                        p("A run replays a recording while things go wrong: a slow reader, lost frames,"
                                                + " garbage, a process that dies. Every invariant is checked, and at"
                                                + " the end the maps are compared with those of a clean run.")
                                                .withClass("measure"),
                                        listing.runs().isEmpty() ? none() : kept(listing),
                                        skipped(listing.skipped()),
                                        section(
                                                h2("Make a run"),
                                                findings.scan().recordings().isEmpty()
                                                        ? p("There is no recording to replay yet.").withClass("muted")
                                                        : PlanForm.of(findings, null, plan))
                                                .withClass("measure"))
                                .withClass("stack"))
                .withClass("runs");
        Page page = Page.of("Runs", Page.Section.RUNS, "p-over", main, null);
        return listing.complete() ? page : page.refreshing();
    }

    private static DomContent none() {
        return p("None is kept yet. One that you make here is listed until the inspector stops; a plan that lies beside"
                        + " its recording as faults/NAME.json is always listed.")
                .withClass("muted measure");
    }

    private static DomContent kept(Listing listing) {
        return section(
                h2("Runs that are kept"),
                div(table(listing.runs()).withClass("tb")).withClass("card pad0"),
                p("Runs by hand are kept until the inspector stops, the latest " + StoredRuns.MAX_MADE + " of them.")
                        .withClass("muted"));
    }

    private static TableTag table(List<StoredRun> runs) {
        return j2html.TagCreator.table(
                thead(tr(
                        head("Result"),
                        head("What goes wrong"),
                        head("Session"),
                        head("Failures").withClass("r wd"),
                        head("Warnings").withClass("r wd"),
                        head("Resyncs").withClass("r wd"))),
                tbody(each(runs, RunsPage::row)));
    }

    private static ThTag head(String title) {
        return th(title).attr("scope", "col");
    }

    private static DomContent row(StoredRun run) {
        Result result = run.result();
        Recording recording = run.recording();
        return tr(
                        td(verdict(run)).withClass("st"),
                        title(run, 160),
                        td(
                                div(Html.link(Route.frames(recording.id()), Html.cut(recording.title(), 60))),
                                div(VisibleText.of(recording.header().provider() + " · " + recording.header().wire()))
                                        .withClass("muted cap")),
                        figure(result == null ? null : result.failures()),
                        figure(result == null ? null : result.warnings()),
                        figure(result == null ? null : result.resyncs()))
                .withData("row", "")
                .condAttr(result != null && result.violations() > 0, "data-problem", "");
    }

    private static DomContent figure(@Nullable Integer figure) {
        return td(figure == null ? "" : Html.number(figure)).withClass("r wd");
    }

    /** A plan on one line. */
    static String words(Plan plan) {
        return plan.clean() ? "nothing" : String.join("; ", plan.each());
    }

    /** How a run ended, as glyph and words. */
    static DomContent verdict(StoredRun run) {
        Result result = run.result();
        if (result == null) {
            return Html.muted("replaying").withClass("muted busy");
        }
        return result.violations() > 0
                ? Html.pill(Glyph.UNMAPPED, Html.count(result.violations(), "violation"))
                : Html.pill(Glyph.OK, "held");
    }

    /** What a run is called: the name of its plan's file in words, and the plan; one by hand has its plan alone. */
    static ThTag title(StoredRun run, int width) {
        DomContent plan = Html.mono(Html.cut(words(run.plan()), width));
        if (run.file() == null) {
            String made = run.at() == null ? "by hand" : "by hand, " + SessionsPage.STARTED.format(run.at()) + " UTC";
            return th(Html.link(Route.run(run.id()), plan), div(made).withClass("muted cap")).attr("scope", "row");
        }
        return th(Html.link(Route.run(run.id()), name(run.file())), div(plan).withClass("muted"))
                .attr("scope", "row");
    }

    private static String name(String file) {
        String name = file.substring(file.lastIndexOf('/') + 1).replaceFirst("\\.json$", "");
        String words = name.replace('-', ' ').strip();
        return words.isEmpty() ? name : words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
    }

    /** The name of a plan's file beside its recording. */
    static String shortName(String file) {
        int slash = file.lastIndexOf('/', file.lastIndexOf('/') - 1);
        return file.substring(slash + 1);
    }

    private static DomContent skipped(List<Skipped> skipped) {
        return skipped.isEmpty() ? text("") : details(
                summary(Html.count(skipped.size(), "file") + " skipped: no fault plan"),
                ul(each(skipped, file -> li(Html.mono(file.name()), text(": " + VisibleText.of(file.reason())))))
                        .withClass("t"));
    }
}
