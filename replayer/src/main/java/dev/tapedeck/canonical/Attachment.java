package dev.tapedeck.canonical;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Something a message carries beside its text.
 *
 * @param kind {@code image}, {@code audio}, {@code file}, {@code skill}, {@code mention} …
 * @param name path or name, if the provider told one
 * @param sha256 hash, in hex, of content or address, so that large data is compared but not kept
 */
public record Attachment(String kind, @Nullable String name, @Nullable String sha256) {

    /** An attachment by its content, as the wire spells it. */
    public static Attachment of(String kind, @Nullable String name, @Nullable String content) {
        return new Attachment(kind, name, content == null ? null : hash(content));
    }

    private static String hash(String content) {
        try {
            byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
