package dev.tapedeck.rules;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP calls that a book has rules for, found by method and path. A rule's kind is the call's template, for
 * instance {@code POST /session/{sessionID}/message}; there is nothing else to declare.
 */
final class HttpCalls {
    private final Step root = new Step();

    /** @param kinds kinds of rules; those that are no calls are left out */
    HttpCalls(Collection<String> kinds) {
        for (String kind : kinds) {
            String call = kind.replaceFirst("#(result|error)$", "");
            if (call.matches("[A-Z]+ /.*")) {
                Step step = root;
                for (String segment : segments(call)) {
                    step = isParameter(segment)
                            ? step.anything()
                            : step.literal.computeIfAbsent(segment, unused -> new Step());
                }
                step.call = call;
            }
        }
    }

    /**
     * A call that was made.
     *
     * @param kind its template; of a call that no rule names, method and first segment only, since the rest of its
     *     path may hold ids
     * @param parameters what stands in the path where the template has a name
     */
    record Call(String kind, Map<String, String> parameters) {}

    Call find(String method, String path) {
        int query = path.indexOf('?');
        List<String> segments = segments(method + " " + (query < 0 ? path : path.substring(0, query)));
        String template = root.find(segments, 0);
        if (template == null) {
            String first = segments.size() > 1 ? segments.get(1) : "";
            return new Call(method + " /" + first + (segments.size() > 2 ? "/*" : ""), Map.of());
        }
        Map<String, String> parameters = new HashMap<>();
        List<String> names = segments(template);
        for (int i = 0; i < names.size(); i++) {
            if (isParameter(names.get(i))) {
                parameters.put(names.get(i).substring(1, names.get(i).length() - 1), segments.get(i));
            }
        }
        return new Call(template, parameters);
    }

    private static List<String> segments(String call) {
        List<String> segments = new ArrayList<>();
        for (String segment : call.split("[ /]+")) {
            segments.add(segment);
        }
        return segments;
    }

    private static boolean isParameter(String segment) {
        return segment.startsWith("{") && segment.endsWith("}");
    }

    /** One segment of all templates. */
    private static final class Step {
        private final Map<String, Step> literal = new HashMap<>();
        private @Nullable Step anything;
        private @Nullable String call;

        Step anything() {
            anything = anything == null ? new Step() : anything;
            return anything;
        }

        /** A word of its own is a better fit than a parameter. */
        @Nullable String find(List<String> segments, int at) {
            if (at == segments.size()) {
                return call;
            }
            Step word = literal.get(segments.get(at));
            String found = word == null ? null : word.find(segments, at + 1);
            return found != null || anything == null ? found : anything.find(segments, at + 1);
        }
    }
}
