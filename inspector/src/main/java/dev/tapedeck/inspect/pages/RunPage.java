package dev.tapedeck.inspect.pages;

import static j2html.TagCreator.div;
import static j2html.TagCreator.each;
import static j2html.TagCreator.h1;
import static j2html.TagCreator.h2;
import static j2html.TagCreator.li;
import static j2html.TagCreator.p;
import static j2html.TagCreator.pre;
import static j2html.TagCreator.section;
import static j2html.TagCreator.span;
import static j2html.TagCreator.strong;
import static j2html.TagCreator.table;
import static j2html.TagCreator.tbody;
import static j2html.TagCreator.td;
import static j2html.TagCreator.text;
import static j2html.TagCreator.th;
import static j2html.TagCreator.thead;
import static j2html.TagCreator.tr;
import static j2html.TagCreator.ul;

import dev.tapedeck.host.Disposition;
import dev.tapedeck.host.HostNote;
import dev.tapedeck.inspect.index.Aside.What;
import dev.tapedeck.inspect.index.Plan;
import dev.tapedeck.inspect.index.Recording;
import dev.tapedeck.inspect.index.Run;
import dev.tapedeck.inspect.index.StoredRun;
import dev.tapedeck.inspect.index.StoredRuns.Listing;
import dev.tapedeck.inspect.index.Survey.Findings;
import dev.tapedeck.inspect.index.Tape;
import dev.tapedeck.invariant.Excepted;
import dev.tapedeck.invariant.Violation;
import dev.tapedeck.replay.ReplayReport;
import dev.tapedeck.text.VisibleText;
import j2html.TagCreator;
import j2html.tags.DomContent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A recording replayed while things go wrong: what the host did about it, and whether every invariant held. */
public final class RunPage {
    /** Notes that are listed; the session view has them all. */
    static final int MAX_NOTES = 200;
    /** Other runs of the session that are listed. */
    private static final int MAX_OTHERS = 12;

    private final Findings findings;
    private final Tape clean;
    private final Run run;
    private final ReplayReport report;
    private final String session;
    private final Listing kept;
    private final @Nullable String file;

    private RunPage(Findings findings, Tape clean, Run run, Listing kept, @Nullable String file) {
        this.findings = findings;
        this.clean = clean;
        this.run = run;
        this.kept = kept;
        this.file = file;
        this.report = run.report();
        this.session = clean.recording().id();
    }

    /**
     * A run.
     *
     * @param clean the recording without faults
     * @param kept runs that have addresses
     * @param file name of the plan's file; absent when the run was made by hand
     */
    public static Page of(Findings findings, Tape clean, Run run, Listing kept, @Nullable String file) {
        return new RunPage(findings, clean, run, kept, file).page();
    }

    private Page page() {
        DomContent main = div(
                        head(),
                        div(
                                        div(
                                                section(h2("Plan"), PlanForm.of(findings, session, run.plan())),
                                                others(),
                                                suggestions(),
                                                repeat()),
                                        div(invariants(), excepted(), notes(), dispositions()))
                                .withClass("kind"))
                .withClass("runs");
        return Page.of("Run of " + clean.recording().title(), Page.Section.RUNS, "p-over", main, null);
    }

    private DomContent head() {
        Recording recording = clean.recording();
        boolean held = report.violations().isEmpty();
        String facts = recording.header().provider() + " · " + recording.header().wire() + " · "
                + Html.count(report.frames(), "frame") + " · "
                + (run.plan().clean()
                        ? "nothing goes wrong"
                        : Html.count(run.plan().faults().faults().size(), "fault"))
                + (file == null ? "" : " · " + RunsPage.shortName(file));
        return div(
                        div(
                                        Html.link(Route.runs(), "Runs"),
                                        text(" / "),
                                        h1(VisibleText.of(Html.cut(recording.title(), 80))),
                                        held
                                                ? Html.pill(
                                                        Glyph.OK,
                                                        "all " + report.checked().size() + " invariants held")
                                                : Html.pill(
                                                        Glyph.UNMAPPED,
                                                        Html.count(report.violations().size(), "violation")),
                                        Html.spacer(),
                                        Html.scripted("copy-link", "Copy link", "y"),
                                        run.plan().clean()
                                                ? text("")
                                                : Html.link(Route.compare(session).with("b", run.plan().text()),
                                                        "Compare with the clean run").withClass("btn"),
                                        Html.link(frames(), run.plan().clean() ? "Session" : "Session under this plan")
                                                .withClass("btn pri"))
                                .withClass("row"),
                        Html.muted(facts))
                .withClass("hd");
    }

    private Route frames() {
        return Route.frames(session).with("plan", run.plan().text());
    }

    /** The other runs of the session, each with a way to see it beside this one. */
    private DomContent others() {
        List<StoredRun> others = kept.of(clean.recording()).stream()
                .filter(other -> !other.plan().text().equals(run.plan().text()))
                .limit(MAX_OTHERS)
                .toList();
        return others.isEmpty() ? text("") : section(
                h2("Other runs of this session"),
                div(ul(each(others, other -> li(
                                Html.link(Route.run(other.id()), Html.mono(RunsPage.words(other.plan()))),
                                TagCreator.small(
                                        RunsPage.verdict(other),
                                        text(" "),
                                        Html.link(
                                                Route.compare(session)
                                                        .with("a", run.plan().text())
                                                        .with("b", other.plan().text()),
                                                "Compare with it").withClass("in")))))
                                .withClass("todo tries"))
                        .withClass("card pad0"));
    }

