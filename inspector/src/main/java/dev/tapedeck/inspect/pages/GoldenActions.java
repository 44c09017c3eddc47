package dev.tapedeck.inspect.pages;

import static j2html.TagCreator.button;
import static j2html.TagCreator.code;
import static j2html.TagCreator.div;
import static j2html.TagCreator.input;
import static j2html.TagCreator.kbd;
import static j2html.TagCreator.span;
import static j2html.TagCreator.text;

import dev.tapedeck.inspect.index.GoldenBoard;
import dev.tapedeck.inspect.index.GoldenBoard.Pending;
import dev.tapedeck.inspect.index.GoldenBoard.State;
import dev.tapedeck.inspect.pages.GoldenPages.Decided;
import j2html.tags.DomContent;
import j2html.tags.specialized.FormTag;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What can be decided on a golden, as forms; where nothing can be written, the command that does it. */
final class GoldenActions {
    private final State state;
    private final String formToken;
    private final boolean readOnly;

    /** @param formToken of the visitor's session */
    GoldenActions(State state, String formToken, boolean readOnly) {
        this.state = state;
        this.formToken = formToken;
        this.readOnly = readOnly;
    }

    /** What was decided last, and a way back. */
    DomContent undo(@Nullable Decided decided) {
        if (decided == null) {
            return text("");
        }
        String word = decided.act().equals("discard") ? "Discarded " : "Approved ";
        int more = decided.names().size() - 1;
        return div(
                        span(Glyph.OK.drawing()),
                        span(
                                text(word),
                                Html.mono(decided.names().getFirst().toString()),
                                text(more == 0 ? "." : " and " + Html.count(more, "golden")
                                        + " with the same change.")),
                        Html.spacer(),
                        readOnly
                                ? text("")
                                : Html.writes(Route.goldenWrite(decided.id(), "undo"), formToken)
                                        .with(
                                                button(text(more == 0 ? "Undo " : "Undo all " + (more + 1) + " "),
                                                        kbd("z"))
                                                        .withType("submit")
                                                        .withClass("btn")
                                                        .withData("key", "z")))
                .withClass("note")
                .attr("role", "status");
    }

    /** The bar under a difference. */
    DomContent of(Pending golden, boolean fresh) {
        if (readOnly) {
            return div(
                            div(
                                    text("Read-only here. Approve on the command line: "),
                                    code("tapedeck golden approve " + golden.golden().name()).withId("command"))
                                    .withClass("to"),
                            Html.scripted("copy", "Copy", null).withData("of", "command"))
                    .withClass("act");
        }
        List<Pending> like = state.like(golden).stream().limit(GoldenBoard.MOST_TOGETHER).toList();
        List<String> others = like.stream().filter(other -> !other.equals(golden)).map(Pending::mark).toList();
        int at = state.pending().indexOf(golden);
        Route skip = at + 1 < state.pending().size() ? Route.golden(state.pending().get(at + 1).id()) : Route.goldens();
        return div(
                        div(
                                text(
                                        fresh
                                                ? "A new file will be approved."
                                                : Html.count(like.size(), "file") + " with this change."),
                                text(" Undo until the inspector stops."))
                                .withClass("to"),
                        Html.button(skip, "Skip", "s").withData("key", "s"),
                        write(golden, "discard", List.of()).with(
                                button(text("Discard received "), kbd("x"))
                                        .withType("submit")
                                        .withClass("btn")
                                        .withData("key", "x")),
                        like.size() > 1
                                ? write(golden, "approve", List.of()).with(
                                        button("Approve this one").withType("submit").withClass("btn"))
                                : write(golden, "approve", List.of()).with(approve("Approve this one ")),
                        like.size() > 1
                                ? write(
                                        golden,
                                        "approve",
                                        others).with(approve("Approve all " + like.size() + " "))
                                : text(""))
                .withClass("act");
    }

    private static DomContent approve(String words) {
        return button(text(words), kbd("a")).withType("submit").withClass("btn pri").withData("key", "a");
    }

    /** @param with marks of the goldens that are decided with it, so that none is that somebody did not see */
    private FormTag write(Pending golden, String act, List<String> with) {
        return Html.writes(Route.goldenWrite(golden.id(), act), formToken)
                .with(
                        field("received", golden.golden().received()),
                        field("approved", golden.golden().approved()),
                        with.isEmpty() ? text("") : field("with", String.join(" ", with)));
    }

    private static DomContent field(String name, @Nullable String value) {
        return input().withType("hidden").withName(name).withValue(value == null ? "absent" : value);
    }
}
