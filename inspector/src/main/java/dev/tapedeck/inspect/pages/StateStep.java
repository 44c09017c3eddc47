package dev.tapedeck.inspect.pages;

import static j2html.TagCreator.b;
import static j2html.TagCreator.del;
import static j2html.TagCreator.div;
import static j2html.TagCreator.each;
import static j2html.TagCreator.h3;
import static j2html.TagCreator.ins;
import static j2html.TagCreator.p;
import static j2html.TagCreator.span;
import static j2html.TagCreator.table;
import static j2html.TagCreator.tbody;
import static j2html.TagCreator.td;
import static j2html.TagCreator.text;
import static j2html.TagCreator.th;
import static j2html.TagCreator.tr;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.host.Disposition;
import dev.tapedeck.host.HostNote;
import dev.tapedeck.host.StateChange;
import dev.tapedeck.inspect.index.Aside.What;
import dev.tapedeck.inspect.index.FrameProbe.BatchEnd;
import dev.tapedeck.inspect.index.FrameProbe.Meters;
import dev.tapedeck.inspect.index.FrameProbe.Probe;
import dev.tapedeck.inspect.index.Plan;
import dev.tapedeck.inspect.index.Recording;
import dev.tapedeck.text.VisibleText;
import j2html.tags.DomContent;
import j2html.tags.specialized.PTag;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;

/** The third of a frame's steps: what changed in the host. */
final class StateStep {
    private StateStep() {}

    /** The third step: what the frame changed, what the host did by itself, how full it was. */
    static DomContent of(Recording recording, Plan plan, Probe probe) {
        List<DomContent> content = new ArrayList<>();
        content.add(h3(FramePanel.step(3), b("State change"), text(" in the host’s maps, by this frame")));
        if (probe.changes().isEmpty()) {
            content.add(p("Nothing changed.").withClass("muted"));
        } else {
            content.add(table(tbody(each(probe.changes(), StateStep::change))).withClass("ch"));
        }
        if (probe.furtherChanges() > 0) {
            content.add(p(Html.count(probe.furtherChanges(), "further change") + ".").withClass("muted"));
        }
        probe.notes().forEach(note -> content.add(hostDid(plan, note).withClass("hostnote")));
        BatchEnd end = probe.batchEnd();
        if (end != null && probe.result().disposition() == Disposition.FAULTED) {
            content.add(p(
                            text("When its batch was done, after frame "),
                            Html.link(
                                    Route.frames(recording.id()).with("plan", plan.text()).with("sel", end.last()),
                                    FramePanel.number(plan, end.last())),
                            text(":"))
                    .withClass("muted"));
            end.notes().forEach(note -> content.add(hostDid(plan, note).withClass("hostnote later")));
        }
        if (probe.meters() != null) {
            content.add(meters(probe.meters()));
        }
        return div(Html.all(content)).withClass("step");
    }

    private static PTag hostDid(Plan plan, HostNote note) {
        What what = What.of(note);
        String words = plan.faults().words(note.sentence());
        return p(hostPill(what), text(" "), span(VisibleText.lines(withoutWord(what, words))));
    }

    /** What the host did, as a pill. */
    static DomContent hostPill(What what) {
        return switch (what) {
            case FAILURE -> Html.pill(Glyph.FAULT, what.word());
            case RESYNC -> Html.pill(Glyph.LATE, what.word());
            case CLOSED -> Html.pill(Glyph.DROP, what.word());
            case NOTE, WARNING, ACT, LOG -> Html.pill(Glyph.GAP, what.word());
        };
    }

    /** A sentence without the word that stands before it already. */
    static String withoutWord(What what, String sentence) {
        String word = what.word() + ": ";
        return sentence.startsWith(word) ? sentence.substring(word.length()) : sentence;
    }

    static DomContent change(StateChange change) {
        JsonNode before = change.before();
        JsonNode after = change.after();
        return tr(
                th(VisibleText.of(change.path())).attr("scope", "row"),
                td(
                        before == null ? text("") : Html.named(del(shown(before)).withClass("d"), change.path()),
                        before == null || after == null ? text("") : text(" → "),
                        after == null
                                ? text("")
                                : Html.named(
                                        ins((before == null ? "+ " : "") + shown(after)).withClass("a"),
                                        change.path())));
    }

    private static String shown(JsonNode value) {
        return VisibleText.of(Html.cut(value.isTextual() ? value.textValue() : value.toString(), 300));
    }

    private static DomContent meters(Meters meters) {
        return div(
                        p("How full the host was when the batch was done").withClass("muted"),
                        meter("Live items", meters.items(), Html::number),
                        meter("Item text", meters.text(), Html::binarySize),
                        meter("Scratch", meters.scratch(), Html::binarySize),
                        meter("Open requests", meters.requests(), Html::number))
                .withClass("bud");
    }

    /** How much of a bound is used, as a bar. */
    static DomContent bar(long used, long bound) {
        double share = Math.min(1, (double) used / Math.max(1, bound));
        return Svg.svg(64, 6)
                .attr("aria-hidden", "true")
                .with(
                        Svg.rect(0, 0, 64, 6).withClass("trk").attr("rx", 3),
                        Svg.rect(0, 0, share * 64, 6).withClass(share > 0.6 ? "fil w" : "fil").attr("rx", 3));
    }

    private static DomContent meter(String name, Meters.Meter meter, LongFunction<String> words) {
        return div(
                span(name),
                bar(meter.used(), meter.bound()),
                span(words.apply(meter.used()) + " / " + words.apply(meter.bound())));
    }
}
