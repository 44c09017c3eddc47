package dev.tapedeck.recorder;

import dev.tapedeck.provider.ServerSpec.Address;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Stands on the address that a host asks for and passes every byte on to the server behind it, as it comes, both ways.
 *
 * <p>Bytes are handed to the log, which never waits, and then written; what they mean is found out later from that
 * copy, so headers, encodings, event streams and upgraded connections pass unchanged. Connections that come before the
 * server answers wait for it.
 */
final class ReverseProxy implements AutoCloseable {
    /** A server that does not say that it answers is spoken to after this time, in ms. */
    private static final long LONGEST_START_MILLIS = TimeUnit.SECONDS.toMillis(30);

    private static final int BUFFER = 64 * 1024;

    private final ServerSocket door;
    private final Address address;
    private final Address server;
    private final AtomicLong connections = new AtomicLong();
    private final Set<Pair> open = ConcurrentHashMap.newKeySet();

    private ReverseProxy(ServerSocket door, Address address, Address server) {
        this.door = door;
        this.address = address;
        this.server = server;
    }

    /**
     * Takes the address that the host asks for, and finds a free port for the server.
     *
     * @throws IOException if the address cannot be taken
     */
    static ReverseProxy open(Address asked) throws IOException {
        ServerSocket door = new ServerSocket();
        try {
            door.bind(new InetSocketAddress(InetAddress.getByName(asked.host()), asked.port()));
        } catch (IOException e) {
            door.close();
            throw e;
        }
        InetAddress loopback = InetAddress.getLoopbackAddress();
        try (ServerSocket free = new ServerSocket(0, 1, loopback)) {
            return new ReverseProxy(
                    door,
                    new Address(asked.host(), door.getLocalPort()),
                    new Address(loopback.getHostAddress(), free.getLocalPort()));
        }
    }

    /** Where the host finds the server. */
    Address address() {
        return address;
    }

    /** Where the server has to listen. */
    Address server() {
        return server;
    }

    /**
     * Begins to pass connections on.
     *
     * @param ready completes when the server answers
     */
    void start(SessionLog log, CompletableFuture<Void> ready) {
        Thread.ofVirtual().name("tapedeck-door").start(() -> {
            while (!door.isClosed()) {
                try {
                    Socket host = door.accept();
                    Thread.ofVirtual().start(() -> connect(host, log, ready));
                } catch (IOException e) {
                    // Closed, or a connection that was gone before it was taken.
                }
            }
        });
    }

    private void connect(Socket host, SessionLog log, CompletableFuture<Void> ready) {
        Socket behind = new Socket();
        Pair pair = new Pair(host, behind, new CountDownLatch(1));
        open.add(pair);
        try {
            ready.get(LONGEST_START_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            // It may answer all the same.
        } catch (ExecutionException | InterruptedException e) {
            pair.close();
        }
        long number = connections.incrementAndGet();
        try {
            behind.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
            host.setTcpNoDelay(true);
            behind.setTcpNoDelay(true);
            Thread.ofVirtual().start(() -> copy(host, behind, new Channel.Socket(number, true), log, pair));
            copy(behind, host, new Channel.Socket(number, false), log, pair);
        } catch (IOException e) {
            reset(host);
        } finally {
            pair.serverDone().countDown();
        }
    }

    /** A server that cannot be reached refuses; the nearest to that is to reset what was accepted for it. */
    private static void reset(Socket host) {
        try {
            host.setOption(StandardSocketOptions.SO_LINGER, 0);
        } catch (IOException e) {
            // It is closed already.
        }
        Pump.closeQuietly(host);
    }

    private void copy(Socket from, Socket to, Channel channel, SessionLog log, Pair pair) {
        byte[] buffer = new byte[BUFFER];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
                log.bytes(channel, buffer, 0, length);
                out.write(buffer, 0, length);
            }
            log.ended(channel);
            to.shutdownOutput();
            if (from.isOutputShutdown()) {
                pair.close();
                open.remove(pair);
            }
        } catch (IOException e) {
            log.ended(channel);
            pair.close();
            open.remove(pair);
        }
    }

    /** Lets what the server sent before its end arrive, and takes no more connections. */
    void drain(long limitNanos) throws InterruptedException {
        Pump.closeQuietly(door);
        long deadline = System.nanoTime() + limitNanos;
        for (Pair pair : open) {
            pair.serverDone().await(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
        }
        close();
    }

    @Override
    public void close() {
        Pump.closeQuietly(door);
        open.forEach(Pair::close);
    }

    /** Both sides of a connection. */
    private record Pair(Socket host, Socket server, CountDownLatch serverDone) {
        void close() {
            Pump.closeQuietly(host);
            Pump.closeQuietly(server);
        }
    }
}
