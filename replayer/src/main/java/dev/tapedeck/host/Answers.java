package dev.tapedeck.host;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.RequestRef;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.mapping.Outcome;
import dev.tapedeck.rules.Kind;
import dev.tapedeck.rules.Message;
import dev.tapedeck.rules.Role;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What goes back to the provider for its requests: the client's answers, protocol errors, cancel answers. */
final class Answers {
    private final Run run;

    Answers(Run run) {
        this.run = run;
    }

    /** A request was decoded; returns why it is refused at once, or null when it is registered. */
    @Nullable String register(RequestRef id, Message request) {
        String refused = run.epoch.requests.register(id, request);
        if (refused != null) {
            run.note(new HostNote.RequestRefused(
                    request.seq(), run.epoch.number, id, request.kind().path(), refused));
        }
        return refused;
    }

    /** The client's answer takes its turn; returns whether it counts. */
    boolean judge(Message answer) {
        RequestRef id = Objects.requireNonNull(answer.id());
        String refused = run.epoch.requests.answer(id, answer.seq());
        if (refused != null) {
            run.note(new HostNote.AnswerRefused(answer.seq(), run.epoch.number, id, refused));
        }
        return refused == null;
    }

    /** A request that opened nothing in the maps is answered with a protocol error, in its turn. */
    void decide(Message message, Outcome outcome) {
        if (message.isServerRequest() && message.id() != null) {
            String error = switch (outcome) {
                case Outcome.Mapped mapped -> null;
                case Outcome.Duplicate duplicate -> null;
                case Outcome.Dropped(String reason) -> "not supported: " + reason;
                case Outcome.Unmapped unmapped -> "method not found";
                case Outcome.Faulted(String reason) -> "invalid request: " + reason;
            };
            run.epoch.requests.decide(message.seq(), error);
        }
    }

    /** Writes the protocol errors that no earlier request holds up any more. */
    void writeDueErrors() {
        for (Requests.Registered due : run.epoch.requests.dueErrors()) {
            run.note(new HostNote.ErrorWritten(
                    run.arrivedSeq,
                    run.epoch.number,
                    due.seq,
                    due.ref,
                    due.method,
                    Objects.requireNonNull(due.error)));
        }
    }

    /** Writes the answer that withdraws a request. */
    void cancelled(long seq, Requests.Registered request) {
        JsonNode answer = cancelAnswer(new Kind(request.method));
        run.note(new HostNote.CancelWritten(seq, run.epoch.number, request.ref, request.method, answer));
    }

    static boolean isClientAnswer(Message message) {
        return message.direction() == Direction.IN
                && message.id() != null
                && (message.role() == Role.RESULT || message.role() == Role.ERROR);
    }

    private @Nullable JsonNode cancelAnswer(Kind kind) {
        return run.book
                .cancelAnswer(kind.path())
                .or(() -> kind.parent().map(this::cancelAnswer))
                .orElse(null);
    }
}
