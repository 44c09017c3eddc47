package dev.tapedeck.events;

import dev.tapedeck.canonical.RequestRef;
import dev.tapedeck.hash.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Canonical ids: a pure hash of scope and provider id, so that a lost frame shifts none of them (decision D6).
 *
 * <p>A thread keeps its id for life, a turn and an item within their thread, a request and an event within their
 * session and epoch. An id is its kind, {@code _}, and 16 characters {@code a-z2-7} (80 bits). Not for several threads.
 */
public final class CanonicalIds implements Ids {
    private static final String ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";
    private static final int CHARACTERS = 16;
    /** Ids that are remembered; more are hashed again. */
    private static final int REMEMBERED = 4096;

    private final String session;
    private final String epoch;
    private final MessageDigest digest;
    private final Map<String, String> known = new LinkedHashMap<>(256, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
            return size() > REMEMBERED;
        }
    };

    /**
     * @param session the host's or the recording's id of the session
     * @param epoch number of the runtime epoch, from 1
     */
    public CanonicalIds(String session, int epoch) {
        this.session = session;
        this.epoch = session + '\0' + epoch;
        digest = Sha256.digest();
    }

    /** Id of the session itself. */
    public String session() {
        return id("session", session, "");
    }

    /** Id of the nth event, from 0, of a frame. */
    public String event(long seq, int nth) {
        return hash("event", epoch, seq + "." + nth);
    }

    @Override
    public String thread(String thread) {
        return id("thread", "", thread);
    }

    @Override
    public String turn(@Nullable String thread, String turn) {
        return id("turn", thread == null ? "" : thread, turn);
    }

    @Override
    public String item(@Nullable String thread, String item) {
        return id("item", thread == null ? "" : thread, item);
    }

    @Override
    public String request(RequestRef request) {
        return id("request", epoch, request.key());
    }

    /** A send's id is the host's own already. */
    @Override
    public String send(String send) {
        return send;
    }

    private String id(String kind, String scope, String id) {
        return known.computeIfAbsent(kind + '\0' + scope + '\0' + id, key -> hash(kind, scope, id));
    }

    private String hash(String kind, String scope, String id) {
        byte[] hash = digest.digest((kind + '\0' + scope + '\0' + id).getBytes(StandardCharsets.UTF_8));
        StringBuilder text = new StringBuilder(kind.length() + 1 + CHARACTERS).append(kind).append('_');
        for (int bit = 0; bit < 5 * CHARACTERS; bit += 5) {
            int two = (hash[bit / 8] & 0xff) << 8 | hash[bit / 8 + 1] & 0xff;
            text.append(ALPHABET.charAt(two >> 11 - bit % 8 & 31));
        }
        return text.toString();
    }
}
