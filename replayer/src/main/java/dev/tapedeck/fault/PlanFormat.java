package dev.tapedeck.fault;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.json.Json;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Plans as JSON, and single faults as a command line has them: {@code lag(after=120,drop=300)}. */
public final class PlanFormat {
    private static final ObjectMapper MAPPER = Json.mapper()
            .copy()
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT);
    private static final Pattern FAULT = Pattern.compile("([a-z-]+)(?:\\((.*)\\))?", Pattern.DOTALL);
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,18}");
    private static final List<JsonSubTypes.Type> TYPES =
            List.of(Fault.class.getAnnotation(JsonSubTypes.class).value());

    private PlanFormat() {}

    /** The plan over several lines, with LF between them and none at the end. */
    public static String write(FaultPlan plan) {
        return Json.writePretty(MAPPER.valueToTree(plan));
    }

    /** The fault as a command line has it. */
    public static String write(Fault fault) {
        ObjectNode json = MAPPER.valueToTree(fault);
        String name = json.remove("fault").textValue();
        return name + json.properties().stream()
                .map(field -> field.getKey() + "=" + field.getValue().asText())
                .collect(Collectors.joining(",", "(", ")"));
    }

    /**
     * Reads a plan.
     *
     * @throws IOException if it is none; says what is wrong and where
     */
    public static FaultPlan read(byte[] json) throws IOException {
        try {
            ObjectNode tree = MAPPER.readerFor(ObjectNode.class).readValue(json);
            if (!tree.has("programme")) {
                tree.putNull("programme");
            }
            required(tree);
            return MAPPER.treeToValue(tree, FaultPlan.class);
        } catch (IllegalArgumentException e) {
            throw new IOException("expected a fault plan, found: " + e.getMessage(), e);
        } catch (JacksonException e) {
            throw new IOException("expected a fault plan, found: " + complaint(e), e);
        }
    }

    /**
     * Reads one fault.
     *
     * @throws IllegalArgumentException if it is none; says what is wrong and what there is
     */
    public static Fault fault(String text) {
        Matcher matcher = FAULT.matcher(text.strip());
        if (!matcher.matches()) {
            throw new IllegalArgumentException("expected a fault such as lag(after=120,drop=300), found " + text);
        }
        String name = matcher.group(1);
        JsonSubTypes.Type type = TYPES.stream()
                .filter(known -> known.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "expected one of " + String.join(", ", usages()) + ", found " + name));
        ObjectNode json = MAPPER.createObjectNode().put("fault", name);
        String arguments = matcher.group(2) == null ? "" : matcher.group(2);
        for (String argument : arguments.isBlank() ? new String[0] : arguments.split(",")) {
            int equals = argument.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException("expected " + usage(type) + ", found " + text);
            }
            String value = argument.substring(equals + 1).strip();
            String key = argument.substring(0, equals).strip();
            if (NUMBER.matcher(value).matches()) {
                json.put(key, Long.parseLong(value));
            } else {
                json.put(key, value);
            }
        }
        noNegatives(json, name);
        try {
            return MAPPER.treeToValue(json, Fault.class);
        } catch (JacksonException e) {
            throw new IllegalArgumentException("expected " + usage(type) + ", found " + text + ": " + complaint(e), e);
        }
    }

    /** How each fault is written, in the order of their declaration. */
    public static List<String> usages() {
        List<String> usages = new ArrayList<>();
        TYPES.forEach(type -> usages.add(usage(type)));
        return usages;
    }

    private static String usage(JsonSubTypes.Type type) {
        return Arrays.stream(type.value().getRecordComponents())
                .map(RecordComponent::getName)
                .collect(Collectors.joining(",", type.name() + "(", ")"));
    }

    private static void required(ObjectNode plan) {
        if (!plan.path("schedule").isObject()) {
            throw new IllegalArgumentException("schedule: expected {\"every\":N} or {\"after\":[N,…]}, found "
                    + plan.path("schedule").getNodeType().name().toLowerCase(Locale.ROOT));
        }
        if (!plan.path("faults").isArray()) {
            throw new IllegalArgumentException("faults: expected an array, found "
                    + plan.path("faults").getNodeType().name().toLowerCase(Locale.ROOT));
        }
        plan.path("schedule").path("after").forEach(after -> notNegative(after, "schedule.after"));
        plan.path("faults").forEach(fault -> noNegatives(fault, fault.path("fault").asText()));
    }

    /** Frames, entries, bytes and exit codes are counted from 0 or 1 on. */
    private static void noNegatives(JsonNode fault, String name) {
        fault.properties().forEach(member -> notNegative(member.getValue(), name + "." + member.getKey()));
    }

    private static void notNegative(JsonNode value, String where) {
        if (value.isNumber() && value.decimalValue().signum() < 0) {
            throw new IllegalArgumentException(where + ": expected 0 or more, found " + value.asText());
        }
    }

    private static String complaint(JacksonException e) {
        Throwable cause = e.getCause();
        String what = cause instanceof IllegalArgumentException ? cause.getMessage() : Json.complaint(e);
        String where = e instanceof JsonMappingException mapping && !mapping.getPath().isEmpty()
                ? " (at " + mapping.getPath().stream()
                        .map(step -> step.getFieldName() == null ? "[" + step.getIndex() + "]" : step.getFieldName())
                        .collect(Collectors.joining(".")) + ")"
                : "";
        return what + where;
    }
}
