package dev.tapedeck.events;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.canonical.RequestRef;
import dev.tapedeck.lab.ProseMask;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Ids by kind and first appearance ({@code thread_1}, {@code item_3}), and values without what changes from run to
 * run: the golden form (decision D6, architecture section 9).
 *
 * <p>Equal ids stay equal and different ones different, so two ids that changed places are still a difference. Ids are
 * also replaced where they occur inside other strings. Left out are members that by their name hold a time, a duration
 * or a process number; a loopback port becomes {@code PORT}, and of masked prose only the mark is left, since how long
 * it was is the vendor's and changes with every version. One instance serves one recording; not for several
 * threads.
 */
public final class Ordinals implements Ids {
    /** A UUID, an id of a prefix, twelve hex digits of a time and fourteen characters of chance, or 17 hex digits. */
    private static final Pattern RANDOM =
            Pattern.compile("[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}"
                    + "|\\b[a-z]{2,4}_[0-9a-f]{12}[0-9A-Za-z]{14}\\b|\\b[0-9a-f]{17}\\b");
    private static final Pattern WORD = Pattern.compile("[A-Za-z0-9_-]+");
    private static final Pattern LOOPBACK = Pattern.compile("(127\\.0\\.0\\.1|localhost|\\[::1]):\\d{2,5}");
    private static final Pattern MASKED = Pattern.compile(Pattern.quote(ProseMask.FILLER) + "\\.*");
    private static final Pattern TIME_IN_TEXT = Pattern.compile("\\b(duration_ms): \\d+");
    private static final Pattern TIMED = Pattern.compile(".*(At|AtMs|Ms|Millis|Seconds|Secs|_at|_ms|timestamp)");
    private static final Set<String> PROCESS = Set.of("pid", "processId", "process_id");
    /** Shorter ids are replaced only where they stand as an id, not inside other text. */
    private static final int SHORTEST_IN_TEXT = 4;

    private final Names ordinals;
    private final Names inText;
    private final Map<String, Integer> counts = new HashMap<>();

    public Ordinals() {
        ordinals = new Names();
        inText = new Names();
    }

    private Ordinals(Ordinals other) {
        ordinals = other.ordinals.fork();
        inText = other.inText.fork();
        counts.putAll(other.counts);
    }

    /**
     * Others that know what these know now and then go their own way, also in another thread. What is known already
     * is not copied, so a fork costs the same however many ids there are.
     */
    public Ordinals fork() {
        return new Ordinals(this);
    }

    @Override
    public String thread(String thread) {
        return ordinal("thread", "", thread);
    }

    @Override
    public String turn(@Nullable String thread, String turn) {
        return ordinal("turn", thread == null ? "" : thread, turn);
    }

    @Override
    public String item(@Nullable String thread, String item) {
        return ordinal("item", thread == null ? "" : thread, item);
    }

    @Override
    public String request(RequestRef request) {
        return ordinal("request", "", request.key());
    }

    @Override
    public String send(String send) {
        return ordinal("send", "", send);
    }

    /** A task's id, which also stands in what a tool tells the model. */
    String task(String task) {
        return ordinal("task", "", task);
    }

    /** The value without what changes from run to run; null when nothing is left of it. */
    public @Nullable JsonNode stable(String member, JsonNode value) {
        if (isVolatile(member, value)) {
            return null;
        }
        if (member.equals("providerThreadId") && ordinals.get("thread\0\0" + value.asText()) != null) {
            return JsonNodeFactory.instance.textNode(thread(value.asText()));
        }
        if (value.isTextual()) {
            return JsonNodeFactory.instance.textNode(stable(value.textValue()));
        }
        return switch (value) {
            case ObjectNode object -> stable(object);
            case ArrayNode array -> stable(array);
            default -> value;
        };
    }

    /** The object without what changes from run to run. */
    public ObjectNode stable(ObjectNode object) {
        ObjectNode stable = JsonNodeFactory.instance.objectNode();
        object.properties().forEach(member -> {
            JsonNode value = stable(member.getKey(), member.getValue());
            if (value != null) {
                stable.set(stable(member.getKey()), value);
            }
        });
        return stable;
    }

    /** The text with ordinals in place of ids. */
    public String stable(String text) {
        String known = inText.get(text);
        if (known != null) {
            return known;
        }
        String stable = text;
        if (text.length() >= 17) {
            stable = RANDOM.matcher(stable).replaceAll(id -> named(id.group(), "\0" + id.group()));
            stable = namedUnknown(stable);
        }
        if (stable.indexOf(':') >= 0) {
            stable = TIME_IN_TEXT.matcher(stable).replaceAll("$1: TIME");
            stable = LOOPBACK.matcher(stable).replaceAll("$1:PORT");
        }
        if (stable.indexOf(ProseMask.FILLER) >= 0) {
            stable = MASKED.matcher(stable).replaceAll(ProseMask.FILLER.strip());
        }
        return WORD.matcher(stable).replaceAll(word -> named(word.group(), word.group()));
    }

    private String named(String word, String otherwise) {
        String name = inText.get(word);
        return name == null ? otherwise : name;
    }

    private ArrayNode stable(ArrayNode array) {
        ArrayNode stable = JsonNodeFactory.instance.arrayNode(array.size());
        for (JsonNode element : array) {
            JsonNode value = stable("", element);
            if (value != null) {
                stable.add(value);
            }
        }
        return stable;
    }

    /** An id that no event was about, for instance a review's: it gets an ordinal of its own. */
    private String namedUnknown(String text) {
        if (text.indexOf('\0') < 0) {
            return text;
        }
        Matcher unknown = Pattern.compile("\0(" + RANDOM.pattern() + ")").matcher(text);
        return unknown.replaceAll(id -> ordinal("id", "", id.group(1)));
    }

    private String ordinal(String kind, String scope, String id) {
        String key = kind + '\0' + scope + '\0' + id;
        String known = ordinals.get(key);
        if (known != null) {
            return known;
        }
        String ordinal = kind + '_' + counts.merge(kind, 1, Integer::sum);
        ordinals.put(key, ordinal);
        if (isTellingInText(kind, id) && inText.get(id) == null) {
            inText.put(id, ordinal);
        }
        return ordinal;
    }

    /** A short id, or a word, may mean something else in a text. */
    private static boolean isTellingInText(String kind, String id) {
        return !kind.equals("request")
                && !kind.equals("send")
                && id.length() >= SHORTEST_IN_TEXT
                && id.chars().anyMatch(Character::isDigit);
    }

    private static boolean isVolatile(String member, JsonNode value) {
        return (value.isNumber() || value.isTextual())
                && (TIMED.matcher(member).matches() || PROCESS.contains(member));
    }
}
