package dev.tapedeck.events;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.canonical.RequestRef;
import dev.tapedeck.json.Json;
import dev.tapedeck.runtime.Patch;
import dev.tapedeck.runtime.RuntimeEvent;
import dev.tapedeck.runtime.RuntimeEvent.CompactionUpdated;
import dev.tapedeck.runtime.RuntimeEvent.EvidenceUpdated;
import dev.tapedeck.runtime.RuntimeEvent.ItemUpdated;
import dev.tapedeck.runtime.RuntimeEvent.RateLimitsUpdated;
import dev.tapedeck.runtime.RuntimeEvent.RequestUpdated;
import dev.tapedeck.runtime.RuntimeEvent.SessionUpdated;
import dev.tapedeck.runtime.RuntimeEvent.ThreadUpdated;
import dev.tapedeck.runtime.RuntimeEvent.TurnUpdated;
import dev.tapedeck.runtime.RuntimeEvent.UsageUpdated;
import dev.tapedeck.runtime.RuntimeEvent.Warning;
import dev.tapedeck.runtime.TextPatch;
import org.jspecify.annotations.Nullable;

/** Runtime events as JSON: an absent member keeps the value, {@code null} clears it. */
public final class RuntimeJson {
    private final Ids ids;
    private final ObjectNode json;

    private RuntimeJson(String type, Ids ids) {
        this.ids = ids;
        this.json = Json.mapper().createObjectNode().put("type", type);
    }

    /** The event with the provider's own ids, a request's id as its {@link RequestRef#key()}. */
    public static ObjectNode of(RuntimeEvent event) {
        return of(event, ProviderIds.INSTANCE);
    }

    static ObjectNode of(RuntimeEvent event, Ids ids) {
        RuntimeJson json = new RuntimeJson(event.getClass().getSimpleName(), ids);
        switch (event) {
            case SessionUpdated session -> json.session(session);
            case ThreadUpdated thread -> json.thread(thread);
            case TurnUpdated turn -> json.turn(turn);
            case ItemUpdated item -> json.item(item);
            case RequestUpdated request -> json.request(request);
            case EvidenceUpdated evidence -> json.evidence(evidence);
            case UsageUpdated usage -> json.about(usage.thread(), usage.turn(), null).value("figures", usage.figures());
            case RateLimitsUpdated limits -> json.limits(limits);
            case CompactionUpdated compaction ->
                json.about(compaction.thread(), compaction.turn(), compaction.item())
                        .value("compaction", compaction.compaction());
            case Warning warning -> json.value("reason", warning.reason());
        }
        return json.json;
    }

    private void session(SessionUpdated event) {
        patch("auth", event.auth());
        patch("login", event.login());
        patch("billingMode", event.billingMode());
        patch("title", event.title());
        patch("config", event.config());
    }

    private void thread(ThreadUpdated event) {
        about(event.thread(), null, null);
        threadLink("parentThreadId", event.parent());
        patch("status", event.status());
        patch("name", event.name());
        patch("settings", event.settings());
    }

    private void turn(TurnUpdated event) {
        about(event.thread(), event.turn(), null);
        value("phase", event.phase());
        patch("detail", event.detail());
        patch("statusLine", event.statusLine());
        threadLink("parentThreadId", event.parentThread());
        patch("startedAt", event.startedAt());
        patch("completedAt", event.completedAt());
    }

    private void item(ItemUpdated event) {
        about(event.thread(), event.turn(), event.item());
        value("kind", event.kind());
        patch("state", event.state());
        patch("title", event.title());
        patch("detail", event.detail());
        text("text", "append", event.text());
        text("input", "appendInput", event.input());
        patch("exitCode", event.exitCode());
        patch("tool", event.tool());
        patch("server", event.server());
        patch("attachments", event.attachments());
        patch("requestId", requestId(event.request()));
        threadLink("childThreadId", event.childThread());
        patch("redacted", event.redacted());
        patch("startedAt", event.startedAt());
        patch("completedAt", event.completedAt());
    }

    private void request(RequestUpdated event) {
        value("requestId", ids.request(event.request()));
        about(event.thread(), event.turn(), event.item());
        value("state", event.state());
        patch("requestType", event.type());
        patch("detail", event.detail());
        patch("args", event.args());
        patch("answer", event.answer());
    }

    private void evidence(EvidenceUpdated event) {
        value("sendId", ids.send(event.send()));
        about(event.thread(), event.turn(), event.item());
    }

    private void limits(RateLimitsUpdated event) {
        about(event.thread(), null, null).value("limits", event.limits());
        if (event.sparse()) {
            value("sparse", true);
        }
    }

    private RuntimeJson about(@Nullable String thread, @Nullable String turn, @Nullable String item) {
        value("threadId", thread == null ? null : ids.thread(thread));
        value("turnId", turn == null ? null : ids.turn(thread, turn));
        value("itemId", item == null ? null : ids.item(thread, item));
        return this;
    }

    private void value(String member, @Nullable Object value) {
        if (value != null) {
            json.set(member, value instanceof JsonNode node ? node : Json.mapper().valueToTree(value));
        }
    }

    private <T> void patch(String member, Patch<T> patch) {
        switch (patch) {
            case Patch.Keep<T> keep -> {}
            case Patch.Clear<T> clear -> json.putNull(member);
            case Patch.Set<T>(T value) -> value(member, value);
        }
    }

    private void text(String replaced, String appended, TextPatch patch) {
        switch (patch) {
            case TextPatch.Keep keep -> {}
            case TextPatch.Replace(String text) -> json.put(replaced, text);
            case TextPatch.Append(String text) -> json.put(appended, text);
        }
    }

    private void threadLink(String member, Patch<String> thread) {
        patch(member, mapped(thread, ids::thread));
    }

    private Patch<String> requestId(Patch<RequestRef> request) {
        return mapped(request, ids::request);
    }

    private static <T> Patch<String> mapped(Patch<T> patch, java.util.function.Function<T, String> mapping) {
        return switch (patch) {
            case Patch.Keep<T> keep -> Patch.keep();
            case Patch.Clear<T> clear -> Patch.clear();
            case Patch.Set<T>(T value) -> Patch.set(mapping.apply(value));
        };
    }
}
