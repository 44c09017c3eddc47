package dev.tapedeck.invariant;

import dev.tapedeck.host.FailureKind;
import dev.tapedeck.host.FrameResult;
import dev.tapedeck.host.HostListener;
import dev.tapedeck.host.HostNote;
import dev.tapedeck.host.Limit;
import dev.tapedeck.mapping.Emission;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;

/** What goes wrong in a run, as far as it decides what its maps may lack when all is over. */
final class Course implements HostListener {
    private final Alterations alterations;
    private final LostAsking asking = new LostAsking();
    private final Retold retold = new Retold();
    private final Set<String> refused = new HashSet<>();
    private final Set<Limit> trimmed = EnumSet.noneOf(Limit.class);
    private final Set<Long> lost = new HashSet<>();
    /** Those of the lost ones that nobody could decode. */
    private final Set<Long> unread = new LinkedHashSet<>();

    private boolean patched;
    private boolean failed;
    private boolean failedInResync;
    private boolean resynced = true;
    private boolean closed;

    Course(Alterations alterations) {
        this.alterations = alterations;
    }

    @Override
    public void frame(FrameResult result) {
        asking.frame(result);
        if (asking.ofRequests()) {
            retold.frame(result);
        }
        alterations.frame(result, closed);
        if (Alterations.noticed(result)) {
            lost.add(result.frame().seq());
            patched = true;
            if (result.message() == null) {
                unread.add(result.frame().seq());
            }
        }
    }

    @Override
    public void written(long seq, Emission emission) {
        alterations.written(seq, emission);
    }

    @Override
    public void note(HostNote note) {
        switch (note) {
            case HostNote.Failed failure -> {
                failed = true;
                resynced &= failure.inResync() && failure.kind() != FailureKind.RESUBSCRIPTION;
                failedInResync |= failure.inResync();
            }
            case HostNote.Resynced done -> {
                resynced = true;
                patched = true;
            }
            case HostNote.RequestRefused request -> refused.add(request.request().key());
            case HostNote.Trimmed trim -> trimmed.add(trim.limit());
            case HostNote.EpochOpened opened -> {
                resynced = true;
                closed = false;
                patched = false;
            }
            case HostNote.Closed close -> closed = true;
            case HostNote.Warned warned -> {}
            case HostNote.ErrorWritten error -> refused.add(error.request().key());
            case HostNote.CancelWritten written -> {}
            case HostNote.AnswerRefused answer -> {}
            case HostNote.EvidenceRefused evidence -> {}
        }
    }

    Alterations alterations() {
        return alterations;
    }

    LostAsking asking() {
        return asking;
    }

    Retold retold() {
        return retold;
    }

    /** Whether nothing at all went wrong that could change the maps. */
    boolean isClean() {
        return !patched && !isUnsound() && trimmed.isEmpty() && refused.isEmpty();
    }

    /** Whether anything was missed, or taken for what it was not. */
    boolean isUnsound() {
        return failed || lost() || alterations.any();
    }

    /** Whether calls of the hook failed, or frames were lost. */
    boolean missedAny() {
        return failed || lost();
    }

    /** Whether frames were lost to the maps, and the host knows it. */
    boolean lost() {
        return !lost.isEmpty();
    }

    boolean lost(long seq) {
        return lost.contains(seq);
    }

    /** Whether anything was read from history or lost in the epoch that runs. */
    boolean patched() {
        return patched;
    }

    /** Whether a resync succeeded after the last failure. */
    boolean resynced() {
        return resynced;
    }

    boolean failedInResync() {
        return failedInResync;
    }

    /** Whether anything left the maps within their budgets. */
    boolean trimmed() {
        return !trimmed.isEmpty();
    }

    boolean trimmed(Limit limit) {
        return trimmed.contains(limit);
    }

    /** Whether a protocol error answered the request. */
    boolean refused(String request) {
        return refused.contains(request);
    }

    /** Requests that nobody could read, and which items they asked about, as the clean run knows it. */
    Subjects unread(Convergence.Reference reference) {
        Subjects requests = Subjects.NONE;
        for (long seq : unread) {
            requests = requests.and(reference.subjects(seq).requests());
        }
        return requests;
    }
}
