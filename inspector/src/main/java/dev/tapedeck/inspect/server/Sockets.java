package dev.tapedeck.inspect.server;

import java.util.concurrent.LinkedBlockingQueue;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** How many may ask at once, how much and how slowly. */
final class Sockets {
    /** Longest request head, in bytes. */
    static final int MAX_HEADER_BYTES = 8 * 1024;
    /** Requests that are answered at once; Jetty itself needs a few threads more. */
    static final int MAX_REQUESTS = 64;
    /** Connections that wait for a thread. */
    private static final int MAX_WAITING = 256;
    /** A connection on which nothing moves for that long is closed, in ms. */
    private static final int IDLE_MS = 20_000;

    private Sockets() {}

    static QueuedThreadPool threads() {
        QueuedThreadPool pool =
                new QueuedThreadPool(MAX_REQUESTS + LiveStreams.MAX_CLIENTS + 8, 8, IDLE_MS,
                        new LinkedBlockingQueue<>(MAX_WAITING));
        pool.setName("inspector");
        pool.setDaemon(true);
        return pool;
    }

    static Connector connector(Server server, String host, int port) {
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setSendXPoweredBy(false);
        http.setRequestHeaderSize(MAX_HEADER_BYTES);
        http.setHttpCompliance(HttpCompliance.RFC9110);
        ServerConnector connector = new ServerConnector(server, 1, 1, new HttpConnectionFactory(http));
        connector.setHost(host);
        connector.setPort(port);
        connector.setIdleTimeout(IDLE_MS);
        connector.addBean(new SlowClients(connector.getScheduler()));
        return connector;
    }
}
