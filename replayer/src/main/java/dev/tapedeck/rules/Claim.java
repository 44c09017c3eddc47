package dev.tapedeck.rules;

import dev.tapedeck.canonical.Attachment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A send that the host claimed, to be confirmed by the provider's echo (runtime-event-path, EvidenceUpdated).
 *
 * @param send id given by the host: seq of the frame that sent it
 * @param seq seq of the frame that sent it; only later frames can confirm it
 * @param thread the bound thread it went to
 * @param text its exact text
 * @param attachments its attachments in order
 * @param nonce of the epoch it was claimed in
 */
public record Claim(
        String send, long seq, @Nullable String thread, String text, List<Attachment> attachments, String nonce) {
    public Claim {
        attachments = List.copyOf(attachments);
    }
}
