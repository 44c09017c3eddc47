package dev.tapedeck.inspect.server;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Requests written byte for byte, as no HTTP client would send them. */
final class RawHttp {
    private RawHttp() {}

    /** An answer; header names are in lower case. */
    record Reply(int status, Map<String, List<String>> headers, String body) {
        String header(String name) {
            List<String> values = headers.getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
            return values.isEmpty() ? "" : values.getFirst();
        }

        boolean hasHeader(String name) {
            return headers.containsKey(name.toLowerCase(Locale.ROOT));
        }
    }

    /** Sends the bytes of a request, lines parted by LF in the argument, and reads until the server closes. */
    static Reply send(int port, String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(request.replace("\n", "\r\n").getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().flush();
            return parse(readAll(socket.getInputStream()));
        }
    }

    /** A GET with these further header lines, on a connection that is closed after it. */
    static Reply get(int port, String path, String... headers) throws IOException {
        return send(port, "GET " + path + " HTTP/1.1\nHost: 127.0.0.1:" + port + "\n" + lines(headers)
                + "Connection: close\n\n");
    }

    /** A POST of a form with these header lines; the host and the length are added. */
    static Reply post(int port, String path, String body, String... headers) throws IOException {
        return send(port, "POST " + path + " HTTP/1.1\nHost: 127.0.0.1:" + port + "\n" + lines(headers)
                + "Content-Length: " + body.length() + "\nConnection: close\n\n" + body);
    }

    private static String lines(String... headers) {
        return headers.length == 0 ? "" : String.join("\n", headers) + "\n";
    }

    private static byte[] readAll(InputStream in) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        try {
            in.transferTo(all);
        } catch (SocketTimeoutException | java.net.SocketException e) {
            if (all.size() == 0) {
                throw e;
            }
        }
        return all.toByteArray();
    }

    private static Reply parse(byte[] bytes) throws IOException {
        String text = new String(bytes, StandardCharsets.UTF_8);
        int end = text.indexOf("\r\n\r\n");
        if (end < 0) {
            throw new IOException("an HTTP answer expected, found " + text.length() + " characters: " + text);
        }
        String[] head = text.substring(0, end).split("\r\n");
        Map<String, List<String>> headers = new TreeMap<>();
        for (int i = 1; i < head.length; i++) {
            int colon = head[i].indexOf(':');
            headers.computeIfAbsent(head[i].substring(0, colon).toLowerCase(Locale.ROOT), name -> new ArrayList<>())
                    .add(head[i].substring(colon + 1).strip());
        }
        return new Reply(Integer.parseInt(head[0].split(" ")[1]), headers, text.substring(end + 4));
    }
}
