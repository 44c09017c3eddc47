package dev.tapedeck.wire.acp;

import static dev.tapedeck.canonical.EventType.RUNTIME_ERROR;
import static dev.tapedeck.canonical.EventType.RUNTIME_WARNING;
import static dev.tapedeck.rules.Concept.ERROR;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.ErrorClass;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.canonical.TelemetryPayload.RuntimeError;
import dev.tapedeck.canonical.TelemetryPayload.RuntimeWarning;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.Nodes;
import dev.tapedeck.rules.RuleBook;
import java.util.Set;

/** Errors of JSON-RPC and notices to the user. */
final class AcpErrors {
    private AcpErrors() {}

    static void rules(RuleBook.Builder book) {
        book.map(Acp.UPDATE + "notice", ERROR, Set.of(RUNTIME_WARNING, RUNTIME_ERROR), AcpErrors::notice);
    }

    /** An error object as an event: its message, its class by its code, the whole as detail. */
    static RuntimeError error(JsonNode error) {
        JsonNode data = error.path("data");
        String message = error.path("message").asText("refused");
        String details = data.isTextual() ? data.textValue() : Nodes.firstText(data, "details", "message", "error");
        boolean more = details != null && !message.contains(details);
        return new RuntimeError(more ? message + ": " + details : message, errorClass(error), error, null);
    }

    /** Any other request of the client's that the agent refused. */
    static void refused(FrameView frame, Emitter out) {
        Asked.Question question = new Asked(out.scratch()).take(frame);
        out.emit(new Conversation(frame, out).refused(question), null, error(frame.node("/error")));
    }

    /** The adapter has to interrupt the process instead (canonical-events 5.1). */
    static void cannotCancel(FrameView frame, Emitter out) {
        JsonNode error = frame.node("/error");
        String message = "the agent cannot cancel: " + error.path("message").asText();
        out.emit(new Conversation(frame, out).heard(), null, new RuntimeWarning(message, error));
    }

    private static void notice(FrameView frame, Emitter out) {
        String title = frame.text("/params/update/title");
        String description = frame.optionalText("/params/update/description");
        String message = description == null ? title : title + ": " + description;
        Refs refs = new Conversation(frame, out).heard();
        if (frame.text("/params/update/severity").equals("error")) {
            out.emit(refs, null, new RuntimeError(message, ErrorClass.PROVIDER_ERROR, null, null));
        } else {
            out.emit(refs, null, new RuntimeWarning(message, null));
        }
    }

    /** Codes of JSON-RPC, of the protocol, and the HTTP statuses that some agents put in their place. */
    private static ErrorClass errorClass(JsonNode error) {
        return switch (error.path("code").asInt()) {
            case -32000, 401, 403 -> ErrorClass.PERMISSION_ERROR;
            case -32700, -32600, -32601, -32602, -32002, 400, 404 -> ErrorClass.VALIDATION_ERROR;
            case -32603, 429, 500, 502, 503, 529 -> ErrorClass.PROVIDER_ERROR;
            default -> ErrorClass.UNKNOWN;
        };
    }
}
