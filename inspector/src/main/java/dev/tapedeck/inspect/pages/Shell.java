package dev.tapedeck.inspect.pages;

import static j2html.TagCreator.a;
import static j2html.TagCreator.body;
import static j2html.TagCreator.button;
import static j2html.TagCreator.each;
import static j2html.TagCreator.footer;
import static j2html.TagCreator.head;
import static j2html.TagCreator.header;
import static j2html.TagCreator.html;
import static j2html.TagCreator.i;
import static j2html.TagCreator.iff;
import static j2html.TagCreator.kbd;
import static j2html.TagCreator.link;
import static j2html.TagCreator.main;
import static j2html.TagCreator.meta;
import static j2html.TagCreator.nav;
import static j2html.TagCreator.noscript;
import static j2html.TagCreator.script;
import static j2html.TagCreator.small;
import static j2html.TagCreator.span;
import static j2html.TagCreator.text;
import static j2html.TagCreator.title;

import dev.tapedeck.inspect.pages.Page.Section;
import dev.tapedeck.redaction.LikelySecrets;
import dev.tapedeck.text.VisibleText;
import j2html.TagCreator;
import j2html.tags.DomContent;
import j2html.tags.specialized.ATag;
import j2html.tags.specialized.HtmlTag;
import j2html.tags.specialized.MainTag;
import j2html.tags.specialized.SpanTag;
import java.util.List;
import java.util.Set;
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
     * @param away hints that were put away
     */
    public record Surroundings(
            @Nullable String place,
            @Nullable String theme,
            long unmapped,
            long pending,
            boolean readOnly,
            Set<Hint> away) {
        public Surroundings {
            away = Set.copyOf(away);
        }
    }

    /** Whether likely secrets are shown as they are. */
    public enum Secrets {
        MASKED,
        REVEALED
    }

    /**
     * The whole document. Where likely secrets are masked it says how many.
     *
     * @param reveal the address that shows them; absent when there is none
     */
    public static String document(
            Page page, Surroundings around, Assets assets, Secrets secrets, @Nullable Route reveal) {
        String plain = tree(page, around, assets, text("")).render();
        LikelySecrets covered = LikelySecrets.maskedHtml(plain);
        String html = plain;
        if (covered.masked() > 0) {
            html = switch (secrets) {
                case REVEALED -> tree(page, around, assets, revealed()).render();
                case MASKED -> LikelySecrets.maskedHtml(
                                tree(page, around, assets, masked(covered.masked(), reveal)).render())
                        .text();
            };
        }
        return TagCreator.document().render() + "\n" + html;
    }

    /** The main landmark alone, for a swap in place. */
    public static String fragment(Page page, Secrets secrets) {
        String html = landmark(page).render();
        return secrets == Secrets.REVEALED ? html : LikelySecrets.maskedHtml(html).text();
    }

    /** What a static page may do: as a served one, without scripts and forms. A meta tag knows no ancestors. */
    private static final String STILL_POLICY = "default-src 'none'; style-src 'self'; img-src 'self'; "
            + "form-action 'none'; base-uri 'none'";

    /** The whole document for a file: no script, the style sheet and the icon beside it, likely secrets masked. */
    public static String still(Page page, Surroundings around) {
        HtmlTag tree = html().withLang("en").with(
                head(
                        meta().withCharset("utf-8"),
                        meta().attr("http-equiv", "Content-Security-Policy").withContent(STILL_POLICY),
                        meta().withName("viewport").withContent("width=device-width,initial-scale=1"),
                        meta().withName("referrer").withContent("no-referrer"),
                        title(VisibleText.of(page.title()) + " · Tapedeck"),
                        link().withRel("icon").withType("image/svg+xml").withHref(Assets.ICON),
                        link().withRel("stylesheet").withHref(Assets.STYLE)),
                body(
                        Sprite.all(),
                        a("Skip to content").withClass("skip").withHref("#main"),
                        bar(page, around, span("static report").withClass("live"), true),
                        landmark(page)));
        return TagCreator.document().render() + "\n" + LikelySecrets.maskedHtml(tree.render()).text();
    }

    private static DomContent masked(int count, @Nullable Route reveal) {
        DomContent words = text(Html.count(count, "likely secret") + " masked ");
        return span(words, iff(reveal != null, Html.link(reveal == null ? Route.overview() : reveal, "Reveal")))
                .withClass("live");
    }

    private static DomContent revealed() {
        return span("secrets revealed").withClass("live");
    }

    private static HtmlTag tree(Page page, Surroundings around, Assets assets, DomContent secrets) {
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
                        iff(follows(page), noscript(meta().attr("http-equiv", "refresh").withContent("5"))),
                        title(VisibleText.of(page.title()) + " · Tapedeck"),
                        link().withRel("icon").withType("image/svg+xml").withHref(assets.route("icon.svg").href()),
                        link().withRel("stylesheet").withHref(assets.route("tapedeck.css").href()),
                        script().withSrc(assets.route("htmx.js").href()).attr("defer"),
                        script().withSrc(assets.route("tapedeck.js").href()).withType("module")),
                body(
                        Sprite.all(),
                        a("Skip to content").withClass("skip").withHref("#main"),
                        bar(page, around, secrets, false),
                        hint(page, around),
                        landmark(page),
                        iff(page.foot() != null, footer(page.foot()).withClass("foot"))));
    }

    private static MainTag landmark(Page page) {
        return main(page.main()).withId("main").withClass(page.layout());
    }

    private static DomContent hint(Page page, Surroundings around) {
        return page.hint() == null || around.away().contains(page.hint()) ? text("") : page.hint().line();
    }

    private static boolean follows(Page page) {
        return page.live() != null && page.live().follows();
    }

    /** What a script fills: whether the server is there, and what is new since the page was made. */
    private static DomContent live(Page page) {
        Page.Live live = page.live();
        SpanTag marker = span(i(), span().withClass("words").attr("aria-live", "polite"), button("Show")
                        .withType("button")
                        .withClass("btn")
                        .withData("act", "newest")
                        .attr("hidden"))
                .withClass("live")
                .withData("live", Route.live(live == null ? "" : live.session()).href())
                .attr("hidden");
        if (live != null) {
            marker.withData("frames", Long.toString(live.frames()))
                    .withData("newest", live.newest().href())
                    .condAttr(live.follows(), "data-follows", "");
        }
        return marker;
    }

    private static DomContent bar(Page page, Surroundings around, DomContent secrets, boolean still) {
        boolean signedIn = around.place() != null;
        return header(
                        brand(around.place()),
                        iff(signedIn, nav(each(List.of(Section.values()), section -> entry(section, page, around)))
                                .withClass("nav")
                                .attr("aria-label", "Main")),
                        Html.spacer(),
                        secrets,
                        iff(signedIn && !still, live(page)),
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
