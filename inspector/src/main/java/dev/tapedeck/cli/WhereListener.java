package dev.tapedeck.cli;

import dev.tapedeck.canonical.CanonicalEvent;
import dev.tapedeck.filter.Filter;
import dev.tapedeck.filter.Matching;
import dev.tapedeck.filter.Narrowing;
import dev.tapedeck.frame.Header;
import dev.tapedeck.host.FrameResult;
import dev.tapedeck.host.HostNote;
import dev.tapedeck.host.HostView;
import dev.tapedeck.mapping.Emission;
import dev.tapedeck.replay.ReplayListener;
import dev.tapedeck.rules.Message;
import dev.tapedeck.text.VisibleText;
import dev.tapedeck.wire.RuleBooks;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;

/** Prints of a replay only what belongs to the frames that a filter takes. */
final class WhereListener implements ReplayListener {
    /** What is printed of a frame. */
    enum Form {
        NOTHING,
        ONE_LINE,
        /** What the listener behind this one wrote while it was told of the frame. */
        ITS_EVENTS
    }

    private final Matching matching;
    private final ReplayListener behind;
    private final StringWriter written;
    private final PrintWriter out;
    private final Form form;
    private String held = "";
    private long hits;

    /**
     * @param narrowing is shown each frame, in case that the filter takes none
     * @param behind is told of the header, of every frame and step and note and of what the host writes, whether the
     *     filter takes it or not, and writes to {@code written}
     * @param out takes what is printed
     */
    WhereListener(
            Filter filter,
            Narrowing narrowing,
            ReplayListener behind,
            StringWriter written,
            PrintWriter out,
            Form form) {
        this.matching = new Matching(filter, RuleBooks::of, narrowing, (frame, passes) -> judged(passes));
        this.behind = behind;
        this.written = written;
        this.out = out;
        this.form = form;
    }

    /** Frames that the filter took. */
    long hits() {
        return hits;
    }

    /** The replay is over; the last frame is printed now if it passes. */
    void over() {
        matching.over();
    }

    @Override
    public void header(Header header) {
        behind.header(header);
        matching.header(header);
    }

    @Override
    public void note(HostNote note) {
        behind.note(note);
        matching.note(note);
    }

    @Override
    public void stepped(HostView host) {
        behind.stepped(host);
        matching.stepped();
    }

    @Override
    public void frame(FrameResult result) {
        matching.frame(result);
        behind.frame(result);
        held = form == Form.ONE_LINE ? line(result) : written.toString();
        written.getBuffer().setLength(0);
    }

    /** What the host wrote outside of frames belongs to none; whoever counts events still hears of it. */
    @Override
    public void written(long seq, Emission emission) {
        behind.written(seq, emission);
        written.getBuffer().setLength(0);
    }

    private void judged(boolean passes) {
        if (passes) {
            hits++;
            if (form != Form.NOTHING) {
                out.write(held);
            }
        }
    }

    private static String line(FrameResult result) {
        Message message = result.message();
        String events = result.emissions().stream()
                .map(Emission::canonical)
                .filter(Objects::nonNull)
                .map(WhereListener::type)
                .distinct()
                .collect(Collectors.joining(", "));
        String outcome = !events.isEmpty()
                ? events
                : result.disposition().word() + (result.reason() == null ? "" : ": " + result.reason());
        return String.format(
                Locale.ROOT,
                "%8d  %10.3f s  %-3s  %-44s  %s%n",
                result.frame().seq(),
                result.frame().micros() / 1e6,
                result.frame().direction().word(),
                VisibleText.of(message == null ? "(not decoded)" : message.kind().path()),
                VisibleText.of(outcome));
    }

    private static String type(CanonicalEvent event) {
        return event.type().word();
    }
}
