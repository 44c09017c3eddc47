package dev.tapedeck.inspect.pages;

import static j2html.TagCreator.aside;
import static j2html.TagCreator.details;
import static j2html.TagCreator.div;
import static j2html.TagCreator.each;
import static j2html.TagCreator.h2;
import static j2html.TagCreator.h3;
import static j2html.TagCreator.input;
import static j2html.TagCreator.label;
import static j2html.TagCreator.p;
import static j2html.TagCreator.section;
import static j2html.TagCreator.span;
import static j2html.TagCreator.strong;
import static j2html.TagCreator.summary;
import static j2html.TagCreator.table;
import static j2html.TagCreator.tbody;
import static j2html.TagCreator.text;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.inspect.index.FrameTable;
import dev.tapedeck.inspect.index.FrameTable.TurnSpan;
import dev.tapedeck.inspect.index.MapsDiff;
import dev.tapedeck.inspect.index.Snapshot;
import dev.tapedeck.text.VisibleText;
import j2html.tags.DomContent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The host's maps as they stand after one frame, and what changed since an earlier one. */
public final class StatePage {
    /** Entries of one collection that are shown. */
    static final int ENTRIES = 200;
    private static final List<String> COLLECTIONS = List.of("threads", "turns", "items", "requests", "evidence");
    private static final List<String> FACTS = List.of("warning", "boundThread");
    /** Members that a line tells of an entry, in this order. */
    private static final List<String> TOLD = List.of(
            "kind", "type", "state", "phase", "status", "title", "name", "statusLine", "detail", "text");
    private static final List<String> SINCE = List.of("frame", "turn", "start");

    private final SessionHead head;
    private final FrameTable frames;
    private final Snapshot snapshot;
    private final String since;
    private final String path;

    /**
     * Which maps a page shows.
     *
     * @param seq the frame, 0 when the recording has none
     * @param base the earlier frame, 0 for the state before the first
     */
    public record Asked(long seq, long base) {}

    private StatePage(SessionHead head, Snapshot snapshot, Query query) {
        Route here = Route.state(head.tape().recording().id());
        this.head = head;
        this.frames = head.tape().frames();
        this.snapshot = snapshot;
        this.since = query.choice("since", here, SINCE);
        this.path = query.text("path", here).strip();
    }

    /** What an address asks for: the last frame, and what it changed, unless it says otherwise. */
    public static Asked asked(SessionHead head, Query query) {
        Route here = Route.state(head.tape().recording().id());
        FrameTable frames = head.tape().frames();
        if (frames.size() == 0) {
            return new Asked(0, 0);
        }
        int row = query.number("at", here)
                .map(seq -> Math.min(frames.rowOf(seq), frames.size() - 1))
                .orElse(frames.size() - 1);
        int base = switch (query.choice("since", here, SINCE)) {
            case "turn" -> turnStart(frames, row) - 1;
            case "start" -> -1;
            default -> row - 1;
        };
        return new Asked(frames.seq(row), base < 0 ? 0 : frames.seq(base));
    }

    /** First row of the turn that the row is in, or of the last one before it. */
    private static int turnStart(FrameTable frames, int row) {
        int start = 0;
        for (TurnSpan turn : frames.turns()) {
            start = turn.first() <= row ? turn.first() : start;
        }
        return start;
    }

    public static Page of(SessionHead head, Snapshot snapshot, Query query) {
        return new StatePage(head, snapshot, query).page();
    }

    private Page page() {
        DomContent main = Html.all(
                head.of(SessionHead.View.STATE, ""),
                steps(),
                frames.size() == 0
                        ? div(p("This recording holds no frames, so the maps are empty.")).withClass("sheet")
                        : div(maps(), changes()).withClass("wrap"));
        return Page.of(
                "State after frame " + snapshot.seq(), Page.Section.SESSIONS, "p-story", main, null);
    }

    private Route at(long seq) {
        return Route.state(head.tape().recording().id())
                .with("at", seq)
                .with("since", since.equals("frame") ? null : since)
                .with("path", path);
    }

    private DomContent steps() {
        if (frames.size() == 0) {
            return text("");
        }
        int row = frames.rowOf(snapshot.seq());
        int last = frames.size() - 1;
        return div(
                        step(row > 0, at(frames.seq(0)), "⇤ First", null),
                        step(row > 0, at(frames.seq(Math.max(0, row - 1))), "‹ Back", "p"),
                        span(text("After frame "), strong(Html.number(snapshot.seq())),
                                text(" of " + Html.number(frames.seq(last)))),
                        step(row < last, at(frames.seq(Math.min(last, row + 1))), "Forward ›", "n"),
                        step(row < last, at(frames.seq(last)), "Last ⇥", null),
                        Html.reads(Route.state(head.tape().recording().id()))
                                .with(
                                        hidden("since", since.equals("frame") ? "" : since),
                                        hidden("path", path),
                                        label(
                                                text("Go to frame "),
                                                input().withName("at").withClass("goto mono").attr("size", 8)
                                                        .attr("inputmode", "numeric"))),
                        Html.link(head.frame(snapshot.seq()), "The frame in three steps").withClass("btn ghost"),
                        Html.spacer(),
                        Html.muted("Changes since"),
                        div(each(SINCE, this::sinceLink)).withClass("seg").attr("role", "group")
                                .attr("aria-label", "Changes since"))
                .withClass("fl row");
    }

    private static DomContent hidden(String name, String value) {
        return value.isEmpty() ? text("") : input().withType("hidden").withName(name).withValue(value);
    }

