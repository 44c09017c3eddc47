package dev.tapedeck.recorder;

import dev.tapedeck.frame.Carrier;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Entry;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.frame.HostAct;
import dev.tapedeck.frame.LineEnd;
import dev.tapedeck.frame.LogLine;
import dev.tapedeck.frame.Payload;
import dev.tapedeck.provider.ServerSpec;
import dev.tapedeck.recording.LineCutter;
import dev.tapedeck.recording.RecordingWriter;
import dev.tapedeck.redaction.Scrubber;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Cuts what a session's log hands on into frames and log lines, scrubs them and writes them to the recording. */
final class RecordingSink implements SessionLog.Sink, HttpConnection.Sink {
    /** How long a pause must be before what was written is forced to disk, in ms. */
    private static final long REST_MILLIS = 1000;

    private final HeaderDraft draft;
    private final Scrubber scrubber;
    private final Path file;
    private final RecordingWriter writer;
    private final BooleanSupplier lives;
    private final Map<Channel.Stdio, LineCutter> cutters = new EnumMap<>(Channel.Stdio.class);
    private final Map<Long, HttpConnection> connections = new HashMap<>();
    private final Set<String> streams = new HashSet<>();
    private long exchanges;
    private long seq;
    private long lastMicros;
    private boolean resting;

    private RecordingSink(HeaderDraft draft, Scrubber scrubber, Path file, BooleanSupplier lives)
            throws IOException {
        this.draft = draft;
        this.scrubber = scrubber;
        this.file = file;
        this.lives = lives;
        this.writer = RecordingWriter.create(file, draft.header(scrubber.counts()));
        boolean served = draft.server() != null;
        cutters.put(Channel.Stdio.STDIN, served ? logs(Channel.Stdio.STDIN) : frames(Direction.IN));
        cutters.put(Channel.Stdio.STDOUT, served ? logs(Channel.Stdio.STDOUT) : frames(Direction.OUT));
        cutters.put(Channel.Stdio.STDERR, logs(Channel.Stdio.STDERR));
    }

    /**
     * Creates the recording.
     *
     * @param lives whether the process goes on; may wait a little
     * @throws IOException if there is no place for it
     */
    static RecordingSink create(
            Launch launch, RecordingPlan plan, @Nullable ServerSpec server, Instant started, BooleanSupplier lives)
            throws IOException {
        Scrubber scrubber = plan.scrubber().get();
        HeaderDraft draft = new HeaderDraft(launch, plan, server, started, scrubber);
        return new RecordingSink(draft, scrubber, draft.place(), lives);
    }

    private LineCutter frames(Direction direction) {
        return LineCutter.notingCuts((payload, end, cuts, micros) -> {
            frame(direction, payload, Carrier.LINE, end, cuts, micros);
        });
    }

    private LineCutter logs(Channel.Stdio stream) {
        return new LineCutter(
                (payload, end, cuts, micros) -> log(stream.word(), withoutFrames(payload), micros));
    }

    @Override
    public void frame(
            Direction way, Payload payload, Carrier carrier, LineEnd end, List<Integer> cuts, long micros)
            throws IOException {
        Frame frame = new Frame(++seq, monotonic(micros), way, payload, carrier, end, cuts);
        draft.frame(frame);
        entry(frame);
    }

    @Override
    public void log(String stream, Payload payload, long micros) throws IOException {
        entry(new LogLine(++seq, monotonic(micros), stream, payload));
    }

    @Override
    public void bytes(Channel channel, byte[] bytes, long micros) throws IOException {
        switch (channel) {
            case Channel.Stdio stream -> cutter(stream).accept(bytes, 0, bytes.length, micros);
            case Channel.Socket(long connection, boolean fromHost) ->
                connections
                        .computeIfAbsent(connection, number -> new HttpConnection(this))
                        .accept(fromHost, bytes, micros);
        }
    }

    @Override
    public void ended(Channel channel, long micros) throws IOException {
        switch (channel) {
            case Channel.Stdio stream -> cutter(stream).end();
            case Channel.Socket(long connection, boolean fromHost) -> {
                HttpConnection ended = fromHost ? connections.get(connection) : connections.remove(connection);
                if (ended != null) {
                    ended.ended(fromHost, micros);
                }
            }
        }
    }

    @Override
    public long nextExchange() {
        return ++exchanges;
    }

    @Override
    public boolean declares(String path) {
        return draft.declares(path);
    }

    @Override
    public String opened(String path) {
        if (!draft.declares(path)) {
            return "";
        }
        String name = path;
        for (int number = 2; !streams.add(name); number++) {
            name = path + "#" + number;
        }
        draft.subscribed(name, path);
        return name;
    }

    @Override
    public void closed(String stream) {
        streams.remove(stream);
    }

    @Override
    public boolean processLives() {
        return lives.getAsBoolean();
    }

    @Override
    public void act(String act, Map<String, Object> facts, long micros) throws IOException {
        entry(new HostAct(++seq, monotonic(micros), act, facts));
    }

    @Override
    public void end(@Nullable Integer exit, @Nullable String signal, String reason) throws IOException {
        for (Channel.Stdio stream : Channel.Stdio.values()) {
            cutter(stream).end();
        }
        for (HttpConnection connection : connections.values()) {
            connection.ended(false, lastMicros);
        }
        for (Entry entry : scrubber.flush()) {
            writer.write(entry);
        }
        draft.conclude();
        try (writer) {
            writer.header(draft.header(scrubber.counts()));
            writer.end(exit, signal, reason);
        }
    }

    @Override
    public void pause() throws IOException {
        draft.pause();
        // Whoever looks at the file while the session rests, or after the recorder was killed, finds all of it.
        for (Entry entry : scrubber.flush()) {
            writer.write(entry);
        }
        writer.header(draft.header(scrubber.counts()));
        writer.flush();
        resting = true;
    }

    @Override
    public long patienceMillis() {
        return resting && !draft.waiting() ? TimeUnit.DAYS.toMillis(1) : REST_MILLIS;
    }

    @Override
    public Path file() {
        return file;
    }

    @Override
    public void abandon() {
        Pump.closeQuietly(writer);
    }

    private void entry(Entry entry) throws IOException {
        for (Entry ready : scrubber.scrub(entry)) {
            writer.write(ready);
        }
    }

    private LineCutter cutter(Channel.Stdio channel) {
        return Objects.requireNonNull(cutters.get(channel));
    }

    /** Pieces of two streams may be queued in another order than they were timed. */
    private long monotonic(long micros) {
        lastMicros = Math.max(lastMicros, micros);
        return lastMicros;
    }

    private static Payload withoutFrames(Payload payload) {
        return payload instanceof Payload.Json json ? new Payload.Text(json.display()) : payload;
    }
}
