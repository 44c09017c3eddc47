package dev.tapedeck.inspect.index;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.CanonicalEvent;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.frame.Wire;
import dev.tapedeck.mapping.Emission;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.Message;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Ties the values of a raw frame to the places in its events where they landed.
 *
 * <p>A raw value is tied to an event value when the two say the same and are too long to be equal by chance, or when a
 * rule read the raw one and its key is the same or its value the only one of its kind. A value that a rule read and
 * that landed nowhere in the same
 * words was used; a value that no rule read and no event holds is not carried.
 */
public final class Carried {
    /** A shorter text, or a number of fewer digits, may be equal by chance: it needs a rule that read it besides. */
    private static final int TELLING_LENGTH = 4;
    private static final int TELLING_DIGITS = 6;
    /** Values that get a letter; further ones stay unmarked. */
    private static final int MAX_LETTERS = 26 * 27;
    /** Values that are looked at. */
    private static final int MAX_LEAVES = 2000;

    /** What is known of one raw value. */
    public sealed interface Fate {
        /** It stands in an event too, under the same letter. */
        record Landed(String letter) implements Fate {}

        /** A rule read it, and what came out says it in other words. */
        record Used() implements Fate {}

        /** The rule leaves it out on purpose. */
        record LeftOut(String reason) implements Fate {}

        /** No event holds it. */
        record NotCarried() implements Fate {}
    }

    private final Map<String, Fate> raw = new LinkedHashMap<>();
    private final Map<String, String> landed = new HashMap<>();
    private final Set<String> about = new HashSet<>();
    private final Map<JsonNode, Integer> values = new HashMap<>();

    private final Wire wire;
    private final @Nullable String rule;

    private Carried(Wire wire, @Nullable String rule) {
        this.wire = wire;
        this.rule = rule;
    }

    /** Fate of the raw value at a JSON pointer; absent for values that are not looked at. */
    public @Nullable Fate fate(String pointer) {
        return raw.get(pointer);
    }

    /** Letter of the value at a JSON pointer in the event of that number; absent when it comes from elsewhere. */
    public @Nullable String letter(int event, String pointer) {
        return landed.get(event + pointer);
    }

    /** How many raw values no event holds. */
    public long notCarried() {
        return raw.values().stream().filter(fate -> fate instanceof Fate.NotCarried).count();
    }

    /**
     * Looks at a frame that was mapped.
     *
     * @param wire of the recording
     * @param rule that took it; absent when it is not known
     */
    public static Carried of(Wire wire, @Nullable String rule, Message message, List<FrameProbe.Event> events) {
        Carried carried = new Carried(wire, rule);
        List<Leaf> rawLeaves = new ArrayList<>();
        leaves("", message.json(), rawLeaves);
        List<List<Leaf>> eventLeaves = new ArrayList<>();
        Set<String> reads = new HashSet<>();
        for (FrameProbe.Event event : events) {
            List<Leaf> leaves = new ArrayList<>();
            leaves("", event.json(), leaves);
            eventLeaves.add(leaves);
            Emission emission = event.emission();
            reads.addAll(emission.reads());
            carried.learn(emission.canonical());
        }
        Set<String> kindParts = new HashSet<>(Arrays.asList(message.kind().path().split("[:#]")));
        rawLeaves.forEach(leaf -> carried.values.merge(leaf.value(), 1, Integer::sum));
        for (Leaf leaf : rawLeaves) {
            carried.judge(leaf, eventLeaves, reads, kindParts, message);
        }
        return carried;
    }

    /** Ids that an event is about are read by the rule book itself, whatever their length. */
    private void learn(@Nullable CanonicalEvent event) {
        if (event != null) {
            Refs refs = event.refs();
            Stream.of(refs.session(), refs.thread(), refs.turn(), refs.item())
                    .filter(Objects::nonNull)
                    .forEach(about::add);
        }
    }

    private record Leaf(String pointer, JsonNode value) {}

