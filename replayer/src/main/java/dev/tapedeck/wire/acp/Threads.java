package dev.tapedeck.wire.acp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.rules.Nodes;
import dev.tapedeck.scratch.Scratch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What is remembered of sessions and of the sub-agents that work in them, in scratch. */
final class Threads {
    /** Threads that are remembered; those that rest are forgotten first. */
    static final int REMEMBERED = 100;

    private static final String KEY = "threads";

    private final Scratch.Editor scratch;

    Threads(Scratch.Editor scratch) {
        this.scratch = scratch;
    }

    /** What a thread's last turn does. */
    enum Phase {
        RESTS,
        RUNS,
        /** It is told again, as history. */
        RETOLD
    }

    /**
     * One thread.
     *
     * @param turn number of its last turn, 0 before the first
     * @param phase what that turn does
     * @param segments how many segments that turn has so far
     * @param told whether its start was told
     * @param prompt key of the prompt that the running turn answers
     * @param waiting keys of prompts that came while a turn ran
     * @param parent thread that it works for
     * @param session whether it is a sub-agent's own session, which tells itself when its turns end
     * @param loaded whether it was opened and not prompted since, so that what it tells is history
     */
    record Thread(
            int turn,
            Phase phase,
            int segments,
            boolean told,
            @Nullable String prompt,
            List<String> waiting,
            @Nullable String parent,
            boolean session,
            boolean loaded) {
        static final Thread NEW = new Thread(0, Phase.RESTS, 0, false, null, List.of(), null, false, false);

        boolean open() {
            return phase != Phase.RESTS;
        }

        boolean runs() {
            return phase == Phase.RUNS;
        }

        boolean history() {
            return phase == Phase.RETOLD;
        }

        Thread started(int number, @Nullable String answers) {
            return new Thread(number, Phase.RUNS, 0, told, answers, waiting, parent, session, loaded);
        }

        Thread retold(int number) {
            return new Thread(number, Phase.RETOLD, 0, told, null, waiting, parent, session, loaded);
        }

        Thread ended() {
            return new Thread(turn, Phase.RESTS, segments, told, null, waiting, parent, session, loaded);
        }

        Thread withTurn(int number) {
            return new Thread(number, phase, 0, told, prompt, waiting, parent, session, loaded);
        }

        Thread withSegments(int count) {
            return new Thread(turn, phase, count, told, prompt, waiting, parent, session, loaded);
        }

        Thread withParent(@Nullable String of) {
            return new Thread(turn, phase, segments, told, prompt, waiting, of, session, loaded);
        }

        Thread withTold(@Nullable String of) {
            String owner = of == null ? parent : of;
            return new Thread(turn, phase, segments, true, prompt, waiting, owner, session, loaded);
        }

        Thread withSession() {
            return new Thread(turn, phase, segments, told, prompt, waiting, parent, true, loaded);
        }

        Thread withWaiting(List<String> prompts) {
            return new Thread(turn, phase, segments, told, prompt, List.copyOf(prompts), parent, session, loaded);
        }

        Thread withPhase(Phase value) {
            return new Thread(turn, value, segments, told, prompt, waiting, parent, session, loaded);
        }

        Thread withPrompt(@Nullable String key) {
            return new Thread(turn, phase, segments, told, key, waiting, parent, session, loaded);
        }

        Thread withLoaded(boolean value) {
            return new Thread(turn, phase, segments, told, prompt, waiting, parent, session, value);
        }
    }

    @Nullable Thread get(String id) {
        JsonNode all = scratch.get(KEY);
        JsonNode entry = all == null ? null : all.get(id);
        return entry == null ? null : read(entry);
    }

    Thread orNew(String id) {
        Thread known = get(id);
        return known == null ? Thread.NEW : known;
    }

    /** Something was told of the thread, so it is there. */
    void heard(String id) {
        if (get(id) == null) {
            put(id, Thread.NEW);
        }
    }

    /** History knows these threads; any other was made up where frames were lost. */
    static void keep(Set<String> known, Scratch.Editor scratch) {
        Threads threads = new Threads(scratch);
        for (Map.Entry<String, JsonNode> entry : threads.all()) {
            if (!known.contains(entry.getKey())) {
                threads.forget(entry.getKey());
            }
        }
    }

    /** What refs are about, with the last turn of their thread if it had one. */
    Refs now(Refs refs) {
        Thread thread = refs.thread() == null ? null : get(refs.thread());
        return thread == null || thread.turn() == 0 ? refs : refs.withTurn(Integer.toString(thread.turn()));
    }

