package dev.tapedeck.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tapedeck.canonical.CanonicalEvent;
import dev.tapedeck.canonical.EventType;
import dev.tapedeck.canonical.CanonicalPayload;
import dev.tapedeck.events.EventWriter;
import dev.tapedeck.events.Ordinals;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Wire;
import dev.tapedeck.host.Disposition;
import dev.tapedeck.host.FrameResult;
import dev.tapedeck.mapping.Emission;
import dev.tapedeck.replay.Replay;
import dev.tapedeck.replay.ReplayListener;
import dev.tapedeck.replay.ReplayReport;
import dev.tapedeck.rules.Rule;
import dev.tapedeck.rules.RuleBook;
import dev.tapedeck.runtime.RuntimeEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/**
 * Lines of a provider, played through mapper and host. What must hold for every recording is checked on the way: no
 * invariant is violated, dispositions add up, the batch size changes nothing, and no rule emits what it does not claim.
 */
public final class PlayedLines implements ReplayListener {
    private final List<FrameResult> results = new ArrayList<>();
    private final List<CanonicalEvent> events = new ArrayList<>();
    private final List<RuntimeEvent> runtime = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();
    private final EventWriter writer = EventWriter.golden(new Ordinals());
    private @Nullable ReplayReport report;

    private PlayedLines() {}

    /** Plays lines that the provider wrote; single quotes stand for double ones. */
    public static PlayedLines of(Wire wire, String... lines) throws IOException {
        Path file = Files.createTempFile("lines", ".ndjson");
        try {
            Files.writeString(file, Stream.of(lines).map(line -> line.replace('\'', '"') + "\n")
                    .collect(Collectors.joining()));
            return of(file, wire);
        } finally {
            Files.delete(file);
        }
    }

    /** Plays a conversation; lines that begin with {@code >} are the client's, single quotes stand for double ones. */
    public static PlayedLines talk(Wire wire, String... lines) throws IOException {
        Path file = Files.createTempFile("talk", ".ndjson");
        StringBuilder tape = new StringBuilder(
                "{\"tape\":1,\"id\":\"aaaaaaaaaaaaaaaa\",\"provider\":\"lines\",\"wire\":\""
                + wire.name() + "\",\"transport\":\"stdio-jsonrpc\",\"version\":null,\"command\":[],"
                + "\"started\":\"2026-11-30T12:00:00.000Z\",\"origin\":\"synthetic\"}\n");
        for (int i = 0; i < lines.length; i++) {
            boolean client = lines[i].startsWith(">");
            tape.append("{\"seq\":").append(i + 1).append(",\"t\":").append((i + 1) * 1000).append(",\"dir\":\"")
                    .append(client ? "in" : "out").append("\",\"frame\":")
                    .append((client ? lines[i].substring(1) : lines[i]).replace('\'', '"')).append("}\n");
        }
        try {
            Files.writeString(file, tape);
            return of(file, null);
        } finally {
            Files.delete(file);
        }
    }

    /** Plays a file, as that wire or as what it is. */
    public static PlayedLines of(Path file, @Nullable Wire wire) throws IOException {
        PlayedLines played = played(Replay.of(file).wire(wire));
        assertEquals(List.of(), played.report().violations(), file.toString());
        assertEquals(played.results.size(), played.report().frames(), file.toString());
        assertEquals(Set.of(), played.unclaimed(), file.toString());
        for (int batch : new int[] {1, 2, 7}) {
            String other = played(Replay.of(file).wire(wire).batch(batch)).text.toString();
            assertEquals(played.text.toString(), other, file + ", batch size " + batch);
        }
        return played;
    }

    private static PlayedLines played(Replay replay) throws IOException {
        PlayedLines played = new PlayedLines();
        played.report = replay.listener(played).run();
        return played;
    }