    private void judge(
            Leaf leaf, List<List<Leaf>> events, Set<String> reads, Set<String> kindParts, Message message) {
        String text = leaf.value().asText();
        boolean read = isRead(leaf.pointer(), reads);
        boolean names = leaf.value().isTextual() && kindParts.contains(text);
        boolean telling = leaf.value().isTextual() ? text.length() >= TELLING_LENGTH : text.length() >= TELLING_DIGITS;
        telling |= about.contains(text);
        boolean single = reads.contains(leaf.pointer()) && values.getOrDefault(leaf.value(), 0) == 1;
        boolean asksOrAnswers = message.id() != null && leaf.pointer().equals("/id");
        List<String> places = new ArrayList<>();
        for (int i = 0; i < events.size(); i++) {
            for (Leaf out : events.get(i)) {
                boolean likely = telling || single || read && key(leaf.pointer()).equals(key(out.pointer()));
                if (likely && same(leaf.value(), out.value()) || names && out.pointer().equals("/type")) {
                    places.add(i + out.pointer());
                }
            }
        }
        if (!places.isEmpty() && landed.size() < MAX_LETTERS) {
            String letter = letterOf(places);
            places.forEach(place -> landed.putIfAbsent(place, letter));
            raw.put(leaf.pointer(), new Fate.Landed(letter));
        } else if (reads.contains(leaf.pointer()) || names || asksOrAnswers) {
            raw.put(leaf.pointer(), new Fate.Used());
        } else if (!leaf.value().isNull() && !leaf.value().isContainerNode()) {
            raw.put(
                    leaf.pointer(),
                    leftOut(leaf.pointer()).<Fate>map(Fate.LeftOut::new).orElseGet(Fate.NotCarried::new));
        }
    }

    private Optional<String> leftOut(String pointer) {
        return rule == null ? Optional.empty() : LeftOut.why(wire, rule, pointer);
    }

    private int letters;

    /** Two raw values that landed in one place share its letter. */
    private String letterOf(List<String> places) {
        for (String place : places) {
            String known = landed.get(place);
            if (known != null) {
                return known;
            }
        }
        int number = letters++;
        String last = String.valueOf((char) ('a' + number % 26));
        return number < 26 ? last : (char) ('a' + number / 26 - 1) + last;
    }

    /** Whether a rule read the value itself or something that holds it. */
    private static boolean isRead(String pointer, Set<String> reads) {
        for (int end = pointer.length(); end > 0; end = pointer.lastIndexOf('/', end - 1)) {
            if (reads.contains(pointer.substring(0, end))) {
                return true;
            }
        }
        return false;
    }

    /** Last part of a pointer, as both vocabularies would spell it. */
    private static String key(String pointer) {
        return pointer.substring(pointer.lastIndexOf('/') + 1).replace("_", "").toLowerCase(Locale.ROOT);
    }

    private static boolean same(JsonNode raw, JsonNode out) {
        if (raw.isNull() || out.isNull()) {
            return false;
        }
        if (raw.isTextual() && out.isTextual()) {
            return raw.textValue().equals(out.textValue()) || sameTime(raw, out);
        }
        if (raw.isNumber() && out.isNumber()) {
            return raw.decimalValue().compareTo(out.decimalValue()) == 0;
        }
        if (raw.isBoolean() && out.isBoolean()) {
            return raw.booleanValue() == out.booleanValue();
        }
        return raw.isNumber() && out.isTextual() && (sameTime(raw, out) || raw.asText().equals(out.textValue()));
    }

    private static boolean sameTime(JsonNode raw, JsonNode out) {
        if (out.textValue().length() < 20 || out.textValue().charAt(4) != '-') {
            return false;
        }
        Instant told = FrameView.timeOf(raw);
        return told != null && told.equals(FrameView.timeOf(out));
    }

    private static void leaves(String pointer, JsonNode node, List<Leaf> into) {
        if (into.size() >= MAX_LEAVES) {
            return;
        }
        if (node.isValueNode() || node.isEmpty()) {
            into.add(new Leaf(pointer, node));
        } else if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                leaves(pointer + "/" + i, node.get(i), into);
            }
        } else {
            node.properties().forEach(
                    member -> leaves(pointer + "/" + escaped(member.getKey()), member.getValue(), into));
        }
    }

    /** A key as a part of a JSON pointer. */
    public static String escaped(String key) {
        return key.replace("~", "~0").replace("/", "~1");
    }
}
