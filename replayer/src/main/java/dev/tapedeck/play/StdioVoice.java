package dev.tapedeck.play;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.canonical.RequestRef;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.frame.LogLine;
import dev.tapedeck.frame.Payload;
import dev.tapedeck.json.Json;
import dev.tapedeck.rules.Dialect;
import dev.tapedeck.rules.JsonRpcDialect;
import dev.tapedeck.rules.Message;
import dev.tapedeck.rules.Role;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Says frames as lines; a frame is flushed as a whole, and at the cuts that the recording has noted in it. */
public final class StdioVoice implements Voice {
    /** No such method (JSON-RPC 2.0, section 5.1). */
    private static final int NO_METHOD = -32601;
    /** Blanks that make a line as long as a fault says that it is, written at once. */
    private static final byte[] BLANKS = new byte[64 * 1024];

    static {
        Arrays.fill(BLANKS, (byte) ' ');
    }

    private final OutputStream out;
    private final OutputStream err;
    private final boolean jsonRpc;

    /** @param out buffers what is written until it is flushed */
    public StdioVoice(OutputStream out, OutputStream err, Dialect dialect) {
        this.out = out;
        this.err = err;
        this.jsonRpc = dialect instanceof JsonRpcDialect;
    }

    @Override
    public void say(Frame frame, @Nullable Frame heard, boolean held) throws IOException {
        if (frame.payload() instanceof Payload.Oversize oversize) {
            writeOversize(oversize);
        } else {
            writeCut(frame);
        }
        switch (frame.lineEnd()) {
            case LF -> out.write('\n');
            case CRLF -> out.write(new byte[] {'\r', '\n'});
            case NONE -> {}
        }
        if (!held) {
            out.flush();
        }
    }

    private void writeCut(Frame frame) throws IOException {
        byte[] bytes = frame.payload().bytes();
        int from = 0;
        for (int cut : frame.cuts()) {
            if (cut > from && cut <= bytes.length) {
                out.write(bytes, from, cut - from);
                out.flush();
                from = cut;
            }
        }
        out.write(bytes, from, bytes.length - from);
    }

    private void writeOversize(Payload.Oversize oversize) throws IOException {
        long[] written = new long[1];
        oversize.content().writeTo(new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                out.write(b);
                written[0]++;
            }

            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
                out.write(bytes, from, length);
                written[0] += length;
            }
        });
        for (long left = oversize.length() - written[0]; left > 0; left -= BLANKS.length) {
            out.write(BLANKS, 0, (int) Math.min(left, BLANKS.length));
        }
    }

    @Override
    public void log(LogLine line) throws IOException {
        err.write(line.payload().bytes());
        err.write('\n');
        err.flush();
    }

    @Override
    public void endStream(String stream) {}

    @Override
    public void flush() throws IOException {
        out.flush();
    }

    @Override
    public void refuse(Frame heard, @Nullable Message message, String reason) throws IOException {
        RequestRef id = message == null || message.role() != Role.REQUEST ? null : message.id();
        if (!jsonRpc || message == null || id == null) {
            return;
        }
        ObjectNode answer = Json.mapper().createObjectNode();
        if (message.json().has("jsonrpc")) {
            answer.set("jsonrpc", message.json().get("jsonrpc"));
        }
        answer.set("id", message.json().get("id"));
        answer.putObject("error").put("code", NO_METHOD).put("message", reason);
        say(Frame.line(0, 0, Direction.OUT, new Payload.Json(Json.writeBytes(answer))), heard, false);
    }
}
