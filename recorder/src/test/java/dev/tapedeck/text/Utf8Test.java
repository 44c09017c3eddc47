package dev.tapedeck.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Utf8Test {
    private static final byte[] LEADS = HexFormat.of().parseHex("007f80bfc0c1c2dfe0e1edeeeff0f1f3f4f5ff9f8fa090");

    @Test
    void valid_is_what_a_strict_decoder_takes() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 200_000; round++) {
            byte[] bytes = new byte[random.nextInt(6)];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = LEADS[random.nextInt(LEADS.length)];
            }
            assertEquals(decodes(bytes), Utf8.valid(bytes, 0, bytes.length), "seed " + seed + ": " + HexFormat.of()
                    .formatHex(bytes));
        }
    }

    private static boolean decodes(byte[] bytes) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }
}
