package dev.tapedeck.golden;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.canonical.EventType;
import dev.tapedeck.hash.Sha256;
import dev.tapedeck.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Events of a re-recorded scenario in an order that does not depend on which of several concurrent identities was
 * faster.
 *
 * <p>Events stay in order within one identity: an item, a request, a turn, a thread. The identities are sorted by what
 * their events say, and ids are then numbered anew by first appearance. What an identity's events say is found by
 * repeated colouring: an identity's colour is made of its lines, in which every other id is replaced by that id's
 * colour of the round before, until no round tells more identities apart. Two identities that still look alike keep
 * their order, since swapping them changes nothing. So equal stays equal, and events that changed their identity stay
 * different.
 */
final class ConcurrentOrder {
    private static final Pattern ORDINAL = Pattern.compile("\\b(thread|turn|item|request|send|id)_\\d+\\b");
    private static final Set<String> TELEMETRY = Arrays.stream(EventType.values())
            .filter(type -> type.family() == EventType.Family.TELEMETRY)
            .map(EventType::word)
            .collect(Collectors.toSet());
    private static final List<String> IDENTITIES = List.of("itemId", "requestId", "turnId", "threadId");

    private final List<String> lines = new ArrayList<>();
    private final List<String> owners = new ArrayList<>();
    private final Map<String, List<Integer>> linesOf = new LinkedHashMap<>();
    private final Map<String, List<Integer>> mentionsOf = new LinkedHashMap<>();
    private final Map<String, String> numbers = new HashMap<>();
    private final Map<String, Integer> counts = new HashMap<>();

    private ConcurrentOrder(byte[] ndjson) throws IOException {
        for (String line : new String(ndjson, StandardCharsets.UTF_8).split("\n")) {
            if (!line.isEmpty()) {
                add(line);
            }
        }
    }

    /**
     * The events in that order.
     *
     * @param ndjson golden form of canonical or runtime events, one a line
     * @throws IOException if a line is not JSON
     */
    static byte[] of(byte[] ndjson) throws IOException {
        return new ConcurrentOrder(ndjson).ordered();
    }

    /**
     * Maps that events led to, with the events' new numbers and every list sorted.
     *
     * @param runtime golden form of the runtime events that led there, one a line
     */
    static byte[] ofMaps(byte[] maps, byte[] runtime) throws IOException {
        ConcurrentOrder order = new ConcurrentOrder(runtime);
        order.ordered();
        String numbered = replaced(new String(maps, StandardCharsets.UTF_8), order::number);
        JsonNode sorted = sorted(Json.read(numbered.getBytes(StandardCharsets.UTF_8)));
        return Json.writeBytes(sorted);
    }

    private void add(String line) throws IOException {
        JsonNode event = Json.read(line.getBytes(StandardCharsets.UTF_8));
        String owner = ownerOf(event);
        int index = lines.size();
        lines.add(line);
        owners.add(owner);
        linesOf.computeIfAbsent(owner, key -> new ArrayList<>()).add(index);
        for (String ordinal : ordinalsIn(line)) {
            linesOf.computeIfAbsent(ordinal, key -> new ArrayList<>());
            mentionsOf.computeIfAbsent(ordinal, key -> new ArrayList<>()).add(index);
        }
    }

    /**
     * Whose event it is. Telemetry about no item, such as a warning, is nobody's: it keeps its order among its own
     * type, since providers send it beside what threads and turns do.
     */
    private static String ownerOf(JsonNode event) {
        String owner = IDENTITIES.stream()
                .filter(event::hasNonNull)
                .findFirst()
                .map(member -> event.get(member).asText())
                .orElse("");
        String type = event.path("type").asText();
        boolean beside = TELEMETRY.contains(type) && !event.hasNonNull("itemId");
        return beside ? type + " " + owner : owner;
    }

    private byte[] ordered() {
        Map<String, String> colours = colours();
        List<String> identities = new ArrayList<>(linesOf.keySet());
        identities.sort(Comparator.comparing(colours::get)); // stable: those alike keep their order
        StringBuilder out = new StringBuilder();
        for (String identity : identities) {
            for (int index : linesOf.get(identity)) {
                out.append(replaced(lines.get(index), this::number)).append('\n');
            }
        }
        return out.toString().getBytes(StandardCharsets.UTF_8);
    }

    private String number(String ordinal) {
        return numbers.computeIfAbsent(ordinal, key -> {
            String kind = kind(key);
            return kind + "_" + counts.merge(kind, 1, Integer::sum);
        });
    }

    private Map<String, String> colours() {
        Map<String, String> colours = new HashMap<>();
        linesOf.keySet().forEach(identity -> colours.put(identity, kind(identity)));
        int apart = 0;
        while (true) {
            Map<String, String> next = new HashMap<>();
            linesOf.keySet().forEach(identity -> next.put(identity, colour(identity, colours)));
            colours.putAll(next);
            int nowApart = new HashSet<>(next.values()).size();
            if (nowApart == apart) {
                return colours;
            }
            apart = nowApart;
        }
    }

    private String colour(String identity, Map<String, String> before) {
        UnaryOperator<String> seen = ordinal -> ordinal.equals(identity) ? "self" : before.get(ordinal);
        StringBuilder what = new StringBuilder(before.get(identity)).append('\n');
        linesOf.get(identity).forEach(index -> what.append(replaced(lines.get(index), seen)).append('\n'));
        mentionsOf.getOrDefault(identity, List.of()).stream()
                .filter(index -> !owners.get(index).equals(identity))
                .map(index -> replaced(lines.get(index), seen))
                .sorted()
                .forEach(line -> what.append(line).append('\n'));
        return Sha256.hex(what.toString());
    }

    private static JsonNode sorted(JsonNode json) {
        return switch (json) {
            case ArrayNode array -> {
                List<JsonNode> elements = new ArrayList<>();
                array.forEach(element -> elements.add(sorted(element)));
                elements.sort(Comparator.comparing(JsonNode::toString));
                yield Json.mapper().createArrayNode().addAll(elements);
            }
            case ObjectNode object -> {
                ObjectNode members = Json.mapper().createObjectNode();
                object.properties().forEach(member -> members.set(member.getKey(), sorted(member.getValue())));
                yield members;
            }
            default -> json;
        };
    }

    private static Set<String> ordinalsIn(String line) {
        Set<String> ordinals = new LinkedHashSet<>();
        ORDINAL.matcher(line).results().forEach(found -> ordinals.add(found.group()));
        return ordinals;
    }

    private static String replaced(String line, UnaryOperator<String> replacement) {
        return ORDINAL.matcher(line).replaceAll(found -> replacement.apply(found.group()));
    }

    private static String kind(String ordinal) {
        int end = ordinal.indexOf('_');
        return end < 0 ? "" : ordinal.substring(0, end);
    }
}
