package dev.tapedeck.filter;

import dev.tapedeck.canonical.CanonicalEvent;
import dev.tapedeck.canonical.EventType;
import dev.tapedeck.events.Ordinals;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.host.Disposition;
import dev.tapedeck.host.FailureKind;
import dev.tapedeck.host.FrameResult;
import dev.tapedeck.host.HostNote;
import dev.tapedeck.mapping.Emission;
import dev.tapedeck.rules.Message;
import dev.tapedeck.rules.Role;
import dev.tapedeck.rules.Rule;
import dev.tapedeck.rules.RuleBook;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A frame of a replay, of which everything is known.
 *
 * @param lossy kinds of the rules that do not carry everything, as {@link #lossy} tells
 */
public record ReplayedFrame(FrameResult result, String provider, Set<String> lossy, Set<Mark> marks, Outcome outcome)
        implements Candidate {

    /** A frame whose events take their ordinals; every frame of a recording must pass here, in its order. */
    public static ReplayedFrame of(
            FrameResult result, String provider, Set<String> lossy, Set<Mark> marks, Ordinals ordinals) {
        List<CanonicalEvent> events = result.emissions().stream()
                .map(Emission::canonical)
                .filter(Objects::nonNull)
                .map(Objects::requireNonNull)
                .toList();
        return new ReplayedFrame(result, provider, lossy, marks, Outcome.of(events, ordinals));
    }

    /** Kinds of the rules of a book that name something they do not carry. */
    public static Set<String> lossy(RuleBook book) {
        return book.rules().stream()
                .filter(rule -> rule instanceof Rule.Map map && !map.gaps().isEmpty())
                .map(Rule::kind)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** What a note means for the frame before it. */
    public static Set<Mark> marks(HostNote note) {
        Set<Mark> marks = EnumSet.of(Mark.ACTED);
        switch (note) {
            case HostNote.Resynced resynced -> marks.add(Mark.RESYNC);
            case HostNote.Failed failed when failed.kind() == FailureKind.LAG || failed.kind() == FailureKind.GAP ->
                marks.add(Mark.LAG);
            case HostNote.Failed failed -> {}
            case HostNote.EpochOpened opened -> {}
            case HostNote.Warned warned -> {}
            case HostNote.Closed closed -> {}
            case HostNote.RequestRefused refused -> {}
            case HostNote.ErrorWritten written -> {}
            case HostNote.CancelWritten written -> {}
            case HostNote.AnswerRefused refused -> {}
            case HostNote.EvidenceRefused refused -> {}
            case HostNote.Trimmed trimmed -> {}
        }
        return marks;
    }

    /**
     * Whether a note is told ahead of the frame that it belongs to.
     *
     * @param after whether the note told just before it is one
     */
    public static boolean isAhead(HostNote note, boolean after) {
        return switch (note) {
            case HostNote.Failed failed -> failed.kind() == FailureKind.FRAME_FAULT && !failed.inResync();
            case HostNote.Warned warned -> after;
            case HostNote.AnswerRefused refused -> true;
            case HostNote.CancelWritten written -> true;
            case HostNote.Resynced resynced -> false;
            case HostNote.EpochOpened opened -> false;
            case HostNote.Closed closed -> false;
            case HostNote.RequestRefused refused -> false;
            case HostNote.ErrorWritten written -> false;
            case HostNote.EvidenceRefused refused -> false;
            case HostNote.Trimmed trimmed -> false;
        };
    }

    @Override
    public long seq() {
        return result.frame().seq();
    }

    @Override
    public long micros() {
        return result.frame().micros();
    }

    @Override
    public long size() {
        return result.frame().payload().size();
    }

    @Override
    public long batch() {
        return result.batch();
    }

    @Override
    public Direction direction() {
        return result.frame().direction();
    }

    @Override
    public String kind() {
        Message message = result.message();
        return message == null ? "" : message.kind().path();
    }

    @Override
    public @Nullable Role role() {
        Message message = result.message();
        return message == null ? null : message.role();
    }

    @Override
    public @Nullable String rule() {
        return result.rule();
    }

    @Override
    public boolean loses() {
        return result.rule() != null && lossy.contains(result.rule());
    }

    @Override
    public Disposition disposition() {
        return result.disposition();
    }

    @Override
    public boolean became(Set<EventType> types) {
        return outcome.events().stream().anyMatch(event -> types.contains(event.type()));
    }

    @Override
    public boolean marked(Mark mark) {
        return marks.contains(mark);
    }

    @Override
    public Frame frame() {
        return result.frame();
    }
}
