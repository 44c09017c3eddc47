package dev.tapedeck.filter;

import dev.tapedeck.events.Ordinals;
import dev.tapedeck.frame.Header;
import dev.tapedeck.frame.Wire;
import dev.tapedeck.host.FrameResult;
import dev.tapedeck.host.HostNote;
import dev.tapedeck.rules.RuleBook;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the frames of one replay, in their order: a frame is judged once the next one comes, since what the host
 * does after a frame belongs to it.
 */
public final class Matching {
    private final Filter filter;
    private final Function<Wire, Optional<RuleBook>> books;
    private final BiConsumer<FrameResult, Boolean> told;
    private final Narrowing narrowing;
    private final Ordinals ordinals = new Ordinals();
    private final Set<Mark> marks = EnumSet.noneOf(Mark.class);
    /** Of notes that belong to the frame that is told next. */
    private final Set<Mark> ahead = EnumSet.noneOf(Mark.class);
    private String provider = "";
    private Set<String> lossy = Set.of();
    private @Nullable FrameResult held;

    /**
     * @param narrowing is shown each frame, in case that none passes
     * @param told takes each frame and whether it passes
     */
    public Matching(
            Filter filter,
            Function<Wire, Optional<RuleBook>> books,
            Narrowing narrowing,
            BiConsumer<FrameResult, Boolean> told) {
        this.filter = filter;
        this.books = books;
        this.narrowing = narrowing;
        this.told = told;
    }

    public void header(Header header) {
        provider = header.provider();
        lossy = books.apply(header.wire()).map(ReplayedFrame::lossy).orElse(Set.of());
    }

    public void frame(FrameResult result) {
        over();
        held = result;
        stepped();
    }

    public void note(HostNote note) {
        boolean early = ReplayedFrame.isAhead(note, !ahead.isEmpty());
        (early ? ahead : marks).addAll(ReplayedFrame.marks(note));
    }

    /** A step is over: no frame comes for what was noted ahead of one. */
    public void stepped() {
        marks.addAll(ahead);
        ahead.clear();
    }

    /** The replay is over: the last frame is judged. */
    public void over() {
        if (held != null) {
            ReplayedFrame frame = ReplayedFrame.of(held, provider, lossy, Set.copyOf(marks), ordinals);
            narrowing.look(frame);
            told.accept(held, filter.of(frame) == Verdict.YES);
        }
        held = null;
        marks.clear();
    }
}
