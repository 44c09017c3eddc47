package dev.tapedeck.wire.claudestreamjson;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.rules.Nodes;
import dev.tapedeck.rules.Resumed;
import dev.tapedeck.scratch.Scratch;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** What scratch takes over from history after frames were lost. */
final class Resumption {
    private Resumption() {}

    /** After frames were lost, a thread goes on from what history says of it. */
    static void resume(Resumed thread, Scratch.Editor scratch) {
        OpenTools.resume(thread, scratch);
        SubAgents subAgents = new SubAgents(scratch);
        if (thread.parent() == null) {
            session(thread, scratch);
        } else if (thread.turnNumber() > 0) {
            JsonNode turn = scratch.get(Conversation.turnKey(thread.parent()));
            boolean outlives = thread.running() && turn != null && !turn.path(1).asBoolean();
            boolean background = outlives || subAgents.get(thread.thread()).background();
            subAgents.put(thread.thread(), new SubAgents.State(thread.turnNumber(), thread.running(), background));
        }
        for (Resumed.Item item : thread.items()) {
            if (item.childThread() != null && !item.open()) {
                // A sub-agent that works on when its tool has given a result was sent to the background.
                SubAgents.State known = subAgents.get(item.childThread());
                subAgents.put(
                        item.childThread(), new SubAgents.State(Math.max(1, known.turn()), known.working(), true));
            }
        }
        boolean speaks = thread.items().stream().anyMatch(item -> item.open() && thread.isSegment(item));
        if (thread.running() || speaks) {
            message(thread, scratch);
        } else {
            scratch.remove(StreamedMessage.key(thread.thread()));
        }
    }

    private static void session(Resumed thread, Scratch.Editor scratch) {
        // Those that history knows follow their parent.
        SubAgents subAgents = new SubAgents(scratch);
        subAgents.inForeground().forEach(subAgents::forget);
        if (thread.turnNumber() > 0) {
            JsonNode known = scratch.get(Conversation.turnKey(thread.thread()));
            // No number is given twice, though history knows nothing of the turn that had it.
            int last = known == null || thread.running() ? 0 : known.path(0).asInt();
            ArrayNode turn = Nodes.array().add(Math.max(last, thread.turnNumber())).add(thread.running());
            // What comes before the init of its turn is its compaction and nothing else.
            List<ItemType> told = thread.items().stream()
                    .filter(item -> item.type() != null && thread.turn().equals(item.turn()))
                    .map(Resumed.Item::type)
                    .toList();
            boolean early = thread.running() && told.equals(List.of(ItemType.CONTEXT_COMPACTION));
            scratch.put(Conversation.turnKey(thread.thread()), early ? turn.add(true) : turn);
        }
        JsonNode session = scratch.get(Conversation.SESSION);
        if (session == null || !thread.thread().equals(session.path("id").textValue())) {
            scratch.put(Conversation.SESSION, Nodes.with(session, "id", Nodes.object().textNode(thread.thread())));
        }
        if (thread.settings() != null) {
            told(thread.settings(), "model", "model", scratch);
            told(thread.settings(), "permissionMode", "mode", scratch);
        }
        if (thread.running()) {
            Compacting.resume(thread, scratch);
        } else {
            Compacting.forget(scratch);
            scratch.remove(Conversation.INTERRUPTED);
        }
    }

    private static void told(JsonNode settings, String setting, String member, Scratch.Editor scratch) {
        JsonNode value = settings.get(setting);
        if (value != null) {
            scratch.put(Conversation.SESSION, Nodes.with(scratch.get(Conversation.SESSION), member, value));
        }
    }

    /**
     * The message that is being told goes on from the last item that history holds of it. It is over once one of its
     * tools has given a result, or somebody else has spoken.
     */
    private static void message(Resumed thread, Scratch.Editor scratch) {
        List<Resumed.Item> said = new ArrayList<>();
        boolean shown = false;
        for (Resumed.Item item : thread.items()) {
            boolean text = thread.isSegment(item) && thread.segmentOf(item) == thread.lastSegment();
            boolean call = item.tool() != null;
            if (text && !shown) {
                said.clear();
                shown = true;
            }
            // What was only streamed is closed by the end of its message, what a snapshot told is not.
            boolean ends = text && !item.open() && !item.whole() && item.bytes() > 0;
            boolean vendors = OpenTools.isVendors(item.id());
            if (text && !ends || call && (item.open() || vendors)) {
                said.add(item);
            } else if (Objects.equals(thread.turn(), item.turn()) && !item.id().startsWith("request:")) {
                said.clear();
                shown = false;
            }
        }
        StreamedMessage.resume(thread, said, shown, scratch);
    }
}
