package dev.tapedeck.inspect.index;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.amalgm.AmalgmEvent;
import dev.tapedeck.canonical.CanonicalEvent;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.events.CanonicalIds;
import dev.tapedeck.events.EventWriter;
import dev.tapedeck.events.Ordinals;
import dev.tapedeck.frame.Header;
import dev.tapedeck.host.Maps;
import dev.tapedeck.json.Json;
import dev.tapedeck.runtime.RuntimeEvent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Canonical events as pages show them: the full form with ordinals for ids and without event ids and raw frame. */
final class CanonicalJson {
    /** Known from the page around the event, or shown beside it. */
    private static final List<String> LEFT_OUT = List.of("eventId", "provider", "sessionId", "raw");

    private final Ordinals ordinals;
    private final EventWriter writer;
    private final EventWriter projected;

    /** @param ordinals of the ids that are known already */
    CanonicalJson(Header header, Ordinals ordinals) {
        this.ordinals = ordinals;
        this.projected = EventWriter.golden(ordinals);
        this.writer = EventWriter.full(header.provider(), new CanonicalIds(header.id(), 1));
    }

    /** Lets an event that is not shown take its ordinals, so that later ones count on. */
    void pass(CanonicalEvent event) {
        Refs refs = event.refs();
        if (refs.thread() != null) {
            ordinals.thread(refs.thread());
        }
        if (refs.turn() != null) {
            ordinals.turn(refs.thread(), refs.turn());
        }
        if (refs.item() != null) {
            ordinals.item(refs.thread(), refs.item());
        }
        if (refs.request() != null) {
            ordinals.request(refs.request());
        }
    }

    ObjectNode runtime(RuntimeEvent event) {
        return read(projected.runtime(event));
    }

    ObjectNode amalgm(AmalgmEvent event) {
        return read(projected.amalgm(event));
    }

    /** Maps with the same ordinals, and without what changes from run to run. */
    ObjectNode maps(Maps maps) {
        return maps.json(ordinals);
    }

    /** Ordinals of the ids that an event is about. */
    Ordinals ordinals() {
        return ordinals;
    }

    /** Text with ordinals in place of the ids that events were about. */
    String named(String text) {
        return ordinals.stable(text);
    }

    ObjectNode of(CanonicalEvent event, long seq) {
        Refs refs = event.refs();
        ObjectNode full = read(writer.canonical(event, seq));
        full.remove(LEFT_OUT);
        ObjectNode json = Json.mapper().createObjectNode();
        json.set("type", full.remove("type"));
        if (refs.thread() != null) {
            full.put("threadId", ordinals.thread(refs.thread()));
        }
        if (refs.turn() != null) {
            full.put("turnId", ordinals.turn(refs.thread(), refs.turn()));
        }
        if (refs.item() != null) {
            full.put("itemId", ordinals.item(refs.thread(), refs.item()));
        }
        if (refs.request() != null) {
            full.put("requestId", ordinals.request(refs.request()));
        }
        return json.setAll(full);
    }

    private static ObjectNode read(String json) {
        try {
            return (ObjectNode) Json.read(json.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("an event of our own could not be read back", e);
        }
    }
}
