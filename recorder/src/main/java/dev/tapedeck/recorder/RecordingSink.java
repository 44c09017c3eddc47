package dev.tapedeck.recorder;

import dev.tapedeck.frame.Carrier;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Entry;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.frame.HostAct;
import dev.tapedeck.frame.LogLine;
import dev.tapedeck.frame.Payload;
import dev.tapedeck.recording.LineCutter;
import dev.tapedeck.recording.RecordingWriter;
import dev.tapedeck.redaction.Scrubber;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Cuts what a session's log hands on into frames and log lines, scrubs them and writes them to the recording. */
final class RecordingSink implements SessionLog.Sink {
    /** How long a pause must be before what was written is forced to disk, in ms. */
    private static final long REST_MILLIS = 1000;

    private final HeaderDraft draft;
    private final Scrubber scrubber;
    private final Path file;
    private final RecordingWriter writer;
    private final Map<Channel, LineCutter> cutters = new EnumMap<>(Channel.class);
    private long seq;
    private long lastMicros;
    private boolean resting;

    private RecordingSink(HeaderDraft draft, Scrubber scrubber, Path file) throws IOException {
        this.draft = draft;
        this.scrubber = scrubber;
        this.file = file;
        this.writer = RecordingWriter.create(file, draft.header(scrubber.counts()));
        cutters.put(Channel.STDIN, frames(Direction.IN));
        cutters.put(Channel.STDOUT, frames(Direction.OUT));
        cutters.put(Channel.STDERR, new LineCutter((payload, end, cuts, micros) ->
                entry(new LogLine(++seq, monotonic(micros), "stderr", withoutFrames(payload)))));
    }

    /**
     * Creates the recording.
     *
     * @throws IOException if there is no place for it
     */
    static RecordingSink create(Launch launch, RecordingPlan plan, Instant started) throws IOException {
        Scrubber scrubber = plan.scrubber().get();
        HeaderDraft draft = new HeaderDraft(launch, plan, started, scrubber);
        return new RecordingSink(draft, scrubber, draft.place());
    }

    private LineCutter frames(Direction direction) {
        return LineCutter.notingCuts((payload, end, cuts, micros) -> {
            Frame frame = new Frame(++seq, monotonic(micros), direction, payload, Carrier.LINE, end, cuts);
            draft.frame(frame);
            entry(frame);
        });
    }

    @Override
    public void bytes(Channel channel, byte[] bytes, long micros) throws IOException {
        cutter(channel).accept(bytes, 0, bytes.length, micros);
    }

    @Override
    public void ended(Channel channel) throws IOException {
        cutter(channel).end();
    }

    @Override
    public void act(String act, Map<String, Object> facts, long micros) throws IOException {
        entry(new HostAct(++seq, monotonic(micros), act, facts));
    }

    @Override
    public void end(@Nullable Integer exit, @Nullable String signal, String reason) throws IOException {
        for (Channel channel : Channel.values()) {
            cutter(channel).end();
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

    private LineCutter cutter(Channel channel) {
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
