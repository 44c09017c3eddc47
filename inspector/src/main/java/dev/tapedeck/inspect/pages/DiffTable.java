package dev.tapedeck.inspect.pages;

import static j2html.TagCreator.b;
import static j2html.TagCreator.col;
import static j2html.TagCreator.colgroup;
import static j2html.TagCreator.mark;
import static j2html.TagCreator.p;
import static j2html.TagCreator.span;
import static j2html.TagCreator.table;
import static j2html.TagCreator.tbody;
import static j2html.TagCreator.td;
import static j2html.TagCreator.text;
import static j2html.TagCreator.th;
import static j2html.TagCreator.thead;
import static j2html.TagCreator.tr;

import dev.tapedeck.inspect.index.GoldenDiff;
import dev.tapedeck.inspect.index.GoldenDiff.Block;
import dev.tapedeck.inspect.index.GoldenDiff.Field;
import dev.tapedeck.redaction.LikelySecrets;
import dev.tapedeck.text.VisibleText;
import j2html.tags.DomContent;
import j2html.tags.specialized.TdTag;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A golden's difference as a table, side by side or one under the other. */
final class DiffTable {
    private final boolean unified;
    private final List<DomContent> lines = new ArrayList<>();

    private DiffTable(boolean unified) {
        this.unified = unified;
    }

    /** Sizes of both files in bytes. */
    record Sizes(long approved, long received) {}

    static DomContent of(GoldenDiff diff, boolean unified, Sizes sizes) {
        DiffTable table = new DiffTable(unified);
        diff.blocks().forEach(table::block);
        if (diff.blocks().isEmpty()) {
            return p("The two are equal line by line; they differ in line ends or encoding.").withClass("sheet");
        }
        String approved = "Approved · " + Html.count(diff.approvedLines(), "line") + " · "
                + Html.size(sizes.approved());
        String received = "Received · " + Html.count(diff.receivedLines(), "line") + " · "
                + Html.size(sizes.received());
        DomContent heads = unified
                ? tr(head(approved + "  →  " + received, 3))
                : tr(head(approved, 2), head(received, 2));
        DomContent columns = unified
                ? colgroup(col().attr("width", 44), col().attr("width", 44), col())
                : colgroup(col().attr("width", 44), col(), col().attr("width", 44), col());
        DomContent more = diff.further() == 0
                ? text("")
                : tr(
                        td(Html.count(diff.further(), "further changed line") + " not shown; the files hold them all.")
                                .attr("colspan", 4))
                        .withClass("eq");
        return j2html.TagCreator.table(columns, thead(heads), tbody(Html.all(table.lines), more)).withClass("df");
    }

    private static DomContent head(String words, int span) {
        return th(words).attr("scope", "col").attr("colspan", span);
    }

    private void block(Block block) {
        switch (block) {
            case Block.Equal equal -> {
                String ends = equal.first().equals(equal.last()) ? equal.first() : equal.first() + " … " + equal.last();
                String words = Html.count(equal.count(), "equal line") + " · " + VisibleText.of(Html.cut(ends, 120));
                lines.add(tr(td(words).attr("colspan", width()))
                        .withClass("eq"));
            }
            case Block.Change change -> {
                if (!isText(change)) {
                    lines.add(title(change));
                }
                boolean first = true;
                for (Field field : change.fields()) {
                    field(field, first ? change.approvedLine() : 0, first ? change.receivedLine() : 0);
                    first = false;
                }
            }
        }
    }

    private int width() {
        return unified ? 3 : 4;
    }

    /** A line that is no event stands for itself. */
    private static boolean isText(Block.Change change) {
        return change.fields().size() == 1 && change.fields().getFirst().path().isEmpty();
    }

    private DomContent title(Block.Change change) {
        String name = change.name();
        if (unified) {
            String number = change.receivedLine() > 0
                    ? Html.number(change.receivedLine())
                    : Html.number(change.approvedLine());
            return tr(td(text("Event " + number + " "), b(VisibleText.of(name)), fate(change)).attr("colspan", 3))
                    .withClass("ev");
        }
        return tr(side(change.approvedLine(), name), side(change.receivedLine(), name, fate(change))).withClass("ev");
    }

