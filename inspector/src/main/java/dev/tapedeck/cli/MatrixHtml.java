package dev.tapedeck.cli;

import static j2html.TagCreator.body;
import static j2html.TagCreator.each;
import static j2html.TagCreator.h1;
import static j2html.TagCreator.h2;
import static j2html.TagCreator.head;
import static j2html.TagCreator.html;
import static j2html.TagCreator.meta;
import static j2html.TagCreator.p;
import static j2html.TagCreator.style;
import static j2html.TagCreator.tbody;
import static j2html.TagCreator.td;
import static j2html.TagCreator.th;
import static j2html.TagCreator.thead;
import static j2html.TagCreator.title;
import static j2html.TagCreator.tr;

import dev.tapedeck.matrix.MatrixReport;
import dev.tapedeck.matrix.RowSet;
import dev.tapedeck.text.VisibleText;
import j2html.tags.DomContent;
import j2html.tags.specialized.TableTag;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The Markdown matrix as one HTML page without scripts or further files, so that both say the same. */
final class MatrixHtml {
    private static final String STYLE =
            """
            body { font: 14px/1.4 system-ui, sans-serif; margin: 2rem; }
            table { border-collapse: collapse; margin-bottom: 2rem; }
            th, td { border: 1px solid #8886; padding: .3rem .5rem; text-align: left; vertical-align: top; }
            code { font-size: 12px; }
            """;

    private MatrixHtml() {}

    /**
     * The page.
     *
     * @param rows one matrix; all when absent
     * @param links where the page finds the recordings
     */
    static String page(MatrixReport report, @Nullable RowSet rows, String links) {
        String markdown = rows == null ? report.markdown(links) : report.markdown(links, rows);
        return "<!DOCTYPE html>\n"
                + html(
                                head(meta().withCharset("utf-8"), title("Matrix"), style(STYLE)),
                                body(h1("Matrix"), each(blocks(markdown), block -> block)))
                        .withLang("en")
                        .render()
                + "\n";
    }

    private static List<DomContent> blocks(String markdown) {
        List<DomContent> blocks = new ArrayList<>();
        List<String> rows = new ArrayList<>();
        for (String line : (markdown + "\n").split("\n", -1)) {
            if (line.startsWith("|")) {
                rows.add(line);
                continue;
            }
            if (!rows.isEmpty()) {
                blocks.add(table(rows));
                rows.clear();
            }
            if (line.startsWith("#")) {
                blocks.add(h2(VisibleText.of(line.replaceFirst("#+ ", ""))));
            } else if (!line.isBlank()) {
                blocks.add(p(new MarkdownInline(line).content()));
            }
        }
        return blocks;
    }

    private static TableTag table(List<String> rows) {
        List<String> body = rows.size() > 2 ? rows.subList(2, rows.size()) : List.of();
        return j2html.TagCreator.table(
                thead(tr(each(cells(rows.getFirst()), cell -> th(new MarkdownInline(cell).content())))),
                tbody(each(body, row -> tr(each(cells(row), cell -> td(new MarkdownInline(cell).content()))))));
    }

    private static List<String> cells(String row) {
        String inner = row.substring(1, row.endsWith("|") ? row.length() - 1 : row.length());
        return List.of(inner.split("(?<!\\\\)\\|", -1));
    }
}
