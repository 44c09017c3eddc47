package dev.tapedeck.host;

import dev.tapedeck.canonical.ExitKind;
import dev.tapedeck.canonical.SessionPayload.SessionExited;
import dev.tapedeck.frame.LogLine;
import dev.tapedeck.runtime.TurnDetail;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Closes epochs: because the process ended, or because its protocol broke, and for nothing else. What is open ends with
 * them, and people see why.
 */
final class EpochEnd {
    private final Run run;
    private @Nullable String lastLog;
    /** Set while a close waits for the exit that explains it. */
    private @Nullable String broken;

    EpochEnd(Run run) {
        this.run = run;
    }

    /** Goes on from where another one is at rest. */
    void like(EpochEnd other) {
        lastLog = other.lastLog;
    }

    /** The last line that a process wrote beside its wire explains a bad exit; comments of an event stream do not. */
    void heard(LogLine line) {
        lastLog = line.stream().startsWith("std") ? line.payload().display() : lastLog;
    }

    /** Whether the exit that explains a close is still to come. */
    boolean waitsForExit() {
        return broken != null;
    }

    /** The process ended, see {@link Host#processEnds}. */
    void exited(@Nullable Integer exit, @Nullable String signal, String reason) {
        boolean graceful = signal == null
                ? exit == null ? !reason.equals("start-failed") : exit == 0 || run.epoch.farewell != null
                : signal.equals(run.epoch.farewell);
        String how = signal != null ? "signal " + signal : exit != null ? "exit code " + exit : reason;
        if (!graceful && lastLog != null) {
            how += ": " + lastLog;
        } else if (exit != null && exit != 0 && run.epoch.farewell != null) {
            how += " after " + run.epoch.farewell;
        }
        if (broken != null) {
            tell(broken + ", " + how);
        } else if (run.epoch.closed == null) {
            close(CloseCause.EXIT, how, how, graceful);
        }
    }

    /** The pipe to the process or from it broke, which closes now and is told with the exit. */
    void broke(String what) {
        broken = what;
        close(CloseCause.PROTOCOL, what, what, false);
    }

    /** No exit explains what broke. */
    void unexplained() {
        if (broken != null) {
            tell(broken);
        }
    }

    /**
     * A frame cannot be decoded.
     *
     * @param told what turns and items say of it, which holds for every run of the same frames
     */
    void undecodable(String reason, String told) {
        close(CloseCause.PROTOCOL, reason, told, false);
    }

    private void close(CloseCause cause, String reason, String told, boolean graceful) {
        Epoch epoch = run.epoch;
        TurnDetail detail = graceful ? TurnDetail.INTERRUPTED : TurnDetail.FAILED;
        run.written(epoch.fold.processEnded(run.arrivedSeq, run.now(), detail, told));
        run.changes(run.arrivedSeq);
        ExitKind kind = graceful ? ExitKind.GRACEFUL : ExitKind.ERROR;
        run.written(List.of(Writer.sessionExited(run.now(), new SessionExited(reason, true, kind))));
        epoch.closed = cause;
        epoch.closeReason = reason;
        epoch.maps.closed = new Maps.Closing(cause, reason);
        if (broken == null) {
            run.note(new HostNote.Closed(run.arrivedSeq, epoch.number, cause, reason, graceful));
        }
    }

    private void tell(String why) {
        broken = null;
        run.epoch.maps.closed = new Maps.Closing(CloseCause.PROTOCOL, why);
        run.note(new HostNote.Closed(run.arrivedSeq, run.epoch.number, CloseCause.PROTOCOL, why, false));
    }
}
