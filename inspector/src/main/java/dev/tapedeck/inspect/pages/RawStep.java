package dev.tapedeck.inspect.pages;

import static j2html.TagCreator.b;
import static j2html.TagCreator.div;
import static j2html.TagCreator.each;
import static j2html.TagCreator.h3;
import static j2html.TagCreator.iff;
import static j2html.TagCreator.p;
import static j2html.TagCreator.pre;
import static j2html.TagCreator.span;
import static j2html.TagCreator.text;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Payload;
import dev.tapedeck.host.FrameResult;
import dev.tapedeck.inspect.index.Carried.Fate;
import dev.tapedeck.inspect.index.Carried;
import dev.tapedeck.inspect.index.Plan;
import dev.tapedeck.inspect.index.Recording;
import dev.tapedeck.json.Json;
import dev.tapedeck.redaction.LikelySecrets;
import dev.tapedeck.text.VisibleText;
import j2html.tags.DomContent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The first of a frame's steps: what travelled, as a tree, as text or as bytes. */
final class RawStep {
    /** Characters or bytes that are shown at once. */
    private static final int MOST = 64 * 1024;
    /** Bytes of which a dump is shown at once. */
    private static final int MOST_HEX = 4096;
    private static final List<String> VIEWS = List.of("tree", "text", "bytes");

    private final Recording recording;
    private final Plan plan;
    private final FrameResult result;
    private final @Nullable Carried carried;
    private final Route here;
    private final String view;
    private final int from;
    private final boolean revealed;

    /** @param here address of the frame by itself */
    RawStep(Recording recording, Plan plan, FrameResult result, @Nullable Carried carried, Route here, Query query) {
        this.recording = recording;
        this.plan = plan;
        this.result = result;
        this.carried = carried;
        this.here = here;
        String wanted = query.choice("view", here, VIEWS);
        this.view = result.message() == null && wanted.equals("tree") ? "text" : wanted;
        this.from = (int) Math.min(Integer.MAX_VALUE, query.number("from", here).orElse(0L));
        this.revealed = query.text("reveal", here).equals("1");
    }

    DomContent of() {
        String side = result.frame().direction() == Direction.OUT ? "from the provider" : "from the host";
        long lost = carried == null ? 0 : carried.notCarried();
        return div(
                        h3(
                                FramePanel.step(1),
                                b("Raw frame"),
                                text(" " + side + ", " + Html.size(result.frame().payload().size())),
                                iff(lost > 0, Html.pill(Glyph.GAP, Html.number(lost) + " not carried")),
                                Html.spacer(),
                                span(
                                        each(VIEWS, this::viewLink),
                                        Html.link(
                                                        Route.rawFrame(
                                                                recording.id(), plan.recorded(result.frame().seq())),
                                                        "Save")
                                                .withClass("lnk")
                                                .withData("raw", "")
                                                .withTitle("Download the bytes as they travelled"))
                                        .withClass("lnks")),
                        payload())
                .withClass("step");
    }

    private DomContent viewLink(String word) {
        String shown = word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
        return word.equals(view)
                ? span(shown).withClass("lnk").attr("aria-current", "true")
                : Html.link(here.with("view", word), shown).withClass("lnk");
    }

    private DomContent payload() {
        Payload payload = result.frame().payload();
        return switch (view) {
            case "tree" -> {
                JsonNode json = json();
                Route frames = Route.frames(recording.id()).with("plan", plan.text());
                yield Html.all(Tree.of(json, this::rawMark), ValueLinks.of(frames, json));
            }
            case "bytes" -> {
                String text = covered(payload.display());
                boolean same = text.equals(payload.display());
                byte[] bytes = same ? payload.bytes() : text.getBytes(StandardCharsets.UTF_8);
                int start = Math.min(from, bytes.length);
                yield Html.all(
                        pre(HexDump.of(bytes, start, MOST_HEX)).withClass("code flat"),
                        more(start, MOST_HEX, bytes.length, "bytes"));
            }
            default -> {
                String text = covered(payload.display());
                int start = Math.min(from, text.length());
                int end = Math.min(text.length(), start + MOST);
                yield Html.all(
                        pre(VisibleText.lines(text.substring(start, end))).withClass("code flat"),
                        more(start, MOST, text.length(), "characters"));
            }
        };
    }

    /** Secrets are covered before the text is cut into pieces, since half of one would not be recognised. */
    private String covered(String text) {
        boolean whole = view.equals("text") && text.length() <= MOST;
        return revealed || whole ? text : LikelySecrets.masked(text).text();
    }

    /** What of a long payload is shown, and the way to the rest. */
    private DomContent more(int start, int size, int length, String unit) {
        if (length <= size) {
            return text("");
        }
        int end = Math.min(length, start + size);
        Route view = here.with("view", this.view).with("reveal", revealed ? 1 : null);
        String range = Html.number(start + 1) + "–" + Html.number(end) + " of " + Html.number(length) + " " + unit;
        return p(
                        text(range),
                        start == 0
                                ? text("")
                                : Html.link(view.with("from", Math.max(0, start - size)), "Show what comes before")
                                        .withClass("in"),
                        end == length ? text("") : Html.link(view.with("from", end), "Show more").withClass("in"))
                .withClass("row proj");
    }

    private JsonNode json() {
        try {
            return result.message() == null ? Json.read(result.frame().payload().bytes()) : result.message().json();
        } catch (IOException e) {
            return Json.mapper().getNodeFactory().textNode(result.frame().payload().display());
        }
    }

    private @Nullable DomContent rawMark(String pointer) {
        Fate fate = carried == null ? null : carried.fate(pointer);
        return switch (fate) {
            case null -> null;
            case Fate.Landed landed ->
                    FramePanel.letter(landed.letter(), "stands in an event too, as " + landed.letter());
            case Fate.Used used -> span("read")
                    .withClass("pv")
                    .withTitle("a rule read it; the event says it in other words");
            case Fate.LeftOut left -> span("left out").withClass("pv lo").withTitle(VisibleText.of(left.reason()));
            case Fate.NotCarried lost -> span(Glyph.GAP.drawing(), text("not carried")).withClass("nc");
        };
    }
}
