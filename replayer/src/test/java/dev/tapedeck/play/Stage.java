package dev.tapedeck.play;

import dev.tapedeck.fault.Fault;
import dev.tapedeck.fault.FaultPlan;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Ending;
import dev.tapedeck.frame.Entry;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.frame.Header;
import dev.tapedeck.frame.HostAct;
import dev.tapedeck.frame.LogLine;
import dev.tapedeck.frame.Origin;
import dev.tapedeck.frame.Payload;
import dev.tapedeck.frame.Transport;
import dev.tapedeck.frame.Wire;
import dev.tapedeck.recording.LoadedRecording;
import dev.tapedeck.recording.Payloads;
import dev.tapedeck.wire.RuleBooks;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A small recording that is played in memory, and all that was said. */
final class Stage {
    private final List<Entry> entries = new ArrayList<>();
    private final List<Fault> faults = new ArrayList<>();
    private final List<DeclaredPath> declared = new ArrayList<>();
    private final List<String> heard = new ArrayList<>();
    private final List<String> signals = new ArrayList<>();
    private final Wire wire;
    final ByteArrayOutputStream out = new ByteArrayOutputStream();
    final ByteArrayOutputStream err = new ByteArrayOutputStream();
    final List<Long> pauses = new ArrayList<>();
    final List<String> flushed = new ArrayList<>();

    private Stage(String wire) {
        this.wire = new Wire(wire);
    }

    static Stage of(String wire) {
        return new Stage(wire);
    }

    /** A line of the client, 1 ms after the entry before it. */
    Stage in(String json) {
        return frame(Direction.IN, json);
    }

    Stage out(String json) {
        return frame(Direction.OUT, json);
    }

    Stage err(String text) {
        entries.add(new LogLine(next(), next() * 1000, "stderr", new Payload.Text(text)));
        return this;
    }

    Stage signalled(String signal) {
        entries.add(new HostAct(next(), next() * 1000, HostAct.SIGNAL, Map.of("signal", signal)));
        return this;
    }

    Stage with(Fault fault) {
        faults.add(fault);
        return this;
    }

    Stage declaring(String path) {
        declared.add(DeclaredPath.of(path));
        return this;
    }

    /** What the client of the play says, all of it before the play begins. */
    Stage client(String... lines) {
        heard.addAll(List.of(lines));
        return this;
    }

    /** A signal that comes behind all that the client says. */
    Stage clientSignals(String signal) {
        signals.add(signal);
        return this;
    }

    Script script() {
        Header header = new Header(
                "aaaaaaaaaaaaaaaa", "x", wire, Transport.STDIO_JSONRPC, null, null, List.of(), null,
                Instant.parse("2026-11-30T12:00:00Z"), Origin.SYNTHETIC, null, null, List.of(), Map.of(), Map.of(),
                null);
        LoadedRecording recording =
                new LoadedRecording(header, false, entries, new Ending(0, null, "exited", 0, ""), List.of());
        return Script.of(recording, RuleBooks.of(wire).orElseThrow().dialect(), 1, FaultPlan.of(faults));
    }

    Outcome play() throws IOException, InterruptedException {
        Script script = script();
        ByteArrayOutputStream buffered = new ByteArrayOutputStream() {
            @Override
            public void flush() throws IOException {
                if (size() > 0) {
                    flushed.add(toString(StandardCharsets.UTF_8));
                    writeTo(out);
                    reset();
                }
            }
        };
        Player player = new Player(
                script, declared, pauses::add, new StdioVoice(buffered, err, script.dialect()), mismatch -> {});
        heard.forEach(line -> player.hear(new Heard.Spoken(
                Frame.line(0, 0, Direction.IN, payload(line)))));
        signals.forEach(signal -> player.hear(new Heard.Signalled(signal)));
        player.hear(new Heard.Silent());
        Outcome outcome = player.play();
        buffered.flush();
        return outcome;
    }

    List<String> said() {
        return out.toString(StandardCharsets.UTF_8).lines().toList();
    }

    static List<String> sentences(Outcome outcome) {
        return outcome.mismatches().stream().map(Mismatch::sentence).toList();
    }

    private Stage frame(Direction direction, String json) {
        entries.add(Frame.line(next(), next() * 1000, direction, payload(json)));
        return this;
    }

    private static Payload payload(String line) {
        return Payloads.classify(line.getBytes(StandardCharsets.UTF_8));
    }

    private long next() {
        return entries.size() + 1;
    }
}
