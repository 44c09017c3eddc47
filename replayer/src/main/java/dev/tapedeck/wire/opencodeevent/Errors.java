package dev.tapedeck.wire.opencodeevent;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.ErrorClass;
import dev.tapedeck.canonical.ErrorKind;
import dev.tapedeck.canonical.TelemetryPayload.RuntimeError;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Errors, which come as {@code {name, data}}, or, of newer events, as {@code {type, message}}. */
final class Errors {
    private static final Pattern STATUS = Pattern.compile("^Provider request failed with HTTP (\\d{3})\\b");

    private Errors() {}

    static String message(JsonNode error) {
        String told = error.path("data").path("message").textValue();
        String message = told == null ? EventJson.firstText(error, "message", "name", "type", "_tag") : told;
        return message == null ? "an error without words" : message;
    }

    /** @param willRetry whether the provider goes on by itself */
    static RuntimeError event(JsonNode error, @Nullable Boolean willRetry) {
        String name = String.valueOf(EventJson.firstText(error, "name", "type", "_tag"));
        int status = error.path("data").path("statusCode").asInt();
        ErrorKind kind = status == 0 ? ofWords(name, message(error), willRetry) : ofStatus(status);
        JsonNode detail = EventJson.without(error, "message");
        if (error.path("data").isObject()) {
            detail = EventJson.with(detail, "data", EventJson.without(error.get("data"), "responseHeaders"));
        }
        return new RuntimeError(message(error), classOf(kind), detail, willRetry, kind);
    }

    /** The provider waits and tries once more; it does so for nothing but the model's failures and the network's. */
    static RuntimeError retry(JsonNode status) {
        String message = message(status);
        ErrorKind kind = message.startsWith("Cannot connect") ? ErrorKind.TRANSPORT : ErrorKind.MODEL;
        return new RuntimeError(message, classOf(kind), EventJson.only(status, "attempt", "action"), true, kind);
    }

    /** A call was refused, or, with status 0, not even made. */
    static RuntimeError ofCall(JsonNode body, int status) {
        JsonNode error = body.isObject() ? body : EventJson.object().put("message", "HTTP status " + status);
        ErrorKind kind = status == 0 ? ErrorKind.TRANSPORT : ofStatus(status);
        return new RuntimeError(message(error), classOf(kind), error, null, kind);
    }

    /** Newer events tell the status in words only; what a provider tries again is the model's failure. */
    private static ErrorKind ofWords(String name, String message, @Nullable Boolean willRetry) {
        Matcher status = STATUS.matcher(message);
        if (status.find()) {
            return ofStatus(Integer.parseInt(status.group(1)));
        }
        return switch (name) {
            case "ProviderAuthError" -> ErrorKind.AUTH;
            case "ContextOverflowError", "MessageOutputLengthError", "StructuredOutputError" -> ErrorKind.VALIDATION;
            case "APIError", "provider" -> ErrorKind.MODEL;
            default -> Boolean.TRUE.equals(willRetry) ? ErrorKind.MODEL : ErrorKind.UNKNOWN;
        };
    }

    private static ErrorKind ofStatus(int status) {
        return switch (status) {
            case 401, 402, 403 -> ErrorKind.AUTH;
            case 429 -> ErrorKind.RATE_LIMIT;
            case 408, 504 -> ErrorKind.TRANSPORT;
            default -> status >= 500 ? ErrorKind.MODEL : ErrorKind.VALIDATION;
        };
    }

    private static ErrorClass classOf(ErrorKind kind) {
        return switch (kind) {
            case AUTH -> ErrorClass.PERMISSION_ERROR;
            case MODEL, RATE_LIMIT -> ErrorClass.PROVIDER_ERROR;
            case TRANSPORT -> ErrorClass.TRANSPORT_ERROR;
            case VALIDATION -> ErrorClass.VALIDATION_ERROR;
            case UNKNOWN -> ErrorClass.UNKNOWN;
        };
    }
}
