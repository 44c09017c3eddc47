package dev.tapedeck.inspect.pages;

import static j2html.TagCreator.button;
import static j2html.TagCreator.h1;
import static j2html.TagCreator.input;
import static j2html.TagCreator.kbd;
import static j2html.TagCreator.label;
import static j2html.TagCreator.p;
import static j2html.TagCreator.section;
import static j2html.TagCreator.span;
import static j2html.TagCreator.table;
import static j2html.TagCreator.tbody;
import static j2html.TagCreator.td;
import static j2html.TagCreator.text;
import static j2html.TagCreator.th;
import static j2html.TagCreator.thead;
import static j2html.TagCreator.tr;

import dev.tapedeck.text.VisibleText;
import j2html.tags.DomContent;
import j2html.tags.specialized.TrTag;
import org.jspecify.annotations.Nullable;

/** Pages that show nothing recorded: sign-in, refusals, errors, help. */
public final class PlainPages {
    private PlainPages() {}

    /** What a visitor sees who is not signed in. */
    public static Page signIn(String why, @Nullable Route next) {
        return plain(
                401,
                "Sign in",
                p(why),
                p(text("Open the address that "), Html.mono("tapedeck inspect"), text(" printed, or paste its token:")),
                Html.reads(Route.signIn())
                        .withClass("row")
                        .with(
                                next == null
                                        ? span()
                                        : input().withType("hidden").withName("next").withValue(next.href()),
                                label("Token ").with(
                                        input()
                                                .withName("token")
                                                .withType("password")
                                                .withClass("goto mono")
                                                .attr("autocomplete", "off")),
                                button("Sign in").withType("submit").withClass("btn pri")));
    }

    /** A page that another site linked to: nothing is shown until the visitor himself goes on. */
    public static Page arrival(@Nullable Route next) {
        return plain(
                403,
                "You came here from another site",
                p("Nothing is shown to pages of other sites. If you followed a link on purpose, go on."),
                p(Html.button(next == null ? Route.overview() : next, "Continue", null)));
    }

    /** A request that was refused before anything looked at what it wanted. */
    public static Page refusal(int status, String title, String text) {
        return plain(status, title, p(text), p(Html.link(Route.overview(), "Overview").withClass("in")));
    }

    /** A page that could not be made. */
    public static Page trouble(Trouble trouble) {
        return plain(
                trouble.status(),
                trouble.title(),
                p(VisibleText.lines(trouble.text())),
                p(Html.link(trouble.wayOn(), trouble.wayOnText()).withClass("in")));
    }

    /** A fault of our own; the number is in the log of the program too. */
    public static Page failure(long request) {
        return plain(
                500,
                "This page could not be made",
                p("The inspector failed while it made this page. The terminal that it runs in tells more, as request "
                        + request + "."),
                p(Html.link(Route.overview(), "Overview").withClass("in")));
    }

    /** The keys. */
    public static Page keys() {
        return plain(
                200,
                "Keys",
                keyTable(
                        key("Focus the filter", "/"),
                        key("Next and previous row, open the one with the focus", "j", "k", "↵"),
                        key("Next and previous problem or change", "n", "p"),
                        key("Next and previous batch or family", "[", "]"),
                        key("Only frames with the value that has the focus, or without it", "f", "F"),
                        key("Copy the address, copy the open frame", "y", "c"),
                        key("Golden: approve, discard, skip, undo (approve and discard while the difference has the"
                                + " focus)", "a", "x", "s", "z"),
                        key("Golden: split or unified, events or text", "v", "t"),
                        key("Leave the filter; then close the panel, or clear the filter", "Esc"),
                        key("Move in the matrix", "arrows", "Home", "End"),
                        key("Next unmapped cell", "u"),
                        key(
                                "Overview, Sessions, Matrix, Unmapped, Runs, Goldens",
                                "g o", "g s", "g m", "g u", "g r", "g g"),
                        key("Views of a session", "1", "2", "3", "4", "5")),
                p("Keys act outside text fields only. Every action is a link or a button too.").withClass("muted"),
                p(Html.scripted("keys", "Turn single keys off", null)));
    }

    /** The filter language. */
    public static Page filters() {
        return plain(
                200,
                "Filter",
                p("Terms are joined with “and”; OR between them asks for one or the other, parentheses group, a "
                        + "leading minus sign takes hits away. Values may be quoted, and * stands for anything. The "
                        + "command line knows the same language: tapedeck replay --where."),
                keyTable(
                        key("A canonical event type", "type:item.*"),
                        key("A native kind and what is more special; that kind alone", "native:turn/*", "native=error"),
                        key("How the frame ended", "is:unmapped", "is:fault", "is:problem", "status:dropped"),
                        key("What the frame is", "is:request", "is:response", "is:error", "is:notification"),
                        key("What the host did after it", "is:resync", "is:lag", "dir:host"),
                        key("What became of its content", "is:lost", "is:oversize", "is:truncated"),
                        key("The rule that took it, the provider", "rule:turn/completed", "provider:*"),
                        key("Which way it went", "dir:in", "dir:out"),
                        key("By number", "seq:10..40", "seq:>500", "batch:7"),
                        key("By time and size", "t:10s..1m20s", "t:<500ms", "size:>10k"),
                        key("What its events are about", "turn:2..4", "thread:1", "item:item_3", "request:*"),
                        key("A value of the frame, a value of its events", "raw.params.item.id:i*", "evt.state:failed"),
                        key("How the frame is built", "shape:1a2b3c4d"),
                        key("Text anywhere in the frame", "word", "\"two words\""),
                        key("Together", "(is:fault OR is:unmapped) -dir:in")));
    }

    private static DomContent keyTable(TrTag... rows) {
        return table(
                        thead(tr(th("What").attr("scope", "col"), th("How").attr("scope", "col"))),
                        tbody(rows))
                .withClass("tb");
    }

    private static TrTag key(String what, String... keys) {
        return tr(td(what), td(Html.all(java.util.Arrays.stream(keys).map(k -> span(kbd(k), text(" "))).toList())));
    }

    private static Page plain(int status, String title, DomContent... content) {
        return new Page(
                status, title, null, "p-plain", section(h1(title)).withClass("sheet").with(content), null, false);
    }
}
