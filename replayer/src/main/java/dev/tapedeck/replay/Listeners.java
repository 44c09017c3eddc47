package dev.tapedeck.replay;

import dev.tapedeck.frame.HostAct;
import dev.tapedeck.frame.LogLine;
import dev.tapedeck.host.FrameResult;
import dev.tapedeck.host.HookCall;
import dev.tapedeck.host.HostListener;
import dev.tapedeck.host.HostNote;
import dev.tapedeck.host.HostView;
import dev.tapedeck.host.StateChange;
import dev.tapedeck.mapping.Emission;
import dev.tapedeck.rules.Claim;

/** Tells two listeners, in that order. */
record Listeners(HostListener first, HostListener second) implements HostListener {
    @Override
    public void frame(FrameResult result) {
        first.frame(result);
        second.frame(result);
    }

    @Override
    public void log(LogLine line) {
        first.log(line);
        second.log(line);
    }

    @Override
    public void hostAct(HostAct act) {
        first.hostAct(act);
        second.hostAct(act);
    }

    @Override
    public void note(HostNote note) {
        first.note(note);
        second.note(note);
    }

    @Override
    public void written(long seq, Emission emission) {
        first.written(seq, emission);
        second.written(seq, emission);
    }

    @Override
    public boolean wantsChanges(long seq) {
        return first.wantsChanges(seq) || second.wantsChanges(seq);
    }

    @Override
    public void changed(long seq, StateChange change) {
        first.changed(seq, change);
        second.changed(seq, change);
    }

    @Override
    public void claimed(Claim claim) {
        first.claimed(claim);
        second.claimed(claim);
    }

    @Override
    public void called(HookCall call) {
        first.called(call);
        second.called(call);
    }

    @Override
    public void stepped(HostView host) {
        first.stepped(host);
        second.stepped(host);
    }
}
