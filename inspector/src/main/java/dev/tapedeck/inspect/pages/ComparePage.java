package dev.tapedeck.inspect.pages;

import static j2html.TagCreator.div;
import static j2html.TagCreator.each;
import static j2html.TagCreator.h1;
import static j2html.TagCreator.h2;
import static j2html.TagCreator.p;
import static j2html.TagCreator.section;
import static j2html.TagCreator.table;
import static j2html.TagCreator.tbody;
import static j2html.TagCreator.td;
import static j2html.TagCreator.text;
import static j2html.TagCreator.th;
import static j2html.TagCreator.thead;
import static j2html.TagCreator.tr;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.host.Disposition;
import dev.tapedeck.inspect.index.Comparison;
import dev.tapedeck.inspect.index.Comparison.FrameDiff;
import dev.tapedeck.inspect.index.Comparison.Outcome;
import dev.tapedeck.inspect.index.Comparison.Side;
import dev.tapedeck.inspect.index.Plan;
import dev.tapedeck.inspect.index.Recording;
import dev.tapedeck.json.Json;
import dev.tapedeck.text.VisibleText;
import j2html.tags.DomContent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Two runs of one recording side by side: where they part first, and how their maps differ at the end. */
public final class ComparePage {
    private final Recording recording;
    private final Comparison comparison;
    private final CompareTables tables;

    private ComparePage(Recording recording, Comparison comparison) {
        this.recording = recording;
        this.comparison = comparison;
        this.tables = new CompareTables(comparison);
    }

    public static Page of(Recording recording, Comparison comparison) {
        return new ComparePage(recording, comparison).page();
    }

    private Page page() {
        boolean equal = comparison.frames().isEmpty() && comparison.maps().changes().isEmpty();
        DomContent body = equal
                ? div(p(Glyph.OK.drawing(), text(" Both runs came to the same: every one of "
                                + Html.count(comparison.equal(), "frame") + " and all maps.")))
                        .withClass("sheet")
                : div(first(), tables.hosts(), tables.maps(), frames()).withClass("cmp");
        return Page.of(
                "Two runs of " + recording.title(), Page.Section.RUNS, "p-over", div(head(), body).withClass("runs"),
                null);
    }

    private DomContent head() {
        return div(div(
                        Html.link(Route.runs().with("s", recording.id()), "Runs"),
                        text(" / "),
                        h1("Two runs of " + VisibleText.of(Html.cut(recording.title(), 80))),
                        Html.muted(Html.count(comparison.frames().size() + comparison.further(), "frame")
                                + " came to something else, " + Html.number(comparison.equal()) + " to the same; "
                                + Html.count(comparison.maps().changes().size() + comparison.maps().further(), "value")
                                + " of the maps " + (comparison.maps().changes().size() == 1 ? "differs" : "differ")),
                        Html.spacer(),
                        Html.button(
                                Route.compare(recording.id())
                                        .with("a", comparison.other().plan().text())
                                        .with("b", comparison.one().plan().text()),
                                "Swap sides", null),
                        Html.scripted("copy-link", "Copy link", "y"))
                        .withClass("row"))
                .withClass("hd");
    }

    /** A plan in words. */
    static String name(Plan plan) {
        return plan.clean() ? "Clean" : String.join("; ", plan.each());
    }

    private DomContent name(Side side) {
        return Html.link(Route.runs().with("s", recording.id()).with("plan", side.plan().text()), name(side.plan()));
    }

    private DomContent first() {
        if (comparison.frames().isEmpty()) {
            return section(h2("Every frame came to the same"));
        }
        FrameDiff first = comparison.frames().getFirst();
        String kind = first.one() == null
                ? first.other() == null ? "" : first.other().kind()
                : first.one().kind();
        return section(
                h2(text("They part at frame " + Html.number(first.seq()) + " "), Html.mono(Html.cut(kind, 80))),
                div(
                                side(comparison.one(), first, first.one()),
                                side(comparison.other(), first, first.other()))
                        .withClass("two"));
    }

