package dev.tapedeck.recording;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.frame.Header;
import dev.tapedeck.frame.Origin;
import dev.tapedeck.frame.Transport;
import dev.tapedeck.frame.Wire;
import dev.tapedeck.json.Json;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The header line as bytes. */
final class HeaderCodec {
    private static final DateTimeFormatter MILLIS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

    private HeaderCodec() {}

    /** Whether this object is a header: the member {@code tape} makes it one. */
    static boolean isHeader(JsonNode node) {
        return node.isObject() && node.path("tape").isIntegralNumber();
    }

    /** @throws MalformedLine if a member is missing or has the wrong shape */
    static Header read(JsonNode node) throws MalformedLine {
        if (!node.path("tape").canConvertToInt() || node.path("tape").intValue() != Header.TAPE) {
            throw new MalformedLine("format version " + Header.TAPE, "version " + node.path("tape"));
        }
        String transport = text(node, "transport", Transport.STDIO_JSONRPC.word());
        String origin = text(node, "origin", "none");
        Map<String, Long> redaction = new LinkedHashMap<>();
        for (var count : node.path("redaction").properties()) {
            redaction.put(count.getKey(), count.getValue().longValue());
        }
        Map<String, Wire> streams = new LinkedHashMap<>();
        for (var stream : node.path("streams").properties()) {
            streams.put(stream.getKey(), wire(stream.getValue().asText()));
        }
        return new Header(
                text(node, "id", ""),
                text(node, "provider", "unknown"),
                wire(text(node, "wire", "unknown")),
                Transport.of(transport)
                        .orElseThrow(() -> new MalformedLine("transport stdio-jsonrpc or http-sse", transport)),
                optional(node, "version"),
                optional(node, "protocol"),
                strings(node.path("command")),
                optional(node, "cwd"),
                instant(optional(node, "started")),
                Origin.of(origin).orElseThrow(() -> new MalformedLine("origin recorded, synthetic or mutated", origin)),
                optional(node, "scenario"),
                optional(node, "platform"),
                strings(node.path("env")),
                redaction,
                streams,
                optional(node, "primary"));
    }

    static String write(Header header) {
        ObjectNode node = Json.mapper().createObjectNode();
        node.put("tape", Header.TAPE).put("id", header.id()).put("provider", header.provider());
        node.put("wire", header.wire().name()).put("transport", header.transport().word());
        node.put("version", header.version()).put("protocol", header.protocol());
        ArrayNode command = node.putArray("command");
        header.command().forEach(command::add);
        node.put("cwd", header.cwd()).put("started", MILLIS.format(header.started()));
        node.put("origin", header.origin().word()).put("scenario", header.scenario());
        node.put("platform", header.platform());
        ArrayNode environment = node.putArray("env");
        header.environment().forEach(environment::add);
        ObjectNode redaction = node.putObject("redaction");
        new TreeMap<>(header.redaction()).forEach(redaction::put);
        if (!header.streams().isEmpty()) {
            ObjectNode streams = node.putObject("streams");
            new TreeMap<>(header.streams()).forEach((path, wire) -> streams.put(path, wire.name()));
            node.put("primary", header.primary());
        }
        return Json.write(node);
    }

    private static Wire wire(String name) throws MalformedLine {
        try {
            return new Wire(name);
        } catch (IllegalArgumentException e) {
            throw new MalformedLine("a wire name ([a-z0-9.-], up to 64 characters)", name);
        }
    }

    private static Instant instant(@Nullable String text) throws MalformedLine {
        try {
            return text == null ? Instant.EPOCH : Instant.parse(text);
        } catch (DateTimeException e) {
            throw new MalformedLine("started as UTC time", text);
        }
    }

    private static List<String> strings(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(element -> texts.add(element.asText()));
        return texts;
    }

    private static String text(JsonNode node, String member, String otherwise) {
        return node.path(member).isTextual() ? node.path(member).textValue() : otherwise;
    }

    private static @Nullable String optional(JsonNode node, String member) {
        return node.path(member).isTextual() ? node.path(member).textValue() : null;
    }
}