    private static DomContent fate(Block.Change change) {
        if (change.approvedLine() == 0) {
            return Html.all(text(" "), Html.pill(Glyph.OK, "added"));
        }
        return change.receivedLine() == 0 ? Html.all(text(" "), Html.pill(Glyph.UNMAPPED, "removed")) : text("");
    }

    private static TdTag side(int line, String name, DomContent... behind) {
        return line == 0
                ? td(Html.all(Html.muted("no counterpart"), Html.all(behind))).attr("colspan", 2)
                : td(Html.all(text("Event " + Html.number(line) + " "), b(VisibleText.of(name)), Html.all(behind)))
                        .attr("colspan", 2);
    }

    private void field(Field field, int approvedLine, int receivedLine) {
        String name = field.path().isEmpty() ? "" : field.path() + "  ";
        Cut cut = cut(field.approved(), field.received());
        if (unified) {
            if (field.same()) {
                lines.add(
                        tr(
                                number(approvedLine, ""),
                                number(receivedLine, ""),
                                value(" ", name, field.approved(), cut, "")));
                return;
            }
            if (field.approved() != null) {
                lines.add(tr(number(approvedLine, "o"), number(0, "o"), value("−", name, field.approved(), cut, "o")));
            }
            if (field.received() != null) {
                lines.add(tr(number(0, "w"), number(receivedLine, "w"), value("+", name, field.received(), cut, "w")));
            }
            return;
        }
        String left = field.approved() == null ? "e" : field.same() ? "" : "o";
        String right = field.received() == null ? "e" : field.same() ? "" : "w";
        lines.add(tr(
                number(field.approved() == null ? 0 : approvedLine, left),
                value(field.same() ? " " : "−", name, field.approved(), cut, left),
                number(field.received() == null ? 0 : receivedLine, right),
                value(field.same() ? " " : "+", name, field.received(), cut, right)));
    }

    private static TdTag number(int line, String tone) {
        return td(line == 0 ? "" : Html.number(line)).withClass(("no " + tone).strip());
    }

    private static TdTag value(String sign, String name, @Nullable String value, Cut cut, String tone) {
        if (value == null) {
            return td().withClass(tone);
        }
        String spoken = sign.equals("−") ? "removed: " : sign.equals("+") ? "added: " : "";
        TdTag cell = td(
                span(span(sign).attr("aria-hidden", "true"), spoken.isEmpty() ? text("") : Html.hidden(spoken))
                        .withClass("sg"),
                text(VisibleText.of(name)));
        if (LikelySecrets.isNamed(name.strip().substring(name.strip().lastIndexOf('.') + 1))) {
            return cell.with(Html.named(span(VisibleText.of(value)), name.strip())).withClass(tone);
        }
        if (tone.isEmpty()) {
            return cell.with(text(VisibleText.of(value)));
        }
        int tail = Math.max(cut.head(), value.length() - cut.tail());
        return cell.with(
                        text(VisibleText.of(value.substring(0, cut.head()))),
                        tail > cut.head() ? mark(VisibleText.of(value.substring(cut.head(), tail))) : text(""),
                        text(VisibleText.of(value.substring(tail))))
                .withClass(tone);
    }

    /** How much of two values is the same at their starts and at their ends. */
    private record Cut(int head, int tail) {}

    private static Cut cut(@Nullable String one, @Nullable String other) {
        if (one == null || other == null) {
            return new Cut(0, 0);
        }
        int most = Math.min(one.length(), other.length());
        int head = 0;
        while (head < most && one.charAt(head) == other.charAt(head)) {
            head++;
        }
        int tail = 0;
        while (tail < most - head && one.charAt(one.length() - 1 - tail) == other.charAt(other.length() - 1 - tail)) {
            tail++;
        }
        // A word is easier to compare than its middle.
        while (head > 0 && Character.isLetterOrDigit(one.charAt(head - 1))) {
            head--;
        }
        while (tail > 0 && Character.isLetterOrDigit(one.charAt(one.length() - tail))) {
            tail--;
        }
        return new Cut(head, tail);
    }
}
