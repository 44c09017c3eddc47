package dev.tapedeck.inspect.pages;

import static j2html.TagCreator.aside;
import static j2html.TagCreator.b;
import static j2html.TagCreator.button;
import static j2html.TagCreator.code;
import static j2html.TagCreator.div;
import static j2html.TagCreator.each;
import static j2html.TagCreator.h1;
import static j2html.TagCreator.h2;
import static j2html.TagCreator.h3;
import static j2html.TagCreator.input;
import static j2html.TagCreator.kbd;
import static j2html.TagCreator.li;
import static j2html.TagCreator.nav;
import static j2html.TagCreator.p;
import static j2html.TagCreator.section;
import static j2html.TagCreator.small;
import static j2html.TagCreator.span;
import static j2html.TagCreator.table;
import static j2html.TagCreator.tbody;
import static j2html.TagCreator.td;
import static j2html.TagCreator.text;
import static j2html.TagCreator.th;
import static j2html.TagCreator.tr;
import static j2html.TagCreator.ul;

import dev.tapedeck.golden.Comparison;
import dev.tapedeck.golden.Golden;
import dev.tapedeck.golden.GoldenName;
import dev.tapedeck.golden.Provenance;
import dev.tapedeck.golden.View;
import dev.tapedeck.inspect.index.FrameTable;
import dev.tapedeck.inspect.index.GoldenBoard;
import dev.tapedeck.inspect.index.GoldenBoard.Origins;
import dev.tapedeck.inspect.index.GoldenBoard.Pending;
import dev.tapedeck.inspect.index.GoldenBoard.State;
import dev.tapedeck.inspect.index.GoldenDiff;
import dev.tapedeck.inspect.index.GoldenDiff.Block.Change;
import dev.tapedeck.inspect.index.Library.Scan;
import dev.tapedeck.inspect.index.Recording;
import dev.tapedeck.text.VisibleText;
import j2html.tags.DomContent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The goldens that wait for a decision, and the difference of one. */
public final class GoldenPages {
    /** Settled goldens that are named. */
    private static final int MAX_SETTLED = 200;
    /** Changed events whose frame is named. */
    private static final int MAX_SOURCES = 12;

    private final State state;
    private final boolean exists;
    private final String formToken;
    private final boolean readOnly;
    private final Scan scan;
    private final Function<Recording, Optional<FrameTable>> frames;

    /**
     * @param exists whether there is a folder of goldens
     * @param formToken of the visitor's session
     * @param scan recordings, to which goldens link
     * @param frames what a recording's replay gave; empty while it goes on
     */
    public GoldenPages(
            State state,
            boolean exists,
            String formToken,
            boolean readOnly,
            Scan scan,
            Function<Recording, Optional<FrameTable>> frames) {
        this.state = state;
        this.exists = exists;
        this.formToken = formToken;
        this.readOnly = readOnly;
        this.scan = scan;
        this.frames = frames;
    }

    /** Which golden a decision was just taken on, so that it can be taken back. */
    public record Decided(String id, GoldenName name, String act) {}

    /** The queue, without one that is open. */
    public Page list(@Nullable Decided decided) {
        DomContent content;
        if (!exists) {
            content = Html.all(
                    p("This folder has no goldens beside it."),
                    p(
                            text("Name their folder with "),
                            Html.mono("tapedeck inspect DIR --golden DIR"),
                            text(", or make some with "),
                            Html.mono("tapedeck golden check"),
                            text(".")));
        } else if (state.pending().isEmpty()) {
            content = Html.all(
                    p(
                            span(
                                    Glyph.OK.drawing(),
                                    text(
                                            " Nothing waits. " + Html.count(state.settled().size(), "golden")
                                                    + " approved."))),
                    p(
                            text("Run "),
                            Html.mono("tapedeck golden check"),
                            text(" to compare them with what the recordings give now."))
                            .withClass("muted"));
        } else {
            Pending next = state.pending().getFirst();
            content = Html.all(
                    p("Choose a golden to see what changed."),
                    p(Html.button(Route.golden(next.id()), "Open " + next.golden().name(), null)));
        }
        DomContent middle = section(
                        div(h1("Goldens"), Html.muted(Html.number(state.pending().size()) + " pending"))
                                .withClass("hd row"),
                        undo(decided),
                        div(content).withClass("sheet"))
                .withClass("mid");
        return Page.of("Goldens", Page.Section.GOLDENS, "p-gold", Html.all(queue(null), middle), null);
    }

