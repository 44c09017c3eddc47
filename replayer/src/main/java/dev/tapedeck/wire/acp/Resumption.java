package dev.tapedeck.wire.acp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.rules.Nodes;
import dev.tapedeck.rules.OpenRequests;
import dev.tapedeck.rules.Resumed;
import dev.tapedeck.scratch.Scratch;
import dev.tapedeck.wire.acp.OpenTools.Stage;
import dev.tapedeck.wire.acp.OpenTools.Use;
import dev.tapedeck.wire.acp.Segments.Speaker;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Frames were lost, and scratch takes over what history says of a thread: which turn runs, how far it has been counted,
 * what is being said in it, which calls and requests it has. What history does not tell stays as it is: whose prompt
 * the turn answers, and which prompts wait.
 */
final class Resumption {
    private final Resumed told;
    private final Scratch.Editor scratch;
    private final Threads threads;
    private final Asked asked;
    private final int turn;

    private Resumption(Resumed told, Scratch.Editor scratch) {
        this.told = told;
        this.scratch = scratch;
        this.threads = new Threads(scratch);
        this.asked = new Asked(scratch);
        this.turn = lastTurn(told);
    }

    static void adopt(Resumed told, Scratch.Editor scratch) {
        Resumption resumption = new Resumption(told, scratch);
        resumption.version();
        resumption.thread();
        resumption.segment();
        resumption.owners().forEach(resumption::calls);
        resumption.ofParent();
        resumption.requests();
    }

    /** A turn that is told again is in no map before it ends, but its items are. */
    private static int lastTurn(Resumed told) {
        int last = told.turnNumber();
        for (Resumed.Item item : told.items()) {
            last = Math.max(last, number(item.turn()));
        }
        return last;
    }

    /** Only version 2 names what is said. */
    private void version() {
        if (told.items().stream().anyMatch(item -> speaker(item) != null && isNamed(item.id()))) {
            Version.agreed(2, scratch);
        }
    }

    private void thread() {
        Threads.Thread known = threads.orNew(told.thread());
        Threads.Thread now = known;
        if (turn != known.turn()) {
            int begun = Math.max(0, turn - known.turn());
            List<String> waiting = known.waiting();
            now = known.withTurn(turn).withPrompt(null)
                    .withWaiting(waiting.subList(Math.min(begun, waiting.size()), waiting.size()));
        }
        boolean retold = !told.running() && turn > told.turnNumber();
        now = now.withPhase(told.running() ? Threads.Phase.RUNS : retold ? Threads.Phase.RETOLD : Threads.Phase.RESTS)
                .withSegments(told.items().stream().mapToInt(this::segment).max().orElse(0));
        // Nobody asks for a turn that does not run, so the session is being opened.
        now = now.withLoaded(retold || now.loaded() && !told.running() && turn == known.turn());
        now = now.withParent(told.parent());
        boolean owned = told.parent() != null && Version.of(scratch) == Version.V2;
        now = isTold(known) ? now.withTold(told.parent()) : now;
        threads.put(told.thread(), owned ? now.withSession() : now);
    }

    /** Whether it began here: a thread of which only later words are known begins with the next one. */
    private boolean isTold(Threads.Thread known) {
        boolean opened = told.settings() != null && told.settings().has("cwd");
        boolean made = !known.told() && told.parent() == null && opened && asked.madeUnseen();
        return made || known.told() || opened || told.parent() != null || told.turn() != null;
    }

    /** What is being said; of a user's message it confirms no send, since its beginning may have been lost. */
    private void segment() {
        Resumed.Item open = told.items().stream()
                .filter(item -> item.open() && speaker(item) != null)
                .reduce((first, last) -> last)
                .orElse(null);
        if (open == null) {
            Segments.drop(told.thread(), scratch);
        } else {
            boolean history = threads.orNew(told.thread()).history();
            Segments.resume(told.thread(), open.id(), Objects.requireNonNull(speaker(open)), open.turn(), history,
                    scratch);
        }
        ObjectNode counts = Nodes.object();
        for (Resumed.Item item : told.items()) {
            if (speaker(item) != null && isNamed(item.id())) {
                String[] name = item.id().split("/", 2);
                counts.put(name[0], name.length == 1 ? 1 : number(name[1]));
            }
        }
        scratch.store(Segments.countKey(told.thread()), counts);
    }

    private void calls(String session) {
        OpenTools tools = new OpenTools(scratch, session);
        for (Resumed.Item item : told.items()) {
            if (item.type() == null || speaker(item) != null || item.id().startsWith("plan:")) {
                continue;
            }
            if (item.tool() != null) {
                new Terminals(scratch, session).claimed(item.id());
            }
            Use known = tools.get(item.id());
            boolean asked = told.requests().stream().anyMatch(one -> one.open() && item.id().equals(one.item()));
            Stage begun = known != null && known.stage() != Stage.ENDED ? known.stage()
                    : asked ? Stage.ASKED : Stage.RUNS;
            boolean refused = told.requests().stream().anyMatch(one -> item.id().equals(one.item()) && refuses(one));
            boolean changed = item.type() == ItemType.FILE_CHANGE && item.bytes() > 0;
            tools.put(item.id(), new Use(
                    item.type(),
                    told.thread(),
                    item.turn(),
                    item.open() ? begun : Stage.ENDED,
                    refused || known != null && known.declined(),
                    changed || known != null && known.changed()));
        }
    }

    /** The item that leads to a sub-agent is over with its turn, though the sub-agent works on. */
    private void ofParent() {
        OpenTools tools = new OpenTools(scratch, told.parent());
        Use use = told.parent() == null || !told.running() ? null : tools.get(told.thread());
        if (use != null) {
            tools.put(told.thread(), use.withStage(Stage.RUNS));
        }
    }

    /**
     * The sessions whose calls they are: the thread's own, unless the thread is only named by a call of its parent's;
     * both where that call came before the process did.
     */
    private List<String> owners() {
        String parent = told.parent();
        if (parent == null || Version.of(scratch) == Version.V2) {
            return List.of(told.thread());
        }
        boolean called = new OpenTools(scratch, parent).get(told.thread()) != null;
        return called ? List.of(parent) : List.of(parent, told.thread());
    }

    private void requests() {
        for (Resumed.Request request : told.requests()) {
            if (!request.open()) {
                new Options(scratch).forget(request.id());
            } else if (request.args() != null && request.args().path("options").isArray()) {
                new Options(scratch).remember(request.id(), request.args().path("options"));
            }
        }
    }

    private static boolean refuses(Resumed.Request request) {
        JsonNode answer = request.answer();
        String option = answer == null ? null : answer.at("/outcome/optionId").textValue();
        if (option == null || request.args() == null) {
            return false;
        }
        for (JsonNode one : request.args().path("options")) {
            if (option.equals(one.path("optionId").asText())) {
                return one.path("kind").asText().startsWith("reject");
            }
        }
        return false;
    }

    private static @Nullable Speaker speaker(Resumed.Item item) {
        for (Speaker speaker : Speaker.values()) {
            if (speaker.item() == item.type()) {
                return speaker;
            }
        }
        return null;
    }

    private int segment(Resumed.Item item) {
        String prefix = turn + ":";
        return item.id().startsWith(prefix) ? number(item.id().substring(prefix.length())) : 0;
    }

    private static boolean isNamed(String item) {
        return item.matches("(user|agent|thought):.*");
    }

    private static int number(@Nullable String text) {
        return text != null && text.matches("[0-9]{1,9}") ? Integer.parseInt(text) : 0;
    }
}
