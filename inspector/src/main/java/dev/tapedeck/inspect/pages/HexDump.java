package dev.tapedeck.inspect.pages;

import java.util.HexFormat;
import java.util.Locale;

/** Bytes as people look at them when they are no text. */
final class HexDump {
    private HexDump() {}

    /** So many bytes from there on: offset, sixteen bytes in hex, the same as text. */
    static String of(byte[] bytes, int from, int most) {
        StringBuilder out = new StringBuilder();
        HexFormat format = HexFormat.ofDelimiter(" ");
        int to = Math.min(bytes.length, from + most);
        for (int at = from; at < to; at += 16) {
            int end = Math.min(to, at + 16);
            out.append(String.format(Locale.ROOT, "%06x  %-47s  ", at, format.formatHex(bytes, at, end)));
            for (int i = at; i < end; i++) {
                out.append(bytes[i] >= 0x20 && bytes[i] < 0x7f ? (char) bytes[i] : '.');
            }
            out.append('\n');
        }
        return out.toString();
    }
}
