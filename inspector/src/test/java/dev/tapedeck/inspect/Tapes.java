package dev.tapedeck.inspect;

import dev.tapedeck.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Small recordings written by hand. */
public final class Tapes {
    private Tapes() {}

    /** A recording of that folder and name. */
    public static Tape at(Path folder, String name) {
        return new Tape(folder.resolve(name));
    }

    /** One recording in the making. */
    public static final class Tape {
        private final Path file;
        private final Map<String, Object> header = new LinkedHashMap<>();
        private final List<String> lines = new ArrayList<>();

        private Tape(Path file) {
            this.file = file;
            header.put("tape", 1);
            header.put("id", "aaaabbbbccccdddd");
            header.put("provider", "codex");
            header.put("wire", "codex.app-server");
            header.put("transport", "stdio-jsonrpc");
            header.put("version", "0.171.0");
            header.put("command", List.of("codex", "app-server"));
            header.put("started", "2026-01-01T00:00:00Z");
            header.put("origin", "recorded");
        }

        public Tape header(String name, Object value) {
            header.put(name, value);
            return this;
        }

        public Tape in(String json) {
            return line("\"dir\":\"in\",\"frame\":" + json);
        }

        public Tape out(String json) {
            return line("\"dir\":\"out\",\"frame\":" + json);
        }

        /** A notification with these parameters. */
        public Tape out(String method, Map<String, Object> params) {
            return out(Json.write(Map.of("method", method, "params", params)));
        }

        public Tape line(String members) {
            lines.add("{\"seq\":" + (lines.size() + 1) + ",\"t\":" + lines.size() * 1000 + "," + members + "}");
            return this;
        }

        public Path write() throws IOException {
            Files.createDirectories(file.getParent());
            String text = Json.write(header) + "\n" + String.join("\n", lines) + "\n";
            return Files.write(file, text.getBytes(StandardCharsets.UTF_8));
        }
    }

    /** A turn with a message, a kind without a rule and a frame that faults; the words are what a model may say. */
    public static Tape turn(Path folder, String name, String words) {
        Map<String, Object> item = Map.of("type", "agentMessage", "id", words + "1", "text", words);
        return at(folder, name)
                .header("scenario", words)
                .header("version", words)
                .header("command", List.of(words))
                .header("cwd", words)
                .header("platform", words)
                .line("\"dir\":\"host\",\"act\":\"spawn\",\"pid\":1")
                .in(
                        Json.write(
                                Map.of(
                                        "id",
                                        1,
                                        "method",
                                        "initialize",
                                        "params",
                                        Map.of("clientInfo", Map.of("name", words)))))
                .out(Json.write(Map.of("id", 1, "result", Map.of("userAgent", words))))
                .in(Json.write(Map.of("id", 2, "method", "turn/start", "params", Map.of(
                        "threadId", words, "input", List.of(Map.of("type", "text", "text", words))))))
                .out(
                        "turn/started",
                        Map.of(
                                "threadId",
                                words,
                                "turn",
                                Map.of("id", words, "status", "inProgress", "items", List.of())))
                .out("item/started", Map.of("threadId", words, "turnId", words, "item", item))
                .out(
                        "item/agentMessage/delta",
                        Map.of("threadId", words, "turnId", words, "itemId", words + "1", "delta", words))
                .out("item/completed", Map.of("threadId", words, "turnId", words, "item", item))
                .out(Json.write(unknown(words)))
                .out("item/completed", Map.of("threadId", words, "turnId", words, "item", 7))
                .line("\"dir\":\"log\",\"stream\":\"stderr\",\"text\":" + Json.write(words))
                .out(
                        "turn/completed",
                        Map.of(
                                "threadId",
                                words,
                                "turn",
                                Map.of("id", words, "status", "completed", "items", List.of())));
    }

    /** A kind that no rule takes, with the words as keys too. */
    private static Map<String, Object> unknown(String words) {
        Map<String, Object> params = new LinkedHashMap<>();
        params.put("more", Map.of(words, List.of(words, 1, true)));
        params.put(words, words);
        Map<String, Object> frame = new LinkedHashMap<>();
        frame.put("method", "made/up " + words);
        frame.put("params", params);
        return frame;
    }
}
