package dev.tapedeck.inspect.server;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;

/** A client that sends the beginning of a request at once and then one byte at a time. */
final class Drip implements AutoCloseable {
    private final Socket socket;
    private boolean open = true;

    Drip(int port, String beginning) throws IOException {
        socket = new Socket("127.0.0.1", port);
        socket.setSoTimeout(1);
        socket.getOutputStream().write(beginning.replace("\n", "\r\n").getBytes(StandardCharsets.US_ASCII));
    }

    /** Sends one more byte and looks whether the other end is still there. */
    void drop() {
        if (!open) {
            return;
        }
        try {
            socket.getOutputStream().write('a');
            open = socket.getInputStream().readAllBytes() == null;
        } catch (SocketTimeoutException e) {
            open = true;
        } catch (IOException e) {
            open = false;
        }
    }

    boolean isOpen() {
        return open;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
