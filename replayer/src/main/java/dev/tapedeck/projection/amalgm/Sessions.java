package dev.tapedeck.projection.amalgm;

import dev.tapedeck.amalgm.AmalgmPayload.Failure;
import dev.tapedeck.amalgm.AmalgmPayload.SessionInit;
import dev.tapedeck.amalgm.AmalgmPayload.TitleGenerated;
import dev.tapedeck.amalgm.Omission;
import dev.tapedeck.canonical.ErrorKind;
import dev.tapedeck.canonical.ExitKind;
import dev.tapedeck.canonical.SessionFacts;
import dev.tapedeck.canonical.SessionPayload;
import dev.tapedeck.canonical.ThreadPayload.ThreadMetadataUpdated;
import dev.tapedeck.canonical.ThreadPayload.ThreadStarted;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How sessions are set up, and whose thread works for whose. */
final class Sessions {
    private static final SessionFacts NOTHING = new SessionFacts(null, null, null, null);

    private final Recent<SessionFacts> facts;
    /** Threads whose session was told as set up. */
    private final Recent<Boolean> begun;

    private final Recent<String> parents;

    Sessions() {
        facts = new Recent<>();
        begun = new Recent<>();
        parents = new Recent<>();
    }

    /** A copy that goes its own way. */
    Sessions(Sessions other) {
        facts = other.facts.copy(each -> each);
        begun = other.begun.copy(each -> each);
        parents = other.parents.copy(each -> each);
    }

    @Nullable String parentOf(@Nullable String thread) {
        return thread == null ? null : parents.get(thread);
    }

    /** @param endTold whether it is told already that the last turn ended before its time */
    void session(SessionPayload payload, boolean endTold, Output out) {
        switch (payload) {
            case SessionPayload.SessionConfigured configured -> facts(configured.facts(), Omission.CONFIG, out);
            case SessionPayload.SessionExited exited when exited.exitKind() == ExitKind.ERROR && endTold ->
                out.omit(Omission.SAID_ALREADY);
            case SessionPayload.SessionExited exited when exited.exitKind() == ExitKind.ERROR ->
                out.emit(new Failure(
                        ErrorKind.TRANSPORT,
                        "the provider ended: " + Objects.requireNonNullElse(exited.reason(), "no reason is known")));
            case SessionPayload.SessionExited exited -> out.omit(Omission.MODE);
            case SessionPayload.SessionStarted started -> out.omit(Omission.CONFIG);
            case SessionPayload.SessionStateChanged changed -> out.omit(Omission.MODE);
        }
    }

    void started(ThreadStarted started, Output out) {
        thread(started.parentThread(), started.facts(), out);
    }

    void updated(ThreadMetadataUpdated updated, Output out) {
        thread(updated.parentThread(), updated.facts(), out);
        if (updated.name() != null && !out.ofSubAgent()) {
            title(updated.name(), out);
        }
    }

    private void title(String title, Output out) {
        SessionFacts known = facts.getOrDefault(out.thread(), NOTHING);
        if (!title.isEmpty() && !title.equals(known.title())) {
            facts.put(out.thread(), new SessionFacts(known.cwd(), known.model(), known.tools(), title));
            out.emit(new TitleGenerated(title));
        }
    }

    private void thread(@Nullable String parent, @Nullable SessionFacts told, Output out) {
        if (parent != null) {
            parents.put(out.thread(), parent);
        }
        if (parent != null || out.ofSubAgent()) {
            out.omit(Omission.SUB_AGENT);
        } else {
            facts(told, Omission.CONFIG, out);
        }
    }

    /** Facts come in pieces and again; the first are the session's set-up, of later ones a title is told. */
    private void facts(@Nullable SessionFacts told, Omission otherwise, Output out) {
        SessionFacts known = facts.getOrDefault(out.thread(), NOTHING);
        SessionFacts now = told == null ? known : merged(known, told);
        if (now.equals(known)) {
            out.omit(told == null ? otherwise : Omission.SAID_ALREADY);
            return;
        }
        if (begun.put(out.thread(), true) == null) {
            facts.put(out.thread(), now);
            out.emit(new SessionInit(now.cwd(), now.model(), now.tools(), now.title()));
            return;
        }
        facts.put(out.thread(), new SessionFacts(now.cwd(), now.model(), now.tools(), known.title()));
        out.omit(Omission.INIT_ONCE);
        if (now.title() != null) {
            title(now.title(), out);
        }
    }

    private static SessionFacts merged(SessionFacts known, SessionFacts told) {
        return new SessionFacts(
                told.cwd() == null ? known.cwd() : told.cwd(),
                told.model() == null ? known.model() : told.model(),
                told.tools() == null ? known.tools() : told.tools(),
                told.title() == null ? known.title() : told.title());
    }
}
