package dev.tapedeck.wire.acp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.ItemPayload.ItemUpdated;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.canonical.SessionFacts;
import dev.tapedeck.canonical.ThreadPayload.ThreadMetadataUpdated;
import dev.tapedeck.canonical.ThreadPayload.ThreadStarted;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import org.jspecify.annotations.Nullable;

/**
 * Whom a frame is about. A session is a thread; a sub-agent is one of its own, named by its session or by the tool
 * call that started it. What comes between turns belongs to the last one, since nothing here would end another.
 */
final class Conversation {
    private final FrameView frame;
    private final Emitter out;
    private final Threads threads;

    Conversation(FrameView frame, Emitter out) {
        this.frame = frame;
        this.out = out;
        this.threads = new Threads(out.scratch());
    }

    /** The session a frame is about: the one it names, else the only one that works, else the latest. */
    @Nullable String session() {
        String named = frame.at("/params/sessionId").textValue();
        if (named != null) {
            return named;
        }
        String running = threads.onlyRunning();
        return running == null ? threads.latest() : running;
    }

    /** The frame's session, for frames that may not name one; a request is named only by what tells of it. */
    Refs about() {
        Refs refs = out.refs();
        String session = session();
        Threads.Thread own = refs.session() == null ? null : threads.get(refs.session());
        boolean child = own == null ? threads.latest() != null : own.parent() != null;
        if (refs.session() != null && (child || Version.of(out.scratch()) == Version.V2)) {
            // What a sub-agent's own session tells names the call that started it, too.
            return refs.withThread(refs.session()).withRequest(null);
        }
        return refs.thread() != null ? refs.withRequest(null) : new Refs(session, session, null, null, null);
    }

    /** What the frame is about, with the thread's last turn if it had one; nothing begins. */
    Refs now() {
        return threads.now(about());
    }

    /** The same of a frame by which the agent says that the session is there. */
    Refs heard() {
        Refs refs = about();
        if (refs.thread() != null) {
            threads.heard(refs.thread());
        }
        return threads.now(refs);
    }

    /** The thread of a frame that must have one. */
    static String thread(FrameView frame, Refs refs) {
        return refs.thread() == null ? frame.text("/params/sessionId") : refs.thread();
    }

    /** What a thread's last turn is about. */
    Refs of(String thread) {
        return threads.now(about().withThread(thread).withItem(null));
    }

    /**
     * Whom a refusal is about: the session that the refused request named, else the one that there is, and the turn
     * that runs in it. A turn that is over is not to blame, and a session that was never opened does not exist.
     */
    Refs refused(Asked.Question asked) {
        String named = asked.session();
        String session = named == null || threads.get(named) == null ? session() : named;
        if (session == null) {
            return Refs.NONE;
        }
        Refs refs = new Refs(session, session, null, null, null);
        return new Turns(out).runs(session) ? threads.now(refs) : refs;
    }

    /** The same as {@link #now}, after thread and turn were begun where nothing had told of them. */
    Refs content() {
        Refs refs = about();
        String thread = refs.thread();
        if (thread == null) {
            throw FrameView.fault("/params/sessionId", "the id of a session", frame.at("/params/sessionId"));
        }
        boolean history = new History(out).tells(refs);
        Threads.Thread known = threads.get(thread);
        boolean child = !thread.equals(refs.session());
        String parent = child ? refs.session() : !history && isUnasked(thread, known) ? threads.onlyRunning() : null;
        // A session that is being opened begins with the answer, which tells its settings.
        if ((child || !history) && (known == null || !known.told())) {
            begin(refs, parent);
        }
        Threads.Thread begun = threads.orNew(thread);
        if (begun.open()) {
            return threads.now(refs);
        }
        if (history ? begun.turn() == 0 || child : known == null || !known.told() || begun.parent() != null) {
            new Turns(out).begin(refs, null, history);
        }
        return threads.now(refs);
    }

    /** Whether nobody has told of the thread, and no request of the client's has named it: a sub-agent's, perhaps. */
    private boolean isUnasked(String thread, Threads.@Nullable Thread known) {
        return (known == null || !known.told()) && !new Asked(out.scratch()).names(thread);
    }

    /** A session was opened; its turns are counted on. Returns whether its start had not been told yet. */
    boolean begin(Refs refs, @Nullable String parent) {
        return begin(refs, parent, null, null);
    }

    boolean begin(
            Refs refs, @Nullable String of, @Nullable JsonNode settings, @Nullable SessionFacts facts) {
        String thread = refs.thread();
        if (thread == null) {
            return false;
        }
        String parent = of == null || threads.descends(of, thread) ? null : of;
        Threads.Thread known = threads.orNew(thread);
        threads.put(thread, known.withTold(parent));
        if (known.told()) {
            if (parent != null && known.parent() == null) {
                out.emit(refs.withTurn(null).withItem(null), null, new ThreadMetadataUpdated(null, null, parent, null));
            }
            return false;
        }
        out.emit(refs.withTurn(null).withItem(null), null, new ThreadStarted(thread, parent, settings, facts));
        if (parent != null) {
            pointToChild(parent, thread);
        }
        return true;
    }

    /** A sub-agent got a session of its own. */
    void beginSession(Refs refs, @Nullable String parent) {
        begin(refs, parent);
        String thread = Conversation.thread(frame, refs);
        threads.put(thread, threads.orNew(thread).withSession());
    }

    /** A sub-agent that is named by its tool call: the call's item leads to its thread. */
    private void pointToChild(String parent, String child) {
        OpenTools.Use use = new OpenTools(out.scratch(), parent).get(child);
        if (use != null) {
            ItemSnapshot item = ItemSnapshot.of(use.type()).childThread(child).build();
            out.emit(of(use.thread()).withItem(child), null, new ItemUpdated(item));
        }
    }
}
