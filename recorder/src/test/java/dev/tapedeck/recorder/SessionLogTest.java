package dev.tapedeck.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class SessionLogTest {
    private static final long LONG_MILLIS = 20_000;

    private final List<String> warnings = new CopyOnWriteArrayList<>();
    private final FakeSink sink = new FakeSink();

    @Test
    void a_slow_disk_is_waited_for_up_to_the_limit_and_then_logging_stops_with_a_mark() throws Exception {
        SessionLog log = new SessionLog(() -> sink, warnings::add, 10_000).start();
        byte[] piece = new byte[1000];
        // The disk does not move at all here, so a log that waited for it would stop this test.
        for (int i = 0; i < 100; i++) {
            log.bytes(Channel.Stdio.STDOUT, piece, 0, piece.length);
        }
        log.act("spawn", Map.of());
        sink.open.countDown();
        assertFalse(log.finish(0, null, "exited", LONG_MILLIS));

        int pieces = 10_000 / (1000 + SessionLog.PIECE_COST);
        assertEquals(pieces, sink.seen.stream().filter("bytes 1000"::equals).count());
        assertEquals(
                List.of(
                        "mark {text=logging stopped: more than 10000 bytes were waiting to be written}",
                        "spawn {}",
                        "end log-stopped"),
                sink.seen.subList(pieces, sink.seen.size()));
        assertEquals(
                List.of("recording stopped, the session goes on: more than 10000 bytes were waiting to be written"),
                warnings);
    }

    @Test
    void a_flood_of_tiny_pieces_is_bounded_too() throws Exception {
        SessionLog log = new SessionLog(() -> sink, warnings::add, 64 * 1024).start();
        for (int i = 0; i < 100_000; i++) {
            log.bytes(Channel.Stdio.STDOUT, new byte[1], 0, 1);
        }
        sink.open.countDown();
        assertFalse(log.finish(0, null, "exited", LONG_MILLIS));
        assertEquals(
                64 * 1024 / (1 + SessionLog.PIECE_COST),
                sink.seen.stream().filter("bytes 1"::equals).count());
    }

    @Test
    void a_disk_that_keeps_up_loses_nothing_however_much_passes() throws Exception {
        sink.open.countDown();
        SessionLog log = new SessionLog(() -> sink, warnings::add, 10_000).start();
        for (int i = 0; i < 200; i++) {
            log.bytes(Channel.Stdio.STDIN, new byte[1000], 0, 1000);
            while (sink.seen.size() <= i) {
                Thread.onSpinWait();
            }
        }
        assertTrue(log.finish(0, null, "exited", LONG_MILLIS));
        assertEquals(201, sink.seen.size());
        assertEquals(List.of(), warnings);
    }

    @ParameterizedTest
    @ValueSource(strings = {"disk", "bug", "memory"})
    void a_failure_costs_one_warning_and_the_rest_of_the_recording(String kind) throws Exception {
        sink.failure = kind;
        sink.open.countDown();
        SessionLog log = new SessionLog(() -> sink, warnings::add).start();
        for (int i = 0; i < 10; i++) {
            log.bytes(Channel.Stdio.STDOUT, new byte[] {1}, 0, 1);
        }
        assertFalse(log.finish(0, null, "exited", LONG_MILLIS));
        assertEquals(1, warnings.size(), warnings.toString());
        assertTrue(warnings.getFirst().contains(kind) && warnings.getFirst().contains("the.file"), warnings.toString());
        assertTrue(sink.abandoned);
        assertEquals(List.of(), sink.seen);
    }

    @Test
    void an_end_does_not_wait_for_a_disk_that_never_answers_and_says_so() throws Exception {
        SessionLog log = new SessionLog(() -> sink, warnings::add).start();
        log.bytes(Channel.Stdio.STDOUT, new byte[] {1}, 0, 1);
        assertFalse(log.finish(0, null, "exited", 50));
        sink.open.countDown();
        assertEquals(1, warnings.size(), warnings.toString());
    }

    @Test
    void what_a_slow_disk_has_not_taken_in_time_is_given_up_with_a_mark_and_an_end() throws Exception {
        SessionLog log = new SessionLog(() -> sink, warnings::add).start();
        for (int i = 0; i < 5; i++) {
            log.bytes(Channel.Stdio.STDOUT, new byte[] {1}, 0, 1);
        }
        Thread opening = Thread.ofPlatform().start(() -> {
            try {
                Thread.sleep(1500);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            sink.open.countDown();
        });
        assertFalse(log.finish(0, null, "exited", 1));
        opening.join();
        assertEquals(
                List.of(
                        "bytes 1",
                        "mark {text=logging stopped: the session was over and its log not yet written}",
                        "end log-stopped"),
                sink.seen);
        assertEquals(1, warnings.size(), warnings.toString());
    }

    /** Writes nothing before it is opened. */
    private static final class FakeSink implements SessionLog.Sink {
        final CountDownLatch open = new CountDownLatch(1);
        final List<String> seen = new CopyOnWriteArrayList<>();
        volatile @Nullable String failure;
        volatile boolean abandoned;

        private void add(String what) throws IOException {
            try {
                open.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            switch (failure) {
                case null -> seen.add(what);
                case "disk" -> throw new IOException("disk");
                case "bug" -> throw new IllegalStateException("bug");
                default -> throw new OutOfMemoryError("memory");
            }
        }

        @Override
        public void bytes(Channel channel, byte[] bytes, long micros) throws IOException {
            add("bytes " + bytes.length);
        }

        @Override
        public void ended(Channel channel, long micros) throws IOException {
            add("ended " + channel);
        }

        @Override
        public void act(String act, Map<String, Object> facts, long micros) throws IOException {
            add(act + " " + facts);
        }

        @Override
        public void end(@Nullable Integer exit, @Nullable String signal, String reason) throws IOException {
            add("end " + reason);
        }

        @Override
        public void pause() {}

        @Override
        public long patienceMillis() {
            return 1000;
        }

        @Override
        public Path file() {
            return Path.of("the.file");
        }

        @Override
        public void abandon() {
            abandoned = true;
        }
    }
}
