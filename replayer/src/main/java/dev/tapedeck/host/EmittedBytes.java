package dev.tapedeck.host;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.mapping.Emission;
import dev.tapedeck.runtime.Patch;
import dev.tapedeck.runtime.RuntimeEvent;
import dev.tapedeck.runtime.TextPatch;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Size of the values that a call emits, close to their size as compact JSON, without writing them.
 *
 * <p>Every event counts {@link #ENVELOPE} bytes for names and ids; texts count as UTF-8.
 */
final class EmittedBytes {
    /** Bytes that an event counts beside its values. */
    static final int ENVELOPE = 96;

    private EmittedBytes() {}

    static long of(List<Emission> emissions) {
        long bytes = 0;
        for (Emission emission : emissions) {
            for (RuntimeEvent event : emission.events()) {
                bytes += ENVELOPE + values(event);
            }
        }
        return bytes;
    }

    private static long values(RuntimeEvent event) {
        return switch (event) {
            case RuntimeEvent.SessionUpdated session ->
                text(session.auth()) + text(session.login()) + text(session.title()) + json(session.config());
            case RuntimeEvent.ThreadUpdated thread ->
                text(thread.status()) + text(thread.name()) + json(thread.settings());
            case RuntimeEvent.TurnUpdated turn -> text(turn.statusLine());
            case RuntimeEvent.ItemUpdated item ->
                text(item.title()) + text(item.detail()) + text(item.text()) + text(item.input());
            case RuntimeEvent.RequestUpdated request ->
                text(request.detail()) + json(request.args()) + json(request.answer());
            case RuntimeEvent.EvidenceUpdated evidence -> 0;
            case RuntimeEvent.UsageUpdated usage -> ENVELOPE;
            case RuntimeEvent.RateLimitsUpdated limits -> size(limits.limits());
            case RuntimeEvent.CompactionUpdated compaction -> 0;
            case RuntimeEvent.Warning warning -> TailText.utf8Length(warning.reason());
        };
    }

    private static long text(Patch<String> patch) {
        return patch instanceof Patch.Set<String>(String value) ? TailText.utf8Length(value) : 0;
    }

    private static long text(TextPatch patch) {
        return switch (patch) {
            case TextPatch.Keep keep -> 0;
            case TextPatch.Replace(String whole) -> TailText.utf8Length(whole);
            case TextPatch.Append(String more) -> TailText.utf8Length(more);
        };
    }

    private static long json(Patch<JsonNode> patch) {
        return patch instanceof Patch.Set<JsonNode>(JsonNode value) ? size(value) : 0;
    }

    private static long size(@Nullable JsonNode node) {
        if (node == null) {
            return 0;
        }
        if (node.isTextual()) {
            return TailText.utf8Length(node.textValue()) + 2;
        }
        if (node.isObject()) {
            long bytes = 2;
            for (var member : node.properties()) {
                bytes += member.getKey().length() + 4 + size(member.getValue());
            }
            return bytes;
        }
        if (node.isArray()) {
            long bytes = 2;
            for (JsonNode element : node) {
                bytes += 1 + size(element);
            }
            return bytes;
        }
        return node.isNumber() ? 8 : 5;
    }
}
