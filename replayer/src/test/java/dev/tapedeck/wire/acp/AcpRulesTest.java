package dev.tapedeck.wire.acp;

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
import dev.tapedeck.matrix.KindList;
import dev.tapedeck.matrix.KindLists;
import dev.tapedeck.projection.RuntimeProjection;
import dev.tapedeck.rules.Dialect;
import dev.tapedeck.rules.Message;
import dev.tapedeck.rules.Rule;
import dev.tapedeck.scratch.Scratch;
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

/** What the book claims, against the protocol's lists and against real sessions of five agents. */
class AcpRulesTest {
    private static final Map<String, Rule> RULES =
            Acp.BOOK.rules().stream().collect(Collectors.toMap(Rule::kind, Function.identity()));
    private static final List<String> AGENTS =
            List.of("opencode-acp", "gemini-acp", "claude-acp", "claude-acp-0.23", "claude-acp-v2", "codex-acp");

    @Test
    void every_kind_that_a_version_of_the_protocol_lists_has_a_rule() {
        List<KindList> lists = KindLists.all().stream().filter(each -> each.wire().equals(Acp.WIRE)).toList();
        assertEquals(List.of("1", "2"), lists.stream().map(KindList::version).toList());
        for (KindList list : lists) {
            assertTrue(list.kinds().size() >= 50, list.kinds().size() + " kinds");
            // An answer without a rule of its own takes the fallback, which leaves it out with a reason.
            assertEquals(
                    List.of(),
                    list.kinds().stream()
                            .filter(kind -> !kind.endsWith("#result") && !RULES.containsKey(kind))
                            .toList());
        }
    }

    @Test
    void a_rule_emits_only_what_it_says_it_emits() throws IOException {
        Set<String> broken = new TreeSet<>();
        Set<String> used = new TreeSet<>();
        for (List<Message> process : processes()) {
            MapResult result = map(process);
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
        assertEquals(Set.of(), broken);
        assertTrue(used.size() > 40, used.size() + ": " + used);
    }

    @Test
    void scratch_is_small_when_nothing_runs() throws IOException {
        for (List<Message> process : processes()) {
            Scratch scratch = map(process).scratch();
            assertTrue(scratch.bytes() < 3000, scratch.bytes() + " " + scratch);
        }
    }

    private static MapResult map(List<Message> process) {
        return new NativeMapper(Acp.BOOK, new RuntimeProjection(), Instant.EPOCH, true)
                .mapFrames(new MapContext("s", null, 1, List.of()), process, Scratch.EMPTY);
    }

    /** The frames of each process of all captures. */
    private static List<List<Message>> processes() throws IOException {
        List<List<Message>> processes = new ArrayList<>();
        for (String agent : AGENTS) {
            List<Path> captures;
            try (Stream<Path> files = Files.list(Talk.shared("captures/" + agent))) {
                captures = files.filter(file -> file.toString().endsWith(".ndjson")).sorted().toList();
            }
            for (Path capture : captures) {
                processes.addAll(processes(capture));
            }
        }
        return processes;
    }

    private static List<List<Message>> processes(Path capture) throws IOException {
        List<List<Message>> processes = new ArrayList<>();
        Dialect.Session session = Acp.BOOK.dialect().open();
        long seq = 0;
        for (String text : Files.readAllLines(capture)) {
            JsonNode line = Json.read(text.getBytes(StandardCharsets.UTF_8));
            String frame = line.path("line").asText();
            String direction = line.path("dir").asText();
            if (line.at("/meta/what").asText().equals("spawn")) {
                processes.add(new ArrayList<>());
                session = Acp.BOOK.dialect().open();
            } else if (frame.startsWith("{") && (direction.equals("in") || direction.equals("out"))) {
                byte[] bytes = frame.getBytes(StandardCharsets.UTF_8);
                Direction way = direction.equals("in") ? Direction.IN : Direction.OUT;
                processes.getLast().add(
                        session.read(Frame.line(++seq, seq, way, new Payload.Json(bytes)), Json.read(bytes)));
            }
        }
        return processes;
    }
}
