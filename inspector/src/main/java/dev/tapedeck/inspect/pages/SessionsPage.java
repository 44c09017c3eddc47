package dev.tapedeck.inspect.pages;

import static j2html.TagCreator.div;
import static j2html.TagCreator.each;
import static j2html.TagCreator.h1;
import static j2html.TagCreator.iff;
import static j2html.TagCreator.input;
import static j2html.TagCreator.kbd;
import static j2html.TagCreator.label;
import static j2html.TagCreator.li;
import static j2html.TagCreator.p;
import static j2html.TagCreator.section;
import static j2html.TagCreator.span;
import static j2html.TagCreator.summary;
import static j2html.TagCreator.table;
import static j2html.TagCreator.tbody;
import static j2html.TagCreator.td;
import static j2html.TagCreator.text;
import static j2html.TagCreator.th;
import static j2html.TagCreator.thead;
import static j2html.TagCreator.tr;
import static j2html.TagCreator.ul;

import dev.tapedeck.inspect.index.Library.Scan;
import dev.tapedeck.inspect.index.Library.Skipped;
import dev.tapedeck.inspect.index.Recording;
import dev.tapedeck.inspect.index.Survey.Findings;
import dev.tapedeck.inspect.index.Tape.Facts;
import dev.tapedeck.text.VisibleText;
import j2html.TagCreator;
import j2html.tags.DomContent;
import j2html.tags.specialized.ThTag;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** The recordings of the folder. */
public final class SessionsPage {
    static final int ROWS = 200;
    /** Skipped files that are named. */
    private static final int MAX_SKIPPED = 100;
    static final DateTimeFormatter STARTED =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);

    private SessionsPage() {}

    /** What a column sorts by. */
    private enum Sort {
        PROBLEMS("problems", "Status", false, Comparator.comparingLong((Entry e) ->
                -e.pending() - (e.facts() == null ? 0 : e.facts().problems()))
                .thenComparing(e -> e.recording().header().started(), Comparator.reverseOrder())),
        TITLE("title", "Session", false, Comparator.comparing(e -> e.recording().title())),
        STREAM("stream", "Stream", false, Comparator.comparing(
                e -> e.recording().header().provider() + " " + e.recording().header().wire()
                        + e.recording().header().version())),
        STARTED(
                "started",
                "Started (UTC)",
                false,
                Comparator.comparing((Entry e) -> e.recording().header().started()).reversed()),
        LENGTH("length", "Length", true, number(Facts::micros)),
        FRAMES("frames", "Frames", true, number(Facts::frames)),
        SIZE("size", "Size", true, Comparator.comparingLong(e -> -e.recording().stamp().size())),
        TURNS("turns", "Turns", true, number(Facts::turns)),
        FAULTS("faults", "Faults", true, number(Facts::faulted)),
        UNMAPPED("unmapped", "Unmapped", true, number(Facts::unmapped)),
        GOLDENS("goldens", "Goldens", true, Comparator.comparingLong(e -> -e.pending()));

        private final String word;
        private final String title;
        private final boolean right;
        private final Comparator<Entry> order;

        Sort(String word, String title, boolean right, Comparator<Entry> order) {
            this.word = word;
            this.title = title;
            this.right = right;
            this.order = order;
        }

        /** Whether its column is shown in a narrow window too. */
        boolean narrow() {
            return this == PROBLEMS || this == TITLE || this == FRAMES;
        }

        private static Comparator<Entry> number(ToLongFunction<Facts> figure) {
            return Comparator.comparingLong(entry -> entry.facts() == null ? 0 : -figure.applyAsLong(entry.facts()));
        }
    }

    /** @param pending goldens of it that wait for a decision */
    private record Entry(Recording recording, @Nullable Facts facts, long pending) {
        boolean holds(String words) {
            String all = recording.title() + " " + recording.name() + " " + recording.header().provider() + " "
                    + recording.header().wire() + " " + recording.header().version() + " "
                    + (facts == null ? "" : facts.firstSend());
            return Arrays.stream(words.toLowerCase(Locale.ROOT).split("\\s+"))
                    .allMatch(all.toLowerCase(Locale.ROOT)::contains);
        }
    }

    /** @param pending how many goldens of a recording wait for a decision */
    public static Page of(Findings findings, ToLongFunction<Recording> pending, Query query) {
        Route here = Route.sessions();
        String words = query.text("q", here).strip();
        String by = query.choice("sort", here, Arrays.stream(Sort.values()).map(sort -> sort.word).toList());
        Sort sort = Arrays.stream(Sort.values()).filter(s -> s.word.equals(by)).findFirst().orElse(Sort.PROBLEMS);
        int at = (int) Math.min(1_000_000, query.number("at", here).orElse(0L));
        List<Entry> all = findings.scan().recordings().stream()
                .map(recording -> new Entry(
                        recording, findings.facts().get(recording.id()), pending.applyAsLong(recording)))
                .filter(entry -> words.isEmpty() || entry.holds(words))
                .sorted(sort.order)
                .toList();
        List<Entry> shown = all.stream().skip(at).limit(ROWS).toList();
        DomContent main = Html.all(
                div(
                                h1("Sessions"),
                                Html.muted(
                                        Html.count(findings.scan().recordings().size(), "recording")
                                                + progress(findings)),
                                Html.spacer(),
                                search(words))
                        .withClass("hd row"),
                shown.isEmpty() ? none(findings.scan(), words) : table(shown, sort, here.with("q", words)),
                skipped(findings.scan().skipped()));
        Route route = here.with("q", words).with("sort", sort == Sort.PROBLEMS ? null : sort.word);
        Page page = Page.of(
                "Sessions", Page.Section.SESSIONS, "p-sessions", main, foot(all.size(), at, shown.size(), route));
        return new Page(
                200, page.title(), page.section(), page.layout(), page.main(), page.foot(), !findings.complete());
    }

    static String progress(Findings findings) {
        return findings.complete()
                ? ""
                : " · replayed " + Html.number(findings.replayed()) + " of "
                        + Html.number(findings.scan().recordings().size());
    }

    private static DomContent search(String words) {
        return Html.reads(Route.sessions())
                .withClass("filter")
                .attr("role", "search")
                .with(
                        Glyph.drawing("search", "none"),
                        label(Html.hidden("Find sessions")).withFor("q"),
                        input()
                                .withId("q")
                                .withName("q")
                                .withValue(words)
                                .withPlaceholder("find by name, provider, text")
                                .attr("size", 30).attr("autocomplete", "off"),
                        kbd("/").attr("aria-hidden", "true"));
    }

    private static DomContent table(List<Entry> entries, Sort sorted, Route here) {
        return div(TagCreator.table(
                                thead(tr(each(List.of(Sort.values()), sort -> head(sort, sorted, here)))),
                                tbody(each(entries, SessionsPage::row)))
                        .withClass("tb"))
                .withClass("tbw")
                .withTabindex(0)
                .attr("role", "region")
                .attr("aria-label", "Sessions");
    }

    private static ThTag head(Sort sort, Sort sorted, Route here) {
        ThTag head = th(Html.link(here.with("sort", sort.word), sort.title))
                .attr("scope", "col")
                .withClass((sort.right ? "r" : "") + (sort.narrow() ? "" : " wd"));
        return sort == sorted
                ? head.attr("aria-sort", sort.right || sort == Sort.STARTED ? "descending" : "ascending")
                : head;
    }

    private static DomContent row(Entry entry) {
        Recording recording = entry.recording();
        Facts facts = entry.facts();
        return tr(
                        td(
                                        iff(entry.pending() > 0, Html.pill(Glyph.GAP, "golden")),
                                        iff(entry.pending() == 0 || facts == null || facts.problems() > 0,
                                                status(facts)))
                                .withClass("st"),
                        th(
                                        Html.link(Route.frames(recording.id()), Html.cut(recording.title(), 80)),
                                        under(recording, facts))
                                .attr("scope", "row"),
                        td(
                                text(VisibleText.of(recording.header().provider() + " · " + recording.header().wire())),
                                version(recording))
                                .withClass("wd"),
                        td(started(recording.header().started())).withClass("st wd"),
                        td(facts == null ? "" : Html.duration(facts.micros())).withClass("r wd"),
                        td(facts == null ? "…" : Html.number(facts.frames())).withClass("r"),
                        td(Html.size(recording.stamp().size())).withClass("r wd"),
                        td(facts == null ? "" : Html.number(facts.turns())).withClass("r wd"),
                        td(facts == null ? text("") : figure(recording, facts.faulted(), "is:fault")).withClass("r wd"),
                        td(facts == null ? text("") : figure(recording, facts.unmapped(), "is:unmapped"))
                                .withClass("r wd"),
                        td(entry.pending() == 0
                                        ? Html.muted("–").withTitle("none waits")
                                        : Html.link(Route.goldens(), Html.number(entry.pending()) + " pending"))
                                .withClass("r wd"))
                .withData("row", "");
    }

    private static DomContent under(Recording recording, @Nullable Facts facts) {
        List<String> parts = new ArrayList<>();
        if (recording.growing()) {
            parts.add("recording");
        }
        if (!recording.title().equals(recording.name())) {
            parts.add(recording.name().replaceFirst("/recording\\.ndjson$", ""));
        }
        if (facts != null && facts.firstSend() != null) {
            parts.add("“" + Html.cut(facts.firstSend(), 80) + "”");
        }
        return parts.isEmpty()
                ? text("")
                : div(VisibleText.of(String.join(" · ", parts))).withClass("muted cap");
    }

    static DomContent status(@Nullable Facts facts) {
        if (facts == null) {
            return Html.muted("replaying").withClass("muted busy");
        }
        if (facts.failure() != null) {
            return Html.pill(Glyph.FAULT, "replay stopped");
        }
        List<DomContent> marks = new ArrayList<>();
        if (facts.damaged() > 0) {
            marks.add(Html.pill(Glyph.FAULT, "damaged"));
        }
        if (facts.recording().truncated()) {
            marks.add(Html.pill(Glyph.LATE, "truncated"));
        }
        if (facts.faulted() > 0) {
            marks.add(Html.pill(Glyph.FAULT, "faulted"));
        }
        if (facts.unmapped() > 0) {
            marks.add(Html.pill(Glyph.UNMAPPED, "unmapped"));
        }
        if (facts.undelivered() > 0) {
            marks.add(Html.pill(Glyph.LATE, facts.undelivered() == facts.frames() ? "no rules" : "not delivered"));
        }
        return marks.isEmpty() ? span(Glyph.OK.drawing(), text(" fine")) : Html.all(marks);
    }

    private static DomContent figure(Recording recording, long count, String filter) {
        return count == 0
                ? Html.muted("0")
                : Html.link(Route.frames(recording.id()).with("q", filter), Html.number(count));
    }

    private static DomContent version(Recording recording) {
        String version = recording.header().version();
        return version == null ? text("") : Html.all(text(" "), Html.mono(Html.cut(version, 24)));
    }

    static String started(Instant started) {
        return started.equals(Instant.EPOCH) ? "unknown" : STARTED.format(started);
    }

    private static DomContent none(Scan scan, String words) {
        if (!words.isEmpty()) {
            return section(
                            p("No session holds “" + VisibleText.of(words) + "”."),
                            p(Html.link(Route.sessions(), "All sessions").withClass("in")))
                    .withClass("sheet");
        }
        return section(
                        p("There are no recordings in this folder yet."),
                        p(
                                text("Record one with "),
                                Html.mono("tapedeck record -- COMMAND"),
                                text(", or look at the demo set with "),
                                Html.mono("tapedeck demo"),
                                text(".")))
                .withClass("sheet");
    }

    private static DomContent skipped(List<Skipped> skipped) {
        return iff(!skipped.isEmpty(), TagCreator.details(
                        summary(Html.count(skipped.size(), "file") + " skipped"),
                        ul(each(skipped.stream().limit(MAX_SKIPPED).toList(), file ->
                                        li(Html.mono(file.name()), text(": " + VisibleText.of(file.reason())))))
                                .withClass("t"))
                .withClass("sheet"));
    }

    private static DomContent foot(int total, int at, int shown, Route here) {
        return Html.all(
                at == 0 ? text("") : Html.button(here.with("at", Math.max(0, at - ROWS)), "‹ Previous " + ROWS, null),
                span(
                        shown == 0
                                ? ""
                                : Html.number(at + 1) + "–" + Html.number(at + shown) + " of " + Html.number(total)),
                at + shown >= total ? text("") : Html.button(here.with("at", at + ROWS), "Next " + ROWS + " ›", null),
                Html.spacer(),
                span(kbd("j"), text(" "), kbd("k"), text(" move")),
                span(kbd("/"), text(" find")));
    }
}
