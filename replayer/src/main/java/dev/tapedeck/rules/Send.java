package dev.tapedeck.rules;

import dev.tapedeck.canonical.Attachment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a client frame sends to a thread: the part of a {@link Claim} that stands on the wire. */
public record Send(@Nullable String thread, String text, List<Attachment> attachments) {
    public Send {
        attachments = List.copyOf(attachments);
    }

    /** Reads a send from a client frame. */
    @FunctionalInterface
    public interface Reader {
        /** @throws FrameFault if the frame is not what the wire's schema says */
        Send read(FrameView frame);
    }
}
