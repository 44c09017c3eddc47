package dev.tapedeck.guest;

import dev.tapedeck.canonical.Attachment;
import dev.tapedeck.canonical.Compaction;
import dev.tapedeck.canonical.RequestRef;
import dev.tapedeck.canonical.Usage;
import dev.tapedeck.canonical.UsageFigures;
import dev.tapedeck.canonical.UsageScope;
import dev.tapedeck.runtime.ItemKind;
import dev.tapedeck.runtime.ItemState;
import dev.tapedeck.runtime.RequestState;
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
import dev.tapedeck.runtime.TextPatch;
import dev.tapedeck.runtime.TurnDetail;
import dev.tapedeck.runtime.TurnPhase;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads runtime events from the form that {@link dev.tapedeck.events.RuntimeJson} writes. */
final class EventReader {
    private EventReader() {}

    static RuntimeEvent read(Reading event) {
        String type = event.required("type", Reading::text);
        return switch (type) {
            case "SessionUpdated" -> new SessionUpdated(
                    event.patch("auth", Reading::text),
                    event.patch("login", Reading::text),
                    event.patch("billingMode", Reading::text),
                    event.patch("title", Reading::text),
                    event.patch("config", Reading::any));
            case "ThreadUpdated" -> new ThreadUpdated(
                    thread(event),
                    event.patch("parentThreadId", Reading::text),
                    event.patch("status", Reading::text),
                    event.patch("name", Reading::text),
                    event.patch("settings", Reading::any));
            case "TurnUpdated" -> turn(event);
            case "ItemUpdated" -> item(event);
            case "RequestUpdated" -> request(event);
            case "EvidenceUpdated" -> new EvidenceUpdated(
                    event.required("sendId", Reading::text), thread(event), turnId(event), itemId(event));
            case "UsageUpdated" -> new UsageUpdated(
                    thread(event), turnId(event), event.required("figures", EventReader::figures));
            case "RateLimitsUpdated" -> new RateLimitsUpdated(
                    event.optional("threadId", Reading::text),
                    event.required("limits", Reading::any),
                    Objects.equals(event.optional("sparse", Reading::flag), true));
            case "CompactionUpdated" -> new CompactionUpdated(
                    thread(event), turnId(event), itemId(event), event.optional("compaction", EventReader::compaction));
            default -> throw event.required("type", at -> at.wrong(
                    "a runtime event that a mapper may emit, for instance ItemUpdated"));
        };
    }

    private static TurnUpdated turn(Reading event) {
        return new TurnUpdated(
                thread(event),
                turnId(event),
                event.required("phase", at -> at.word(TurnPhase.values(), TurnPhase::word)),
                event.patch("detail", at -> at.word(TurnDetail.values(), TurnDetail::word)),
                event.patch("statusLine", Reading::text),
                event.patch("parentThreadId", Reading::text),
                event.patch("startedAt", Reading::instant),
                event.patch("completedAt", Reading::instant));
    }

    private static ItemUpdated item(Reading event) {
        return new ItemUpdated(
                thread(event),
                turnId(event),
                itemId(event),
                event.required("kind", at -> at.word(ItemKind.values(), ItemKind::word)),
                event.patch("state", at -> at.word(ItemState.values(), ItemState::word)),
                event.patch("title", Reading::text),
                event.patch("detail", Reading::text),
                text(event, "text", "append"),
                text(event, "input", "appendInput"),
                event.patch("exitCode", Reading::smallInteger),
                event.patch("tool", Reading::text),
                event.patch("server", Reading::text),
                event.patch("attachments", at -> at.elements().stream().map(EventReader::attachment).toList()),
                event.patch("requestId", EventReader::requestId),
                event.patch("childThreadId", Reading::text),
                event.patch("redacted", Reading::flag),
                event.patch("startedAt", Reading::instant),
                event.patch("completedAt", Reading::instant));
    }

    private static RequestUpdated request(Reading event) {
        return new RequestUpdated(
                event.required("requestId", EventReader::requestId),
                event.optional("threadId", Reading::text),
                turnId(event),
                event.optional("itemId", Reading::text),
                event.required("state", at -> at.word(RequestState.values(), RequestState::word)),
                event.patch("requestType", Reading::text),
                event.patch("detail", Reading::text),
                event.patch("args", Reading::any),
                event.patch("answer", Reading::any));
    }

    private static TextPatch text(Reading event, String replaced, String appended) {
        String whole = event.optional(replaced, Reading::text);
        String more = event.optional(appended, Reading::text);
        if (whole != null && more != null) {
            throw event.required(appended, at -> at.wrong("nothing beside " + replaced));
        }
        if (whole != null) {
            return new TextPatch.Replace(whole);
        }
        return more == null ? TextPatch.KEEP : new TextPatch.Append(more);
    }

    private static String thread(Reading event) {
        return event.required("threadId", Reading::text);
    }

    private static @Nullable String turnId(Reading event) {
        return event.optional("turnId", Reading::text);
    }

    private static String itemId(Reading event) {
        return event.required("itemId", Reading::text);
    }

    private static RequestRef requestId(Reading at) {
        return RequestRef.ofKey(at.text());
    }

    private static Attachment attachment(Reading at) {
        Attachment attachment = new Attachment(
                at.object().required("kind", Reading::text),
                at.optional("name", Reading::text),
                at.optional("sha256", Reading::text));
        at.nothingElse();
        return attachment;
    }

    private static Compaction compaction(Reading at) {
        Compaction compaction = new Compaction(
                at.object().optional("trigger", Reading::text),
                at.optional("preTokens", Reading::integer),
                at.optional("postTokens", Reading::integer),
                at.optional("durationMillis", Reading::integer));
        at.nothingElse();
        return compaction;
    }

    private static UsageFigures figures(Reading at) {
        UsageFigures figures = new UsageFigures(
                at.object().optional("thread", EventReader::usage),
                at.optional("turn", EventReader::usage),
                at.optional("step", EventReader::usage),
                at.optional("contextTokens", Reading::integer),
                at.optional("contextWindow", Reading::integer));
        at.nothingElse();
        return figures;
    }

    private static Usage usage(Reading at) {
        Usage usage = new Usage(
                at.object().required("scope", scope -> scope.word(UsageScope.values(), UsageScope::word)),
                at.required("exact", Reading::flag),
                at.required("billable", Reading::flag),
                at.optional("inputTokens", Reading::integer),
                at.optional("cachedInputTokens", Reading::integer),
                at.optional("cacheWriteTokens", Reading::integer),
                at.optional("outputTokens", Reading::integer),
                at.optional("reasoningTokens", Reading::integer),
                at.optional("totalTokens", Reading::integer),
                at.optional("costUsd", Reading::decimal));
        at.nothingElse();
        return usage;
    }
}
