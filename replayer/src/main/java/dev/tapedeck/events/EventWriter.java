package dev.tapedeck.events;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.amalgm.AmalgmEvent;
import dev.tapedeck.canonical.CanonicalEvent;
import dev.tapedeck.canonical.CanonicalPayload;
import dev.tapedeck.canonical.EventType;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.json.Json;
import dev.tapedeck.runtime.RuntimeEvent;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes events of all vocabularies as JSON, one line an event, without line ends.
 *
 * <p>The full form is the envelope of canonical-events 1.1. The golden form has ordinals for ids and leaves out what
 * changes from run to run and what would only repeat the recording: event ids, times, {@code raw}, and the native
 * values in {@code data}, {@code usage} and {@code args} of a permission request. Not for several threads.
 */
public final class EventWriter {
    /** Members that hold the provider's own value beside ours; the recording has it too. */
    private static final List<String> NATIVE = List.of("data", "usage");

    /** Member of the events of tasks, whose ids are made anew in every run. */
    private static final String TASK = "taskId";

    private final Form form;
    private long seq = -1;
    private int nth;

    private EventWriter(Form form) {
        this.form = form;
    }

    /** Writes the full form. */
    public static EventWriter full(String provider, CanonicalIds ids) {
        return new EventWriter(new Full(provider, ids));
    }

    /** Writes the golden form, with ordinals that count on through one recording. */
    public static EventWriter golden(Ordinals ordinals) {
        return new EventWriter(new Golden(ordinals));
    }

    /**
     * One canonical event.
     *
     * @param seq seq of the frame that it came from; events of one frame must be written in their order
     */
    public String canonical(CanonicalEvent event, long seq) {
        nth = seq == this.seq ? nth + 1 : 0;
        this.seq = seq;
        return Json.write(
                switch (form) {
                    case Full full -> full.canonical(event, seq, nth);
                    case Golden golden -> golden.canonical(event);
                });
    }

    /** One runtime event: absent members keep their value, {@code null} clears it. */
    public String runtime(RuntimeEvent event) {
        return Json.write(
                switch (form) {
                    case Full full -> RuntimeJson.of(event, full.ids);
                    case Golden golden -> golden.ordinals.stable(RuntimeJson.of(event, golden.ordinals));
                });
    }

    /** One amalgm event. */
    public String amalgm(AmalgmEvent event) {
        return Json.write(
                switch (form) {
                    case Full full -> AmalgmJson.of(event, full.ids);
                    case Golden golden -> golden.amalgm(event);
                });
    }

    private sealed interface Form {}

    private record Full(String provider, CanonicalIds ids) implements Form {
        Envelope canonical(CanonicalEvent event, long seq, int nth) {
            Refs refs = event.refs();
            return new Envelope(
                    ids.event(seq, nth),
                    provider,
                    ids.session(),
                    event.createdAt(),
                    refs.thread() == null ? null : ids.thread(refs.thread()),
                    refs.turn() == null ? null : ids.turn(refs.thread(), refs.turn()),
                    refs.item() == null ? null : ids.item(refs.thread(), refs.item()),
                    refs.request() == null ? null : ids.request(refs.request()),
                    ProviderRefs.of(refs),
                    event.type(),
                    event.history() ? true : null,
                    ThreadLinks.replaced(event.payload(), ids),
                    event.raw());
        }
    }

    private record Golden(Ordinals ordinals) implements Form {
        ObjectNode canonical(CanonicalEvent event) {
            Refs refs = event.refs();
            ObjectNode json = Json.mapper().createObjectNode().put("type", event.type().word());
            if (refs.thread() != null) {
                json.put("threadId", ordinals.thread(refs.thread()));
            }
            if (refs.turn() != null) {
                json.put("turnId", ordinals.turn(refs.thread(), refs.turn()));
            }
            if (refs.item() != null) {
                json.put("itemId", ordinals.item(refs.thread(), refs.item()));
            }
            if (refs.request() != null) {
                json.put("requestId", ordinals.request(refs.request()));
            }
            if (event.history()) {
                json.put("history", true);
            }
            ObjectNode payload = Json.mapper().valueToTree(ThreadLinks.replaced(event.payload(), ordinals));
            payload.remove(NATIVE);
            if (payload.path(TASK).isTextual()) {
                payload.put(TASK, ordinals.task(payload.path(TASK).textValue()));
            }
            json.set("payload", ordinals.stable(payload));
            return json;
        }

        ObjectNode amalgm(AmalgmEvent event) {
            ObjectNode json = AmalgmJson.of(event, ordinals);
            json.remove(AmalgmJson.NATIVE);
            return ordinals.stable(json);
        }
    }

    private record Envelope(
            String eventId,
            String provider,
            String sessionId,
            Instant createdAt,
            @Nullable String threadId,
            @Nullable String turnId,
            @Nullable String itemId,
            @Nullable String requestId,
            @Nullable ProviderRefs providerRefs,
            EventType type,
            @Nullable Boolean history,
            CanonicalPayload payload,
            CanonicalEvent.@Nullable Raw raw) {}

    private record ProviderRefs(
            @Nullable String providerSessionId,
            @Nullable String providerThreadId,
            @Nullable String providerTurnId,
            @Nullable String providerItemId,
            @Nullable String providerRequestId) {
        static @Nullable ProviderRefs of(Refs refs) {
            return refs.equals(Refs.NONE)
                    ? null
                    : new ProviderRefs(
                            refs.session(),
                            refs.thread(),
                            refs.turn(),
                            refs.item(),
                            refs.request() == null ? null : refs.request().text());
        }
    }
}