    /** The recordings below a folder of shared material, or the test is skipped. */
    public static List<Path> shared(String folder, String pattern) throws IOException {
        String told = System.getenv("TAPEDECK_SHARED");
        Path place = (told == null ? Path.of("..", "..", "shared") : Path.of(told)).resolve(folder);
        Assumptions.assumeTrue(Files.isDirectory(place), () -> "no " + place + "; TAPEDECK_SHARED names its folder");
        return files(place, pattern);
    }

    /** The files below a folder whose name fits the pattern, by name. */
    public static List<Path> files(Path folder, String pattern) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(file -> file.getFileName().toString().matches(pattern)).sorted().toList();
        }
    }

    public ReplayReport report() {
        if (report == null) {
            throw new IllegalStateException("nothing was played");
        }
        return report;
    }

    public List<CanonicalEvent> events() {
        return events;
    }

    public List<String> types() {
        return events.stream().map(event -> event.type().word()).toList();
    }

    public <P extends CanonicalPayload> List<P> payloads(Class<P> type) {
        return events.stream().map(CanonicalEvent::payload).filter(type::isInstance).map(type::cast).toList();
    }

    public <E extends RuntimeEvent> List<E> runtime(Class<E> type) {
        return runtime.stream().filter(type::isInstance).map(type::cast).toList();
    }

    public List<Disposition> dispositions() {
        return results.stream().map(FrameResult::disposition).toList();
    }

    /** Types of what came out of one frame, by its number from 1, without what the host adds. */
    public List<String> typesOf(int seq) {
        return results.get(seq - 1).emissions().stream()
                .map(Emission::canonical)
                .filter(event -> event != null && event.raw() != null)
                .map(event -> event.type().word())
                .toList();
    }

    /** Why each frame that was not mapped was not, one entry for each frame. */
    public List<@Nullable String> reasons() {
        return results.stream().map(FrameResult::reason).toList();
    }

    /** What no rule was for, as kinds with their direction. */
    public Set<String> unmapped() {
        return report().unmapped().stream()
                .map(kind -> kind.direction().word() + " " + kind.kind())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Kinds of frames that came, with their direction. */
    public Set<String> kinds() {
        return results.stream()
                .filter(result -> result.message() != null)
                .map(result -> (result.frame().direction() == Direction.IN ? "in " : "out ")
                        + result.message().kind())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private Set<String> unclaimed() {
        RuleBook book = RuleBooks.of(report().header().wire()).orElseThrow();
        Map<String, Rule> rules = book.rules().stream().collect(Collectors.toMap(Rule::kind, Function.identity()));
        Set<String> unclaimed = new TreeSet<>();
        for (FrameResult result : results) {
            if (result.rule() != null && rules.get(result.rule()) instanceof Rule.Map map) {
                for (Emission emission : result.emissions()) {
                    CanonicalEvent event = emission.canonical();
                    boolean ofRule = event != null && event.raw() != null && result.unmapped().isEmpty();
                    // A completion behind the turn's end is told as an update (decision D2).
                    boolean late = ofRule
                            && event.type() == EventType.ITEM_UPDATED
                            && map.emits().contains(EventType.ITEM_COMPLETED);
                    if (ofRule && !late && !map.emits().contains(event.type())) {
                        unclaimed.add(map.kind() + " emitted " + event.type().word());
                    }
                }
            }
        }
        return unclaimed;
    }

    @Override
    public void frame(FrameResult result) {
        results.add(result);
        text.append(result.frame().seq()).append(' ').append(result.disposition()).append(' ')
                .append(result.rule()).append(' ').append(result.reason()).append('\n');
        result.emissions().forEach(emission -> written(result.frame().seq(), emission));
    }

    @Override
    public void written(long seq, Emission emission) {
        CanonicalEvent event = emission.canonical();
        if (event != null) {
            events.add(event);
            text.append("  ").append(writer.canonical(event, seq)).append('\n');
        }
        for (RuntimeEvent told : emission.events()) {
            runtime.add(told);
            text.append("  ").append(writer.runtime(told)).append('\n');
        }
    }
}
