package dev.tapedeck.recording;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.frame.Carrier;
import dev.tapedeck.frame.Ending;
import dev.tapedeck.frame.Entry;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.frame.HostAct;
import dev.tapedeck.frame.LineEnd;
import dev.tapedeck.frame.LogLine;
import dev.tapedeck.frame.Payload;
import dev.tapedeck.json.Json;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Writes the lines between header and end, and the end. */
final class EntryWriter {
    private final OutputStream out;

    EntryWriter(OutputStream out) {
        this.out = out;
    }

    void write(Entry entry) throws IOException {
        text("{\"seq\":" + entry.seq() + ",\"t\":" + entry.micros());
        switch (entry) {
            case Frame frame -> frame(frame);
            case LogLine log -> {
                text(",\"dir\":\"log\",\"stream\":" + Json.write(log.stream()) + ",");
                payload(log.payload());
            }
            case HostAct act -> {
                text(",\"dir\":\"host\",\"act\":" + Json.write(act.act()));
                for (Map.Entry<String, Object> fact : new TreeMap<>(act.facts()).entrySet()) {
                    text("," + Json.write(fact.getKey()) + ":" + Json.write(fact.getValue()));
                }
            }
        }
        text("}\n");
    }

    void end(Ending ending) throws IOException {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("exit", ending.exit());
        members.put("signal", ending.signal());
        members.put("reason", ending.reason());
        members.put("frames", ending.frames());
        members.put("sha256", ending.sha256());
        text("{\"end\":" + Json.write(Json.mapper().valueToTree(members)) + "}\n");
    }

    private void frame(Frame frame) throws IOException {
        text(",\"dir\":\"" + frame.direction().word() + "\",");
        switch (frame.carrier()) {
            case Carrier.Line line -> {}
            case Carrier.SseEvent event -> text("\"sse\":" + Json.write(members(event)) + ",");
            case Carrier.HttpRequest request -> text("\"http\":" + Json.write(request) + ",");
            case Carrier.HttpResponse response -> text("\"http\":" + Json.write(response) + ",");
        }
        payload(frame.payload());
        switch (frame.lineEnd()) {
            case LineEnd.LF -> {}
            case LineEnd.CRLF -> text(",\"eol\":\"crlf\"");
            case LineEnd.NONE -> text(",\"eol\":\"none\"");
        }
        if (!frame.cuts().isEmpty()) {
            text(cuts(frame.cuts()));
        }
    }

    private static JsonNode members(Carrier.SseEvent event) {
        ObjectNode members = Json.mapper().createObjectNode().put("stream", event.stream());
        if (event.event() != null) {
            members.put("event", event.event());
        }
        if (event.id() != null) {
            members.put("id", event.id());
        }
        switch (event.form()) {
            case null -> {}
            case Payload.Text text -> members.put("form", text.text());
            case Payload form -> members.put("formBytes", form.bytes());
        }
        return members;
    }

    private static String cuts(List<Integer> cuts) {
        return cuts.stream().map(Object::toString).collect(Collectors.joining(",", ",\"cuts\":[", "]"));
    }

    private void payload(Payload payload) throws IOException {
        switch (payload) {
            case Payload.Json json -> {
                text("\"frame\":");
                out.write(json.bytes());
            }
            case Payload.Text text -> text("\"text\":" + Json.write(text.text()));
            case Payload.Binary binary -> {
                text("\"bytes\":\"");
                out.write(Base64.getEncoder().encode(binary.bytes()));
                text("\"");
            }
            // Whether it is text is not known without decoding it, and base64 can be written and read in passing.
            case Payload.Oversize oversize -> {
                text("\"bytes\":\"");
                try (OutputStream encoded = Base64.getEncoder().wrap(new Unclosed(out))) {
                    oversize.content().writeTo(encoded);
                }
                text("\"");
            }
        }
    }

    private void text(String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Lets the encoder write its last group on close without closing the file. */
    private static final class Unclosed extends FilterOutputStream {
        Unclosed(OutputStream out) {
            super(out);
        }

        @Override
        public void write(byte[] bytes, int from, int count) throws IOException {
            out.write(bytes, from, count);
        }

        @Override
        public void close() throws IOException {
            flush();
        }
    }
}
