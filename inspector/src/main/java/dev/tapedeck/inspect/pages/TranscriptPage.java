package dev.tapedeck.inspect.pages;

import static j2html.TagCreator.article;
import static j2html.TagCreator.details;
import static j2html.TagCreator.div;
import static j2html.TagCreator.h2;
import static j2html.TagCreator.header;
import static j2html.TagCreator.p;
import static j2html.TagCreator.pre;
import static j2html.TagCreator.span;
import static j2html.TagCreator.summary;
import static j2html.TagCreator.text;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.inspect.index.FrameTable;
import dev.tapedeck.inspect.index.Story;
import dev.tapedeck.inspect.index.Story.Line;
import dev.tapedeck.inspect.index.Story.What;
import dev.tapedeck.text.VisibleText;
import j2html.tags.DomContent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What was said and done, as a host shows it: the projected items in their order, text only. */
public final class TranscriptPage {
    static final int ROWS = 100;
    /** Longer text is folded; more than the second is in the frames only. */
    private static final int SHOWN = 1200;
    private static final int OPENED = 64 * 1024;
    private static final Set<String> SPOKEN = Set.of("user_message", "assistant_message", "reasoning", "plan");

    private final SessionHead head;
    private final Story story;
    private final int at;

    private TranscriptPage(SessionHead head, Story story, Query query) {
        this.head = head;
        this.story = story;
        Route here = Route.transcript(head.tape().recording().id());
        this.at = (int) Math.min(Integer.MAX_VALUE, query.number("at", here).orElse(0L));
    }

    public static Page of(SessionHead head, Story story, Query query) {
        return new TranscriptPage(head, story, query).page();
    }

    private Page page() {
        List<Line> lines = story.lines();
        List<Line> rows = lines.subList(Math.min(at, lines.size()), Math.min(lines.size(), at + ROWS));
        List<DomContent> parts = new ArrayList<>();
        String last = "";
        for (Line line : rows) {
            String turn = place(line);
            if (!turn.equals(last)) {
                parts.add(h2(turn));
                last = turn;
            }
            parts.add(line(line));
        }
        if (rows.isEmpty()) {
            parts.add(p("Nothing was said: no frame of this recording became an item of the host’s maps."));
            parts.add(p(Html.link(head.frames(), "Its frames").withClass("in")));
        }
        DomContent main = Html.all(
                head.of(SessionHead.View.TRANSCRIPT, ""),
                div(div(Html.all(parts)).withClass("said")).withClass("scr"));
        return Page.of(
                "Transcript of " + head.tape().recording().title(), Page.Section.SESSIONS, "p-story", main,
                Html.pages(
                        Route.transcript(head.tape().recording().id()), "Items", at, rows.size(), lines.size(), ROWS));
    }

    private String place(Line line) {
        String thread = line.item().path("thread").asText();
        String turn = line.item().path("turn").asText();
        long threads = story.spans().stream().filter(span -> span.what() == What.THREAD).count();
        boolean epochs = story.lines().getLast().epoch() > 1;
        String place = (epochs ? "process " + line.epoch() + ", " : "")
                + (threads > 1 ? thread + ", " : "")
                + (turn.isEmpty() ? "outside of turns" : turn);
        return word(place);
    }

    private DomContent line(Line line) {
        JsonNode item = line.item();
        String kind = item.path("kind").asText();
        String state = item.path("state").asText();
        String title = item.path("title").asText();
        boolean spoken = SPOKEN.contains(kind);
        List<DomContent> top = new ArrayList<>();
        top.add(span(word(kind)).withClass("who"));
        if (!spoken && !title.isEmpty()) {
            top.add(Html.mono(Html.cut(title, 200)));
        }
        if (!state.equals("completed")) {
            top.add(Html.pill(state.equals("failed") ? Glyph.UNMAPPED : Glyph.GAP, state));
        }
        if (item.has("exitCode") && item.path("exitCode").asInt() != 0) {
            top.add(Html.pill(Glyph.GAP, "exit code " + item.path("exitCode").asInt()));
        }
        top.add(Html.spacer());
        top.add(Html.muted(item.path("item").asText()));
        if (line.first() > 0) {
            FrameTable frames = head.tape().frames();
            int row = Math.min(frames.rowOf(line.first()), frames.size() - 1);
            top.add(Html.link(head.frame(line.first()), "Frame " + Html.number(line.first()))
                    .withTitle(Html.offset(frames.micros(row))));
        }
        return article(
                        header(Html.all(top)),
                        told(item.path("detail").asText(), true),
                        told(item.path("input").asText(), false),
                        told(item.path("text").asText(), spoken))
                .withClass("item " + (kind.equals("user_message") ? "user" : spoken ? "model" : "tool"));
    }

    /** A type in words: {@code user_message} becomes {@code User message}. */
    static String word(String kind) {
        String words = kind.replace('_', ' ');
        return words.isEmpty() ? "Item" : words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
    }

    private static DomContent told(String words, boolean spoken) {
        if (words.isBlank()) {
            return text("");
        }
        DomContent shown = shown(words, spoken);
        return words.length() <= SHOWN
                ? shown
                : details(
                        summary(
                                span(VisibleText.of(Html.cut(words.strip(), 160))),
                                text(" "),
                                Html.muted(Html.number(words.length()) + " characters")),
                        shown);
    }

    private static DomContent shown(String words, boolean spoken) {
        String text = VisibleText.lines(Html.cut(words, OPENED));
        return spoken ? p(text).withClass("words") : pre(text).withClass("code flat");
    }
}
