package dev.tapedeck.host;

import dev.tapedeck.rules.Claim;
import dev.tapedeck.rules.Send;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Sends of one epoch that wait for evidence, each to be consumed once. */
final class Claims {
    private final int bound;
    private final String nonce;
    private final Map<String, Claim> waiting = new LinkedHashMap<>();
    private @Nullable List<Claim> listed;

    Claims(int bound, String nonce) {
        this.bound = bound;
        this.nonce = nonce;
    }

    /** A copy that goes its own way. */
    Claims(Claims other) {
        bound = other.bound;
        nonce = other.nonce;
        waiting.putAll(other.waiting);
    }

    String nonce() {
        return nonce;
    }

    /** Claims what a frame sends. */
    Claim add(long seq, Send send) {
        Claim claim =
                new Claim(Long.toString(seq), seq, send.thread(), send.text(), send.attachments(), nonce);
        waiting.put(claim.send(), claim);
        if (waiting.size() > bound) {
            waiting.remove(waiting.keySet().iterator().next());
        }
        listed = null;
        return claim;
    }

    /** In the order in which they were made. */
    List<Claim> waiting() {
        if (listed == null) {
            listed = List.copyOf(new ArrayList<>(waiting.values()));
        }
        return listed;
    }

    @Nullable Claim get(String send) {
        return waiting.get(send);
    }

    void consume(String send) {
        waiting.remove(send);
        listed = null;
    }
}
