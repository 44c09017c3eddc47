package dev.tapedeck.canonical;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An item as an {@code item.*} event tells it (canonical-events 1.5); what is absent was not told.
 *
 * <p>The first five components are the seed's; the rest are optional fields of ours, from which every other
 * vocabulary is projected without a look at native shapes.
 *
 * @param title one line that names the item, for instance the command
 * @param detail why the item stands as it does, for instance an error
 * @param data the native item
 * @param text the whole visible text: message, thought, plan, output, diff
 * @param input what a tool was called with
 * @param exitCode exit code of a command
 * @param tool name of the tool
 * @param toolKind what the tool does, where the item's type does not tell it
 * @param server MCP server or namespace of the tool
 * @param attachments what a message carries beside text
 * @param childThread provider's id of the thread that a sub-agent works in
 * @param redacted whether the provider withheld the text
 * @param compaction token counts of a compaction
 */
public record ItemSnapshot(
        ItemType itemType,
        @Nullable ItemStatus status,
        @Nullable String title,
        @Nullable String detail,
        @Nullable JsonNode data,
        @Nullable String text,
        @Nullable JsonNode input,
        @Nullable Integer exitCode,
        @Nullable String tool,
        @Nullable ToolKind toolKind,
        @Nullable String server,
        @Nullable List<Attachment> attachments,
        @Nullable String childThread,
        @Nullable Boolean redacted,
        @Nullable Compaction compaction,
        @Nullable Instant startedAt,
        @Nullable Instant completedAt) {

    public static Builder of(ItemType itemType) {
        return new Builder(itemType);
    }

    /** The same item with another word for the thread that a sub-agent works in. */
    public ItemSnapshot withChildThread(String value) {
        return new ItemSnapshot(
                itemType,
                status,
                title,
                detail,
                data,
                text,
                input,
                exitCode,
                tool,
                toolKind,
                server,
                attachments,
                value,
                redacted,
                compaction,
                startedAt,
                completedAt);
    }

    /** Collects what is known of an item; passing null leaves a field untold. */
    public static final class Builder {
        private final ItemType itemType;
        private @Nullable ItemStatus status;
        private @Nullable String title;
        private @Nullable String detail;
        private @Nullable JsonNode data;
        private @Nullable String text;
        private @Nullable JsonNode input;
        private @Nullable Integer exitCode;
        private @Nullable String tool;
        private @Nullable ToolKind toolKind;
        private @Nullable String server;
        private @Nullable List<Attachment> attachments;
        private @Nullable String childThread;
        private @Nullable Boolean redacted;
        private @Nullable Compaction compaction;
        private @Nullable Instant startedAt;
        private @Nullable Instant completedAt;

        private Builder(ItemType itemType) {
            this.itemType = itemType;
        }

        public Builder status(@Nullable ItemStatus value) {
            status = value;
            return this;
        }

        public Builder title(@Nullable String value) {
            title = value;
            return this;
        }

        public Builder detail(@Nullable String value) {
            detail = value;
            return this;
        }

        public Builder data(@Nullable JsonNode value) {
            data = value;
            return this;
        }

        public Builder text(@Nullable String value) {
            text = value;
            return this;
        }

        public Builder input(@Nullable JsonNode value) {
            input = value;
            return this;
        }

        public Builder exitCode(@Nullable Integer value) {
            exitCode = value;
            return this;
        }

        public Builder tool(@Nullable String value) {
            tool = value;
            return this;
        }

        public Builder toolKind(@Nullable ToolKind value) {
            toolKind = value;
            return this;
        }

        public Builder server(@Nullable String value) {
            server = value;
            return this;
        }

        public Builder attachments(@Nullable List<Attachment> value) {
            attachments = value == null ? null : List.copyOf(value);
            return this;
        }

        public Builder childThread(@Nullable String value) {
            childThread = value;
            return this;
        }

        public Builder redacted(@Nullable Boolean value) {
            redacted = value;
            return this;
        }

        public Builder compaction(@Nullable Compaction value) {
            compaction = value;
            return this;
        }

        public Builder startedAt(@Nullable Instant value) {
            startedAt = value;
            return this;
        }

        public Builder completedAt(@Nullable Instant value) {
            completedAt = value;
            return this;
        }

        public ItemSnapshot build() {
            return new ItemSnapshot(
                    itemType,
                    status,
                    title,
                    detail,
                    data,
                    text,
                    input,
                    exitCode,
                    tool,
                    toolKind,
                    server,
                    attachments,
                    childThread,
                    redacted,
                    compaction,
                    startedAt,
                    completedAt);
        }
    }
}
