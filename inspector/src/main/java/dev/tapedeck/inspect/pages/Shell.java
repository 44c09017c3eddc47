package dev.tapedeck.inspect.pages;

import static j2html.TagCreator.a;
import static j2html.TagCreator.body;
import static j2html.TagCreator.each;
import static j2html.TagCreator.footer;
import static j2html.TagCreator.head;
import static j2html.TagCreator.header;
import static j2html.TagCreator.html;
import static j2html.TagCreator.iff;
import static j2html.TagCreator.kbd;
import static j2html.TagCreator.link;
import static j2html.TagCreator.main;
import static j2html.TagCreator.meta;
import static j2html.TagCreator.nav;
import static j2html.TagCreator.script;
import static j2html.TagCreator.small;
import static j2html.TagCreator.span;
import static j2html.TagCreator.text;
import static j2html.TagCreator.title;

import dev.tapedeck.inspect.pages.Page.Section;
import dev.tapedeck.text.VisibleText;
import j2html.TagCreator;
import j2html.tags.DomContent;
import j2html.tags.specialized.ATag;
import j2html.tags.specialized.HtmlTag;
import j2html.tags.specialized.MainTag;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What stands around every page: head, bar with the main navigation, main landmark, foot. */
public final class Shell {
    /** htmx does nothing here that the pages' policy forbids, and keeps no copies of pages. */
    private static final String HTMX_CONFIG = "{\"allowEval\":false,\"allowScriptTags\":false,"
            + "\"includeIndicatorStyles\":false,\"historyCacheSize\":0,\"refreshOnHistoryMiss\":true,"
            + "\"selfRequestsOnly\":true,\"scrollIntoViewOnBoost\":false,"
            + "\"responseHandling\":[{\"code\":\"204\",\"swap\":false},{\"code\":\"[23]..\",\"swap\":true},"
            + "{\"code\":\"422\",\"swap\":true},{\"code\":\"[45]..\",\"swap\":false,\"error\":true}]}";

    private Shell() {}

    /**
     * What the shell shows beside the page.
     *
     * @param place name of the folder that is inspected; absent where nobody is signed in
     * @param theme {@code light} or {@code dark}, absent to follow the system
     * @param unmapped number of unmapped kinds
     * @param pending number of goldens that wait for a decision
     * @param readOnly whether nothing can be approved
     */
    public record Surroundings(
            @Nullable String place,
            @Nullable String theme,
            long unmapped,
            long pending,
            boolean readOnly) {}

    /** The whole document. */
    public static String document(Page page, Surroundings around, Assets assets) {
        return TagCreator.document().render() + "\n" + tree(page, around, assets).render();
    }

    /** The main landmark alone, for a swap in place. */
    public static String fragment(Page page) {
        return landmark(page).render();
    }

    private static HtmlTag tree(Page page, Surroundings around, Assets assets) {
        HtmlTag html = html().withLang("en");
        if (around.theme() != null) {
            html.withData("theme", around.theme());
        }
        return html.with(
                head(
                        meta().withCharset("utf-8"),
                        meta().withName("viewport").withContent("width=device-width,initial-scale=1"),
                        meta().withName("htmx-config").withContent(HTMX_CONFIG),
                        iff(page.refresh(), meta().attr("http-equiv", "refresh").withContent("1")),
                        title(VisibleText.of(page.title()) + " · Tapedeck"),
                        link().withRel("icon").withType("image/svg+xml").withHref(assets.route("icon.svg").href()),
                        link().withRel("stylesheet").withHref(assets.route("tapedeck.css").href()),
                        script().withSrc(assets.route("htmx.js").href()).attr("defer"),
                        script().withSrc(assets.route("tapedeck.js").href()).withType("module")),
                body(
                        Sprite.all(),
                        a("Skip to content").withClass("skip").withHref("#main"),
                        bar(page, around),
                        landmark(page),
                        iff(page.foot() != null, footer(page.foot()).withClass("foot"))));
    }

    private static MainTag landmark(Page page) {
        return main(page.main()).withId("main").withClass(page.layout());
    }

    private static DomContent bar(Page page, Surroundings around) {
        boolean signedIn = around.place() != null;
        return header(
                        brand(around.place()),
                        iff(signedIn, nav(each(List.of(Section.values()), section -> entry(section, page, around)))
                                .withClass("nav")
                                .attr("aria-label", "Main")),
                        Html.spacer(),
                        iff(
                                around.readOnly(),
                                span(Glyph.drawing("lock", "none"), text("read-only")).withClass("live")),
                        Html.scripted("theme", "Theme", null),
                        iff(signedIn, Html.link(Route.keys(), text("Keys "), kbd("?")).withClass("btn ghost")))
                .withClass("bar");
    }

    private static DomContent brand(@Nullable String place) {
        ATag brand = Html.link(Route.overview(), Glyph.drawing("logo", "acc"), text("Tapedeck"));
        return (place == null ? brand : brand.with(small(VisibleText.of(place)))).withClass("brand");
    }

    private static DomContent entry(Section section, Page page, Surroundings around) {
        ATag entry = Html.link(section.route(), section.word());
        if (section == page.section()) {
            entry.attr("aria-current", "page");
        }
        return switch (section) {
            case UNMAPPED -> badge(entry, around.unmapped(), "unm", "unmapped kinds");
            case GOLDENS -> badge(entry, around.pending(), "gap", "pending");
            case OVERVIEW, SESSIONS, MATRIX, RUNS -> entry;
        };
    }

    private static DomContent badge(ATag entry, long count, String tone, String noun) {
        if (count == 0) {
            return entry;
        }
        return entry.with(
                span(text(Html.number(count)), Html.hidden(" " + noun)).withClass("badge " + tone));
    }
}
