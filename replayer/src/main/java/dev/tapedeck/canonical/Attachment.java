package dev.tapedeck.canonical;

import dev.tapedeck.hash.Sha256;
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
        return new Attachment(kind, name, content == null ? null : Sha256.hex(content));
    }
}
