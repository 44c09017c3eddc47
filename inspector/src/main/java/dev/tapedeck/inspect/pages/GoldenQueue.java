package dev.tapedeck.inspect.pages;

import static j2html.TagCreator.b;
import static j2html.TagCreator.details;
import static j2html.TagCreator.each;
import static j2html.TagCreator.h2;
import static j2html.TagCreator.li;
import static j2html.TagCreator.nav;
import static j2html.TagCreator.small;
import static j2html.TagCreator.span;
import static j2html.TagCreator.summary;
import static j2html.TagCreator.text;
import static j2html.TagCreator.ul;

import dev.tapedeck.golden.GoldenName;
import dev.tapedeck.inspect.index.GoldenBoard.Pending;
import dev.tapedeck.inspect.index.GoldenBoard.State;
import dev.tapedeck.text.VisibleText;
import j2html.tags.DomContent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The goldens beside a page: equal changes, other changes, new ones, and those that are approved. */
final class GoldenQueue {
    /** Settled goldens that are named. */
    private static final int MAX_SETTLED = 200;

    private GoldenQueue() {}

    static DomContent of(State state, @Nullable Pending open) {
        List<DomContent> parts = new ArrayList<>();
        List<Pending> fresh = state.pending().stream().filter(golden -> golden.golden().approved() == null).toList();
        List<Pending> changed = state.pending().stream().filter(golden -> golden.golden().approved() != null).toList();
        List<Pending> same = changed.stream().filter(golden -> state.like(golden).size() > 1).toList();
        List<Pending> others = changed.stream().filter(golden -> state.like(golden).size() == 1).toList();
        group(parts, "Same change", same, open);
        group(parts, same.isEmpty() ? "Changed" : "Other changes", others, open);
        group(parts, "New, nothing approved yet", fresh, open);
        parts.add(h2(Glyph.OK.drawing(), text("Approved "), Html.muted(Html.number(state.settled().size()))));
        if (!state.settled().isEmpty()) {
            parts.add(details(
                    summary("Names"),
                    ul(
                            each(state.settled().stream().limit(MAX_SETTLED).toList(), golden ->
                                    li(Html.mono(golden.name().toString()))))
                            .withClass("t names")));
        }
        return nav(Html.all(parts)).withClass("lst").attr("aria-label", "Goldens");
    }

    private static void group(List<DomContent> parts, String title, List<Pending> goldens, @Nullable Pending open) {
        if (goldens.isEmpty()) {
            return;
        }
        parts.add(h2(text(title + " "), span(Html.number(goldens.size())).withClass("badge gap")));
        parts.add(ul(each(goldens, golden -> li(entry(golden, open)))));
    }

    private static DomContent entry(Pending golden, @Nullable Pending open) {
        boolean fresh = golden.golden().approved() == null;
        GoldenName name = golden.golden().name();
        return Html.link(
                        Route.golden(golden.id()),
                        (fresh ? Glyph.NONE : Glyph.GAP).drawing(),
                        b(VisibleText.of(last(name.scenario()))),
                        small(VisibleText.of(name.view().word() + " · " + (fresh ? "new" : golden.summary()))))
                .condAttr(open != null && open.id().equals(golden.id()), "aria-current", "true");
    }

    /** The last part of a scenario's name. */
    static String last(String scenario) {
        return scenario.substring(scenario.lastIndexOf('/') + 1);
    }
}
