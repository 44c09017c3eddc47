package dev.tapedeck.filter;

import java.nio.charset.StandardCharsets;

/** Finds text in bytes without regard to ASCII case. */
final class BytesSearch {
    private final byte[] needle;

    BytesSearch(String text) {
        this.needle = text.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < needle.length; i++) {
            needle[i] = lower(needle[i]);
        }
    }

    boolean finds(byte[] bytes) {
        outer:
        for (int i = 0; i <= bytes.length - needle.length; i++) {
            for (int j = 0; j < needle.length; j++) {
                if (lower(bytes[i + j]) != needle[j]) {
                    continue outer;
                }
            }
            return true;
        }
        return false;
    }

    private static byte lower(byte b) {
        return b >= 'A' && b <= 'Z' ? (byte) (b + 32) : b;
    }
}
