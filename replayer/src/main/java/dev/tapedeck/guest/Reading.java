package dev.tapedeck.guest;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.tapedeck.json.Json;
import dev.tapedeck.mapping.Mapper;
import dev.tapedeck.runtime.Patch;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A value in a guest's answer, read member by member; what is wrong is told by its path. */
final class Reading {
    private static final int SHOWN = 60;

    private final String path;
    private final JsonNode node;
    private final Set<String> read = new HashSet<>();

    private Reading(String path, JsonNode node) {
        this.path = path;
        this.node = node;
    }

    /** A whole answer, which must be an object. */
    static Reading of(JsonNode answer) {
        return new Reading("", answer).object();
    }

    JsonNode node() {
        return node;
    }

    boolean has(String member) {
        return node.has(member);
    }

    /** The member, which may be absent. */
    private Reading at(String member) {
        read.add(member);
        JsonNode value = node.get(member);
        String step = JsonPointer.empty().appendProperty(member).toString();
        return new Reading(path + step, value == null ? JsonNodeFactory.instance.missingNode() : value);
    }

    private boolean isAbsent() {
        return node.isMissingNode() || node.isNull();
    }

    <T> T required(String member, Function<Reading, T> as) {
        return as.apply(at(member));
    }

    /** The member, or null when it is absent or null. */
    <T> @Nullable T optional(String member, Function<Reading, T> as) {
        Reading value = at(member);
        return value.isAbsent() ? null : as.apply(value);
    }

    /** Keeps when the member is absent, clears when it is null. */
    <T> Patch<T> patch(String member, Function<Reading, T> as) {
        Reading value = at(member);
        if (value.isAbsent()) {
            return value.node.isNull() ? Patch.clear() : Patch.keep();
        }
        return Patch.set(as.apply(value));
    }

    /** The elements of an array; none when it is absent. */
    List<Reading> elements(String member) {
        Reading array = at(member);
        if (array.node.isMissingNode()) {
            return List.of();
        }
        return array.elements();
    }

    List<Reading> elements() {
        if (!node.isArray()) {
            throw wrong("an array");
        }
        List<Reading> elements = new ArrayList<>(node.size());
        for (int i = 0; i < node.size(); i++) {
            elements.add(new Reading(path + "/" + i, node.get(i)));
        }
        return elements;
    }

    Reading object() {
        if (!node.isObject()) {
            throw wrong("an object");
        }
        return this;
    }

    /** Any value but null. */
    JsonNode any() {
        if (isAbsent()) {
            throw wrong("a value");
        }
        return node;
    }

    String text() {
        if (!node.isTextual()) {
            throw wrong("a string");
        }
        return node.textValue();
    }

    boolean flag() {
        if (!node.isBoolean()) {
            throw wrong("true or false");
        }
        return node.booleanValue();
    }

    long integer() {
        if (!node.isIntegralNumber() || !node.canConvertToLong()) {
            throw wrong("an integer of 64 bits");
        }
        return node.longValue();
    }

    int smallInteger() {
        if (!node.isIntegralNumber() || !node.canConvertToInt()) {
            throw wrong("an integer of 32 bits");
        }
        return node.intValue();
    }

    BigDecimal decimal() {
        if (!node.isNumber()) {
            throw wrong("a number");
        }
        return node.decimalValue();
    }

    Instant instant() {
        try {
            return OffsetDateTime.parse(text()).toInstant();
        } catch (DateTimeException e) {
            throw wrong("a time such as 2026-11-30T12:00:00.123Z");
        }
    }

    /** One of the words of an enum. */
    <E extends Enum<E>> E word(E[] values, Function<E, String> word) {
        return Arrays.stream(values)
                .filter(value -> node.isTextual() && word.apply(value).equals(node.textValue()))
                .findFirst()
                .orElseThrow(() -> wrong(
                        "one of " + Arrays.stream(values).map(word).collect(Collectors.joining(", "))));
    }

    /** No member is left that nobody asked for. */
    void nothingElse() {
        node.fieldNames().forEachRemaining(name -> {
            if (!read.contains(name)) {
                throw new Mapper.HookFailure("answer, " + place() + ": expected one of "
                        + read.stream().sorted().collect(Collectors.joining(", ")) + ", found " + name);
            }
        });
    }

    Mapper.HookFailure wrong(String expected) {
        String value = node.isContainerNode() || node.isMissingNode() ? "" : " " + shortened(Json.write(node));
        String found = node.isMissingNode() ? "nothing" : node.getNodeType().name().toLowerCase(Locale.ROOT);
        return new Mapper.HookFailure("answer, " + place() + ": expected " + expected + ", found " + found + value);
    }

    private String place() {
        return path.isEmpty() ? "as a whole" : path;
    }

    static String shortened(String text) {
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…";
    }
}
