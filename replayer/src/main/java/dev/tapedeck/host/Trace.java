package dev.tapedeck.host;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** In tracing mode: looks at what a step is about to change, and afterwards tells what it did change. */
final class Trace {
    /** Longest text that a change shows, in characters; the end counts most, since text grows there. */
    static final int SHOWN_TEXT = 2000;

    private record Watched(Function<MapsJson, @Nullable ObjectNode> look, @Nullable ObjectNode before) {}

    private final MapsJson json = MapsJson.full();
    private final Map<String, Watched> watched = new LinkedHashMap<>();
    private boolean looking = true;

    /** Whether the next step is looked at: looking copies every entry that changes. */
    void look(boolean wanted) {
        looking = wanted;
    }

    /** Remembers a place as it is before its first change in this step. */
    void watch(String path, Function<MapsJson, @Nullable ObjectNode> look) {
        if (looking && !watched.containsKey(path)) {
            watched.put(path, new Watched(look, look.apply(json)));
        }
    }

    /** A place that begins to exist. */
    void added(String path, Function<MapsJson, @Nullable ObjectNode> look) {
        if (looking) {
            watched.putIfAbsent(path, new Watched(look, null));
        }
    }

    /** Every value that changed since this was asked last, in order of first touch. */
    List<StateChange> take() {
        List<StateChange> changes = new ArrayList<>();
        watched.forEach((path, place) -> compare(path, place.before(), place.look().apply(json), changes));
        watched.clear();
        return changes;
    }

    private static void compare(
            String path, @Nullable ObjectNode before, @Nullable ObjectNode after, List<StateChange> changes) {
        TreeSet<String> names = new TreeSet<>();
        addNames(before, names);
        addNames(after, names);
        for (String name : names) {
            JsonNode old = before == null ? null : before.get(name);
            JsonNode now = after == null ? null : after.get(name);
            if (old == null ? now != null : !old.equals(now)) {
                changes.add(new StateChange(path + "/" + name, shown(old), shown(now)));
            }
        }
    }

    private static void addNames(@Nullable ObjectNode node, TreeSet<String> names) {
        if (node != null) {
            for (Iterator<String> each = node.fieldNames(); each.hasNext(); ) {
                names.add(each.next());
            }
        }
    }

    private static @Nullable JsonNode shown(@Nullable JsonNode value) {
        if (value == null || !value.isTextual() || value.textValue().length() <= SHOWN_TEXT) {
            return value;
        }
        String text = value.textValue();
        return TextNode.valueOf("…" + text.substring(text.length() - SHOWN_TEXT));
    }
}
