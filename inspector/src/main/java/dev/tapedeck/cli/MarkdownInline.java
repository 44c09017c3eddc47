package dev.tapedeck.cli;

import static j2html.TagCreator.a;
import static j2html.TagCreator.code;
import static j2html.TagCreator.strong;
import static j2html.TagCreator.text;

import j2html.tags.DomContent;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One line of the Markdown that our own matrix writes: code, links, bold words, escaped signs. */
final class MarkdownInline {
    private static final Pattern PIECE = Pattern.compile("``\\s(?<twice>.*?)\\s``|`(?<code>[^`]*)`"
            + "|\\[(?<label>(?:\\\\.|[^\\]])*)]\\(<(?<target>[^>]*)>\\)|\\*\\*(?<bold>[^*]*)\\*\\*|\\\\(?<sign>.)");

    private final String line;

    MarkdownInline(String line) {
        this.line = line.strip();
    }

    DomContent[] content() {
        List<DomContent> content = new ArrayList<>();
        Matcher piece = PIECE.matcher(line);
        int end = 0;
        while (piece.find()) {
            content.add(text(line.substring(end, piece.start())));
            content.add(content(piece));
            end = piece.end();
        }
        content.add(text(line.substring(end)));
        return content.toArray(DomContent[]::new);
    }

    private static DomContent content(Matcher piece) {
        if (piece.group("twice") != null) {
            return code(unescaped(piece.group("twice")));
        }
        if (piece.group("code") != null) {
            return code(unescaped(piece.group("code")));
        }
        if (piece.group("label") != null) {
            return a(unescaped(piece.group("label"))).withHref(piece.group("target"));
        }
        return piece.group("bold") == null ? text(piece.group("sign")) : strong(piece.group("bold"));
    }

    private static String unescaped(String label) {
        return label.replaceAll("\\\\(.)", "$1");
    }
}