    private DomContent queue(@Nullable Pending open) {
        List<DomContent> parts = new ArrayList<>();
        List<Pending> fresh = state.pending().stream().filter(golden -> golden.golden().approved() == null).toList();
        List<Pending> changed = state.pending().stream().filter(golden -> golden.golden().approved() != null).toList();
        List<Pending> same = changed.stream().filter(golden -> state.like(golden).size() > 1).toList();
        List<Pending> others = changed.stream().filter(golden -> state.like(golden).size() == 1).toList();
        group(parts, "Same change", same, open);
        group(parts, same.isEmpty() ? "Changed" : "Other changes", others, open);
        group(parts, "New, nothing approved yet", fresh, open);
        parts.add(h2(Glyph.OK.drawing(), text("Approved "), Html.muted(Html.number(state.settled().size()))));
        if (!state.settled().isEmpty()) {
            parts.add(j2html.TagCreator.details(
                    j2html.TagCreator.summary("Names"),
                    ul(
                            each(state.settled().stream().limit(MAX_SETTLED).toList(), golden ->
                                    li(Html.mono(golden.name().toString()))))
                            .withClass("t names")));
        }
        return nav(Html.all(parts)).withClass("lst").attr("aria-label", "Goldens");
    }

    private static void group(List<DomContent> parts, String title, List<Pending> goldens, @Nullable Pending open) {
        if (goldens.isEmpty()) {
            return;
        }
        parts.add(h2(text(title + " "), span(Html.number(goldens.size())).withClass("badge gap")));
        parts.add(ul(each(goldens, golden -> li(entry(golden, open)))));
    }

    private static DomContent entry(Pending golden, @Nullable Pending open) {
        boolean fresh = golden.golden().approved() == null;
        GoldenName name = golden.golden().name();
        return Html.link(
                        Route.golden(golden.id()),
                        (fresh ? Glyph.NONE : Glyph.GAP).drawing(),
                        b(VisibleText.of(last(name.scenario()))),
                        small(VisibleText.of(name.view().word() + " · " + (fresh ? "new" : golden.summary()))))
                .condAttr(open != null && open.id().equals(golden.id()), "aria-current", "true");
    }

    private static String last(String scenario) {
        return scenario.substring(scenario.lastIndexOf('/') + 1);
    }

    private DomContent undo(@Nullable Decided decided) {
        if (decided == null) {
            return text("");
        }
        String word = decided.act().equals("discard") ? "Discarded " : "Approved ";
        return div(
                        span(Glyph.OK.drawing()),
                        span(text(word), Html.mono(decided.name().toString()), text(".")),
                        Html.spacer(),
                        readOnly
                                ? text("")
                                : Html.writes(Route.goldenWrite(decided.id(), "undo"), formToken)
                                        .with(
                                                button(text("Undo "), kbd("z"))
                                                        .withType("submit")
                                                        .withClass("btn")
                                                        .withData("key", "z")))
                .withClass("note")
                .attr("role", "status");
    }

    /** One golden. */
    public Page one(
            Pending golden, Origins origins, Map<String, byte[]> bytes, Query query, @Nullable Decided decided) {
        Route here = Route.golden(golden.id());
        boolean unified = query.choice("view", here, List.of("split", "unified")).equals("unified");
        boolean asText = query.choice("unit", here, List.of("events", "text")).equals("text");
        GoldenDiff diff = asText ? GoldenDiff.of(bytes.get("approved"), bytes.get("received"), false) : golden.diff();
        Golden file = golden.golden();
        boolean fresh = file.approved() == null;
        int at = state.pending().indexOf(golden);
        DomContent middle = section(
                        div(
                                        div(
                                                        h1(VisibleText.of(last(file.name().scenario()))),
                                                        Html.muted(
                                                                file.name().view().word() + " · "
                                                                        + file.name().scenario()).withClass("muted nw"),
                                                        Html.pill(
                                                                fresh ? Glyph.NONE : Glyph.GAP,
                                                                fresh ? "New" : "Received differs"),
                                                        Html.spacer(),
                                                        segments(
                                                                "Layout",
                                                                here.with("unit", asText ? "text" : null),
                                                                "view",
                                                                "v",
                                                                unified ? 1 : 0,
                                                                "split",
                                                                "unified"),
                                                        segments(
                                                                "Unit",
                                                                here.with("view", unified ? "unified" : null),
                                                                "unit",
                                                                "t",
                                                                asText ? 1 : 0,
                                                                "events",
                                                                "text"))
                                                .withClass("row"),
                                        div(
                                                        span(
                                                                b(Html.number(diff.changed())),
                                                                text(" changed, "),
                                                                b(Html.number(diff.added())),
                                                                text(" added, "),
                                                                b(Html.number(diff.removed())),
                                                                text(" removed")),
                                                        Html.muted(Html.number(equal(diff)) + " equal lines"),
                                                        Html.spacer(),
                                                        neighbour(at - 1, "Previous", "p"),
                                                        neighbour(at + 1, "Next", "n"))
                                                .withClass("row"))
                                .withClass("hd"),
                        undo(decided),
                        div(DiffTable.of(diff, unified, sizes(bytes)))
                                .withClass("scr")
                                .withTabindex(0)
                                .attr("role", "region")
                                .attr("aria-label", "Differences"),
                        actions(golden, fresh))
                .withClass("mid")
                .attr("aria-label", "Golden diff");
        DomContent main = Html.all(queue(golden), middle, why(golden, origins, bytes));
        return Page.of(file.name().toString(), Page.Section.GOLDENS, "p-gold", main, null);
    }

