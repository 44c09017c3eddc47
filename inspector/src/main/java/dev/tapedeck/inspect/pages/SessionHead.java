package dev.tapedeck.inspect.pages;

import static j2html.TagCreator.div;
import static j2html.TagCreator.h1;
import static j2html.TagCreator.iff;
import static j2html.TagCreator.nav;
import static j2html.TagCreator.span;
import static j2html.TagCreator.strong;
import static j2html.TagCreator.text;

import dev.tapedeck.host.Disposition;
import dev.tapedeck.inspect.index.FrameTable;
import dev.tapedeck.inspect.index.Plan;
import dev.tapedeck.inspect.index.Recording;
import dev.tapedeck.inspect.index.Tape;
import dev.tapedeck.text.VisibleText;
import j2html.tags.DomContent;
import j2html.tags.specialized.ATag;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What stands above every view of a session: facts, problems, the views.
 *
 * @param plan under which it is replayed; only its frames are shown under another than the clean one
 */
public record SessionHead(Tape tape, Plan plan, long pendingGoldens) {

    /** The views of a session. */
    enum View {
        FRAMES,
        TIMELINE,
        TRANSCRIPT,
        STATE,
        BUDGETS;

        String word() {
            return name().charAt(0) + name().substring(1).toLowerCase(Locale.ROOT);
        }

        Route route(String session) {
            return switch (this) {
                case FRAMES -> Route.frames(session);
                case TIMELINE -> Route.timeline(session);
                case TRANSCRIPT -> Route.transcript(session);
                case STATE -> Route.state(session);
                case BUDGETS -> Route.budgets(session);
            };
        }
    }

    private String id() {
        return tape.recording().id();
    }

    /** The frames, under the plan. */
    Route frames() {
        return Route.frames(id()).with("plan", plan.text());
    }

    /** The frame of that number, as the replay counts, in the list of frames. */
    Route frame(long seq) {
        return frames().with("sel", seq);
    }

    /**
     * The head.
     *
     * @param filter the filter that is on, so that its chip is marked
     */
    DomContent of(View current, String filter) {
        Recording recording = tape.recording();
        FrameTable frames = tape.frames();
        List<DomContent> parts = new ArrayList<>();
        parts.add(nav(Html.link(Route.sessions(), "Sessions"), text(" /"))
                .withClass("muted")
                .attr("aria-label", "Breadcrumb"));
        parts.add(h1(VisibleText.of(Html.cut(recording.title(), 80))));
        parts.add(Html.muted(facts()));
        parts.add(Html.spacer());
        chip(parts, frames.count(Disposition.UNMAPPED), "is:unmapped", Glyph.UNMAPPED, " unmapped", filter);
        chip(parts, frames.count(Disposition.FAULTED), "is:fault", Glyph.FAULT, " faulted", filter);
        chip(parts, frames.count(Disposition.UNDELIVERED), "is:undelivered", Glyph.LATE, " not delivered", filter);
        if (pendingGoldens > 0) {
            parts.add(Html.pill(Route.goldens(), Glyph.GAP, Html.count(pendingGoldens, "golden") + " pending"));
        }
        parts.add(Html.scripted("copy-link", "Copy link", "y"));
        return Html.all(
                div(
                                div(Html.all(parts)).withClass("row"),
                                iff(
                                        tape.failure() != null,
                                        div(
                                                        span(Glyph.FAULT.drawing()),
                                                        span(VisibleText.of("The replay stopped: " + tape.failure())))
                                                .withClass("note bad")),
                                damaged(),
                                truncated(),
                                plan.clean() ? text("") : underPlan())
                        .withClass("hd"),
                tabs(current));
    }

    /** What is wrong with the file; the rest of it is shown all the same. */
    private DomContent damaged() {
        List<FrameTable.Damaged> damages = tape.frames().damages();
        return damages.isEmpty() ? text("") : div(
                        span(Glyph.FAULT.drawing()),
                        span(VisibleText.of("This file is damaged: " + damages.getFirst().sentence()
                                + (damages.size() > 1 ? " · and " + (damages.size() - 1) + " more" : "")
                                + " · What could be read of it is shown.")))
                .withClass("note bad");
    }

    /** Not damage: all that the recorder wrote is there. */
    private DomContent truncated() {
        return tape.recording().truncated() ? div(
                        span(Glyph.LATE.drawing()),
                        span("This recording is truncated: it has no end line, since its recorder was stopped or is "
                                + "still at it. All that was written is shown."))
                .withClass("note gap")
                : text("");
    }

    private DomContent underPlan() {
        Route run = Route.runs().with("s", id()).with("plan", plan.text());
        return div(
                        Glyph.FAULT.drawing(),
                        span(
                                text("Replayed under "),
                                strong(Html.count(plan.faults().faults().size(), "fault")),
                                text(": "),
                                Html.mono(String.join("; ", plan.each()))),
                        Html.spacer(),
                        Html.link(run, "The run").withClass("in"),
                        Html.link(Route.compare(id()).with("b", plan.text()), "Compare with the clean one")
                                .withClass("in"),
                        Html.link(Route.frames(id()), "Clean replay").withClass("in"))
                .withClass("note gap wrapping");
    }

    private DomContent tabs(View current) {
        List<DomContent> tabs = new ArrayList<>();
        for (View view : View.values()) {
            Route route = view == View.FRAMES ? frames() : view.route(id());
            tabs.add(Html.link(route, view.word())
                    .condAttr(view == current, "aria-current", "page")
                    .withData("key", Integer.toString(view.ordinal() + 1)));
        }
        String send = tape.frames().firstSend();
        boolean told = send != null && !send.equals(tape.recording().title());
        return div(
                        nav(Html.all(tabs)).withClass("views").attr("aria-label", "Session views"),
                        Html.muted(told ? "“" + VisibleText.of(Html.cut(send, 160)) + "”" : "")
                                .withClass("muted nw sp"),
                        Html.link(Route.runs().with("s", id()).with("plan", plan.text()), "Replay with faults")
                                .withClass("btn"))
                .withClass("tabs");
    }

    private String facts() {
        Recording recording = tape.recording();
        List<String> facts = new ArrayList<>();
        facts.add(recording.header().provider() + " · " + recording.header().wire());
        if (recording.header().version() != null) {
            facts.add(recording.header().version());
        }
        facts.add(Html.count(tape.frames().size(), "frame") + (tape.frames().growing() ? " replayed so far" : ""));
        facts.add(Html.size(recording.stamp().size()));
        if (recording.growing()) {
            facts.add("recording");
        }
        facts.add(Html.duration(tape.frames().lastMicros()));
        facts.add(recording.headerless() ? "no header" : recording.header().origin().word());
        return String.join(" · ", facts);
    }

    private void chip(
            List<DomContent> parts, long count, String filter, Glyph glyph, String words, String current) {
        if (count > 0) {
            ATag chip = Html.pill(frames().with("q", filter), glyph, Html.number(count) + words);
            parts.add(current.equals(filter) ? chip.attr("aria-current", "true") : chip);
        }
    }
}
