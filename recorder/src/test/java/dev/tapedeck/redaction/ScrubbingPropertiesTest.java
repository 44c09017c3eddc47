package dev.tapedeck.redaction;

import static org.junit.jupiter.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Entry;
import dev.tapedeck.json.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What holds for every frame, tried on made-up ones; a failure is shrunk to few short texts. */
class ScrubbingPropertiesTest {
    private static final String SECRET = "zq\"9\\x/7 \u00fcber";
    private static final Machine ADA = new Machine(
            "/home/ada", "/srv/build/ada-app", "ada", "ada-laptop", Map.of("DB_PASSWORD", SECRET));
    private static final List<String> PRIVATE = List.of(
            "/home/ada", "/srv/build/ada-app", SECRET, "sk-proj-Abc123Def456Ghi789Jkl", "ada.l@corp.example.org",
            "ghp_0123456789abcdefghijABCDEFGHIJ");
    /** A private value that is not part of a longer word. */
    private static final Pattern LEFT = Pattern.compile(PRIVATE.stream()
            .map(value -> "(?<![\\w-])" + Pattern.quote(value) + "(?![\\w-])")
            .collect(Collectors.joining("|")));
    private static final List<String> AROUND =
            List.of("", " ", "\n", "(", "\"", "'", ": ", "file://", "\ud83c\udf89", "\u00e9 ", "word ", ", ", "=> ",
                    "\t");
    private static final List<String> NAMES =
            List.of("a", "text", "id", "threadId", "user", "hostname", "rootTurnId", "delta", "/home/ada", "ada",
                    "method", "n");

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);

    private static String pick(Random random, List<String> list) {
        return list.get(random.nextInt(list.size()));
    }

    /** One text: pieces of which some are private, each written in one of the encodings. */
    private List<String> text() {
        List<String> pieces = new ArrayList<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            pieces.add(pick(random, AROUND));
            String piece = pick(random, PRIVATE);
            pieces.add(switch (random.nextInt(5)) {
                case 0 -> piece.replace("/", "\\/");
                case 1 -> Json.write(piece);
                case 2 -> java.net.URLEncoder.encode(piece, java.nio.charset.StandardCharsets.UTF_8)
                        .replace("+", "%20");
                default -> piece;
            });
            pieces.add(pick(random, List.of(" ", "\n", "/x ", ". ", ",", "\"", ")")));
        }
        return pieces;
    }

    private JsonNode frame(int depth, List<List<String>> texts) {
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        switch (depth > 3 ? 3 : random.nextInt(5)) {
            case 0 -> {
                ArrayNode array = nodes.arrayNode();
                for (int i = random.nextInt(3); i >= 0; i--) {
                    array.add(frame(depth + 1, texts));
                }
                return array;
            }
            case 1, 2 -> {
                ObjectNode object = nodes.objectNode();
                for (int i = random.nextInt(4); i >= 0; i--) {
                    object.set(pick(random, NAMES), frame(depth + 1, texts));
                }
                return object;
            }
            case 3 -> {
                List<String> text = texts.get(random.nextInt(texts.size()));
                return nodes.textNode(String.join("", text));
            }
            default -> {
                return nodes.numberNode(random.nextLong());
            }
        }
    }

    @Test
    void scrubbed_frames_keep_keys_ids_and_numbers_show_nothing_private_and_stay_so() throws IOException {
        for (int round = 0; round < 3000; round++) {
            List<List<String>> texts = List.of(text(), text());
            JsonNode frame = frame(0, texts);
            String wrong = wrong(frame);
            if (wrong != null) {
                JsonNode small = shrunk(frame);
                String result = scrub(Scrubber.forMachine(ADA), List.of(Json.write(small))).getFirst();
                fail("seed %d: %s%nframe  %s%nresult %s".formatted(seed, wrong(small), small, result));
            }
        }
    }

    private static List<String> scrub(Scrubber scrubber, List<String> frames) {
        List<Entry> out = new ArrayList<>();
        for (int i = 0; i < frames.size(); i++) {
            out.addAll(
                    scrubber.scrub(ScrubberTest.json(i + 1, i % 2 == 0 ? Direction.OUT : Direction.IN, frames.get(i))));
        }
        out.addAll(scrubber.flush());
        return out.stream().map(ScrubberTest::display).toList();
    }

    private static @Nullable String wrong(JsonNode frame) {
        Scrubber scrubber = Scrubber.forMachine(ADA);
        String json = Json.write(frame);
        List<String> both = scrub(scrubber, List.of(json, json));
        if (!both.get(0).equals(both.get(1))) {
            return "the two directions differ: " + both;
        }
        List<String> twice = scrub(scrubber, List.of(both.getFirst()));
        if (!twice.equals(List.of(both.getFirst()))) {
            return "scrubbing twice changes it again: " + twice;
        }
        try {
            return compare(frame, Json.read(both.getFirst().getBytes(java.nio.charset.StandardCharsets.UTF_8)), "");
        } catch (IOException e) {
            return "not JSON: " + both.getFirst();
        }
    }

    private static @Nullable String compare(JsonNode before, JsonNode after, String name) {
        if (before.getNodeType() != after.getNodeType() || before.size() != after.size()) {
            return "another shape at " + name;
        }
        if (before.isTextual()) {
            boolean kept = List.of("id", "threadId", "rootTurnId", "method").contains(name);
            if (kept) {
                return before.equals(after) ? null : "a changed id: " + after;
            }
            Matcher left = LEFT.matcher(after.textValue());
            return left.find() ? "private: " + left.group() + " at " + name : null;
        }
        if (before.isValueNode()) {
            return before.equals(after) ? null : "a changed number: " + after;
        }
        if (before.isArray()) {
            for (int i = 0; i < before.size(); i++) {
                String wrong = compare(before.get(i), after.get(i), name);
                if (wrong != null) {
                    return wrong;
                }
            }
            return null;
        }
        for (String key : (Iterable<String>) before::fieldNames) {
            if (!after.has(key)) {
                return "a changed key: " + key;
            }
            String wrong = compare(before.get(key), after.get(key), key);
            if (wrong != null) {
                return wrong;
            }
        }
        return null;
    }

    /** Takes members, elements and characters away as long as something stays wrong. */
    private static JsonNode shrunk(JsonNode frame) {
        JsonNode small = frame;
        for (boolean smaller = true; smaller; ) {
            smaller = false;
            for (JsonNode candidate : smaller(small)) {
                if (wrong(candidate) != null) {
                    small = candidate;
                    smaller = true;
                    break;
                }
            }
        }
        return small;
    }

    private static List<JsonNode> smaller(JsonNode node) {
        List<JsonNode> all = new ArrayList<>();
        node.forEach(all::add);
        if (node.isObject()) {
            for (String key : (Iterable<String>) node::fieldNames) {
                all.add(((ObjectNode) node.deepCopy()).without(key));
                smaller(node.get(key)).forEach(child -> all.add(((ObjectNode) node.deepCopy()).set(key, child)));
            }
        } else if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                ArrayNode without = node.deepCopy();
                without.remove(i);
                all.add(without);
                for (JsonNode child : smaller(node.get(i))) {
                    ArrayNode with = node.deepCopy();
                    with.set(i, child);
                    all.add(with);
                }
            }
        } else if (node.isTextual()) {
            String text = node.textValue();
            for (int i = 0; i < text.length(); i++) {
                all.add(JsonNodeFactory.instance.textNode(text.substring(0, i) + text.substring(i + 1)));
            }
        }
        return all;
    }
}
