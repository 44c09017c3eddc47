package dev.tapedeck.inspect.server;

import dev.tapedeck.inspect.server.Site.Pulse;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Event streams that tell open pages that something changed: four numbers and an id, never recorded text.
 *
 * <p>A stream looks once a second at what is so now and tells it if it is news, so nothing is ever queued for a client
 * that is slow; one that does not read at all is dropped by the connection's idle timeout.
 */
final class LiveStreams implements AutoCloseable {
    /** Streams at once; each holds a thread and a connection. */
    static final int MAX_CLIENTS = 16;

    private static final long LOOK_EVERY_MS = 1000;
    /** Looks without news after which a comment shows that the stream lives, which keeps the connection from idling. */
    private static final int QUIET_LOOKS = 15;
    /** How long a client waits for a place while those who left are found out, and how often they are written to. */
    private static final long PLACE_MS = 150;
    private static final int PLACE_TRIES = 3;
    /** How long the streams have to end by themselves. */
    private static final long END_MS = 2000;

    private static final String OPENING = ": live\n\n";
    private static final String STILL_HERE = ": still here\n\n";

    private final Site site;
    private final Semaphore places = new Semaphore(MAX_CLIENTS, true);
    private final Object change = new Object();
    /** Grows when somebody waits for a place. */
    private long asked;
    private boolean closed;

    LiveStreams(Site site) {
        this.site = site;
    }

    /**
     * Serves one client until it leaves or the server stops.
     *
     * @param session whose frames it looks at; empty for those of all
     */
    void serve(Context context, String session) {
        context.contentType("text/event-stream; charset=utf-8");
        if (context.req().getMethod().equals(HandlerType.HEAD.name())) {
            return;
        }
        if (!takePlace()) {
            context.status(503).header("Retry-After", "15");
            context.contentType("text/plain; charset=utf-8").result("Too many pages are open.\n");
            return;
        }
        try {
            tell(context.res().getOutputStream(), session);
        } catch (IOException e) {
            // The client left.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            places.release();
        }
    }

    /** Waits for the streams to end: a server that stops under a stream which is writing may wait for it for ever. */
    @Override
    public void close() {
        synchronized (change) {
            closed = true;
            change.notifyAll();
        }
        try {
            places.tryAcquire(MAX_CLIENTS, END_MS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** That a client left is only found out by writing to it, twice when it did not say good-bye. */
    private boolean takePlace() {
        try {
            if (places.tryAcquire()) {
                return true;
            }
            for (int i = 0; i < PLACE_TRIES; i++) {
                synchronized (change) {
                    asked++;
                    change.notifyAll();
                }
                if (places.tryAcquire(PLACE_MS, TimeUnit.MILLISECONDS)) {
                    return true;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return false;
    }

    private void tell(OutputStream out, String session) throws IOException, InterruptedException {
        write(out, OPENING);
        Pulse told = null;
        long heard = 0;
        int quiet = 0;
        while (true) {
            Pulse now = site.pulse(session);
            quiet++;
            if (!now.equals(told)) {
                write(out, "data: " + json(now) + "\n\n");
                told = now;
                quiet = 0;
            } else if (quiet >= QUIET_LOOKS) {
                write(out, STILL_HERE);
                quiet = 0;
            }
            synchronized (change) {
                if (!closed && asked == heard) {
                    change.wait(LOOK_EVERY_MS);
                }
                if (closed) {
                    return;
                }
                if (asked == heard) {
                    continue;
                }
                heard = asked;
            }
            write(out, STILL_HERE);
        }
    }

    /** The session is an id of ours, so no character of it needs escaping. */
    private static String json(Pulse pulse) {
        return "{\"rev\":%d,\"s\":\"%s\",\"frames\":%d,\"goldens\":%d}"
                .formatted(pulse.rev(), pulse.session(), pulse.frames(), pulse.goldens());
    }

    private static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }
}
