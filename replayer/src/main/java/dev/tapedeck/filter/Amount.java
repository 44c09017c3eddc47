package dev.tapedeck.filter;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Units in which numbers are written. */
enum Amount {
    PLAIN("a number or a range such as 10..40") {
        @Override
        long read(String text) {
            return digits(text);
        }
    },
    /** Bytes; k is 1,000 and m 1,000,000, as sizes are shown. */
    BYTES("a size or a range such as 10k..2m") {
        @Override
        long read(String text) {
            long unit = text.endsWith("k") ? 1000 : text.endsWith("m") ? 1_000_000 : 1;
            long number = digits(unit == 1 ? text : text.substring(0, text.length() - 1));
            return number < 0 ? WRONG : number * unit;
        }
    },
    /** Time since the recording started, in µs. */
    MICROS("a time or a range such as 500ms, 10s..1m20s") {
        @Override
        long read(String text) {
            Matcher time = TIME.matcher(text);
            if (!time.matches() || text.isEmpty()) {
                return WRONG;
            }
            double seconds = part(time.group(1)) * 3600 + part(time.group(2)) * 60 + part(time.group(3))
                    + part(time.group(4)) / 1000;
            return (long) (seconds * 1_000_000);
        }
    };

    static final long WRONG = -1;
    private static final Pattern TIME = Pattern.compile(
            "(?:([0-9]{1,6})h)?(?:([0-9]{1,6})m)?(?:([0-9]{1,9}(?:\\.[0-9]{1,6})?)s)?(?:([0-9]{1,9})ms)?");
    private static final int MAX_DIGITS = 12;

    private final String expected;

    Amount(String expected) {
        this.expected = expected;
    }

    String expected() {
        return expected;
    }

    /** The number in bytes, µs or as it stands; {@link #WRONG} when it is none. */
    abstract long read(String text);

    private static long digits(String text) {
        boolean right = !text.isEmpty()
                && text.length() <= MAX_DIGITS
                && text.chars().allMatch(c -> c >= '0' && c <= '9');
        return right ? Long.parseLong(text) : WRONG;
    }

    private static double part(@Nullable String number) {
        return number == null ? 0 : Double.parseDouble(number);
    }
}
