package dev.tapedeck.inspect.pages;

import static j2html.TagCreator.details;
import static j2html.TagCreator.each;
import static j2html.TagCreator.li;
import static j2html.TagCreator.span;
import static j2html.TagCreator.summary;
import static j2html.TagCreator.text;
import static j2html.TagCreator.ul;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.redaction.LikelySecrets;
import j2html.tags.DomContent;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The values of a raw frame, each to copy, with the frames that hold it there too and those that do not. */
final class ValueLinks {
    /** Values with links; a page holds no more, so that it stays small. */
    private static final int MOST = 60;
    /** Characters of a value that a filter is made of. */
    private static final int LONGEST = 100;
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_$-]{1,60}");

    private static final Pattern UNSAYABLE = Pattern.compile("[\"\\\\\\p{Cntrl}]");

    private final Route frames;
    private final List<DomContent> lines = new ArrayList<>();

    private ValueLinks(Route frames) {
        this.frames = frames;
    }

    /**
     * The links, folded away.
     *
     * @param frames the frames of the session, without a filter
     */
    static DomContent of(Route frames, JsonNode json) {
        ValueLinks links = new ValueLinks(frames);
        links.walk("", json);
        return links.lines.isEmpty()
                ? text("")
                : details(
                                summary("Filter by a value, or copy it"),
                                ul(each(links.lines, line -> line)).withClass("vl"))
                        .withClass("proj");
    }

    private void walk(String dotted, JsonNode node) {
        if (node.isObject()) {
            node.properties().forEach(member -> {
                if (NAME.matcher(member.getKey()).matches() && !LikelySecrets.isNamed(member.getKey())) {
                    walk(dotted + "." + member.getKey(), member.getValue());
                }
            });
        } else if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                walk(dotted + "." + i, node.get(i));
            }
        } else if (!dotted.isEmpty() && lines.size() < MOST && isApt(node)) {
            line(dotted.substring(1), node.asText());
        }
    }

    /** Whether the value may stand in an address: one that holds a secret may not. */
    private static boolean isApt(JsonNode value) {
        String words = value.asText();
        return !value.isNull() && !words.isBlank() && LikelySecrets.masked(words).masked() == 0;
    }

    /** The value as a filter can say it: what it cannot say, and what is too long, is anything. */
    private static String pattern(String words) {
        String most = words.length() > LONGEST ? words.substring(0, LONGEST) + "*" : words;
        return UNSAYABLE.matcher(most).replaceAll("*");
    }

    private void line(String dotted, String words) {
        String filter = "raw." + dotted + "=\"" + pattern(words) + "\"";
        lines.add(li(
                span(Html.mono(dotted).withData("path", ""), Html.mono(" = " + Html.cut(words, LONGEST)))
                        .withClass("nw"),
                Html.spacer(),
                Html.link(frames.with("q", filter), "only this").withData("key", "f"),
                Html.link(frames.with("q", "-" + filter), "without it").withData("key", "F"),
                Html.scripted("copy-path", "copy path", null).withClass("lnk"),
                Html.scripted("copy-value", "copy value", null).withClass("lnk")));
    }
}
