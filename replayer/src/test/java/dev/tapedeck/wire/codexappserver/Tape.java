package dev.tapedeck.wire.codexappserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.canonical.CanonicalEvent;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Entry;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.frame.HostAct;
import dev.tapedeck.frame.Payload;
import dev.tapedeck.json.Json;
import dev.tapedeck.mapping.Emission;
import dev.tapedeck.mapping.MapContext;
import dev.tapedeck.mapping.MapResult;
import dev.tapedeck.mapping.NativeMapper;
import dev.tapedeck.mapping.Outcome;
import dev.tapedeck.projection.RuntimeProjection;
import dev.tapedeck.recording.RecordingReader;
import dev.tapedeck.recording.Strictness;
import dev.tapedeck.rules.Claim;
import dev.tapedeck.rules.Dialect;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.Message;
import dev.tapedeck.rules.RuleBook;
import dev.tapedeck.rules.Send;
import dev.tapedeck.runtime.RuntimeEvent;
import dev.tapedeck.scratch.Scratch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** Frames of one process and what the book makes of them, without a host. */
final class Tape {
    static final Instant STARTED = Instant.parse("2026-11-30T12:00:00Z");

    private final RuleBook book;
    private final List<Message> messages = new ArrayList<>();
    private final Dialect.Session session;

    Tape(RuleBook book) {
        this.book = book;
        this.session = book.dialect().open();
    }

    /** What came out: one outcome a frame, and the scratch at the end. */
    record Mapped(List<Emission> emissions, List<Outcome> outcomes, Scratch scratch) {
        List<CanonicalEvent> canonical() {
            List<CanonicalEvent> events = new ArrayList<>();
            emissions.forEach(emission -> Optional.ofNullable(emission.canonical()).ifPresent(events::add));
            return events;
        }

        List<RuntimeEvent> runtime() {
            return emissions.stream().flatMap(emission -> emission.events().stream()).toList();
        }

        <T> List<T> payloads(Class<T> type) {
            return canonical().stream().map(CanonicalEvent::payload).filter(type::isInstance).map(type::cast).toList();
        }

        <T extends RuntimeEvent> List<T> runtime(Class<T> type) {
            return runtime().stream().filter(type::isInstance).map(type::cast).toList();
        }
    }

    static Tape of(RuleBook book, String... outLines) {
        Tape tape = new Tape(book);
        Stream.of(outLines).forEach(tape::out);
        return tape;
    }

    Tape out(String line) {
        return add(Direction.OUT, line);
    }

    Tape in(String line) {
        return add(Direction.IN, line);
    }