    private static DiffTable.Sizes sizes(Map<String, byte[]> bytes) {
        Function<String, Long> size = side -> bytes.containsKey(side) ? (long) bytes.get(side).length : 0;
        return new DiffTable.Sizes(size.apply("approved"), size.apply("received"));
    }

    private static long equal(GoldenDiff diff) {
        return diff.blocks().stream()
                .mapToLong(block -> block instanceof GoldenDiff.Block.Equal equal ? equal.count() : 0)
                .sum();
    }

    private static DomContent segments(String label, Route here, String key, String shortcut, int on, String... words) {
        List<DomContent> links = new ArrayList<>();
        for (int i = 0; i < words.length; i++) {
            links.add(Html.link(here.with(key, i == 0 ? null : words[i]), words[i])
                    .withData("key", shortcut)
                    .condAttr(i == on, "aria-current", "true"));
        }
        return div(Html.all(links)).withClass("seg").attr("role", "group").attr("aria-label", label);
    }

    private DomContent neighbour(int at, String word, String key) {
        return at < 0 || at >= state.pending().size()
                ? text("")
                : Html.button(Route.golden(state.pending().get(at).id()), word, key)
                        .withClass("btn ghost")
                        .withData("key", key);
    }

    private DomContent actions(Pending golden, boolean fresh) {
        if (readOnly) {
            return div(
                            div(
                                    text("Read-only here. Approve on the command line: "),
                                    code("tapedeck golden approve " + golden.golden().name()).withId("command"))
                                    .withClass("to"),
                            Html.scripted("copy", "Copy", null).withData("of", "command"))
                    .withClass("act");
        }
        List<Pending> like = state.like(golden);
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
                        write(golden, "discard", "one").with(
                                button(text("Discard received "), kbd("x"))
                                        .withType("submit")
                                        .withClass("btn")
                                        .withData("key", "x")),
                        like.size() > 1
                                ? write(golden, "approve", "one").with(
                                        button("Approve this one").withType("submit").withClass("btn"))
                                : write(golden, "approve", "one").with(approve("Approve this one ")),
                        like.size() > 1
                                ? write(
                                        golden,
                                        "approve",
                                        golden.diff().signature()).with(approve("Approve all " + like.size() + " "))
                                : text(""))
                .withClass("act");
    }

    private static DomContent approve(String words) {
        return button(text(words), kbd("a")).withType("submit").withClass("btn pri").withData("key", "a");
    }

    private j2html.tags.specialized.FormTag write(Pending golden, String act, String scope) {
        return Html.writes(Route.goldenWrite(golden.id(), act), formToken)
                .with(
                        field("received", golden.golden().received()),
                        field("approved", golden.golden().approved()),
                        field("scope", scope));
    }

    private static DomContent field(String name, @Nullable String value) {
        return input().withType("hidden").withName(name).withValue(value == null ? "absent" : value);
    }

    private DomContent why(Pending golden, Origins origins, Map<String, byte[]> bytes) {
        return aside(
                        h2("Why it changed"),
                        origin(origins),
                        paths(golden),
                        source(golden),
                        files(golden, bytes))
                .withClass("why")
                .attr("aria-label", "Why it changed");
    }

    private static DomContent origin(Origins origins) {
        boolean known = origins.approved().isPresent() && origins.received().isPresent();
        boolean recording = known && differs(origins, Provenance::recording);
        boolean mapper = known && differs(origins, Provenance::mapper);
        DomContent verdict;
        if (!known) {
            verdict = Html.pill(
                    Glyph.NONE, origins.approved().isEmpty() ? "Nobody noted what it was approved from" : "Unknown");
        } else if (recording) {
            verdict = Html.pill(Glyph.MISMATCH, mapper ? "Recording and mapper changed" : "The recording changed");
        } else {
            verdict = mapper
                    ? Html.pill(Glyph.MISMATCH, "The mapper changed")
                    : Html.pill(Glyph.GAP, "Neither recording nor mapper changed");
        }
        return div(
                        verdict,
                        table(tbody(
                                        originLine("Recording", origins, Provenance::recording),
                                        originLine("Mapper", origins, Provenance::mapper)))
                                .withClass("tt"))
                .withClass("card");
    }

    private static boolean differs(Origins origins, Function<Provenance, String> part) {
        return !origins.approved().map(part).equals(origins.received().map(part));
    }

    private static DomContent originLine(String name, Origins origins, Function<Provenance, String> part) {
        Optional<String> before = origins.approved().map(part).map(hash -> Html.cut(hash, 9));
        Optional<String> after = origins.received().map(part).map(hash -> Html.cut(hash, 9));
        boolean known = before.isPresent() && after.isPresent();
        boolean same = known && !differs(origins, part);
        DomContent word = !known ? text("unknown") : same ? Html
                .all(Glyph.OK.drawing(), text(" same")) : Html
                .all(Glyph.MISMATCH.drawing(), text(" differs"));
        String hashes = same ? before.get() : before.orElse("–") + " → " + after.orElse("–");
        return tr(th(name).attr("scope", "row"), td(word).withClass("st"), td(hashes).withClass("r mono muted"));
    }

    private static DomContent paths(Pending golden) {
        if (golden.diff().paths().isEmpty()) {
            return text("");
        }
        return section(
                h3("Changed paths"),
                table(tbody(each(golden.diff().paths().entrySet().stream().limit(12).toList(), path -> tr(
                                td(VisibleText.of(Html.cut(path.getKey(), 90))).withClass("mono"),
                                td("×" + Html.number(path.getValue())).withClass("r")))))
                        .withClass("tt"));
    }

    /** The recording that a golden is made of, if it is among these. */
    private Optional<Recording> sourceOf(GoldenName name) {
        return scan.recordings().stream()
                .filter(
                        recording -> recording.name().startsWith(name.scenario() + "/")
                                || recording.name().equals(name.scenario()))
                .findFirst();
    }

    private DomContent source(Pending golden) {
        Recording recording = sourceOf(golden.golden().name()).orElse(null);
        if (recording == null) {
            return text("");
        }
        List<DomContent> lines = new ArrayList<>();
        lines.add(tr(
                th("Session").attr("scope", "row"), td(Html.link(Route.frames(recording.id()), recording.title()))));
        Optional<FrameTable> replayed =
                golden.golden().name().view() == View.CANONICAL ? frames.apply(recording) : Optional.empty();
        if (replayed.isPresent()) {
            golden.diff().blocks().stream()
                    .flatMap(block -> block instanceof Change change ? Stream.of(change) : Stream.empty())
                    .filter(change -> change.receivedLine() > 0)
                    .limit(MAX_SOURCES)
                    .forEach(change -> replayed.get().frameOfEvent(change.receivedLine(), change.name())
                            .ifPresent(seq -> lines.add(tr(
                                    th("Event " + Html.number(change.receivedLine())).attr("scope", "row"),
                                    td(
                                            text("from "),
                                            Html.link(
                                                    Route.frames(recording.id()).with("sel", seq),
                                                    "frame " + Html.number(seq)))))));
        }
        return section(h3("Source"), table(tbody(Html.all(lines))).withClass("tt"));
    }

    private static DomContent files(Pending golden, Map<String, byte[]> bytes) {
        View view = golden.golden().name().view();
        byte[] approved = bytes.get("approved");
        byte[] received = bytes.get("received");
        String equality = approved == null || received == null
                ? "nothing to compare with"
                : Comparison.ofJson(approved, received).equal() ? "equal after normalisation" : "bytes differ";
        return section(
                h3("Files"),
                table(tbody(
                                tr(th("Received").attr("scope", "row"), td(view.receivedFile()).withClass("mono")),
                                tr(
                                        th("Approved").attr("scope", "row"),
                                        td(approved == null ? "none yet" : view.approvedFile()).withClass("mono")),
                                tr(th("Equality").attr("scope", "row"), td(equality)),
                                tr(th("Encoding").attr("scope", "row"), td(encoding(received)))))
                        .withClass("tt"));
    }

    private static String encoding(byte @Nullable [] bytes) {
        if (bytes == null) {
            return "no file";
        }
        String text = new String(bytes, java.nio.charset.StandardCharsets.UTF_8);
        List<String> facts = new ArrayList<>();
        facts.add(text.indexOf('\ufffd') >= 0 ? "not UTF-8 throughout" : "UTF-8");
        facts.add(text.contains("\r\n") ? "CRLF" : "LF");
        facts.add(text.endsWith("\n") ? "final newline" : "no final newline");
        return String.join(", ", facts);
    }

    /** What is shown when a golden is no longer what the visitor looked at. */
    public Page conflict(Pending now, Origins origins, Map<String, byte[]> bytes) {
        Page page = one(now, origins, bytes, new Query(Map.of()), null);
        DomContent warning = div(
                span(Glyph.FAULT.drawing()),
                span(
                        "This golden changed on disk since you opened it. Nothing was written; this is its state."))
                .withClass("note bad top")
                .attr("role", "alert");
        return new Page(409, page.title(), page.section(), page.layout(), Html.all(warning, page.main()), null, false);
    }
}
