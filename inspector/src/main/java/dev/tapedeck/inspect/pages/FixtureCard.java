package dev.tapedeck.inspect.pages;

import static j2html.TagCreator.details;
import static j2html.TagCreator.div;
import static j2html.TagCreator.p;
import static j2html.TagCreator.pre;
import static j2html.TagCreator.section;
import static j2html.TagCreator.summary;
import static j2html.TagCreator.text;

import dev.tapedeck.inspect.index.Library.Scan;
import dev.tapedeck.inspect.index.Recording;
import dev.tapedeck.matrix.FrameRef;
import dev.tapedeck.text.VisibleText;
import j2html.tags.DomContent;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** Sample frames as a recording to copy, so that a rule and its fixture can be written together. */
public final class FixtureCard {
    private FixtureCard() {}

    /** Frames of one recording as a recording of their own. */
    @FunctionalInterface
    public interface Maker {
        /** Its text, what is private replaced; empty when the file is gone. */
        Optional<String> of(Recording recording, SortedSet<Long> seqs);
    }

    /** @param samples frames that show the same; those of the first one's recording are taken */
    static DomContent of(Scan scan, List<FrameRef> samples, Maker maker) {
        Optional<Recording> recording = samples.isEmpty() ? Optional.empty() : scan.named(samples.getFirst().fixture());
        if (recording.isEmpty()) {
            return text("");
        }
        SortedSet<Long> seqs = new TreeSet<>();
        samples.stream()
                .filter(sample -> sample.fixture().equals(samples.getFirst().fixture()))
                .forEach(sample -> seqs.add(sample.seq()));
        Optional<String> fixture = maker.of(recording.get(), seqs);
        if (fixture.isEmpty()) {
            return text("");
        }
        String where = "fixtures/" + recording.get().header().provider() + "/NAME/recording.ndjson";
        return section(details(
                summary("A fixture to keep"),
                p(
                        text("These frames as a recording, what is private replaced. Save it as "),
                        Html.mono(where),
                        text(".")),
                pre(VisibleText.lines(fixture.get())).withClass("code").withId("fixture"),
                div(Html.scripted("copy", "Copy fixture", null).withData("of", "fixture"))));
    }
}
