package dev.tapedeck.inspect.pages;

import static j2html.TagCreator.b;
import static j2html.TagCreator.details;
import static j2html.TagCreator.div;
import static j2html.TagCreator.each;
import static j2html.TagCreator.h2;
import static j2html.TagCreator.h3;
import static j2html.TagCreator.header;
import static j2html.TagCreator.p;
import static j2html.TagCreator.section;
import static j2html.TagCreator.span;
import static j2html.TagCreator.summary;
import static j2html.TagCreator.text;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.frame.Wire;
import dev.tapedeck.host.Disposition;
import dev.tapedeck.host.FrameResult;
import dev.tapedeck.inspect.index.Carried;
import dev.tapedeck.inspect.index.FrameProbe.Event;
import dev.tapedeck.inspect.index.FrameProbe.Probe;
import dev.tapedeck.inspect.index.Plan;
import dev.tapedeck.inspect.index.Recording;
import dev.tapedeck.matrix.Column;
import dev.tapedeck.rules.Message;
import dev.tapedeck.text.VisibleText;
import j2html.tags.DomContent;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One frame in three steps: raw, the events that it became, what they changed; letters tie values together. */
final class FramePanel {
    private final Recording recording;
    private final Probe probe;
    private final FrameResult result;
    private final @Nullable Carried carried;
    private final RawStep raw;
    private final Plan plan;
    private final Route here;

    private FramePanel(Recording recording, Plan plan, Probe probe, Query query) {
        this.recording = recording;
        this.plan = plan;
        this.probe = probe;
        this.result = probe.result();
        boolean mapped = result.disposition() == Disposition.MAPPED && result.message() != null;
        this.carried = mapped ? Carried.of(wire(), result.rule(), result.message(), probe.events()) : null;
        long seq = result.frame().seq();
        this.here = plan.clean()
                ? Route.frame(recording.id(), seq)
                : Route.frames(recording.id()).with("plan", plan.text()).with("sel", seq);
        this.raw = new RawStep(recording, plan, result, carried, here, query);
    }

    private Wire wire() {
        return recording.header().wire();
    }

    /** Where to go from a frame. */
    interface Neighbours {
        @Nullable Route of(long seq, int step);
    }

    static DomContent of(
            Recording recording, Plan plan, @Nullable Probe probe, Neighbours neighbours, Query query) {
        if (probe == null) {
            return empty("Choose a frame to see what became of it.");
        }
        return new FramePanel(recording, plan, probe, query).panel(neighbours);
    }

    /** A panel that says why it is empty. */
    static DomContent empty(String sentence) {
        return section(p(sentence).withClass("sheet muted"))
                .withId("detail")
                .withClass("dt")
                .attr("aria-label", "Selected frame");
    }

    /** The three steps alone. */
    static DomContent steps(Recording recording, Probe probe, Query query) {
        FramePanel panel = new FramePanel(recording, Plan.CLEAN, probe, query);
        DomContent state = StateStep.of(recording, Plan.CLEAN, probe);
        return section(h2("Three steps").withClass("vh"), panel.raw.of(), panel.events(), state)
                .withClass("dt").attr("aria-label", "Frame");
    }

    /** Batch and time of a frame. */
    static String place(FrameResult result) {
        return (result.batch() == 0 ? "" : "batch " + Html.number(result.batch()) + " · ")
                + Html.offset(result.frame().micros());
    }

    private DomContent panel(Neighbours neighbours) {
        long seq = result.frame().seq();
        return section(
                        header(
                                h2(Html.link(here, "Frame " + number(plan, seq))),
                                Html.muted(place(result)),
                                Html.spacer(),
                                step(neighbours.of(seq, -1), "Prev", "k"),
                                step(neighbours.of(seq, 1), "Next", "j")),
                        raw.of(),
                        events(),
                        StateStep.of(recording, plan, probe))
                .withId("detail")
                .withClass("dt")
                .attr("aria-label", "Selected frame");
    }

    private static DomContent step(@Nullable Route route, String word, String key) {
        return route == null ? text("") : Html.button(route, word, key).withClass("btn ghost");
    }

    /** A letter beside a value. */
    static DomContent letter(String letter, String title) {
        return span(letter).withClass("pv").withTitle(title);
    }

