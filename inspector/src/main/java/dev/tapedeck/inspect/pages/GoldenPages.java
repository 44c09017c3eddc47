package dev.tapedeck.inspect.pages;

import static j2html.TagCreator.b;
import static j2html.TagCreator.div;
import static j2html.TagCreator.each;
import static j2html.TagCreator.h1;
import static j2html.TagCreator.p;
import static j2html.TagCreator.section;
import static j2html.TagCreator.span;
import static j2html.TagCreator.table;
import static j2html.TagCreator.tbody;
import static j2html.TagCreator.td;
import static j2html.TagCreator.text;
import static j2html.TagCreator.th;
import static j2html.TagCreator.thead;
import static j2html.TagCreator.tr;

import dev.tapedeck.golden.Golden;
import dev.tapedeck.golden.GoldenName;
import dev.tapedeck.inspect.index.FrameTable;
import dev.tapedeck.inspect.index.GoldenBoard.Origins;
import dev.tapedeck.inspect.index.GoldenBoard.Pending;
import dev.tapedeck.inspect.index.GoldenBoard.State;
import dev.tapedeck.inspect.index.GoldenDiff;
import dev.tapedeck.inspect.index.Library.Scan;
import dev.tapedeck.inspect.index.Recording;
import dev.tapedeck.text.VisibleText;
import j2html.tags.DomContent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The goldens that wait for a decision, and the difference of one. */
public final class GoldenPages {
    /** Waiting goldens that the list tells more of. */
    private static final int MAX_LISTED = 200;

    private final State state;
    private final boolean exists;
    private final GoldenActions actions;
    private final Scan scan;
    private final Function<Recording, Optional<FrameTable>> frames;

    /**
     * @param exists whether there is a folder of goldens
     * @param formToken of the visitor's session
     * @param scan recordings, to which goldens link
     * @param frames what a recording's replay gave; empty while it goes on
     */
    public GoldenPages(
            State state,
            boolean exists,
            String formToken,
            boolean readOnly,
            Scan scan,
            Function<Recording, Optional<FrameTable>> frames) {
        this.state = state;
        this.exists = exists;
        this.actions = new GoldenActions(state, formToken, readOnly);
        this.scan = scan;
        this.frames = frames;
    }

    /**
     * A decision that was just taken, so that it can be taken back.
     *
     * @param id of the golden that somebody looked at
     * @param names that one, then those that were decided with it
     */
    public record Decided(String id, List<GoldenName> names, String act) {
        public Decided {
            names = List.copyOf(names);
        }
    }

    /**
     * The queue, without one that is open.
     *
     * @param origins what each golden is made of
     */
    public Page list(Function<Pending, Origins> origins, @Nullable Decided decided) {
        DomContent content;
        if (!exists) {
            content = Html.all(
                    p("This folder has no goldens beside it."),
                    p(
                            text("Name their folder with "),
                            Html.mono("tapedeck inspect DIR --golden DIR"),
                            text(", or make some with "),
                            Html.mono("tapedeck golden check"),
                            text(".")));
        } else if (state.pending().isEmpty()) {
            content = Html.all(
                    p(
                            span(
                                    Glyph.OK.drawing(),
                                    text(
                                            " Nothing waits. " + Html.count(state.settled().size(), "golden")
                                                    + " approved."))),
                    p(
                            text("Run "),
                            Html.mono("tapedeck golden check"),
                            text(" to compare them with what the recordings give now."))
                            .withClass("muted"));
        } else {
            content = waiting(origins);
        }
        DomContent middle = section(
                        div(h1("Goldens"), Html.muted(Html.number(state.pending().size()) + " pending"))
                                .withClass("hd row"),
                        actions.undo(decided),
                        div(content).withClass("sheet"))
                .withClass("mid");
        return Page.of("Goldens", Page.Section.GOLDENS, "p-gold", Html.all(GoldenQueue.of(state, null), middle), null);
    }

    private DomContent waiting(Function<Pending, Origins> origins) {
        List<Pending> shown = state.pending().stream().limit(MAX_LISTED).toList();
        return div(table(
                                thead(tr(
                                        th("Golden").attr("scope", "col"),
                                        th("What changed").attr("scope", "col"),
                                        th("Why").attr("scope", "col"),
                                        th("Same change").attr("scope", "col").withClass("r wd"))),
                                tbody(each(shown, golden -> tr(
                                                th(Html.link(
                                                                Route.golden(golden.id()),
                                                                golden.golden().name().scenario()),
                                                        div(golden.golden().name().view().word())
                                                                .withClass("muted cap"))
                                                        .attr("scope", "row"),
                                                td(
                                                        text(golden.golden().approved() == null
                                                                ? "new, nothing approved yet"
                                                                : golden.summary()),
                                                        changedPaths(golden)),
                                                td(GoldenWhy.verdict(origins.apply(golden))),
                                                td(Html.number(state.like(golden).size())).withClass("r wd"))
                                        .withData("row", ""))))
                        .withClass("tb"))
                .withClass("card pad0");
    }