    private Tape add(Direction direction, String line) {
        try {
            byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
            long seq = messages.size() + 1;
            Frame frame = Frame.line(seq, seq * 1000, direction, new Payload.Json(bytes));
            messages.add(session.read(frame, Json.read(bytes)));
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<Message> messages() {
        return messages;
    }

    Mapped map() {
        return map(1024, false);
    }

    /** Maps in batches of that size; each batch knows all claims that stand before its last frame. */
    Mapped map(int batch, boolean tracing) {
        NativeMapper mapper = new NativeMapper(book, new RuntimeProjection(), STARTED, tracing);
        List<Emission> emissions = new ArrayList<>();
        List<Outcome> outcomes = new ArrayList<>();
        Scratch scratch = Scratch.EMPTY;
        for (int from = 0; from < messages.size(); from += batch) {
            List<Message> part = messages.subList(from, Math.min(from + batch, messages.size()));
            MapContext context = new MapContext("session", null, 1, claimsUntil(from + part.size()));
            MapResult result = mapper.mapFrames(context, part, scratch);
            for (Emission emission : result.emissions()) {
                emissions.add(new Emission(
                        from + emission.frame(), emission.canonical(), emission.events(), emission.reads()));
            }
            outcomes.addAll(result.outcomes());
            scratch = result.scratch();
        }
        return new Mapped(emissions, outcomes, scratch);
    }

    private List<Claim> claimsUntil(int count) {
        List<Claim> claims = new ArrayList<>();
        for (Message message : messages.subList(0, count)) {
            Optional<Send.Reader> reader = book.sendOf(message);
            if (reader.isPresent()) {
                Send send = reader.get().read(new FrameView(message, null));
                long seq = message.seq();
                claims.add(new Claim(
                        Long.toString(seq), seq, send.thread(), send.text(), send.attachments(), "nonce"));
            }
        }
        return claims;
    }

    /** The folder of shared material, or the test is skipped. */
    static Path shared(String name) {
        String told = System.getenv("TAPEDECK_SHARED");
        Path shared = told == null ? Path.of("..", "..", "shared") : Path.of(told);
        Path path = shared.resolve(name);
        Assumptions.assumeTrue(Files.exists(path), "no " + path + "; set TAPEDECK_SHARED to run this test");
        return path;
    }

    /** A case's input: what the provider wrote. */
    static Tape ofCase(String name) {
        return Tape.of(CodexAppServer.BOOK, lines(shared("cases/inputs/" + name)).toArray(String[]::new));
    }

    /** One real session; lines that are not JSON objects are left out, as the host does. */
    static Tape ofCapture(Path file) {
        Tape tape = new Tape(CodexAppServer.BOOK);
        for (String line : lines(file)) {
            ObjectNode entry = (ObjectNode) json(line);
            String direction = entry.path("dir").asText();
            String text = entry.path("line").asText();
            if ((direction.equals("in") || direction.equals("out")) && text.startsWith("{")) {
                tape.add(direction.equals("in") ? Direction.IN : Direction.OUT, text);
            }
        }
        return tape;
    }

    /** Every shared real session that speaks this wire, by name. */
    static Map<String, Tape> captures() {
        try (Stream<Path> files = Files.list(shared("captures/codex"))) {
            Map<String, Tape> tapes = new TreeMap<>();
            files.filter(file -> file.toString().endsWith(".ndjson"))
                    .filter(file -> !file.getFileName().toString().matches("(exec-|sdk-ts).*"))
                    .forEach(file -> tapes.put(file.getFileName().toString(), ofCapture(file)));
            return tapes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Real sessions of older versions, which others published: objects of direction and message, or a plain list. */
    static Map<String, Tape> olderVersions() {
        Map<String, Tape> tapes = new TreeMap<>();
        for (String name : List.of("approval-approve", "approval-deny", "error", "hook-lifecycle", "interrupt")) {
            Tape tape = new Tape(CodexAppServer.BOOK);
            for (String line : lines(shared("corpus/tidebreak-harness/codex-0.147.0-" + name + ".ndjson"))) {
                JsonNode entry = json(line);
                boolean ofClient = entry.path("dir").asText().equals("out");
                tape.add(ofClient ? Direction.IN : Direction.OUT, Json.write(entry.path("msg")));
            }
            tapes.put("0.147.0 " + name, tape);
        }
        Tape agents = new Tape(CodexAppServer.BOOK);
        String whole = String.join("\n", lines(shared("corpus/t3code/codex-0.145.0-multi-agent-wire.json")));
        json(whole).path("notifications").forEach(message -> agents.out(Json.write(message)));
        tapes.put("0.145.0 agents", agents);
        return tapes;
    }

    /** Every fixture of this wire by scenario; each process of a recording is a tape of its own. */
    static Map<String, Tape> fixtures() {
        try (Stream<Path> files = Files.find(
                Path.of("..", "fixtures", "codex"), 2, (file, attributes) -> file.endsWith("recording.ndjson"))) {
            Map<String, Tape> tapes = new TreeMap<>();
            for (Path file : files.toList()) {
                addProcesses(file, tapes);
            }
            return tapes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void addProcesses(Path file, Map<String, Tape> tapes) throws IOException {
        String scenario = file.getParent().getFileName().toString();
        try (RecordingReader reader = RecordingReader.open(file, Strictness.STRICT)) {
            Tape tape = new Tape(CodexAppServer.BOOK);
            for (Entry entry = reader.next(); entry != null; entry = reader.next()) {
                switch (entry) {
                    case HostAct act when act.act().equals(HostAct.SPAWN) -> {
                        tape = new Tape(CodexAppServer.BOOK);
                        tapes.put(scenario + " from " + act.seq(), tape);
                    }
                    case Frame frame when frame.payload() instanceof Payload.Json json && json.bytes()[0] == '{' ->
                        tape.messages.add(tape.session.read(frame, Json.read(json.bytes())));
                    case Entry other -> {}
                }
            }
        }
    }

    static JsonNode json(String text) {
        try {
            return Json.read(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(text, e);
        }
    }

    private static List<String> lines(Path file) {
        try {
            return List.of(Files.readString(file).split("\n"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
