package dev.tapedeck.inspect.pages;

import static j2html.TagCreator.div;
import static j2html.TagCreator.h1;
import static j2html.TagCreator.nav;
import static j2html.TagCreator.text;

import dev.tapedeck.inspect.index.FrameProbe.Probe;
import dev.tapedeck.inspect.index.Recording;
import j2html.tags.DomContent;

/** One frame on a page of its own, under an address that may be kept. */
public final class FramePage {
    private FramePage() {}

    public static Page of(Recording recording, Probe probe, Query query) {
        long seq = probe.result().frame().seq();
        DomContent main = Html.all(
                div(
                                nav(
                                                Html.link(Route.sessions(), "Sessions"),
                                                text(" / "),
                                                Html.link(
                                                        Route.frames(recording.id()).with("sel", seq),
                                                        Html.cut(recording.title(), 80)),
                                                text(" /"))
                                        .withClass("muted")
                                        .attr("aria-label", "Breadcrumb"),
                                h1("Frame " + Html.number(seq)),
                                Html.muted(FramePanel.place(probe.result())),
                                Html.spacer(),
                                Html.scripted("copy-link", "Copy link", "y"))
                        .withClass("hd row"),
                FramePanel.steps(recording, probe, query));
        return Page.of(
                "Frame " + seq + " of " + recording.title(), Page.Section.SESSIONS, "p-session dt-full", main, null);
    }
}
