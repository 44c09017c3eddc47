package dev.tapedeck.invariant;

import dev.tapedeck.host.HookCall;
import dev.tapedeck.host.HostView;
import dev.tapedeck.mapping.Emission;
import dev.tapedeck.mapping.MapResult;
import dev.tapedeck.mapping.Mapper;
import dev.tapedeck.mapping.Outcome;
import dev.tapedeck.rules.Message;
import dev.tapedeck.scratch.Scratch;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A fault leaves scratch as it was before its frame, and a failed call leaves it as it was before the call.
 *
 * <p>Checked by mapping a call with faults once more without the faulted frames: scratch must come out equal.
 */
final class ScratchBackAfterFault implements Invariant {
    private final Mapper mapper;
    private final Verdict verdict;
    private @Nullable Scratch afterFailure;

    ScratchBackAfterFault(Mapper mapper, Verdict verdict) {
        this.mapper = mapper;
        this.verdict = verdict;
    }

    @Override
    public void called(HookCall call) {
        MapResult result = call.result();
        if (call.failure() != null || result == null) {
            afterFailure = call.before();
            return;
        }
        afterFailure = null;
        List<Message> sound = new ArrayList<>();
        for (int i = 0; i < call.frames().size(); i++) {
            if (!(result.outcomes().get(i) instanceof Outcome.Faulted)) {
                sound.add(call.frames().get(i));
            }
        }
        if (sound.size() == call.frames().size()) {
            return;
        }
        long seq = call.frames().getLast().seq();
        Scratch without = without(call, sound, seq);
        if (without != null && !without.equals(result.scratch())) {
            verdict.violated(seq, "scratch " + without, result.scratch().toString());
        }
        for (Emission emission : result.emissions()) {
            if (result.outcomes().get(emission.frame()) instanceof Outcome.Faulted) {
                verdict.violated(seq, "no events from a faulted frame", emission.toString());
            }
        }
    }

    /** Scratch of the call without its faulted frames; null where nobody can tell it. */
    private @Nullable Scratch without(HookCall call, List<Message> sound, long seq) {
        boolean resumes = !call.context().resumed().isEmpty();
        if (resumes && (sound.isEmpty() || sound.getLast().seq() <= call.context().covered())) {
            // What a resync told is taken over before the first frame behind it, and each such frame is a faulted one.
            return null;
        }
        if (sound.isEmpty()) {
            return call.before();
        }
        try {
            return mapper.mapFrames(call.context(), sound, call.before()).scratch();
        } catch (Mapper.HookFailure failure) {
            String found = String.valueOf(failure.getMessage());
            verdict.violated(seq, "the call to succeed without its faulted frames", found);
            return null;
        }
    }

    @Override
    public void stepped(HostView host) {
        if (afterFailure != null && !afterFailure.equals(host.scratch())) {
            verdict.violated(host.arrivedSeq(), "scratch as before the failed call", host.scratch().toString());
        }
        afterFailure = null;
    }
}