    void put(String id, Thread thread) {
        ObjectNode all = Nodes.with(scratch.get(KEY), id, written(thread));
        scratch.put(KEY, all);
        if (all.size() > REMEMBERED) {
            forget(oldest(all));
        }
    }

    /** A session is over: with it goes whatever is kept for it. */
    void forget(String id) {
        scratch.store(KEY, Nodes.without(scratch.get(KEY), id));
        for (String kept : new String[] {"segment/", "messages/", "tools/", "mcp/", "cost/", "todos/", "terminals/"}) {
            scratch.remove(kept + id);
        }
    }

    /** Whether a thread is the other one or works for it, through however many others. */
    boolean descends(String id, String ancestor) {
        String one = id;
        for (int i = 0; one != null && i < REMEMBERED; i++) {
            if (one.equals(ancestor)) {
                return true;
            }
            one = orNew(one).parent();
        }
        return false;
    }

    /** Threads that work for this one, in a turn that is open and that nothing else will end. */
    List<String> openChildren(String parent) {
        List<String> children = new ArrayList<>(0);
        for (Map.Entry<String, JsonNode> entry : all()) {
            Thread thread = read(entry.getValue());
            if (thread.open() && !thread.session() && parent.equals(thread.parent())) {
                children.add(entry.getKey());
            }
        }
        return children;
    }

    /** The thread that has a turn running and works for no other; null when there is none or more than one. */
    @Nullable String onlyRunning() {
        return only(thread -> thread.runs() && thread.parent() == null);
    }

    /** The thread whose running turn answers a prompt that nobody knows; null when there is none or more than one. */
    @Nullable String onlyUnasked() {
        return only(thread -> thread.runs() && thread.parent() == null && thread.prompt() == null);
    }

    private @Nullable String only(Predicate<Thread> wanted) {
        String found = null;
        for (Map.Entry<String, JsonNode> entry : all()) {
            if (wanted.test(read(entry.getValue()))) {
                if (found != null) {
                    return null;
                }
                found = entry.getKey();
            }
        }
        return found;
    }

    /** The thread that was told or spoken to last. */
    @Nullable String latest() {
        String last = null;
        for (Map.Entry<String, JsonNode> entry : all()) {
            last = read(entry.getValue()).parent() == null ? entry.getKey() : last;
        }
        return last;
    }

    private Iterable<Map.Entry<String, JsonNode>> all() {
        JsonNode all = scratch.get(KEY);
        return all == null ? List.of() : all.properties();
    }

    private static String oldest(ObjectNode all) {
        for (Map.Entry<String, JsonNode> entry : all.properties()) {
            if (!read(entry.getValue()).open()) {
                return entry.getKey();
            }
        }
        return all.fieldNames().next();
    }

    private static Thread read(JsonNode entry) {
        List<String> waiting = new ArrayList<>(0);
        entry.path("waiting").forEach(key -> waiting.add(key.asText()));
        return new Thread(
                entry.path("turn").asInt(),
                entry.path("open").asBoolean()
                        ? Phase.RUNS
                        : entry.path("retold").asBoolean() ? Phase.RETOLD : Phase.RESTS,
                entry.path("segments").asInt(),
                entry.path("told").asBoolean(),
                entry.path("prompt").textValue(),
                waiting,
                entry.path("parent").textValue(),
                entry.path("session").asBoolean(),
                entry.path("loaded").asBoolean());
    }

    private static JsonNode written(Thread thread) {
        ObjectNode entry = Nodes.object().put("turn", thread.turn());
        flag(entry, "open", thread.runs());
        flag(entry, "retold", thread.history());
        if (thread.segments() > 0) {
            entry.put("segments", thread.segments());
        }
        flag(entry, "told", thread.told());
        if (thread.prompt() != null) {
            entry.put("prompt", thread.prompt());
        }
        if (!thread.waiting().isEmpty()) {
            thread.waiting().forEach(entry.withArray("waiting")::add);
        }
        if (thread.parent() != null) {
            entry.put("parent", thread.parent());
        }
        flag(entry, "session", thread.session());
        flag(entry, "loaded", thread.loaded());
        return entry;
    }

    private static void flag(ObjectNode entry, String member, boolean value) {
        if (value) {
            entry.put(member, true);
        }
    }
}