    private DomContent events() {
        List<DomContent> content = new ArrayList<>();
        content.add(h3(
                step(2),
                b("Canonical events"),
                result.rule() == null ? text("") : Html.all(text(" rule "), ruleLink(result.rule())),
                Html.spacer(),
                text(probe.events().isEmpty() ? "" : Html.count(probe.events().size(), "event"))));
        content.add(verdict());
        for (int i = 0; i < probe.events().size(); i++) {
            Event event = probe.events().get(i);
            int number = i;
            content.add(Tree.of(event.json(), pointer -> eventMark(number, pointer)));
        }
        if (!probe.events().isEmpty()) {
            content.add(projection("Runtime", probe.events().stream().flatMap(e -> e.runtime().stream()).toList(), ""));
            content.add(projection("Amalgm", probe.events().stream().flatMap(e -> e.amalgm().stream()).toList(),
                    omissions()));
        }
        return div(Html.all(content)).withClass("step");
    }

    /** The rule, which leads to everything of this session that it took. */
    private DomContent ruleLink(String rule) {
        Route frames = Route.frames(recording.id()).with("plan", plan.text());
        return Html.link(frames.with("q", "rule:\"" + rule + "\""), Html.mono(rule))
                .withTitle("All frames of this session that this rule took");
    }

    private String omissions() {
        return probe.events().stream()
                .map(Event::omission)
                .filter(omission -> omission != null)
                .distinct()
                .collect(Collectors.joining("; "));
    }

    /** What the events are in another vocabulary, folded, since it says little new. */
    private static DomContent projection(String vocabulary, List<ObjectNode> events, String whyNone) {
        if (events.isEmpty()) {
            String why = whyNone.isEmpty() ? "nothing" : "nothing: " + whyNone;
            return p(b(vocabulary), Html.muted(" " + why)).withClass("proj");
        }
        return details(
                        summary(b(vocabulary), Html.muted(" " + Html.count(events.size(), "event") + ": "
                                + events.stream()
                                        .map(event -> event.path("type").asText())
                                        .distinct()
                                        .collect(Collectors.joining(", ")))),
                        each(events, event -> Tree.of(event, pointer -> null)))
                .withClass("proj");
    }

    private @Nullable DomContent eventMark(int event, String pointer) {
        String letter = carried == null ? null : carried.letter(event, pointer);
        return letter == null ? null : letter(letter, "comes from the raw value " + letter);
    }

    private DomContent verdict() {
        String reason = result.reason() == null ? "" : result.reason();
        return switch (result.disposition()) {
            case MAPPED -> probe.events().isEmpty()
                    ? p("The rule took the frame and had nothing to say.").withClass("muted")
                    : text("");
            case UNMAPPED -> p(Html.pill(Glyph.UNMAPPED, "unmapped"), text(" No rule takes this kind. "),
                    result.message() == null
                            ? text("")
                            : Html.link(unmapped(recording, result.message()), "All frames of this kind")
                                    .withClass("in"));
            case FAULTED -> p(Html.pill(Glyph.FAULT, "frame fault"), text(" " + VisibleText.lines(reason)));
            case DROPPED -> p(Html.pill(Glyph.DROP, "dropped on purpose"), text(" " + VisibleText.lines(reason)));
            case DUPLICATE -> p(
                    Html.pill(Glyph.DROP, "duplicate view"),
                    text(" It says again what "),
                    Html.mono(reason),
                    text(" says."));
            case UNDELIVERED -> p(Html.pill(Glyph.LATE, "not delivered"), text(" " + VisibleText.lines(reason)));
        };
    }

    private static Route unmapped(Recording recording, Message message) {
        Column column = new Column(recording.header().provider(), recording.header().wire());
        return Route.unmapped(UnmappedPages.id(column, message.kind().path()));
    }

    /** Number of a frame in the recording; a copy, or one from nowhere, is told by what stands behind it. */
    static String number(Plan plan, long seq) {
        long copy = seq - plan.inRun(plan.recorded(seq));
        return Html.number(plan.recorded(seq)) + (copy == 0 ? "" : "+" + copy);
    }

    /** The number of a step, before its title. */
    static DomContent step(int step) {
        return span(Integer.toString(step)).withClass("n");
    }
}
