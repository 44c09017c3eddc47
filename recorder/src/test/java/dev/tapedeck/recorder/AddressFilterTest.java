package dev.tapedeck.recorder;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AddressFilterTest {
    @Test
    void the_childs_address_is_shown_as_the_hosts() throws IOException {
        ByteArrayOutputStream shown = new ByteArrayOutputStream();
        AddressFilter filter = new AddressFilter(shown, "127.0.0.1:41234", "0.0.0.0:80");
        filter.write("listening on http://127.0.0.1:41234/ and 127.0.0.1:4123".getBytes(UTF_8));
        assertEquals("listening on http://0.0.0.0:80/ and ", shown.toString(UTF_8));
        filter.close();
        assertEquals("listening on http://0.0.0.0:80/ and 127.0.0.1:4123", shown.toString(UTF_8));
    }

    @Test
    void however_the_output_is_cut_the_same_is_shown() throws IOException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 2000; round++) {
            StringBuilder text = new StringBuilder();
            for (int parts = random.nextInt(12); parts > 0; parts--) {
                text.append("aab".repeat(random.nextInt(2))).append("aabaaba", 0, random.nextInt(8)).append(
                        random.nextInt(3) == 0 ? "c" : "");
            }
            ByteArrayOutputStream shown = new ByteArrayOutputStream();
            byte[] bytes = text.toString().getBytes(UTF_8);
            try (AddressFilter filter = new AddressFilter(shown, "aabaaba", "X")) {
                for (int at = 0; at < bytes.length; ) {
                    int more = 1 + random.nextInt(bytes.length - at);
                    filter.write(bytes, at, more);
                    at += more;
                }
            }
            assertEquals(text.toString().replace("aabaaba", "X"), shown.toString(UTF_8), "seed " + seed);
        }
    }
}
