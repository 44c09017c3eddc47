package dev.tapedeck.lab.model;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Sends server-sent events, each named by its {@code type}.
 *
 * @param paceMillis wait before each event
 */
record EventSender(OutputStream out, int paceMillis) {
    void send(JsonNode event) throws IOException, InterruptedException {
        if (paceMillis > 0) {
            Thread.sleep(paceMillis);
        }
        String sse = "event: " + event.path("type").asText("message") + "\ndata: " + Json.write(event) + "\n\n";
        out.write(sse.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    /** Cuts text into that many pieces of equal length, fewer when it is short; never inside a surrogate pair. */
    static List<String> cut(String text, int pieces) {
        List<String> cut = new ArrayList<>();
        int size = Math.max(1, (text.length() + pieces - 1) / pieces);
        int start = 0;
        while (start < text.length()) {
            int end = Math.min(text.length(), start + size);
            if (end < text.length() && Character.isLowSurrogate(text.charAt(end))) {
                end++;
            }
            cut.add(text.substring(start, end));
            start = end;
        }
        return cut;
    }
}
