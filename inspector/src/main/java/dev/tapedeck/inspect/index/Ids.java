package dev.tapedeck.inspect.index;

import dev.tapedeck.hash.Sha256;
import java.nio.charset.StandardCharsets;

/** Ids that stand in addresses: 80 bits of a SHA-256 in base 32, so that no recorded name or file path does. */
public final class Ids {
    private static final String ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";
    private static final int LENGTH = 16;

    private Ids() {}

    /** The id of some bytes. */
    public static String of(byte[] bytes) {
        byte[] hash = Sha256.of(bytes);
        StringBuilder id = new StringBuilder(LENGTH);
        long bits = 0;
        int held = 0;
        for (int i = 0; id.length() < LENGTH; i++) {
            bits = (bits << 8) | (hash[i] & 0xff);
            held += 8;
            while (held >= 5 && id.length() < LENGTH) {
                held -= 5;
                id.append(ALPHABET.charAt((int) (bits >>> held) & 31));
            }
        }
        return id.toString();
    }

    /** The id of some text. */
    public static String of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }
}
