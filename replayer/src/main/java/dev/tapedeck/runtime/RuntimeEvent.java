package dev.tapedeck.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.Attachment;
import dev.tapedeck.canonical.Compaction;
import dev.tapedeck.canonical.RequestRef;
import dev.tapedeck.canonical.UsageFigures;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An upsert: it names an identity and what changes there (runtime-event-path, RuntimeEvent).
 *
 * <p>Ids are the provider's own. No event tells which provider or transport it came from.
 */
public sealed interface RuntimeEvent {

    /**
     * Auth, login and billing mode of the tab's session, and what the provider said of itself.
     *
     * @param config members that changed; the host keeps the others, and null clears one
     */
    record SessionUpdated(
            Patch<String> auth,
            Patch<String> login,
            Patch<String> billingMode,
            Patch<String> title,
            Patch<JsonNode> config)
            implements RuntimeEvent {}

    /**
     * Parent, settings and status of a thread.
     *
     * @param settings members that changed; the host keeps the others, and null clears one
     */
    record ThreadUpdated(
            String thread, Patch<String> parent, Patch<String> status, Patch<String> name, Patch<JsonNode> settings)
            implements RuntimeEvent {}

    /**
     * A turn's phase. Idle is its end.
     *
     * @param turn absent on {@code needs_input} when the thread waits on a request whose turn is the active one
     */
    record TurnUpdated(
            String thread,
            @Nullable String turn,
            TurnPhase phase,
            Patch<TurnDetail> detail,
            Patch<String> statusLine,
            Patch<String> parentThread,
            Patch<Instant> startedAt,
            Patch<Instant> completedAt)
            implements RuntimeEvent {

        /** A turn that changed its phase and nothing else. */
        public static TurnUpdated phase(String thread, @Nullable String turn, TurnPhase phase) {
            return new TurnUpdated(
                    thread, turn, phase, Patch.keep(), Patch.keep(), Patch.keep(), Patch.keep(), Patch.keep());
        }
    }

    /**
     * What changed in one turn item.
     *
     * @param turn absent when the provider did not say; the item then belongs to the thread's active turn
     * @param text the item's visible text: message, thought, plan, command output, diff
     * @param input what a tool was called with, as text; JSON input is compact JSON
     * @param request key of the request that an approval or question item belongs to
     * @param childThread thread that a sub-agent works in
     */
    record ItemUpdated(
            String thread,
            @Nullable String turn,
            String item,
            ItemKind kind,
            Patch<ItemState> state,
            Patch<String> title,
            Patch<String> detail,
            TextPatch text,
            TextPatch input,
            Patch<Integer> exitCode,
            Patch<String> tool,
            Patch<String> server,
            Patch<List<Attachment>> attachments,
            Patch<RequestRef> request,
            Patch<String> childThread,
            Patch<Boolean> redacted,
            Patch<Instant> startedAt,
            Patch<Instant> completedAt)
            implements RuntimeEvent {

        /** A text that grows, and nothing else. */
        public static ItemUpdated append(
                String thread, @Nullable String turn, String item, ItemKind kind, String text) {
            return new ItemUpdated(
                    thread,
                    turn,
                    item,
                    kind,
                    Patch.keep(),
                    Patch.keep(),
                    Patch.keep(),
                    new TextPatch.Append(text),
                    TextPatch.KEEP,
                    Patch.keep(),
                    Patch.keep(),
                    Patch.keep(),
                    Patch.keep(),
                    Patch.keep(),
                    Patch.keep(),
                    Patch.keep(),
                    Patch.keep(),
                    Patch.keep());
        }
    }

    /**
     * A server request or question.
     *
     * @param type the canonical request type's word
     * @param answer what was answered, or the error
     */
    record RequestUpdated(
            RequestRef request,
            @Nullable String thread,
            @Nullable String turn,
            @Nullable String item,
            RequestState state,
            Patch<String> type,
            Patch<String> detail,
            Patch<JsonNode> args,
            Patch<JsonNode> answer)
            implements RuntimeEvent {}

    /**
     * A claimed send was seen in the provider's own echo.
     *
     * @param send id of the claim, given by the host
     */
    record EvidenceUpdated(String send, String thread, @Nullable String turn, String item) implements RuntimeEvent {}

    /** Token usage, latest per thread; a figure that is absent keeps the one that was told before. */
    record UsageUpdated(String thread, @Nullable String turn, UsageFigures figures) implements RuntimeEvent {}

    /**
     * Quota windows, latest per thread or for the session.
     *
     * @param sparse whether a member that is absent or null keeps what was told before, rather than being gone
     */
    record RateLimitsUpdated(@Nullable String thread, JsonNode limits, boolean sparse) implements RuntimeEvent {}

    /** A compaction that is over. */
    record CompactionUpdated(String thread, @Nullable String turn, String item, @Nullable Compaction compaction)
            implements RuntimeEvent {}

    /** The one visible bookkeeping warning of an epoch; written by the host alone. */
    record Warning(String reason) implements RuntimeEvent {}
}