    private static DomContent step(boolean there, Route route, String words, @Nullable String key) {
        return there
                ? Html.link(route, words).withClass("btn").condAttr(key != null, "data-key", String.valueOf(key))
                : span(words).withClass("btn off").attr("aria-disabled", "true");
    }

    private DomContent sinceLink(String word) {
        String words = switch (word) {
            case "turn" -> "turn’s start";
            case "start" -> "nothing";
            default -> "frame before";
        };
        Route route = Route.state(head.tape().recording().id())
                .with("at", snapshot.seq())
                .with("since", word.equals("frame") ? null : word)
                .with("path", path);
        return Html.link(route, words).condAttr(word.equals(since), "aria-current", "true");
    }

    private DomContent maps() {
        JsonNode maps = snapshot.maps();
        List<DomContent> parts = new ArrayList<>();
        parts.add(h2("Maps"));
        if (!path.isEmpty()) {
            parts.add(p(
                            text("Only "), Html.mono(path), text(" "),
                            Html.link(Route.state(head.tape().recording().id()).with("at", snapshot.seq()),
                                    "Show everything").withClass("in")));
        }
        if (maps.isEmpty()) {
            parts.add(p("Nothing is known yet.").withClass("muted"));
        }
        if (path.isEmpty()) {
            FACTS.stream().filter(maps::has).forEach(fact -> parts.add(
                    p(text(fact.equals("warning") ? "Warning: " : "Bound to "), Html.mono(maps.path(fact).asText()))));
        }
        for (String name : COLLECTIONS) {
            List<JsonNode> entries = new ArrayList<>();
            maps.path(name).forEach(entries::add);
            entries.removeIf(entry -> !MapsDiff.path(name, entry).startsWith(path));
            if (!entries.isEmpty()) {
                parts.add(collection(name, entries));
            }
        }
        if (path.isEmpty() && !maps.path("session").isEmpty()) {
            parts.add(session(maps.path("session")));
        }
        parts.add(p("Epoch " + snapshot.epoch() + " · scratch " + Html.binarySize(snapshot.scratchBytes())
                        + " · ids as ordinals, without times and native values").withClass("muted cap"));
        return div(Html.all(parts)).withClass("scr maps");
    }

    private DomContent session(JsonNode session) {
        return section(
                        h3("Session"),
                        div(each(List.copyOf(session.properties()), member -> entry(
                                "session/" + member.getKey(),
                                member.getKey(),
                                List.of(told(member.getValue(), "muted nw")),
                                member.getValue()))))
                .withClass("card coll");
    }

    private DomContent collection(String name, List<JsonNode> entries) {
        String title = name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
        // The newest are those that people look for.
        List<JsonNode> shown = entries.subList(Math.max(0, entries.size() - ENTRIES), entries.size());
        return section(
                        h3(text(title + " "), Html.muted(Html.number(entries.size()))),
                        div(each(shown, entry -> entry(name, entry))),
                        shown.size() == entries.size()
                                ? text("")
                                : p("The last " + shown.size() + "; a path shows others.").withClass("muted"))
                .withClass("card coll");
    }

    private DomContent entry(String name, JsonNode entry) {
        String own = MapsDiff.path(name, entry);
        List<DomContent> told = TOLD.stream()
                .filter(entry::has)
                .limit(4)
                .map(member -> told(entry.path(member), member.equals("text") ? "muted nw" : "tag"))
                .toList();
        return entry(own, own.substring(name.length() + 1), told, entry);
    }

    private static DomContent told(JsonNode value, String tone) {
        String words = value.isTextual() ? value.textValue() : value.toString();
        return span(VisibleText.of(Html.cut(words.strip(), 90))).withClass(tone);
    }

    private DomContent entry(String own, String id, List<DomContent> told, JsonNode value) {
        boolean touched = snapshot.diff().changes().stream()
                .anyMatch(change -> (change.path() + "/").startsWith(own + "/"));
        return details(
                        summary(
                                        Html.mono(id),
                                        Html.all(told),
                                        touched ? Html.pill(Glyph.GAP, "changed") : text(""))
                                .withClass("row"),
                        Tree.of(value, pointer -> changed(own + pointer)))
                .condAttr(!path.isEmpty() && own.startsWith(path), "open", "")
                .withClass("entry");
    }

    private @Nullable DomContent changed(String place) {
        return snapshot.diff().changes().stream().anyMatch(change -> change.path().equals(place))
                ? span(Glyph.GAP.drawing(), text("changed")).withClass("nc")
                : null;
    }

    private DomContent changes() {
        List<DomContent> parts = new ArrayList<>();
        String from = snapshot.base() == 0 ? "before the first frame" : "frame " + Html.number(snapshot.base());
        parts.add(h2("What changed"));
        long changes = snapshot.diff().changes().size() + snapshot.diff().further();
        parts.add(p("Since " + from + ": " + (changes == 0 ? "nothing" : Html.count(changes, "value")) + ".")
                .withClass("muted"));
        if (!snapshot.diff().changes().isEmpty()) {
            parts.add(div(table(tbody(each(snapshot.diff().changes(), StateStep::change))).withClass("ch"))
                    .withClass("card pad0"));
        }
        if (snapshot.diff().further() > 0) {
            parts.add(p(Html.count(snapshot.diff().further(), "further change") + ".").withClass("muted"));
        }
        return aside(Html.all(parts)).withClass("dt sidepad").attr("aria-label", "What changed");
    }
}
