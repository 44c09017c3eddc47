package dev.tapedeck.host;

import dev.tapedeck.runtime.RuntimeEvent.EvidenceUpdated;
import org.jspecify.annotations.Nullable;

/** Says to the trace which place in the maps is about to change; without tracing it costs nothing. */
final class Touch {
    private final Maps maps;
    private final @Nullable Trace trace;

    Touch(Maps maps, @Nullable Trace trace) {
        this.maps = maps;
        this.trace = trace;
    }

    void item(Item item) {
        if (trace != null) {
            trace.watch(
                    path("items", item.thread(), item.id()),
                    json -> maps.item(item.thread(), item.id()) == item ? json.item(item) : null);
        }
    }

    void turn(Turn turn) {
        if (trace != null) {
            trace.watch(
                    path("turns", turn.thread, turn.id),
                    json -> maps.turn(turn.thread, turn.id) == turn ? json.turn(turn) : null);
        }
    }

    void thread(ThreadEntry thread) {
        if (trace != null) {
            trace.watch(path("threads", thread.id), json ->
                    maps.thread(thread.id) == thread ? json.thread(thread) : null);
        }
    }

    void request(RequestEntry request) {
        if (trace != null) {
            trace.watch(
                    path("requests", request.ref.key()),
                    json -> maps.request(request.ref) == request ? json.request(request) : null);
        }
    }

    void evidence(EvidenceUpdated confirmed) {
        if (trace != null) {
            trace.added(path("evidence", confirmed.send()), json -> json.evidence(confirmed));
        }
    }

    void session() {
        if (trace != null) {
            trace.watch("session", json -> json.session(maps.session));
        }
    }

    private static String path(String list, String... ids) {
        StringBuilder path = new StringBuilder(list);
        for (String id : ids) {
            path.append('/').append(id.replace("~", "~0").replace("/", "~1"));
        }
        return path.toString();
    }
}
