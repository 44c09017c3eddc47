package dev.tapedeck.replay;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes a recording of any length: turn after turn on one thread, each with a message of the user, a command with
 * output, and an answer that streams in small pieces, as real sessions do.
 */
public final class LongRecording {
    private static final int DELTAS = 40;
    private static final String THREAD = "\"threadId\":\"0199c0de-0000-7000-8000-0000000000a1\"";

    private final OutputStream out;
    private final long wanted;
    private long frames;

    private LongRecording(OutputStream out, long wanted) {
        this.out = out;
        this.wanted = wanted;
    }

    /** Usage: {@code LongRecording FILE FRAMES}. */
    public static void main(String[] arguments) throws IOException {
        write(Path.of(arguments[0]), Long.parseLong(arguments[1]));
    }

    /** Writes that many frames, without an end line. */
    static void write(Path file, long frames) throws IOException {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 20)) {
            out.write(("{\"tape\":1,\"id\":\"aaaaaaaaaaaaaaaa\",\"provider\":\"codex\",\"wire\":\"codex.app-server\","
                            + "\"transport\":\"stdio-jsonrpc\",\"started\":\"2026-11-30T12:00:00.000Z\","
                            + "\"origin\":\"synthetic\"}\n")
                    .getBytes(StandardCharsets.UTF_8));
            new LongRecording(out, frames).turns();
        }
    }

    private void turns() throws IOException {
        for (int turn = 0; frames < wanted; turn++) {
            String ids = THREAD + ",\"turnId\":\"turn-" + turn + "\"";
            frame("turn/started", THREAD + ",\"turn\":{\"id\":\"turn-" + turn
                    + "\",\"items\":[],\"status\":\"inProgress\",\"startedAt\":1786820078}");
            String user = "{\"type\":\"userMessage\",\"id\":\"user-" + turn
                    + "\",\"content\":[{\"type\":\"text\",\"text\":\"please go on with step " + turn + "\"}]}";
            frame("item/started", "\"item\":" + user + "," + ids);
            frame("item/completed", "\"item\":" + user + "," + ids);
            command(turn, ids);
            String answer = "\"itemId\":\"msg-" + turn + "\"," + ids;
            String message = "\"item\":{\"type\":\"agentMessage\",\"id\":\"msg-" + turn + "\",\"text\":\"";
            frame("item/started", message + "\"}," + ids);
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < DELTAS; i++) {
                frame("item/agentMessage/delta", answer + ",\"delta\":\"word " + i + " of the answer, \"");
                text.append("word ").append(i).append(" of the answer, ");
            }
            frame("item/completed", message + text + "\"}," + ids);
            usage(turn, ids);
            frame("turn/completed", THREAD + ",\"turn\":{\"id\":\"turn-" + turn
                    + "\",\"items\":[],\"status\":\"completed\",\"error\":null,\"completedAt\":1786820090}");
        }
    }

    private void command(int turn, String ids) throws IOException {
        String item = "\"type\":\"commandExecution\",\"id\":\"exec-" + turn
                + "\",\"command\":\"ls -l\",\"cwd\":\"/workspace\"";
        frame("item/started", "\"item\":{" + item + ",\"status\":\"inProgress\"}," + ids);
        String about = "\"itemId\":\"exec-" + turn + "\"," + ids;
        frame("item/commandExecution/outputDelta", about + ",\"delta\":\"a file\\n\"");
        frame("item/completed", "\"item\":{" + item
                + ",\"status\":\"completed\",\"aggregatedOutput\":\"a file\\n\",\"exitCode\":0}," + ids);
    }

    private void usage(int turn, String ids) throws IOException {
        String figures = "{\"totalTokens\":" + 100L * turn + ",\"inputTokens\":" + 90L * turn
                + ",\"cachedInputTokens\":0,\"outputTokens\":" + 10L * turn + ",\"reasoningOutputTokens\":0}";
        frame("thread/tokenUsage/updated", ids + ",\"tokenUsage\":{\"total\":" + figures + ",\"last\":" + figures
                + ",\"modelContextWindow\":258400}");
    }

    private void frame(String method, String params) throws IOException {
        if (frames < wanted) {
            frames++;
            out.write(("{\"seq\":" + frames + ",\"t\":" + frames * 10 + ",\"dir\":\"out\","
                            + "\"frame\":{\"method\":\"" + method + "\",\"params\":{" + params
                            + "},\"emittedAtMs\":1786820078028}}\n")
                    .getBytes(StandardCharsets.UTF_8));
        }
    }
}
