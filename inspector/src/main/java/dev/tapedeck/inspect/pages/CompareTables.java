package dev.tapedeck.inspect.pages;

import static j2html.TagCreator.div;
import static j2html.TagCreator.each;
import static j2html.TagCreator.h2;
import static j2html.TagCreator.p;
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

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.host.Disposition;
import dev.tapedeck.host.HostNote;
import dev.tapedeck.host.StateChange;
import dev.tapedeck.inspect.index.Comparison;
import dev.tapedeck.replay.ReplayReport;
import dev.tapedeck.text.VisibleText;
import j2html.tags.DomContent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What two runs have beside each other: what their hosts did, and how their maps differ at the end. */
final class CompareTables {
    /** Characters shown before the first difference of a long value. */
    private static final int LEAD = 30;
    private static final int VALUE = 160;

    private final Comparison comparison;

    CompareTables(Comparison comparison) {
        this.comparison = comparison;
    }

    private static DomContent head(Comparison.Side side) {
        return th(ComparePage.name(side.plan())).attr("scope", "col").withClass("mono");
    }

    DomContent hosts() {
        return section(
                h2("What the hosts did"),
                div(table(
                                        thead(tr(
                                                th("What").attr("scope", "col"),
                                                head(comparison.one()),
                                                head(comparison.other()))),
                                        tbody(each(List.of(Count.values()), this::count)))
                                .withClass("tb cmpt"))
                        .withClass("card pad0"));
    }

    /** What is counted of a run. */
    private enum Count {
        WARNINGS("visible warnings"),
        FAILURES("failures"),
        RESYNCS("resyncs"),
        CLOSED("closed"),
        VIOLATIONS("violated invariants"),
        UNDELIVERED("frames not delivered");

        private final String word;

        Count(String word) {
            this.word = word;
        }

        String of(ReplayReport report) {
            return switch (this) {
                case WARNINGS -> Html.number(report.notes(HostNote.Warned.class).size());
                case FAILURES -> Html.number(report.notes(HostNote.Failed.class).size());
                case RESYNCS -> Html.number(report.notes(HostNote.Resynced.class).size());
                case CLOSED -> report.notes(HostNote.Closed.class).isEmpty()
                        ? "no"
                        : report.notes(HostNote.Closed.class).getLast().cause().word();
                case VIOLATIONS -> Html.number(report.violations().size());
                case UNDELIVERED -> Html.number(report.count(Disposition.UNDELIVERED));
            };
        }
    }

    private DomContent count(Count count) {
        String one = count.of(comparison.one().report());
        String other = count.of(comparison.other().report());
        return tr(
                th(count.word).attr("scope", "row"),
                td(one),
                td(one.equals(other) ? text(other) : strong(other)));
    }

    DomContent maps() {
        List<StateChange> changes = comparison.maps().changes();
        if (changes.isEmpty()) {
            return section(h2("Maps"), p(Glyph.OK.drawing(), text(" The maps are equal at the end.")));
        }
        return section(
                h2("Maps at the end"),
                div(table(
                                        thead(tr(
                                                th("Path").attr("scope", "col"),
                                                th(ComparePage.name(comparison.one().plan())).attr("scope", "col"),
                                                th(ComparePage.name(comparison.other().plan())).attr("scope", "col"))),
                                        tbody(each(changes, CompareTables::change)))
                                .withClass("tb cmpt"))
                        .withClass("card pad0"),
                comparison.maps().further() == 0
                        ? text("")
                        : p(Html.count(comparison.maps().further(), "further value") + ".").withClass("muted"));
    }

    private static DomContent change(StateChange change) {
        return tr(
                th(Html.mono(change.path())).attr("scope", "row"),
                td(value(change.path(), change.before(), change.after(), "d plain")),
                td(value(change.path(), change.after(), change.before(), "a")));
    }

    /** A value, from where it begins to differ. */
    private static DomContent value(
            String path, @Nullable JsonNode value, @Nullable JsonNode other, String tone) {
        if (value == null) {
            return Html.muted("absent");
        }
        String words = words(value);
        String others = other == null ? "" : words(other);
        int same = 0;
        while (same < Math.min(words.length(), others.length()) && words.charAt(same) == others.charAt(same)) {
            same++;
        }
        int from = words.length() <= VALUE ? 0 : Math.max(0, Math.min(same - LEAD, words.length() - VALUE));
        String shown = VisibleText.of((from > 0 ? "…" : "") + Html.cut(words.substring(from), VALUE));
        return Html.named(span(shown).withClass(tone), path);
    }

    private static String words(JsonNode value) {
        return value.isTextual() ? value.textValue() : value.toString();
    }
}
