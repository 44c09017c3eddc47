package dev.tapedeck.wire.acp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.scratch.Scratch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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

    /**
     * One thread.
     *
     * @param turn number of its last turn, 0 before the first
     * @param open whether that turn runs
     * @param segments how many segments that turn has so far
     * @param told whether its start was told
     * @param prompt key of the prompt that the running turn answers
     * @param waiting keys of prompts that came while a turn ran
     * @param parent thread that it works for
     * @param session whether it is a sub-agent's own session, which tells itself when its turns end
     */
    record Thread(
            int turn,
            boolean open,
            int segments,
            boolean told,
            @Nullable String prompt,
            List<String> waiting,
            @Nullable String parent,
            boolean session) {
        static final Thread NEW = new Thread(0, false, 0, false, null, List.of(), null, false);

        Thread started(int number, @Nullable String answers) {
            return new Thread(number, true, 0, told, answers, waiting, parent, session);
        }

        Thread ended() {
            return new Thread(turn, false, segments, told, null, waiting, parent, session);
        }

        Thread withTurn(int number) {
            return new Thread(number, open, 0, told, prompt, waiting, parent, session);
        }

        Thread withSegments(int count) {
            return new Thread(turn, open, count, told, prompt, waiting, parent, session);
        }

        Thread withTold(@Nullable String of) {
            return new Thread(turn, open, segments, true, prompt, waiting, of == null ? parent : of, session);
        }

        Thread withSession() {
            return new Thread(turn, open, segments, told, prompt, waiting, parent, true);
        }

        Thread withWaiting(List<String> prompts) {
            return new Thread(turn, open, segments, told, prompt, List.copyOf(prompts), parent, session);
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

    void put(String id, Thread thread) {
        ObjectNode all = AcpJson.with(scratch.get(KEY), id, written(thread));
        scratch.put(KEY, all);
        if (all.size() > REMEMBERED) {
            forget(oldest(all));
        }
    }

    /** A session is over: with it goes whatever is kept for it. */
    void forget(String id) {
        AcpJson.store(scratch, KEY, AcpJson.without(scratch.get(KEY), id));
        for (String kept : new String[] {"segment/", "messages/", "tools/", "mcp/", "cost/", "todos/", "terminals/"}) {
            scratch.remove(kept + id);
        }
    }

    /** Threads that work for this one, in a turn that runs and that nothing else will end. */
    List<String> runningChildren(String parent) {
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
        String found = null;
        for (Map.Entry<String, JsonNode> entry : all()) {
            Thread thread = read(entry.getValue());
            if (thread.open() && thread.parent() == null) {
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
                entry.path("open").asBoolean(),
                entry.path("segments").asInt(),
                entry.path("told").asBoolean(),
                entry.path("prompt").textValue(),
                waiting,
                entry.path("parent").textValue(),
                entry.path("session").asBoolean());
    }

    private static JsonNode written(Thread thread) {
        ObjectNode entry = AcpJson.object().put("turn", thread.turn());
        if (thread.open()) {
            entry.put("open", true);
        }
        if (thread.segments() > 0) {
            entry.put("segments", thread.segments());
        }
        if (thread.told()) {
            entry.put("told", true);
        }
        if (thread.prompt() != null) {
            entry.put("prompt", thread.prompt());
        }
        if (!thread.waiting().isEmpty()) {
            thread.waiting().forEach(entry.withArray("waiting")::add);
        }
        if (thread.parent() != null) {
            entry.put("parent", thread.parent());
        }
        if (thread.session()) {
            entry.put("session", true);
        }
        return entry;
    }
}
