package dev.tapedeck.wire.acp;

import static dev.tapedeck.canonical.EventType.ITEM_COMPLETED;
import static dev.tapedeck.canonical.EventType.ITEM_UPDATED;
import static dev.tapedeck.canonical.EventType.THREAD_STARTED;
import static dev.tapedeck.canonical.EventType.TURN_COMPLETED;
import static dev.tapedeck.canonical.EventType.TURN_STARTED;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.EventType;
import dev.tapedeck.canonical.ItemPayload.ItemUpdated;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemStatus;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.canonical.SessionFacts;
import dev.tapedeck.canonical.ThreadPayload.ThreadStarted;
import dev.tapedeck.canonical.TurnPayload.TurnCompleted;
import dev.tapedeck.canonical.TurnPayload.TurnStarted;
import dev.tapedeck.canonical.TurnState;
import dev.tapedeck.rules.Concept;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.OpenRequests;
import dev.tapedeck.rules.Resumed;
import dev.tapedeck.scratch.Scratch;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Threads and turns. A session is a thread; a sub-agent is one of its own, named by its session or by the tool call
 * that started it. Turns have no ids on this wire: they are numbered per thread.
 *
 * <p>What comes while a session is opened is history: it opens no turn, and each message of the user's counts as the
 * beginning of the next one. What comes between turns belongs to the last one, since nothing here would end another.
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

    /** What a rule may emit that tells content: a child or a recording begun late starts with it, a segment ends. */
    static Set<EventType> and(EventType... types) {
        EnumSet<EventType> all = EnumSet.of(THREAD_STARTED, TURN_STARTED, ITEM_COMPLETED);
        all.addAll(List.of(types));
        return all;
    }

    /** What a rule may emit that ends a turn, and with it those of sub-agents; a prompt that waited begins the next. */
    static Set<EventType> andEnd(EventType... types) {
        Set<EventType> all = and(types);
        all.addAll(List.of(TURN_COMPLETED, ITEM_UPDATED));
        return all;
    }

    /** Rows of the matrix that a rule serves when it ends what somebody was saying; {@code own} are written already. */
    static Concept[] ends(Concept... own) {
        return Stream.of(Concept.TEXT, Concept.REASONING, Concept.DROPPED_TODAY)
                .filter(concept -> !List.of(own).contains(concept))
                .toArray(Concept[]::new);
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
        if (own != null && own.session()) {
            // What a sub-agent's own session tells names the call that started it, too.
            return refs.withThread(refs.session()).withRequest(null);
        }
        return refs.thread() != null ? refs.withRequest(null) : new Refs(session, session, null, null, null);
    }

    /** What the frame is about, with the thread's last turn if it had one; nothing begins. */
    Refs now() {
        return now(about());
    }

    private Refs now(Refs refs) {
        Threads.Thread thread = refs.thread() == null ? null : threads.get(refs.thread());
        return thread == null || thread.turn() == 0 ? refs : refs.withTurn(Integer.toString(thread.turn()));
    }

    /** The thread of a frame that must have one. */
    static String thread(FrameView frame, Refs refs) {
        return refs.thread() == null ? frame.text("/params/sessionId") : refs.thread();
    }

    /** What a thread's last turn is about. */
    Refs of(String thread) {
        return now(about().withThread(thread).withItem(null));
    }

    /** The same as {@link #now}, after thread and turn were begun where nothing had told of them. */
    Refs content() {
        Refs refs = about();
        String thread = refs.thread();
        if (thread == null) {
            throw FrameView.fault("/params/sessionId", "the id of a session", frame.at("/params/sessionId"));
        }
        if (isHistory(refs)) {
            return now(refs);
        }
        Threads.Thread known = threads.get(thread);
        boolean child = !thread.equals(refs.session());
        String parent = child ? refs.session() : known == null ? threads.onlyRunning() : null;
        if (known == null || !known.told()) {
            begin(refs, parent);
        }
        Threads.Thread begun = threads.orNew(thread);
        if (!begun.open() && (known == null || begun.parent() != null)) {
            startTurn(refs, null);
        }
        return now(refs);
    }

    /** Whether what the frame tells was said before this session was opened here. */
    boolean isHistory(Refs refs) {
        String session = refs.session();
        return session != null
                && new Asked(out.scratch()).tellsHistory(session, threads.orNew(session).told());
    }

    /** In a history each message of the user's begins the next turn, which is not opened. */
    void nextTurnOfHistory(String thread) {
        Threads.Thread known = threads.orNew(thread);
        threads.put(thread, known.withTurn(known.turn() + 1));
    }

    /** A session that is known here is opened once more: its history is counted from the beginning. */
    int beginHistory(String thread) {
        Threads.Thread known = threads.get(thread);
        if (known == null || known.open()) {
            return 0;
        }
        Segments.drop(thread, out.scratch());
        threads.put(thread, known.withTurn(0));
        return known.turn();
    }

    /** The history is told; turns go on from where it ended, or from those of before, whichever are more. */
    void endHistory(String thread, int before) {
        Threads.Thread known = threads.get(thread);
        if (known != null) {
            new Segments(out).end(now(new Refs(thread, thread, null, null, null)));
            Threads.Thread counted = threads.orNew(thread);
            threads.put(thread, before > counted.turn() ? counted.withTurn(before) : counted);
        }
    }

    /** A session was opened; its turns are counted on. Returns whether its start had not been told yet. */
    boolean begin(Refs refs, @Nullable String parent) {
        return begin(refs, parent, null, null);
    }

    boolean begin(
            Refs refs, @Nullable String parent, @Nullable JsonNode settings, @Nullable SessionFacts facts) {
        String thread = refs.thread();
        if (thread == null) {
            return false;
        }
        Threads.Thread known = threads.orNew(thread);
        threads.put(thread, known.withTold(parent));
        if (known.told()) {
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

    /** A prompt begins a turn, or waits for the one that runs. */
    void prompted(Refs refs, String key) {
        String thread = refs.thread();
        Threads.Thread known = thread == null ? null : threads.get(thread);
        if (thread != null && known != null && known.open()) {
            List<String> waiting = new ArrayList<>(known.waiting());
            waiting.add(key);
            threads.put(thread, known.withWaiting(waiting));
        } else {
            startTurn(refs, key);
        }
    }

    void startTurn(Refs refs, @Nullable String prompt) {
        String thread = refs.thread();
        if (thread == null) {
            return;
        }
        Threads.Thread known = threads.orNew(thread);
        int number = 1 + Math.max(known.turn(), out.lastTurn(thread));
        // What an agent said between two turns, or told of a history too late, is whole when the next one begins.
        new Segments(out).end(now(refs.withItem(null).withRequest(null)));
        Segments.drop(thread, out.scratch());
        known = threads.orNew(thread);
        new OpenTools(out.scratch(), sessionOf(refs)).forgetEnded(thread);
        threads.put(thread, known.started(number, prompt));
        out.emit(refs.withTurn(Integer.toString(number)).withItem(null), null, new TurnStarted(null, null, null));
    }

    boolean runs(String thread) {
        Threads.Thread known = threads.get(thread);
        return known != null && known.open();
    }

    /** Whether the running turn ends with the answer to this prompt; one that waited is withdrawn by its answer. */
    boolean endsWith(String thread, String prompt) {
        Threads.Thread known = threads.get(thread);
        if (known == null) {
            return false;
        }
        if (known.waiting().contains(prompt)) {
            List<String> waiting = new ArrayList<>(known.waiting());
            waiting.remove(prompt);
            threads.put(thread, known.withWaiting(waiting));
            return false;
        }
        return known.open() && (known.prompt() == null || known.prompt().equals(prompt));
    }

    /** Ends the running turn, what is open in it and the sub-agents that work for it; the next prompt's begins. */
    void endTurn(Refs refs, TurnCompleted end) {
        String thread = refs.thread();
        if (thread == null) {
            return;
        }
        Refs turn = now(refs).withItem(null).withRequest(null);
        for (String child : threads.runningChildren(thread)) {
            endTurn(new Refs(turn.session(), child, null, null, null), TurnCompleted.of(TurnState.INTERRUPTED));
        }
        new Segments(out).end(turn, end.state() == TurnState.COMPLETED ? ItemStatus.COMPLETED : ItemStatus.FAILED);
        AcpTools.endDeclined(turn, sessionOf(turn), out);
        new OpenRequests(out.scratch()).turnEnds(turn);
        Threads.Thread known = threads.orNew(thread);
        threads.put(thread, known.ended());
        out.emit(turn, null, end);
        if (!known.waiting().isEmpty()) {
            threads.put(thread, known.ended().withWaiting(known.waiting().subList(1, known.waiting().size())));
            startTurn(turn, known.waiting().getFirst());
        }
    }

    /** A sub-agent that is named by its tool call ends with it, unless it was only sent to work. */
    void endChild(Refs refs, TurnState state) {
        String child = refs.item();
        Threads.Thread known = child == null ? null : threads.get(child);
        if (child != null && known != null && known.open() && refs.thread() != null
                && refs.thread().equals(known.parent())) {
            endTurn(new Refs(refs.session(), child, null, null, null), TurnCompleted.of(state));
        }
    }

    /** The session is over or gone. */
    void close(String thread) {
        threads.forget(thread);
    }

    /**
     * Frames were lost: history knows whether a turn began or ended meanwhile. What was said in it is counted by
     * {@link Emitter#lastSegment}.
     */
    static void resume(Resumed told, Scratch.Editor scratch) {
        Threads threads = new Threads(scratch);
        Threads.Thread known = threads.orNew(told.thread());
        boolean numbered = told.turn() != null && told.turn().matches("[0-9]{1,9}");
        int turn = numbered ? Math.max(known.turn(), Integer.parseInt(told.turn())) : known.turn();
        int begun = turn - known.turn();
        Threads.Thread now = known;
        if (begun > 0) {
            Segments.drop(told.thread(), scratch);
            List<String> waiting = known.waiting();
            now = known.started(turn, null).withWaiting(waiting.subList(Math.min(begun, waiting.size()), waiting.size()));
        }
        threads.put(told.thread(), (told.running() ? now : now.ended()).withTold(told.parent()));
    }

    private static String sessionOf(Refs refs) {
        return refs.session() == null ? "" : refs.session();
    }
}
