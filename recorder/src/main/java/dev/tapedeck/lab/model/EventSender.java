package dev.tapedeck.lab.model;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Sends server-sent events.
 *
 * @param paceMillis wait before each event
 */
record EventSender(OutputStream out, int paceMillis) {
    private static final int ARGUMENT_PIECES = 3;

    /** Sends an event that is named by its {@code type}. */
    void send(JsonNode event) throws IOException, InterruptedException {
        write("event: " + event.path("type").asText("message") + "\ndata: " + Json.write(event));
    }

    /** Sends an event without a name. */
    void data(JsonNode event) throws IOException, InterruptedException {
        write("data: " + Json.write(event));
    }

    /** Sends the word that ends a stream of chat completions. */
    void done() throws IOException, InterruptedException {
        write("data: [DONE]");
    }

    private void write(String event) throws IOException, InterruptedException {
        if (paceMillis > 0) {
            Thread.sleep(paceMillis);
        }
        out.write((event + "\n\n").getBytes(StandardCharsets.UTF_8));
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

    /**
     * Cuts the arguments of a call. An object is sent member by member: a path of the run that two pieces share could
     * not be found and replaced.
     */
    static List<String> cut(JsonNode arguments) {
        if (!arguments.isObject()) {
            String text = arguments.isTextual() ? arguments.textValue() : Json.write(arguments);
            return cut(text, ARGUMENT_PIECES);
        }
        List<String> pieces = new ArrayList<>();
        for (Map.Entry<String, JsonNode> member : arguments.properties()) {
            String before = pieces.isEmpty() ? "{" : ",";
            pieces.add(before + Json.write(member.getKey()) + ":" + Json.write(member.getValue()));
        }
        pieces.add(pieces.isEmpty() ? "{}" : "}");
        return pieces;
    }
}
