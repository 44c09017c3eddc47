package dev.tapedeck.wire.claudestreamjson;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.frame.Payload;
import dev.tapedeck.json.Json;
import dev.tapedeck.mapping.Emission;
import dev.tapedeck.mapping.MapContext;
import dev.tapedeck.mapping.MapResult;
import dev.tapedeck.mapping.NativeMapper;
import dev.tapedeck.mapping.Outcome;
import dev.tapedeck.scratch.Scratch;
import dev.tapedeck.matrix.KindList;
import dev.tapedeck.matrix.KindLists;
import dev.tapedeck.rules.Dialect;
import dev.tapedeck.rules.Message;
import dev.tapedeck.rules.Rule;
import dev.tapedeck.projection.RuntimeProjection;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the book claims, against the vendor's list and against real sessions. */
class ClaudeRulesTest {
    private static final Map<String, Rule> RULES =
            ClaudeStreamJson.BOOK.rules().stream().collect(Collectors.toMap(Rule::kind, Function.identity()));

    @Test
    void every_kind_that_the_vendor_lists_has_a_rule() {
        KindList list = KindLists.all().stream()
                .filter(each -> each.wire().equals(ClaudeStreamJson.WIRE))
                .findFirst()
                .orElseThrow();
        assertTrue(list.kinds().size() > 80, list.kinds().size() + " kinds");
        assertEquals(
                List.of(),
                list.kinds().stream()
                        .filter(kind -> !RULES.containsKey(kind)
                                && RULES.keySet().stream().noneMatch(rule -> rule.startsWith(kind + ":")))
                        .toList());
    }

    @Test
    void a_rule_emits_only_what_it_says_it_emits() throws IOException {
        Set<String> broken = new TreeSet<>();
        Set<String> used = new TreeSet<>();
        for (Path capture : captures()) {
            for (List<Message> process : processes(capture)) {
                MapResult result = new NativeMapper(
                                ClaudeStreamJson.BOOK, new RuntimeProjection(), Instant.EPOCH, true)
                        .mapFrames(new MapContext("s", null, 1, List.of()), process, Scratch.EMPTY);
                for (Emission emission : result.emissions()) {
                    if (result.outcomes().get(emission.frame()) instanceof Outcome.Mapped mapped
                            && RULES.get(mapped.rule()) instanceof Rule.Map rule
                            && emission.canonical() != null) {
                        used.add(rule.kind());
                        if (!rule.emits().contains(emission.canonical().type())) {
                            broken.add(rule.kind() + " emitted " + emission.canonical().type());
                        }
                    }
                }
            }
        }
        assertEquals(Set.of(), broken);
        assertTrue(used.size() > 40, used.toString());
    }

    @Test
    void scratch_is_small_when_nothing_runs() throws IOException {
        for (Path capture : captures()) {
            for (List<Message> process : processes(capture)) {
                Scratch scratch = new NativeMapper(
                                ClaudeStreamJson.BOOK, new RuntimeProjection(), Instant.EPOCH, false)
                        .mapFrames(new MapContext("s", null, 1, List.of()), process, Scratch.EMPTY)
                        .scratch();
                assertTrue(scratch.bytes() < 2000, capture + " " + scratch);
            }
        }
    }

    private static List<Path> captures() throws IOException {
        try (Stream<Path> files = Files.list(Talk.shared("captures/claude"))) {
            return files.filter(file -> file.toString().endsWith(".ndjson")).sorted().toList();
        }
    }

    /** The frames of each process of a capture. */
    private static List<List<Message>> processes(Path capture) throws IOException {
        List<List<Message>> processes = new ArrayList<>();
        List<Message> current = new ArrayList<>();
        Dialect.Session session = ClaudeStreamJson.BOOK.dialect().open();
        long seq = 0;
        for (String text : Files.readAllLines(capture)) {
            JsonNode line = Json.read(text.getBytes(StandardCharsets.UTF_8));
            String frame = line.path("line").asText();
            if (frame.contains("\"_capture\"") && frame.contains("argv")) {
                current = new ArrayList<>();
                processes.add(current);
                session = ClaudeStreamJson.BOOK.dialect().open();
            } else if (frame.startsWith("{\"")
                    && !frame.contains("\"_capture\"")
                    && !line.path("dir").asText().equals("err")) {
                byte[] bytes = frame.getBytes(StandardCharsets.UTF_8);
                Direction direction = line.path("dir").asText().equals("in") ? Direction.IN : Direction.OUT;
                current.add(session.read(
                        Frame.line(++seq, seq, direction, new Payload.Json(bytes)), Json.read(bytes)));
            }
        }
        return processes;
    }
}
