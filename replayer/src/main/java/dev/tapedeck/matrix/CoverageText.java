package dev.tapedeck.matrix;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.json.Json;
import dev.tapedeck.text.VisibleText;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

/** The coverage of the vendors' lists as text, Markdown or JSON. */
public final class CoverageText {
    private static final String NO_REASON = "no reason is told";

    private CoverageText() {}

    /** Plain text, one block for each list. */
    public static String text(List<WireCoverage> all) {
        StringBuilder out = new StringBuilder();
        for (WireCoverage each : all) {
            out.append(each.wire()).append(' ').append(VisibleText.of(each.version())).append(": ");
            out.append(figures(each)).append('\n');
            lines("no rule", each.withoutRule(), out);
            lines("recorded, in no list of the wire", each.notListed(), out);
            lines("new since " + each.before(), each.added(), out);
            lines("gone since " + each.before(), each.gone(), out);
            each.neverRecorded().forEach(kind -> out.append("  never recorded: ").append(VisibleText.of(kind.kind()))
                    .append(" (").append(reason(kind)).append(")\n"));
        }
        return out.toString();
    }

    /** Markdown, one section for each list. */
    public static String markdown(List<WireCoverage> all) {
        StringBuilder out = new StringBuilder();
        for (WireCoverage each : all) {
            out.append("### ").append(MatrixMarkdown.text(each.wire() + " " + each.version())).append("\n\n");
            out.append(figures(each)).append(".\n\n");
            section("Listed, without a rule", each.withoutRule(), out);
            section("Recorded, in no list of the wire", each.notListed(), out);
            if (each.before() != null) {
                section("New since " + MatrixMarkdown.text(each.before()), each.added(), out);
                section("Gone since " + MatrixMarkdown.text(each.before()), each.gone(), out);
            }
            out.append("* Listed, never recorded: ").append(each.neverRecorded().size()).append('\n');
            each.neverRecorded().forEach(kind -> out.append("  * ").append(MatrixMarkdown.code(kind.kind()))
                    .append(": ").append(MatrixMarkdown.text(reason(kind))).append('\n'));
            out.append('\n');
        }
        return out.toString();
    }

    /** An array, one object for each list. */
    public static ArrayNode json(List<WireCoverage> all) {
        ArrayNode array = Json.mapper().createArrayNode();
        for (WireCoverage each : all) {
            ObjectNode json = array.addObject();
            json.put("wire", each.wire().name()).put("version", each.version()).put("listed", each.listed());
            json.put("withRule", each.withRule()).put("recorded", each.recorded());
            names(json, "withoutRule", each.withoutRule());
            names(json, "notListed", each.notListed());
            ArrayNode never = json.putArray("neverRecorded");
            each.neverRecorded().forEach(
                    kind -> never.addObject().put("kind", kind.kind()).put("reason", kind.reason()));
            json.put("before", each.before());
            names(json, "added", each.added());
            names(json, "gone", each.gone());
        }
        return array;
    }

    private static String figures(WireCoverage each) {
        return each.listed() + " kinds listed, " + each.withRule() + " with a rule, " + each.recorded() + " recorded, "
                + each.notListed().size() + " recorded and not listed";
    }

    private static String reason(WireCoverage.Unrecorded kind) {
        return Objects.requireNonNullElse(kind.reason(), NO_REASON);
    }

    private static void lines(String title, Collection<String> kinds, StringBuilder out) {
        kinds.forEach(kind -> out.append("  ").append(title).append(": ").append(VisibleText.of(kind)).append('\n'));
    }

    private static void section(String title, Collection<String> kinds, StringBuilder out) {
        out.append("* ").append(title).append(": ").append(kinds.size());
        out.append(kinds.isEmpty() ? "" : " (" + String.join(", ", kinds.stream().map(MatrixMarkdown::code).toList())
                + ")").append('\n');
    }

    private static void names(ObjectNode json, String member, List<String> names) {
        ArrayNode array = json.putArray(member);
        names.forEach(array::add);
    }
}
