package dev.tapedeck.wire.opencodeevent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.frame.Carrier;
import dev.tapedeck.frame.Entry;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.host.History;
import dev.tapedeck.host.Host;
import dev.tapedeck.host.HostListener;
import dev.tapedeck.host.Item;
import dev.tapedeck.host.Limits;
import dev.tapedeck.host.Streams;
import dev.tapedeck.json.Json;
import dev.tapedeck.mapping.NativeMapper;
import dev.tapedeck.projection.RuntimeProjection;
import dev.tapedeck.runtime.ItemState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The provider's own history against the one that its events gave (decision D4). */
class ProviderHistoryTest {
    private final Map<String, String> differences = new TreeMap<>();
    private int responses;
    private int parts;

    @Test
    void what_the_provider_says_is_complete_the_events_had_completed_with_the_same_text() throws IOException {
        List<Path> captures;
        try (Stream<Path> all = Files.list(Served.shared("captures/opencode"))) {
            captures = all.filter(file -> file.toString().endsWith(".ndjson")).sorted().toList();
        }
        for (Path capture : captures) {
            for (String primary : List.of("/event", "/global/event")) {
                Served served = Served.ofCapture(capture, primary);
                if (served != null) {
                    compare(capture.getFileName() + " " + primary, primary, served.entries());
                    break;
                }
            }
        }
        assertEquals(Map.of(), differences);
        assertTrue(responses > 40 && parts > 100, responses + " responses, " + parts + " parts");
    }

    private void compare(String name, String primary, List<Entry> entries) throws IOException {
        Host host = new Host(
                "s",
                Instant.EPOCH,
                OpenCodeEvent.BOOK,
                new Streams(primary, Map.of()),
                new NativeMapper(OpenCodeEvent.BOOK, new RuntimeProjection(), Instant.EPOCH, false),
                Limits.STANDARD,
                History.NONE,
                new HostListener() {},
                false);
        Map<Long, String> asked = new HashMap<>();
        for (Entry entry : entries) {
            if (host.epoch() > 1) {
                // A new process has no maps of what the one before it told.
                return;
            }
            if (entry instanceof Frame frame && frame.carrier() instanceof Carrier.HttpRequest(
                    long exchange, String method, String path) && path.matches(".*/session/[^/]+/message")
                    && method.equals("GET")) {
                asked.put(exchange, path.replaceFirst(".*/session/([^/]+)/message", "$1"));
            }
            if (entry instanceof Frame frame && frame.carrier() instanceof Carrier.HttpResponse(
                    long exchange, int status) && status == 200 && asked.containsKey(exchange)) {
                host.drainAll();
                responses++;
                compare(name, asked.get(exchange), Json.read(frame.payload().bytes()), host);
            } else {
                host.arrive(entry);
            }
        }
    }

    private void compare(String name, String thread, JsonNode told, Host host) {
        for (JsonNode message : told) {
            for (JsonNode part : message.path("parts")) {
                boolean user = message.at("/info/role").asText().equals("user");
                boolean summary = message.at("/info/summary").asBoolean();
                if (!user && !summary) {
                    String type = part.path("type").asText();
                    compare(name, type, part, host.maps().item(thread, item(type, part)));
                }
            }
        }
        for (JsonNode message : told.path("data")) {
            for (JsonNode part : message.path("content")) {
                String item = message.path("id").asText() + ":" + part.path("id").asText();
                compare(name, part.path("type").asText(), part, host.maps().item(thread, item));
            }
        }
    }

    /** A tool's part is named by its call, as a permission names it. */
    private static String item(String type, JsonNode part) {
        return type.equals("tool")
                ? part.path("messageID").asText() + ":" + part.path("callID").asText()
                : part.path("id").asText();
    }

    private void compare(String name, String type, JsonNode part, @Nullable Item item) {
        // What stands in for a tool that does not exist fails, though its own words are that it completed.
        String status = part.path("tool").asText().equals("invalid") ? "error" : part.at("/state/status").asText();
        boolean broken = part.has("messageID") && !type.equals("tool") && part.at("/time/end").isMissingNode();
        if (!List.of("text", "reasoning", "tool").contains(type) || broken || status.matches("pending|running")) {
            return;
        }
        parts++;
        String where = name + " " + part.path("id").asText();
        if (item == null) {
            differences.put(where, "expected an item for " + type);
            return;
        }
        String text = item.text();
        if (!type.equals("tool") && !text.equals(part.path("text").asText())) {
            differences.put(where, "expected " + part.path("text") + ", found " + text);
        }
        boolean failed = item.state() == ItemState.FAILED || item.state() == ItemState.DECLINED;
        if (item.state() == ItemState.OPEN || failed != status.equals("error")) {
            differences.put(where, "expected " + status + ", found " + item.state() + " " + item.detail());
        }
    }
}