    private static DomContent changedPaths(Pending golden) {
        List<String> paths = golden.diff().paths().keySet().stream().limit(3).toList();
        return golden.golden().approved() == null
                ? text("")
                : each(paths, path -> div(Html.mono(Html.cut(path, 80))));
    }

    /** One golden. */
    public Page one(
            Pending golden, Origins origins, Map<String, byte[]> bytes, Query query, @Nullable Decided decided) {
        Route here = Route.golden(golden.id());
        boolean unified = query.choice("view", here, List.of("split", "unified")).equals("unified");
        boolean asText = query.choice("unit", here, List.of("events", "text")).equals("text");
        GoldenDiff diff = asText ? GoldenDiff.of(bytes.get("approved"), bytes.get("received"), false) : golden.diff();
        Golden file = golden.golden();
        boolean fresh = file.approved() == null;
        int at = state.pending().indexOf(golden);
        DomContent middle = section(
                        div(
                                        div(
                                                        h1(VisibleText.of(GoldenQueue.last(file.name().scenario()))),
                                                        Html.muted(
                                                                file.name().view().word() + " · "
                                                                        + file.name().scenario()).withClass("muted nw"),
                                                        Html.pill(
                                                                fresh ? Glyph.NONE : Glyph.GAP,
                                                                fresh ? "New" : "Received differs"),
                                                        Html.spacer(),
                                                        segments(
                                                                "Layout",
                                                                here.with("unit", asText ? "text" : null),
                                                                "view",
                                                                "v",
                                                                unified ? 1 : 0,
                                                                "split",
                                                                "unified"),
                                                        segments(
                                                                "Unit",
                                                                here.with("view", unified ? "unified" : null),
                                                                "unit",
                                                                "t",
                                                                asText ? 1 : 0,
                                                                "events",
                                                                "text"))
                                                .withClass("row"),
                                        div(
                                                        span(
                                                                b(Html.number(diff.changed())),
                                                                text(" changed, "),
                                                                b(Html.number(diff.added())),
                                                                text(" added, "),
                                                                b(Html.number(diff.removed())),
                                                                text(" removed")),
                                                        Html.muted(Html.number(equal(diff)) + " equal lines"),
                                                        Html.spacer(),
                                                        neighbour(at - 1, "Previous", "p"),
                                                        neighbour(at + 1, "Next", "n"))
                                                .withClass("row"))
                                .withClass("hd"),
                        actions.undo(decided),
                        div(DiffTable.of(diff, unified, sizes(bytes)))
                                .withClass("scr")
                                .withTabindex(0)
                                .attr("role", "region")
                                .attr("aria-label", "Differences"),
                        actions.of(golden, fresh))
                .withClass("mid")
                .attr("aria-label", "Golden diff");
        DomContent why = new GoldenWhy(scan, frames).of(golden, origins, bytes);
        DomContent main = Html.all(GoldenQueue.of(state, golden), middle, why);
        return Page.of(file.name().toString(), Page.Section.GOLDENS, "p-gold", main, null).withHint(Hint.GOLDEN);
    }

    private static DiffTable.Sizes sizes(Map<String, byte[]> bytes) {
        Function<String, Long> size = side -> bytes.containsKey(side) ? (long) bytes.get(side).length : 0;
        return new DiffTable.Sizes(size.apply("approved"), size.apply("received"));
    }

    private static long equal(GoldenDiff diff) {
        return diff.blocks().stream()
                .mapToLong(block -> block instanceof GoldenDiff.Block.Equal equal ? equal.count() : 0)
                .sum();
    }

    private static DomContent segments(String label, Route here, String key, String shortcut, int on, String... words) {
        List<DomContent> links = new ArrayList<>();
        for (int i = 0; i < words.length; i++) {
            links.add(Html.link(here.with(key, i == 0 ? null : words[i]), words[i])
                    .withData("key", shortcut)
                    .condAttr(i == on, "aria-current", "true"));
        }
        return div(Html.all(links)).withClass("seg").attr("role", "group").attr("aria-label", label);
    }

    private DomContent neighbour(int at, String word, String key) {
        return at < 0 || at >= state.pending().size()
                ? text("")
                : Html.button(Route.golden(state.pending().get(at).id()), word, key)
                        .withClass("btn ghost")
                        .withData("key", key);
    }

    /** What is shown when a golden is no longer what the visitor looked at. */
    public Page conflict(Pending now, Origins origins, Map<String, byte[]> bytes) {
        Page page = one(now, origins, bytes, new Query(Map.of()), null);
        DomContent warning = div(
                span(Glyph.FAULT.drawing()),
                span(
                        "This golden changed on disk since you opened it. Nothing was written; this is its state."))
                .withClass("note bad top")
                .attr("role", "alert");
        return new Page(409, page.title(), page.section(), page.layout(), Html.all(warning, page.main()), null, false);
    }
}
