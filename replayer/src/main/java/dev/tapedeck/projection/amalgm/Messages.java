package dev.tapedeck.projection.amalgm;

import dev.tapedeck.amalgm.AmalgmPayload.ContentBlock;
import dev.tapedeck.amalgm.AmalgmPayload.ReasoningDelta;
import dev.tapedeck.amalgm.AmalgmPayload.TextDelta;
import dev.tapedeck.amalgm.Omission;
import dev.tapedeck.amalgm.ReasoningKind;
import dev.tapedeck.canonical.Attachment;
import dev.tapedeck.canonical.ItemPayload.ContentDelta;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.StreamKind;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Text and thoughts, each character once: of a snapshot only what was not streamed before it is told, also after the
 * item is over, since a provider may tell of it when its turn has ended. Of what was streamed, length and hash are
 * remembered, not the text.
 */
final class Messages {
    private final Recent<Streamed> streams;

    Messages() {
        streams = new Recent<>();
    }

    /** A copy that goes its own way. */
    Messages(Messages other) {
        streams = other.streams.copy(Streamed::new);
    }

    /** Whether a stream is one of messages or thoughts, rather than of tools. */
    static boolean isText(StreamKind kind) {
        return switch (kind) {
            case ASSISTANT_TEXT, REASONING_TEXT, REASONING_SUMMARY_TEXT -> true;
            case PLAN_TEXT, COMMAND_OUTPUT, FILE_CHANGE_OUTPUT, TOOL_INPUT, UNKNOWN -> false;
        };
    }

    void delta(ContentDelta delta, Output out) {
        Streamed stream = stream(out);
        Boolean replace = stream.again();
        stream.add(delta.delta());
        if (delta.streamKind() == StreamKind.REASONING_SUMMARY_TEXT) {
            stream.thought = ReasoningKind.SUMMARY;
        } else if (delta.streamKind() == StreamKind.REASONING_TEXT) {
            stream.thought = ReasoningKind.THINKING;
        }
        tell(delta.streamKind() == StreamKind.ASSISTANT_TEXT ? null : stream.thought, delta.delta(), replace, out);
    }

    /**
     * A message that is over and starts anew is told again by its provider; its stream takes the place of the first.
     */
    void started(ItemSnapshot item, Output out) {
        Streamed stream = stream(out);
        stream.restarted = stream.over;
        if (!stream.over || item.text() != null && !item.text().isEmpty()) {
            snapshot(item, out);
        } else {
            out.omit(Omission.SAID_ALREADY);
        }
    }

    void snapshot(ItemSnapshot item, Output out) {
        Streamed stream = stream(out);
        ReasoningKind thought = item.itemType() == ItemType.REASONING ? stream.thought : null;
        if (Objects.equals(item.redacted(), true) && !stream.redacted) {
            stream.redacted = true;
            out.emit(new ReasoningDelta(ReasoningKind.REDACTED, null, null));
        }
        if (item.text() == null) {
            return;
        }
        stream.restarted = false;
        String rest = stream.restOf(item.text());
        if (rest == null) {
            tell(thought, item.text(), true, out);
        } else if (!rest.isEmpty()) {
            tell(thought, rest, null, out);
        }
        stream.set(item.text());
    }

    void completed(ItemSnapshot item, Output out) {
        snapshot(item, out);
        if (item.attachments() != null) {
            for (Attachment attachment : item.attachments()) {
                out.emit(new ContentBlock(attachment));
            }
        }
        Streamed stream = stream(out);
        stream.over = true;
        stream.restarted = false;
        out.omit(Omission.SAID_ALREADY);
    }

    private static void tell(@Nullable ReasoningKind thought, String text, @Nullable Boolean replace, Output out) {
        if (!text.isEmpty() || replace != null) {
            out.emit(thought == null ? new TextDelta(text, replace) : new ReasoningDelta(thought, text, replace));
        }
    }

    private Streamed stream(Output out) {
        return streams.computeIfAbsent(out.item(), key -> new Streamed());
    }

    /**
     * What is known of a text without keeping it; blanks do not count, since snapshots join parts in their own ways.
     */
    private static final class Streamed {
        private int length;
        private int hash;
        private boolean redacted;
        private boolean over;
        private boolean restarted;
        private ReasoningKind thought = ReasoningKind.THINKING;

        Streamed() {}

        Streamed(Streamed other) {
            length = other.length;
            hash = other.hash;
            redacted = other.redacted;
            over = other.over;
            restarted = other.restarted;
            thought = other.thought;
        }

        /** Whether what comes now stands in place of what was told; null when it extends it. */
        @Nullable Boolean again() {
            if (!restarted) {
                return null;
            }
            restarted = false;
            over = false;
            set("");
            return true;
        }

        void add(String text) {
            for (int i = 0; i < text.length(); i++) {
                add(text.charAt(i));
            }
        }

        private void add(char character) {
            if (!Character.isWhitespace(character)) {
                length++;
                hash = 31 * hash + character;
            }
        }

        void set(String text) {
            length = 0;
            hash = 0;
            add(text);
        }

        /** What the whole text has beyond what was streamed; null when it is another text. */
        @Nullable String restOf(String whole) {
            Streamed prefix = new Streamed();
            int end = 0;
            while (end < whole.length() && prefix.length < length) {
                prefix.add(whole.charAt(end++));
            }
            if (prefix.length < length || prefix.hash != hash) {
                return null;
            }
            String rest = whole.substring(end);
            return length > 0 && rest.isBlank() ? "" : rest;
        }
    }
}