    private DomContent suggestions() {
        List<SuggestedPlan> plans = SuggestedPlan.of(clean.frames());
        return plans.isEmpty() ? text("") : section(
                h2("Try a bad day"),
                div(ul(each(plans, plan -> li(
                                Html.link(Route.runs().with("s", session).with("plan", plan.plan()), plan.words()),
                                TagCreator.small(plan.plan().replace(";", "; ")).withClass("mono"))))
                                .withClass("todo tries go"))
                        .withClass("card pad0"));
    }

    private DomContent repeat() {
        String options = file == null ? run.plan().options() : " --plan " + file;
        return section(
                h2("On the command line"),
                pre(VisibleText.lines("tapedeck replay " + clean.recording().name() + options))
                        .withId("command").withClass("code"),
                div(Html.scripted("copy", "Copy command", null).withData("of", "command")).withClass("row"));
    }

    private DomContent invariants() {
        return section(
                h2("Invariants"),
                div(ul(each(report.checked(), this::invariant)).withClass("todo checks")).withClass("card pad0"));
    }

    private DomContent invariant(String name) {
        List<Violation> broken =
                report.violations().stream().filter(violation -> violation.invariant().equals(name)).toList();
        if (broken.isEmpty()) {
            return li(
                    Glyph.OK.drawing(),
                    span(text(name), evidence(name)),
                    TagCreator.small(InvariantWords.of(name)));
        }
        Violation first = broken.getFirst();
        return li(
                Glyph.UNMAPPED.drawing(),
                span(
                        text(name + ": "),
                        strong(Html.count(broken.size(), "violation")),
                        text(", first at "),
                        frame(first.seq())),
                TagCreator.small(VisibleText.lines(run.plan().faults().words(
                        "expected " + Html.cut(first.expected(), 400) + ", found " + Html.cut(first.found(), 400)))));
    }

    /** What of this run an invariant that held had to do with. */
    private DomContent evidence(String name) {
        return switch (name) {
            case "one warning per epoch" -> evidence("warning", report.notes(HostNote.Warned.class));
            case "one resync per failed call" -> evidence("resync", report.notes(HostNote.Resynced.class));
            case "closed only on exit or protocol failure" -> evidence("close", report.notes(HostNote.Closed.class));
            case "errors in arrival order, one answer each" ->
                evidence("error answer", report.notes(HostNote.ErrorWritten.class));
            default -> text("");
        };
    }

    private DomContent evidence(String noun, List<? extends HostNote> notes) {
        return notes.isEmpty() ? text("") : Html.all(
                text(": " + Html.count(notes.size(), noun) + ", the first at "), frame(notes.getFirst().seq()));
    }

    private String words(HostNote note) {
        return StateStep.withoutWord(What.of(note), run.plan().faults().words(note.sentence()));
    }

    private DomContent frame(long seq) {
        return seq == 0
                ? text("the start")
                : Html.link(frames().with("sel", seq), "frame " + FramePanel.number(run.plan(), seq));
    }

    private DomContent excepted() {
        if (run.plan().clean() && report.excepted().isEmpty()) {
            return text("");
        }
        List<Excepted> all = report.excepted().stream().sorted().toList();
        DomContent body = all.isEmpty()
                ? p(Glyph.OK.drawing(), text(" The maps are those of the clean run, without any exception."))
                : div(
                        p("The maps equal those of the clean run, but for:").withClass("muted"),
                        ul(each(all, each -> li(Glyph.GAP.drawing(), text(" " + each.sentence())))).withClass("t"));
        return section(h2("Excepted differences"), body);
    }

    private DomContent notes() {
        List<HostNote> told = report.notes().stream()
                .filter(note -> !(note instanceof HostNote.EpochOpened opened && opened.epoch() == 1))
                .toList();
        if (told.isEmpty()) {
            return section(h2("What the host did"), p("Nothing by itself.").withClass("muted"));
        }
        List<HostNote> shown = told.subList(0, Math.min(MAX_NOTES, told.size()));
        return section(
                h2("What the host did"),
                div(table(
                                        thead(tr(
                                                th("At").attr("scope", "col").withClass("r"),
                                                th("What").attr("scope", "col"))),
                                        tbody(each(shown, note -> tr(
                                                td(frame(note.seq())).withClass("r"),
                                                td(
                                                        StateStep.hostPill(What.of(note)),
                                                        text(" " + VisibleText.lines(words(note))))))))
                                .withClass("tb"))
                        .withClass("card pad0"),
                report.noteCount() > shown.size() + 1
                        ? p(Html.number(report.noteCount()) + " in all.").withClass("muted")
                        : text(""));
    }

    private DomContent dispositions() {
        List<DomContent> rows = new ArrayList<>();
        for (Disposition disposition : Disposition.values()) {
            long before = clean.frames().count(disposition);
            long now = report.count(disposition);
            if (before > 0 || now > 0) {
                rows.add(tr(
                        th(disposition.word()).attr("scope", "row"),
                        td(Html.number(before)).withClass("r"),
                        td(before == now ? text(Html.number(now)) : strong(Html.number(now))).withClass("r")));
            }
        }
        return section(
                h2("Frames"),
                div(table(
                                        thead(tr(
                                                th("came to").attr("scope", "col"),
                                                th("clean").attr("scope", "col").withClass("r"),
                                                th("this run").attr("scope", "col").withClass("r"))),
                                        tbody(Html.all(rows)))
                                .withClass("tb"))
                        .withClass("card pad0"));
    }
}
