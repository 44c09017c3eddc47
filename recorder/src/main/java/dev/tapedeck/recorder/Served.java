package dev.tapedeck.recorder;

import dev.tapedeck.frame.Transport;
import dev.tapedeck.provider.Detection;
import dev.tapedeck.provider.Manifest;
import dev.tapedeck.provider.Manifests;
import dev.tapedeck.provider.ServerSpec;
import dev.tapedeck.provider.ServerSpec.Address;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;


/** A child that serves HTTP: the proxy on the address that its host asks for, and the child on another one. */
final class Served implements AutoCloseable {
    /** How much of a line is looked at for the word that the server answers, in bytes. */
    private static final int LONGEST_LINE = 4096;

    private final ServerSpec server;
    private final ReverseProxy proxy;
    private final CompletableFuture<Void> ready = new CompletableFuture<>();

    private Served(ServerSpec server, ReverseProxy proxy) {
        this.server = server;
        this.proxy = proxy;
    }

    /**
     * The server that the command starts, with its address taken; empty when it speaks on stdio.
     *
     * @throws StartException if the address that the command asks for cannot be taken
     */
    static Optional<Served> of(Launch launch) throws StartException {
        Optional<ServerSpec> server = server(launch.command());
        if (server.isEmpty()) {
            return Optional.empty();
        }
        Address asked = server.get().asked(launch.command());
        try {
            return Optional.of(new Served(server.get(), ReverseProxy.open(asked)));
        } catch (IOException e) {
            throw StartException.noAddress(launch, asked, e);
        }
    }

    /** The address in the command is the host's; without one any free port will do. */
    private static Optional<ServerSpec> server(List<String> command) {
        if (!Manifests.mayServe(command)) {
            return Optional.empty();
        }
        Detection detection = new Detection(Manifests.all()).command(command);
        boolean serves = detection.wire()
                .filter(wire -> wire.transport() == Transport.HTTP_SSE)
                .isPresent();
        return serves ? detection.manifest().map(Manifest::server) : Optional.empty();
    }

    ServerSpec server() {
        return server;
    }

    /** Where the host reaches the server. */
    Address address() {
        return proxy.address();
    }

    /** The same process, told to listen behind the proxy. */
    Launch behind(Launch launch) {
        return launch.with(server.listeningAt(proxy.server(), launch.command()));
    }

    /** The child's output as its host is to see it, with the proxy's address in place of the child's. */
    OutputStream shown(OutputStream to) {
        return new AddressFilter(to, proxy.server().toString(), proxy.address().toString());
    }

    /** The tap, which also waits for what the server prints once it answers. */
    Pump.Tap watching(Pump.Tap tap) {
        Pattern awaited = server.ready();
        return awaited == null ? tap : new Watch(tap, awaited);
    }

    void start(SessionLog log, CompletableFuture<Process> exit) {
        if (server.ready() == null) {
            ready.complete(null);
        }
        exit.thenRun(() -> ready.complete(null));
        proxy.start(log, ready);
    }

    /** After the child's exit: lets arrive what it sent. */
    void drain() throws InterruptedException {
        proxy.drain(Pump.LINGER_NANOS);
    }

    @Override
    public void close() {
        proxy.close();
    }

    private final class Watch implements Pump.Tap {
        private final Pump.Tap tap;
        private final Pattern awaited;
        private final ByteArrayOutputStream line = new ByteArrayOutputStream();

        Watch(Pump.Tap tap, Pattern awaited) {
            this.tap = tap;
            this.awaited = awaited;
        }

        @Override
        public void bytes(byte[] buffer, int length) {
            tap.bytes(buffer, length);
            for (int i = 0; i < length && !ready.isDone(); i++) {
                if (buffer[i] != '\n' && line.size() < LONGEST_LINE) {
                    line.write(buffer[i]);
                } else if (buffer[i] == '\n') {
                    look();
                }
            }
        }

        private void look() {
            if (awaited.matcher(line.toString(StandardCharsets.UTF_8)).find()) {
                ready.complete(null);
            }
            line.reset();
        }

        @Override
        public void ended() {
            tap.ended();
        }

        @Override
        public void refused() {
            tap.refused();
        }
    }
}
