package dev.tapedeck.text;

/** Strict UTF-8 (no overlong forms, no surrogates, nothing above U+10FFFF), checked without decoding. */
public final class Utf8 {
    private Utf8() {}

    /** Whether the bytes of that range are whole, valid UTF-8. */
    public static boolean valid(byte[] bytes, int from, int to) {
        return firstInvalid(bytes, from, to) < 0;
    }

    /** Index of the first byte that starts no valid sequence, or -1 when all are valid. */
    public static int firstInvalid(byte[] bytes, int from, int to) {
        int i = from;
        while (i < to) {
            int lead = bytes[i];
            if (lead >= 0) {
                i++;
                continue;
            }
            int length = sequenceLength(lead & 0xff);
            if (length == 0 || i + length > to || !continues(bytes, i, length)) {
                return i;
            }
            i += length;
        }
        return -1;
    }

    private static int sequenceLength(int lead) {
        if (lead < 0xc2 || lead > 0xf4) {
            return 0;
        }
        return lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    }

    private static boolean continues(byte[] bytes, int start, int length) {
        int lead = bytes[start] & 0xff;
        int second = bytes[start + 1] & 0xff;
        int lowest = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
        int highest = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
        if (second < lowest || second > highest) {
            return false;
        }
        for (int i = 2; i < length; i++) {
            if ((bytes[start + i] & 0xc0) != 0x80) {
                return false;
            }
        }
        return true;
    }
}
