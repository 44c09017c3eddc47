package dev.tapedeck.rules;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A frame as a rule reads it, by JSON pointer from the frame's root, or from the member that the book says holds
 * what the frame tells ({@link Message#base()}).
 *
 * <p>In tracing mode every pointer that is read is told to a listener; that is how pages know which raw value an
 * event came from. The plain methods throw {@link FrameFault} when the value is missing, null or of another type;
 * the {@code optional} ones return null when it is missing or null and throw only for another type.
 */
public final class FrameView {
    private static final Map<String, JsonPointer> POINTERS = new ConcurrentHashMap<>();
    /** Seconds beyond this are milliseconds: it is the year 5138 in one unit and 1973 in the other. */
    private static final long LARGEST_SECONDS = 100_000_000_000L;

    private final Message message;
    private final JsonNode body;
    private final @Nullable Consumer<String> trace;

    public FrameView(Message message, @Nullable Consumer<String> trace) {
        this.message = message;
        this.body = message.body();
        this.trace = trace;
    }

    public Message message() {
        return message;
    }

    /** The value at the pointer; a missing node when there is none. */
    public JsonNode at(String pointer) {
        if (trace != null) {
            trace.accept(message.base() + pointer);
        }
        return body.at(compiled(pointer));
    }

    /** A pointer of a rule book's own; there are few, so each is compiled once. */
    static JsonPointer compiled(String pointer) {
        return POINTERS.computeIfAbsent(pointer, JsonPointer::compile);
    }

    /**
     * What the path of an HTTP request names.
     *
     * @param name as the template of the call has it
     */
    public String parameter(String name) {
        String value = message.parameters().get(name);
        if (value == null) {
            throw new FrameFault('{' + name + '}', "a call whose path names it", message.kind().path());
        }
        return value;
    }

    /** Whether there is a value, null included. */
    public boolean has(String pointer) {
        return !at(pointer).isMissingNode();
    }

    /** Any value but null. */
    public JsonNode node(String pointer) {
        JsonNode node = at(pointer);
        if (node.isMissingNode() || node.isNull()) {
            throw fault(pointer, "a value", node);
        }
        return node;
    }

    public @Nullable JsonNode optionalNode(String pointer) {
        JsonNode node = at(pointer);
        return node.isMissingNode() || node.isNull() ? null : node;
    }

    public String text(String pointer) {
        JsonNode node = at(pointer);
        if (!node.isTextual()) {
            throw fault(pointer, "a string", node);
        }
        return node.textValue();
    }

    public @Nullable String optionalText(String pointer) {
        JsonNode node = at(pointer);
        return node.isMissingNode() || node.isNull() ? null : text(pointer);
    }

    public boolean flag(String pointer) {
        JsonNode node = at(pointer);
        if (!node.isBoolean()) {
            throw fault(pointer, "true or false", node);
        }
        return node.booleanValue();
    }

    public @Nullable Boolean optionalFlag(String pointer) {
        JsonNode node = at(pointer);
        return node.isMissingNode() || node.isNull() ? null : (Boolean) flag(pointer);
    }

    public long integer(String pointer) {
        JsonNode node = at(pointer);
        if (!node.isIntegralNumber() || !node.canConvertToLong()) {
            throw fault(pointer, "an integer of 64 bits", node);
        }
        return node.longValue();
    }

    public @Nullable Long optionalInteger(String pointer) {
        JsonNode node = at(pointer);
        return node.isMissingNode() || node.isNull() ? null : (Long) integer(pointer);
    }

    public @Nullable Integer optionalInt(String pointer) {
        JsonNode node = at(pointer);
        if (node.isMissingNode() || node.isNull()) {
            return null;
        }
        if (!node.isIntegralNumber() || !node.canConvertToInt()) {
            throw fault(pointer, "an integer of 32 bits", node);
        }
        return node.intValue();
    }

    public @Nullable BigDecimal optionalDecimal(String pointer) {
        JsonNode node = at(pointer);
        if (node.isMissingNode() || node.isNull()) {
            return null;
        }
        if (!node.isNumber()) {
            throw fault(pointer, "a number", node);
        }
        return node.decimalValue();
    }

    /** Items of an array. */
    public JsonNode array(String pointer) {
        JsonNode node = at(pointer);
        if (!node.isArray()) {
            throw fault(pointer, "an array", node);
        }
        return node;
    }

    /**
     * A point in time from seconds, milliseconds or ISO-8601 text with any offset; null when it is missing or cannot
     * be read, since a broken timestamp is a lost field and not a fault (decision D10).
     */
    public @Nullable Instant time(String pointer) {
        return timeOf(at(pointer));
    }

    /** As {@link #time(String)}, for a value that was already read. */
    public static @Nullable Instant timeOf(JsonNode node) {
        if (node.isIntegralNumber() && node.canConvertToLong()) {
            long value = node.longValue();
            return Math.abs(value) > LARGEST_SECONDS ? Instant.ofEpochMilli(value) : Instant.ofEpochSecond(value);
        }
        if (node.isNumber()) {
            return Instant.ofEpochMilli(node.decimalValue().movePointRight(3).longValue());
        }
        if (node.isTextual()) {
            try {
                return OffsetDateTime.parse(node.textValue()).toInstant();
            } catch (DateTimeParseException e) {
                return null;
            }
        }
        return null;
    }

    /** The fault of a value that is not what it should be. */
    public static FrameFault fault(String pointer, String expected, JsonNode found) {
        String what = found.isMissingNode() ? "nothing" : found.getNodeType().name().toLowerCase(java.util.Locale.ROOT);
        String value = found.isValueNode() && !found.isNull() ? " " + shortened(found.asText()) : "";
        return new FrameFault(pointer, expected, what + value);
    }

    private static String shortened(String text) {
        return text.length() <= 40 ? text : text.substring(0, 40) + "…";
    }
}