    private DomContent side(Side side, FrameDiff diff, @Nullable Outcome outcome) {
        List<DomContent> parts = new ArrayList<>();
        parts.add(p(name(side)).withClass("mono cap"));
        if (outcome == null) {
            parts.add(p(Html.pill(Glyph.LATE, "never arrived")));
        } else {
            parts.add(p(pill(outcome), text(" "), reason(outcome), text(" "), Html
                    .link(frame(side.plan(), diff.seq()), "Open").withClass("in")));
            outcome.events().forEach(event -> parts.add(Tree.of(read(event), pointer -> null)));
            if (outcome.events().isEmpty()) {
                parts.add(p("No event.").withClass("muted"));
            }
        }
        return div(Html.all(parts))
                .withClass("card")
                .withTabindex(0)
                .attr("role", "region")
                .attr("aria-label", side.plan().clean() ? "Clean run" : "Run under the plan");
    }

    private Route frame(Plan plan, long seq) {
        return Route.frames(recording.id()).with("plan", plan.text()).with("sel", plan.inRun(seq));
    }

    private static JsonNode read(String event) {
        try {
            return Json.read(event.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            return Json.mapper().getNodeFactory().textNode(event);
        }
    }

    private static DomContent reason(Outcome outcome) {
        String reason = outcome.reason();
        return reason == null ? text("") : Html.muted(Html.cut(reason, 300));
    }

    private static DomContent pill(Outcome outcome) {
        Disposition disposition = outcome.disposition();
        return switch (disposition) {
            case MAPPED -> Html.pill(Glyph.OK, disposition.word());
            case DUPLICATE, DROPPED -> Html.pill(Glyph.DROP, disposition.word());
            case UNMAPPED -> Html.pill(Glyph.UNMAPPED, disposition.word());
            case FAULTED -> Html.pill(Glyph.FAULT, disposition.word());
            case UNDELIVERED -> Html.pill(Glyph.LATE, "not delivered");
        };
    }

    private DomContent frames() {
        if (comparison.frames().isEmpty()) {
            return text("");
        }
        return section(
                h2("Frames that came to something else"),
                div(table(
                                        thead(tr(
                                                th("Frame").attr("scope", "col").withClass("r"),
                                                th("Kind").attr("scope", "col"),
                                                th(name(comparison.one().plan())).attr("scope", "col"),
                                                th(name(comparison.other().plan())).attr("scope", "col"))),
                                        tbody(each(comparison.frames(), this::line)))
                                .withClass("tb cmpt side4"))
                        .withClass("card pad0"),
                comparison.further() == 0
                        ? text("")
                        : p(Html.count(comparison.further(), "further frame") + ".").withClass("muted"));
    }

    private DomContent line(FrameDiff diff) {
        Outcome any = diff.one() == null ? diff.other() : diff.one();
        return tr(
                td(Html.link(frame(comparison.other().plan(), diff.seq()), Html.number(diff.seq())))
                        .withClass("r mono"),
                td(any == null ? text("") : Html.mono(Html.cut(any.kind(), 60))),
                td(outcome(diff.one())),
                td(outcome(diff.other())));
    }

    private static DomContent outcome(@Nullable Outcome outcome) {
        if (outcome == null) {
            return Html.muted("never arrived");
        }
        Map<String, Integer> types = new LinkedHashMap<>();
        outcome.events().forEach(event -> types.merge(read(event).path("type").asText("event"), 1, Integer::sum));
        List<String> words = new ArrayList<>();
        types.forEach((type, count) -> words.add(type + (count > 1 ? " ×" + count : "")));
        return Html.all(
                pill(outcome), text(" "),
                outcome.disposition() == Disposition.MAPPED ? Html.mono(String.join(", ", words)) : reason(outcome));
    }
}
