package dev.tapedeck.frame;

import java.util.Arrays;
import java.util.Optional;

/** How a provider's bytes travel; a closed list (runtime-event-path, Transport). */
public enum Transport {
    /** Newline-delimited JSON on stdin and stdout. */
    STDIO_JSONRPC("stdio-jsonrpc"),
    /** Server-sent events over HTTP, beside plain HTTP exchanges. */
    HTTP_SSE("http-sse");

    private final String word;

    Transport(String word) {
        this.word = word;
    }

    /** The word that stands in a header or a manifest. */
    public String word() {
        return word;
    }

    /** The transport of that word, or empty when it is none of ours. */
    public static Optional<Transport> of(String word) {
        return Arrays.stream(values()).filter(transport -> transport.word.equals(word)).findFirst();
    }
}
