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
    private final Ordinals ordinals = new Ordinals();
    private final Set<Mark> marks = EnumSet.noneOf(Mark.class);
    private String provider = "";
    private Set<String> lossy = Set.of();
    private @Nullable FrameResult held;

    /** @param told takes each frame and whether it passes */
    public Matching(
            Filter filter, Function<Wire, Optional<RuleBook>> books, BiConsumer<FrameResult, Boolean> told) {
        this.filter = filter;
        this.books = books;
        this.told = told;
    }

    public void header(Header header) {
        provider = header.provider();
        lossy = books.apply(header.wire()).map(ReplayedFrame::lossy).orElse(Set.of());
    }

    public void frame(FrameResult result) {
        over();
        held = result;
    }

    public void note(HostNote note) {
        marks.addAll(ReplayedFrame.marks(note));
    }

    /** The replay is over: the last frame is judged. */
    public void over() {
        if (held != null) {
            ReplayedFrame frame = ReplayedFrame.of(held, provider, lossy, Set.copyOf(marks), ordinals);
            told.accept(held, filter.of(frame) == Verdict.YES);
        }
        held = null;
        marks.clear();
    }
}
