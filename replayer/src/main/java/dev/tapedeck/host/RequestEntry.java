package dev.tapedeck.host;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.RequestRef;
import dev.tapedeck.canonical.RequestType;
import dev.tapedeck.rules.Resumed;
import dev.tapedeck.runtime.RequestState;
import dev.tapedeck.runtime.RuntimeEvent.RequestUpdated;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One server request in the maps. */
public final class RequestEntry {
    final RequestRef ref;
    /** Frame that opened it, so that an id which is used again is told from an event that comes late. */
    final long openedBy;

    @Nullable String thread;
    @Nullable String turn;
    @Nullable String item;
    RequestState state = RequestState.PENDING;
    @Nullable String type;
    @Nullable String detail;
    @Nullable JsonNode args;
    @Nullable JsonNode answer;

    RequestEntry(RequestRef ref, long openedBy) {
        this.ref = ref;
        this.openedBy = openedBy;
    }

    /** A copy that goes its own way. */
    RequestEntry(RequestEntry other) {
        ref = other.ref;
        openedBy = other.openedBy;
        thread = other.thread;
        turn = other.turn;
        item = other.item;
        state = other.state;
        type = other.type;
        detail = other.detail;
        args = other.args;
        answer = other.answer;
    }

    public RequestRef ref() {
        return ref;
    }

    public @Nullable String thread() {
        return thread;
    }

    public @Nullable String turn() {
        return turn;
    }

    public RequestState state() {
        return state;
    }

    /** What history says of it; null when no book has mapped it. */
    Resumed.@Nullable Request resumed() {
        RequestType known = type == null ? null : RequestType.ofWord(type);
        return known == null
                ? null
                : new Resumed.Request(ref, known, turn, item, state == RequestState.PENDING, args, answer);
    }

    /** Whether it says of the request everything that the other says. */
    boolean tells(RequestEntry other) {
        boolean asksTheSame = Objects.equals(thread, other.thread)
                && Objects.equals(turn, other.turn)
                && Objects.equals(item, other.item)
                && Objects.equals(type, other.type)
                && Objects.equals(detail, other.detail)
                && Objects.equals(args, other.args);
        boolean endsTheSame = state == other.state && Objects.equals(answer, other.answer);
        return asksTheSame && (other.state == RequestState.PENDING || endsTheSame);
    }

    /** Whether anybody saw it asked; of one that was only answered nothing else is known. */
    boolean isAsked() {
        return type != null;
    }

    /** Takes over what is asked and where. */
    void describeAs(RequestEntry other) {
        thread = other.thread;
        turn = other.turn;
        item = other.item;
        type = other.type;
        detail = other.detail;
        args = other.args;
    }

    /** Takes over what became of it, if anything did. */
    void settleAs(RequestEntry other) {
        if (other.state != RequestState.PENDING) {
            state = other.state;
            answer = other.answer;
        }
    }

    void apply(RequestUpdated event) {
        describe(event);
        state = event.state();
        answer = event.answer().apply(answer);
    }

    /** Takes over what is asked and where, but not what became of it. */
    void describe(RequestUpdated event) {
        thread = event.thread() == null ? thread : event.thread();
        turn = event.turn() == null ? turn : event.turn();
        item = event.item() == null ? item : event.item();
        type = event.type().apply(type);
        detail = event.detail().apply(detail);
        args = event.args().apply(args);
    }
}
