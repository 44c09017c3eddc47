package dev.tapedeck.wire.acp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.rules.Nodes;
import dev.tapedeck.scratch.Scratch;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** Which call a terminal belongs to, and the bytes of a character that has not come whole, in scratch. */
final class Terminals {
    private final Scratch.Editor scratch;
    private final String key;

    Terminals(Scratch.Editor scratch, @Nullable String session) {
        this.scratch = scratch;
        this.key = "terminals/" + (session == null ? "" : session);
    }

    /** The call that embeds the terminal; without one the terminal's own item, of the same id. */
    String owner(String terminal) {
        String owner = entry(terminal).path("owner").textValue();
        return owner == null ? terminal : owner;
    }

    /** Whether the terminal has an item of its own that no call has claimed. */
    boolean standsAlone(String terminal) {
        return terminal.equals(entry(terminal).path("owner").textValue());
    }

    void own(String terminal, String owner) {
        put(terminal, Nodes.with(entry(terminal), "owner", Nodes.object().textNode(owner)));
    }

    /** A call has this id, so a terminal of the same id is its own and needs no entry. */
    void claimed(String call) {
        if (standsAlone(call)) {
            put(call, Nodes.without(entry(call), "owner"));
        }
    }

    /** A call embeds these terminals. */
    void embedded(JsonNode content, String call) {
        claimed(call);
        for (JsonNode part : content) {
            String terminal = part.path("terminalId").textValue();
            if (terminal != null && !terminal.equals(call)) {
                own(terminal, call);
            }
        }
    }

    /** The whole output so far. */
    String whole(String terminal, String base64) {
        put(terminal, Nodes.without(entry(terminal), "tail"));
        return new String(bytes(base64), StandardCharsets.UTF_8);
    }

    /** What more bytes add; those of a character that is not whole wait for the rest. */
    String more(String terminal, String base64) {
        byte[] before = bytes(entry(terminal).path("tail").asText());
        byte[] now = bytes(base64);
        byte[] all = new byte[before.length + now.length];
        System.arraycopy(before, 0, all, 0, before.length);
        System.arraycopy(now, 0, all, before.length, now.length);
        int whole = wholeLength(all);
        JsonNode entry = Nodes.without(entry(terminal), "tail");
        String tail = Base64.getEncoder().encodeToString(Arrays.copyOfRange(all, whole, all.length));
        put(terminal, tail.isEmpty() ? entry : Nodes.with(entry, "tail", Nodes.object().textNode(tail)));
        return new String(all, 0, whole, StandardCharsets.UTF_8);
    }

    /** How many bytes stand before a character that is cut at the end. */
    private static int wholeLength(byte[] bytes) {
        for (int back = 1; back <= Math.min(3, bytes.length); back++) {
            int first = bytes[bytes.length - back] & 0xff;
            if (first >= 0xc0) {
                int needed = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
                return needed > back ? bytes.length - back : bytes.length;
            }
            if (first < 0x80) {
                break;
            }
        }
        return bytes.length;
    }

    /** What is no base64 shows nothing. */
    private static byte[] bytes(String base64) {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            return new byte[0];
        }
    }

    private JsonNode entry(String terminal) {
        JsonNode all = scratch.get(key);
        return all == null ? Nodes.object() : all.path(terminal);
    }

    private void put(String terminal, JsonNode entry) {
        JsonNode all = scratch.get(key);
        scratch.store(key, entry.isEmpty()
                ? Nodes.without(all, terminal)
                : Nodes.with(all, terminal, entry));
    }
}
