package dev.tapedeck.inspect.server;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Who may look: one token of 256 bits for the process, and sessions that live in memory only.
 *
 * <p>After {@value #MAX_FAILURES} wrong tokens within a minute every attempt is refused until the minute is over.
 */
final class SignIn {
    static final int MAX_FAILURES = 10;
    static final Duration WINDOW = Duration.ofMinutes(1);
    /** Sessions that are kept; the oldest one ends when there are more. */
    static final int MAX_SESSIONS = 64;

    private static final int TOKEN_BYTES = 32;

    private final SecureRandom random = new SecureRandom();
    private final InstantSource clock;
    private final String token = newSecret();
    private final Map<String, Session> sessions = new LinkedHashMap<>();
    private final Deque<Instant> failures = new ArrayDeque<>();

    SignIn(InstantSource clock) {
        this.clock = clock;
    }

    /**
     * A visitor who showed the token.
     *
     * @param id the cookie's value
     * @param formToken proves that a form is ours
     */
    record Session(String id, String formToken) {}

    /** What became of an attempt. */
    sealed interface Attempt {
        record In(Session session) implements Attempt {}

        record Wrong() implements Attempt {}

        record TooMany() implements Attempt {}
    }

    /** The token; only ever printed to the terminal that started the inspector. */
    String token() {
        return token;
    }

    synchronized Attempt attempt(@Nullable String shown) {
        if (tooMany()) {
            return new Attempt.TooMany();
        }
        if (!same(token, shown)) {
            failures.addLast(clock.instant());
            return new Attempt.Wrong();
        }
        Session session = new Session(newSecret(), newSecret());
        sessions.put(session.id(), session);
        if (sessions.size() > MAX_SESSIONS) {
            sessions.remove(sessions.keySet().iterator().next());
        }
        return new Attempt.In(session);
    }

    /** Whether a script showed the token itself; counts as an attempt when it is wrong. */
    synchronized boolean bearer(@Nullable String authorization) {
        if (authorization == null || !authorization.startsWith("Bearer ") || tooMany()) {
            return false;
        }
        boolean right = same(token, authorization.substring("Bearer ".length()).strip());
        if (!right) {
            failures.addLast(clock.instant());
        }
        return right;
    }

    synchronized Optional<Session> session(@Nullable String cookie) {
        return cookie == null ? Optional.empty() : Optional.ofNullable(sessions.get(cookie));
    }

    private boolean tooMany() {
        Instant oldest = clock.instant().minus(WINDOW);
        while (!failures.isEmpty() && !failures.getFirst().isAfter(oldest)) {
            failures.removeFirst();
        }
        return failures.size() >= MAX_FAILURES;
    }

    /** Compares in a time that does not tell how much of the two is equal. */
    static boolean same(String expected, @Nullable String shown) {
        return shown != null
                && MessageDigest.isEqual(
                        expected.getBytes(StandardCharsets.UTF_8), shown.getBytes(StandardCharsets.UTF_8));
    }

    private String newSecret() {
        byte[] bytes = new byte[TOKEN_BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
