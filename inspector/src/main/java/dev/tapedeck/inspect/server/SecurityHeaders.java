package dev.tapedeck.inspect.server;

import java.util.LinkedHashMap;
import java.util.Map;

/** Headers that every answer carries, errors and static files included. */
final class SecurityHeaders {
    static final String PAGE_POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
            + "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
    /** For bytes that came from a recording: even opened as a page they may do nothing. */
    static final String RAW_POLICY = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox";

    static final Map<String, String> ALL = all();

    private SecurityHeaders() {}

    private static Map<String, String> all() {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Content-Security-Policy", PAGE_POLICY);
        headers.put("X-Frame-Options", "DENY");
        headers.put("X-Content-Type-Options", "nosniff");
        // With "no-referrer" browsers send "Origin: null" with a form, and its write would be refused.
        headers.put("Referrer-Policy", "same-origin");
        headers.put("Cross-Origin-Opener-Policy", "same-origin");
        headers.put("Cross-Origin-Resource-Policy", "same-origin");
        headers.put("Cache-Control", "no-store");
        return Map.copyOf(headers);
    }
}
