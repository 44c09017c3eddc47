package dev.tapedeck.inspect.pages;

import static j2html.TagCreator.code;
import static j2html.TagCreator.each;
import static j2html.TagCreator.table;
import static j2html.TagCreator.tbody;
import static j2html.TagCreator.td;
import static j2html.TagCreator.th;
import static j2html.TagCreator.thead;
import static j2html.TagCreator.tr;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.tapedeck.json.Json;
import dev.tapedeck.json.Shape;
import dev.tapedeck.text.VisibleText;
import j2html.tags.DomContent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.StreamSupport;

/** The key paths of a shape as a table: what type stands there, and the value of one frame as an example. */
final class KeyPaths {
    /** Characters of an example. */
    private static final int MAX_EXAMPLE = 60;

    private KeyPaths() {}

    /** @param sample a frame of that shape, as recorded; other text gives a table without examples */
    static DomContent table(Shape shape, String sample) {
        JsonNode frame = decoded(sample);
        return j2html.TagCreator.table(
                        thead(tr(head("Key path"), head("Type"), head("Example"))),
                        tbody(each(List.copyOf(shape.paths()), path -> row(path, frame))))
                .withClass("smp paths");
    }

    private static DomContent head(String title) {
        return th(title).attr("scope", "col");
    }

    private static DomContent row(String typed, JsonNode frame) {
        int colon = typed.lastIndexOf(':');
        String path = typed.substring(0, colon);
        JsonNode value = at(frame, path);
        String example = value.isMissingNode() ? "" : value.isTextual() ? value.asText() : value.toString();
        return tr(
                th(Html.mono(path)).attr("scope", "row"),
                td(Html.muted(typed.substring(colon + 1))),
                td(Html.named(code(VisibleText.of(Html.cut(example, MAX_EXAMPLE))), path)));
    }

    private static JsonNode decoded(String sample) {
        try {
            return Json.read(sample.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            return MissingNode.getInstance();
        }
    }

    /** The first value at a path as {@link Shape} writes it. */
    private static JsonNode at(JsonNode node, String path) {
        JsonNode here = node;
        for (String step : path.isEmpty() ? new String[0] : path.split("\\.")) {
            String key = step.replace("[]", "");
            here = key.isEmpty() ? here : key.equals("*") ? unnamed(here) : here.path(key);
            for (int depth = step.length() - key.length(); depth > 0; depth -= 2) {
                here = here.path(0);
            }
        }
        return here;
    }

    /** The value of the first key that is data rather than a name. */
    private static JsonNode unnamed(JsonNode node) {
        return StreamSupport.stream(node.properties().spliterator(), false)
                .filter(member -> !Shape.isName(member.getKey()))
                .findFirst()
                .map(member -> member.getValue())
                .orElse(MissingNode.getInstance());
    }
}
