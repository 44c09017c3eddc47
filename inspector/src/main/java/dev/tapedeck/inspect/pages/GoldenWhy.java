package dev.tapedeck.inspect.pages;

import static j2html.TagCreator.aside;
import static j2html.TagCreator.div;
import static j2html.TagCreator.each;
import static j2html.TagCreator.h2;
import static j2html.TagCreator.h3;
import static j2html.TagCreator.section;
import static j2html.TagCreator.table;
import static j2html.TagCreator.tbody;
import static j2html.TagCreator.td;
import static j2html.TagCreator.text;
import static j2html.TagCreator.th;
import static j2html.TagCreator.tr;

import dev.tapedeck.golden.Comparison;
import dev.tapedeck.golden.GoldenName;
import dev.tapedeck.golden.Provenance;
import dev.tapedeck.golden.View;
import dev.tapedeck.inspect.index.FrameTable;
import dev.tapedeck.inspect.index.GoldenBoard.Origins;
import dev.tapedeck.inspect.index.GoldenBoard.Pending;
import dev.tapedeck.inspect.index.GoldenDiff.Block.Change;
import dev.tapedeck.inspect.index.Library.Scan;
import dev.tapedeck.inspect.index.Recording;
import dev.tapedeck.text.VisibleText;
import j2html.tags.DomContent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Why a golden changed: what it was made of then and now, which paths, from which frames, and facts of its files. */
final class GoldenWhy {
    /** Changed events whose frame is named. */
    private static final int MAX_SOURCES = 12;

    private final Scan scan;
    private final Function<Recording, Optional<FrameTable>> frames;

    /** @param frames what a recording's replay gave; empty while it goes on */
    GoldenWhy(Scan scan, Function<Recording, Optional<FrameTable>> frames) {
        this.scan = scan;
        this.frames = frames;
    }

    DomContent of(Pending golden, Origins origins, Map<String, byte[]> bytes) {
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
        return div(
                        verdict(origins),
                        table(tbody(each(List.of(Part.values()), part -> originLine(part, origins)))).withClass("tt"))
                .withClass("card");
    }

    /** What a result is made of. */
    private enum Part {
        RECORDING("Recording", Provenance::recording),
        /** Goldens are made without faults, then and now. */
        PLAN("Fault plan", origin -> "none"),
        MAPPER("Mapper", Provenance::mapper),
        REDUCER("Reducer", Provenance::reducer);

        private final String title;
        private final Function<Provenance, @Nullable String> of;

        Part(String title, Function<Provenance, @Nullable String> of) {
            this.title = title;
            this.of = of;
        }

        /** Whether it is another now; false where nobody noted it. */
        boolean differs(Origins origins) {
            Optional<String> before = origins.approved().map(of);
            Optional<String> now = origins.received().map(of);
            return before.isPresent() && now.isPresent() && !before.equals(now);
        }
    }

    /** Why a golden changed, in a few words. */
    static DomContent verdict(Origins origins) {
        if (origins.approved().isEmpty() || origins.received().isEmpty()) {
            return Html.pill(
                    Glyph.NONE, origins.approved().isEmpty() ? "Nobody noted what it was approved from" : "Unknown");
        }
        List<String> changed = Arrays.stream(Part.values())
                .filter(part -> part.differs(origins))
                .map(part -> part.title.toLowerCase(Locale.ROOT))
                .toList();
        return switch (changed.size()) {
            case 0 -> Html.pill(Glyph.GAP, "Nothing that it is made of changed");
            case 1 -> Html.pill(Glyph.MISMATCH, "The " + changed.getFirst() + " changed");
            default -> Html.pill(
                    Glyph.MISMATCH,
                    "The " + String.join(", ", changed.subList(0, changed.size() - 1)) + " and " + changed.getLast()
                            + " changed");
        };
    }

    private static DomContent originLine(Part part, Origins origins) {
        Optional<String> before = origins.approved().map(part.of).map(hash -> Html.cut(hash, 9));
        Optional<String> after = origins.received().map(part.of).map(hash -> Html.cut(hash, 9));
        boolean known = before.isPresent() && after.isPresent();
        boolean same = known && !part.differs(origins);
        DomContent word = text("unknown");
        if (known) {
            word = same
                    ? Html.all(Glyph.OK.drawing(), text(" same"))
                    : Html.all(Glyph.MISMATCH.drawing(), text(" differs"));
        }
        String hashes = same ? before.get() : before.orElse("–") + " → " + after.orElse("–");
        return tr(th(part.title).attr("scope", "row"), td(word).withClass("st"), td(hashes).withClass("r mono muted"));
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
        String text = new String(bytes, StandardCharsets.UTF_8);
        List<String> facts = new ArrayList<>();
        facts.add(text.indexOf('\ufffd') >= 0 ? "not UTF-8 throughout" : "UTF-8");
        facts.add(text.contains("\r\n") ? "CRLF" : "LF");
        facts.add(text.endsWith("\n") ? "final newline" : "no final newline");
        return String.join(", ", facts);
    }
}
