package dev.tapedeck.wire.acp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.canonical.RequestRef;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.Nodes;
import dev.tapedeck.scratch.Scratch;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The client's requests that wait for an answer, in scratch: an answer names neither its session nor what was asked
 * for. Those that open a session also tell what is history until they are answered.
 */
final class Asked {
    /** Requests that are remembered; an agent that never answers must not fill the scratch. */
    static final int REMEMBERED = 64;

    /** Asks for a copy of a session, which gets an id of its own that only the answer tells. */
    static final String FORK = "session/fork";

    private static final String KEY = "asked";

    private final Scratch.Editor scratch;

    Asked(Scratch.Editor scratch) {
        this.scratch = scratch;
    }

    /**
     * What was asked.
     *
     * @param session session that the request names; absent when it makes a new one
     * @param value what it asked for, as far as a rule needs it
     * @param opens whether updates are history until the answer comes
     * @param answered whether it was answered already
     */
    record Question(@Nullable String session, @Nullable JsonNode value, boolean opens, boolean answered) {
        /** A question that was not recorded. */
        static final Question UNKNOWN = new Question(null, null, false, false);
    }

    /** The key of the request that a frame asks or answers; an empty one for a frame without an id. */
    static String key(FrameView frame) {
        RequestRef id = frame.message().id();
        return id == null ? "" : id.key();
    }

    void add(FrameView frame, @Nullable JsonNode value, boolean opens) {
        ObjectNode entry = Nodes.object();
        String session = frame.at("/params/sessionId").textValue();
        if (session != null && !forks(frame)) {
            entry.put("session", session);
        }
        if (value != null) {
            entry.set("value", value);
        }
        if (opens) {
            entry.put("opens", true);
        }
        put(frame, entry);
    }

    /** Takes the question that a frame answers; an empty one when it was not recorded. */
    Question take(FrameView frame) {
        Question question = get(frame);
        scratch.store(KEY, Nodes.without(scratch.get(KEY), key(frame)));
        return question;
    }

    /** The same, but it is remembered that the question is answered, so that no second answer counts. */
    Question answer(FrameView frame) {
        Question question = get(frame);
        put(frame, Nodes.object().put("answered", true));
        return question;
    }

    private Question get(FrameView frame) {
        JsonNode all = scratch.get(KEY);
        JsonNode entry = all == null ? null : all.get(key(frame));
        return entry == null
                ? Question.UNKNOWN
                : new Question(
                        entry.path("session").textValue(),
                        entry.get("value"),
                        entry.path("opens").asBoolean(),
                        entry.path("answered").asBoolean());
    }

    private void put(FrameView frame, JsonNode entry) {
        ObjectNode all = Nodes.with(scratch.get(KEY), key(frame), entry);
        if (all.size() > REMEMBERED) {
            all.remove(all.fieldNames().next());
        }
        scratch.put(KEY, all);
    }

    /**
     * Whether what a session tells now is its history: it is being loaded, or it is not known yet while a new one or
     * a copy is being made.
     */
    boolean tellsHistory(String session, boolean known) {
        JsonNode all = scratch.get(KEY);
        if (all == null) {
            return false;
        }
        for (JsonNode entry : all) {
            String asked = entry.path("session").textValue();
            if (entry.path("opens").asBoolean() && (asked == null ? !known : asked.equals(session))) {
                return true;
            }
        }
        return false;
    }

    /** Whether a request that waits for its answer names this session. */
    boolean names(String session) {
        JsonNode all = scratch.get(KEY);
        if (all != null) {
            for (JsonNode entry : all) {
                if (session.equals(entry.path("session").textValue())) {
                    return true;
                }
            }
        }
        return false;
    }

    /** The session is prompted, so its history is told, though nobody may have seen the answer. */
    void opened(String session) {
        for (Map.Entry<String, JsonNode> entry : opening()) {
            if (session.equals(entry.getValue().path("session").textValue())) {
                scratch.store(KEY, Nodes.without(scratch.get(KEY), entry.getKey()));
            }
        }
    }

    /**
     * A session is there that no answer was seen to open: the oldest request for one was answered.
     *
     * @return whether there is such a request
     */
    boolean madeUnseen() {
        for (Map.Entry<String, JsonNode> entry : opening()) {
            if (!entry.getValue().has("session")) {
                scratch.store(KEY, Nodes.without(scratch.get(KEY), entry.getKey()));
                return true;
            }
        }
        return false;
    }

    private List<Map.Entry<String, JsonNode>> opening() {
        JsonNode all = scratch.get(KEY);
        return all == null
                ? List.of()
                : all.properties().stream()
                        .filter(entry -> entry.getValue().path("opens").asBoolean())
                        .toList();
    }

    private static boolean forks(FrameView frame) {
        return frame.message().kind().path().equals(FORK);
    }
}
