package dev.tapedeck.inspect.pages;

import java.util.HexFormat;
import java.util.Locale;

/** Bytes as people look at them when they are no text. */
final class HexDump {
    /** Bytes that are shown. */
    private static final int MAX_HEX = 4096;

    private HexDump() {}

    /** Offset, sixteen bytes in hex, the same as text. */
    static String of(byte[] bytes) {
        StringBuilder out = new StringBuilder();
        HexFormat format = HexFormat.ofDelimiter(" ");
        for (int at = 0; at < Math.min(bytes.length, MAX_HEX); at += 16) {
            int end = Math.min(bytes.length, at + 16);
            out.append(String.format(Locale.ROOT, "%06x  %-47s  ", at, format.formatHex(bytes, at, end)));
            for (int i = at; i < end; i++) {
                out.append(bytes[i] >= 0x20 && bytes[i] < 0x7f ? (char) bytes[i] : '.');
            }
            out.append('\n');
        }
        if (bytes.length > MAX_HEX) {
            out.append("… ").append(Html.number(bytes.length - MAX_HEX)).append(" bytes more");
        }
        return out.toString();
    }
}
