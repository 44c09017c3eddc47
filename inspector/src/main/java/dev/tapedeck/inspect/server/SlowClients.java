package dev.tapedeck.inspect.server;

import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Closes connections whose request does not come to its end, however steadily its bytes drip: the idle timeout alone
 * would be put off by every byte. A client that waits for an answer, such as one of an event stream, sends nothing
 * and is left alone.
 */
final class SlowClients implements Connection.Listener {
    /** A request whose first byte came that long ago must have come whole, in ms. */
    static final long MAX_RECEIVING_MS = 10_000;

    private static final long LOOK_EVERY_MS = 1000;

    private final Scheduler scheduler;

    SlowClients(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    @Override
    public void onOpened(Connection connection) {
        look(new Watched(connection));
    }

    @Override
    public void onClosed(Connection connection) {}

    private void look(Watched watched) {
        scheduler.schedule(
                () -> {
                    if (!watched.connection.getEndPoint().isOpen()) {
                        return;
                    }
                    if (watched.isSlow()) {
                        watched.connection.getEndPoint().close();
                    } else {
                        look(watched);
                    }
                },
                LOOK_EVERY_MS,
                TimeUnit.MILLISECONDS);
    }

    /** One connection; only the scheduler's thread touches what it remembers, one look after the other. */
    private static final class Watched {
        private final Connection connection;
        private long requests;
        private long bytes;
        private long looksSinceFirstByte;

        Watched(Connection connection) {
            this.connection = connection;
        }

        /** Whether bytes of the same request still come in so long after its first ones. */
        boolean isSlow() {
            boolean moved = connection.getBytesIn() > bytes;
            if (connection.getMessagesIn() != requests) {
                looksSinceFirstByte = 0;
            } else if (moved || looksSinceFirstByte > 0) {
                looksSinceFirstByte++;
            }
            requests = connection.getMessagesIn();
            bytes = connection.getBytesIn();
            return moved && looksSinceFirstByte * LOOK_EVERY_MS >= MAX_RECEIVING_MS;
        }
    }
}
