package dev.tapedeck.inspect.pages;

import static j2html.TagCreator.a;
import static j2html.TagCreator.code;
import static j2html.TagCreator.each;
import static j2html.TagCreator.form;
import static j2html.TagCreator.input;
import static j2html.TagCreator.kbd;
import static j2html.TagCreator.span;

import dev.tapedeck.redaction.LikelySecrets;
import dev.tapedeck.text.VisibleText;
import j2html.tags.DomContent;
import j2html.tags.Tag;
import j2html.tags.specialized.ATag;
import j2html.tags.specialized.ButtonTag;
import j2html.tags.specialized.CodeTag;
import j2html.tags.specialized.FormTag;
import j2html.tags.specialized.SpanTag;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The small parts that pages are made of. Text from recordings enters a page through {@link VisibleText}. */
final class Html {
    private Html() {}

    /** Recorded text, as a text node, with hidden characters made visible. */
    static DomContent recorded(String text) {
        return j2html.TagCreator.text(VisibleText.lines(text));
    }

    /** Recorded text on one line in the type of recorded data. */
    static CodeTag mono(String text) {
        return code(j2html.TagCreator.text(VisibleText.of(text)));
    }

    static SpanTag muted(String text) {
        return span(VisibleText.lines(text)).withClass("muted");
    }

    /**
     * Recorded text that is a secret if the name says so, which stands last in that path; it is marked as
     * {@link LikelySecrets#MARK} has it. Nothing may be done to the element afterwards: the mark has to stand last.
     */
    static <T extends Tag<T>> T named(T element, String path) {
        String name = path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('.')) + 1);
        return LikelySecrets.isNamed(name) ? element.attr("data-secret") : element;
    }

    /** Text that is heard and not seen. */
    static SpanTag hidden(String text) {
        return span(text).withClass("vh");
    }

    static SpanTag spacer() {
        return span().withClass("sp");
    }

    static ATag link(Route route, DomContent... content) {
        return a(content).withHref(route.href());
    }

    static ATag link(Route route, String text) {
        return a(VisibleText.lines(text)).withHref(route.href());
    }

    static ATag button(Route route, String text, @Nullable String key) {
        ATag link = link(route, text).withClass("btn");
        return key == null ? link : link.with(j2html.TagCreator.text(" "), kbd(key));
    }

    /** A button that only the script of the pages gives a meaning to; it is hidden where there is none. */
    static ButtonTag scripted(String act, String text, @Nullable String key) {
        ButtonTag scripted = j2html.TagCreator.button(text)
                .withType("button")
                .withClass("btn ghost")
                .withData("act", act)
                .attr("hidden");
        return key == null ? scripted : scripted.with(j2html.TagCreator.text(" "), kbd(key));
    }

    /** A form that reads: its fields end in the address. */
    static FormTag reads(Route route) {
        return form().withMethod("get").withAction(route.path());
    }

    /** A form that writes, with the token that proves that it is ours. */
    static FormTag writes(Route route, String formToken) {
        return form(input().withType("hidden").withName("form").withValue(formToken))
                .withMethod("post")
                .withAction(route.path());
    }

    static SpanTag pill(Glyph glyph, String text) {
        return span(glyph.drawing(), j2html.TagCreator.text(VisibleText.of(text))).withClass("pill " + glyph.tone());
    }

    static ATag pill(Route route, Glyph glyph, String text) {
        return link(route, glyph.drawing(), j2html.TagCreator.text(VisibleText.of(text)))
                .withClass("pill " + glyph.tone());
    }

    static DomContent all(DomContent... contents) {
        return each(Arrays.stream(contents));
    }

    static DomContent all(Iterable<? extends DomContent> contents) {
        List<DomContent> list = new ArrayList<>();
        contents.forEach(list::add);
        return each(list.stream());
    }

    /**
     * The foot of a list in pages: what is shown, and the pages beside it.
     *
     * @param at number of the first row, from 0
     */
    static DomContent pages(Route here, String noun, int at, int shown, int all, int size) {
        if (shown == 0) {
            return j2html.TagCreator.text("");
        }
        String range = number(at + 1) + "–" + number(at + shown) + " of " + number(all);
        return all(
                at == 0
                        ? j2html.TagCreator.text("")
                        : button(here.with("at", Math.max(0, at - size)), "‹ Previous " + size, null),
                span(j2html.TagCreator.text(noun + " "), j2html.TagCreator.strong(range)),
                at + shown >= all
                        ? j2html.TagCreator.text("")
                        : button(here.with("at", at + size), "Next " + size + " ›", null));
    }

    /** A number with thousands separators. */
    static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    /** A number and its noun, for instance {@code 1 frame}, {@code 2 frames}. */
    static String count(long value, String noun) {
        return number(value) + " " + noun + (value == 1 ? "" : "s");
    }

    /** A size in bytes as people read it: 412 B, 1.2 KB, 41.3 MB. */
    static String size(long bytes) {
        if (bytes < 1000) {
            return bytes + " B";
        }
        if (bytes < 1_000_000) {
            return String.format(Locale.ROOT, "%.1f KB", bytes / 1000.0);
        }
        return bytes < 1_000_000_000
                ? String.format(Locale.ROOT, "%.1f MB", bytes / 1e6)
                : String.format(Locale.ROOT, "%.1f GB", bytes / 1e9);
    }

    /** A size in bytes beside a bound that is a power of two: 1.2 KiB, 8 MiB. */
    static String binarySize(long bytes) {
        if (bytes < 1024) {
            return bytes + " B";
        }
        double value = bytes < 1 << 20 ? bytes / 1024.0 : bytes / (double) (1 << 20);
        String unit = bytes < 1 << 20 ? " KiB" : " MiB";
        return (value == Math.rint(value) ? Long.toString((long) value) : String.format(Locale.ROOT, "%.1f", value))
                + unit;
    }

    /** A time offset in µs as {@code m:ss.mmm}, with hours where there are some. */
    static String offset(long micros) {
        long millis = micros / 1000;
        long hours = millis / 3_600_000;
        String rest = String.format(
                Locale.ROOT, hours > 0
                        ? "%02d:%02d.%03d"
                        : "%d:%02d.%03d", millis / 60_000 % 60, millis / 1000 % 60, millis % 1000);
        return hours > 0 ? hours + ":" + rest : rest;
    }

    /** A length of time in µs in words: 820 ms, 12.4 s, 6 min 12 s. */
    static String duration(long micros) {
        if (micros < 1_000_000) {
            return micros / 1000 + " ms";
        }
        if (micros < 60_000_000) {
            return String.format(Locale.ROOT, "%.1f s", micros / 1e6);
        }
        long seconds = micros / 1_000_000;
        return seconds < 3600
                ? seconds / 60 + " min " + seconds % 60 + " s"
                : seconds / 3600 + " h " + seconds / 60 % 60 + " min";
    }

    /** Text cut to some characters, with an ellipsis where it was cut. */
    static String cut(String text, int characters) {
        if (text.length() <= characters) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(characters - 2)) ? characters - 2 : characters - 1;
        return text.substring(0, end) + "…";
    }

    /** Text cut in its middle, so that both ends can be told apart. */
    static String cutMiddle(String text, int characters) {
        if (text.length() <= characters) {
            return text;
        }
        int head = (characters - 1) / 2;
        return text.substring(0, head) + "…" + text.substring(text.length() - (characters - 1 - head));
    }
}
