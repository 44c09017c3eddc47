package dev.tapedeck.inspect.pages;

import static j2html.TagCreator.details;
import static j2html.TagCreator.li;
import static j2html.TagCreator.span;
import static j2html.TagCreator.summary;
import static j2html.TagCreator.text;
import static j2html.TagCreator.ul;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.inspect.index.Carried;
import dev.tapedeck.text.VisibleText;
import j2html.tags.DomContent;
import j2html.tags.specialized.SpanTag;
import j2html.tags.specialized.UlTag;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** JSON as an indented list, one line a value. */
final class Tree {
    /** Lines of one tree. */
    static final int MAX_LINES = 2000;
    /** Deepest level that is shown; what lies deeper is shown as text. */
    static final int MAX_DEPTH = 32;
    /** Characters of a text that are shown at once, and when it is opened. */
    static final int SHOWN = 300;
    static final int OPENED = 64 * 1024;
    /** Levels that have an indent of their own. */
    private static final int INDENTS = 8;

    private final Function<String, @Nullable DomContent> mark;
    private final List<DomContent> lines = new ArrayList<>();

    private Tree(Function<String, @Nullable DomContent> mark) {
        this.mark = mark;
    }

    /**
     * Draws a value.
     *
     * @param mark what stands behind the value at a JSON pointer, if anything does
     */
    static UlTag of(JsonNode json, Function<String, @Nullable DomContent> mark) {
        Tree tree = new Tree(mark);
        if (json.isContainerNode() && !json.isEmpty()) {
            tree.members("", json, 0);
        } else {
            tree.lines.add(li(value(json, "")));
        }
        if (tree.lines.size() >= MAX_LINES) {
            tree.lines.add(li(Html.muted("… further lines are in the text view")));
        }
        return ul(Html.all(tree.lines)).withClass("j");
    }

    private void members(String pointer, JsonNode node, int depth) {
        if (node.isObject()) {
            node.properties().forEach(member ->
                    member(
                            pointer + "/" + Carried.escaped(member.getKey()),
                            member.getKey(),
                            member.getValue(),
                            depth));
        } else {
            for (int i = 0; i < node.size(); i++) {
                member(pointer + "/" + i, "[" + i + "]", node.get(i), depth);
            }
        }
    }

    private void member(String pointer, String key, JsonNode value, int depth) {
        if (lines.size() >= MAX_LINES) {
            return;
        }
        DomContent name = span(VisibleText.of(Html.cut(key, 120))).withClass("jk");
        boolean opened = value.isContainerNode() && !value.isEmpty() && depth < MAX_DEPTH;
        DomContent line = opened
                ? Html.all(
                        name, span(value.isArray() ? ": " + Html.count(value.size(), "element") : ":").withClass("jk"))
                : Html.all(name, text(": "), value(value, key), behind(pointer));
        lines.add(li(line).withClass("i" + Math.min(depth, INDENTS)));
        if (opened) {
            members(pointer, value, depth + 1);
        }
    }

    private DomContent behind(String pointer) {
        DomContent content = mark.apply(pointer);
        return content == null ? text("") : content;
    }

    private static DomContent value(JsonNode value, String name) {
        String shown = VisibleText.of(value.isTextual() ? "\"" + value.textValue() + "\"" : value.toString());
        if (shown.length() <= SHOWN) {
            return recorded(shown, name);
        }
        String opened = value.isTextual() ? VisibleText.lines(value.textValue()) : shown;
        String size = Html.number(shown.length()) + " characters";
        return details(
                        summary(recorded(Html.cut(shown, SHOWN / 2), name), text(" "), Html.muted(size)),
                        recorded(Html.cut(opened, OPENED), name));
    }

    private static DomContent recorded(String text, String name) {
        SpanTag recorded = span(text).withClass("jv");
        return text.equals("null") ? recorded : Html.named(recorded, name);
    }
}
