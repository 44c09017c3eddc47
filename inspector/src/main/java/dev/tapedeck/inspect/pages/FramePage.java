package dev.tapedeck.inspect.pages;

import static j2html.TagCreator.div;
import static j2html.TagCreator.h1;
import static j2html.TagCreator.nav;
import static j2html.TagCreator.text;

import dev.tapedeck.inspect.index.FrameProbe.Probe;
import dev.tapedeck.inspect.index.FrameTable;
import dev.tapedeck.inspect.index.Recording;
import j2html.tags.DomContent;
import org.jspecify.annotations.Nullable;

/** One frame on a page of its own, under an address that may be kept. */
public final class FramePage {
    private FramePage() {}

    /** @param frames the frames around it; absent while they are counted */
    public static Page of(Recording recording, @Nullable FrameTable frames, Probe probe, Query query) {
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
                                beside(recording, frames, seq, -1, "‹ Frame ", "p"),
                                beside(recording, frames, seq, 1, "Frame ", "n"),
                                Html.scripted("copy-link", "Copy link", "y"))
                        .withClass("hd row"),
                FramePanel.steps(recording, probe, query));
        return Page.of(
                "Frame " + seq + " of " + recording.title(), Page.Section.SESSIONS, "p-session dt-full", main, null)
                .withHint(Hint.STEPS);
    }

    /** A link to the frame before or after this one. */
    private static DomContent beside(
            Recording recording, @Nullable FrameTable frames, long seq, int step, String word, String key) {
        int row = frames == null ? -1 : frames.rowOf(seq) + step;
        if (frames == null || row < 0 || row >= frames.size()) {
            return text("");
        }
        long other = frames.seq(row);
        String words = word + Html.number(other) + (step > 0 ? " ›" : "");
        return Html.button(Route.frame(recording.id(), other), words, null).withClass("btn ghost").withData("key", key);
    }
}
