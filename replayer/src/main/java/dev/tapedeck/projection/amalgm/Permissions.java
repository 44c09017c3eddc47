package dev.tapedeck.projection.amalgm;

import dev.tapedeck.amalgm.AmalgmPayload.PermissionRequest;
import dev.tapedeck.amalgm.AmalgmPayload.PermissionResponse;
import dev.tapedeck.amalgm.Omission;
import dev.tapedeck.canonical.RequestPayload;
import dev.tapedeck.canonical.RequestPayload.RequestOpened;
import dev.tapedeck.canonical.RequestPayload.RequestResolved;
import dev.tapedeck.canonical.RequestType;
import dev.tapedeck.canonical.ToolKind;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What the provider asks its user, and the answer, once each. */
final class Permissions {
    private final Recent<ToolKind> open;

    Permissions() {
        open = new Recent<>();
    }

    /** A copy that goes its own way. */
    Permissions(Permissions other) {
        open = other.open.copy(each -> each);
    }

    void project(RequestPayload payload, Output out) {
        switch (payload) {
            case RequestOpened opened -> opened(opened, out);
            case RequestResolved resolved -> resolved(resolved, out);
            case RequestPayload.UserInputRequested requested -> out.omit(Omission.SAID_ALREADY);
            case RequestPayload.UserInputResolved resolved -> out.omit(Omission.SAID_ALREADY);
        }
    }

    private void opened(RequestOpened opened, Output out) {
        ToolKind action = actionOf(opened);
        if (action == null) {
            out.omit(Omission.CLIENT_SERVICE);
            return;
        }
        open.put(key(out), action);
        out.emit(new PermissionRequest(action, opened.detail(), opened.args(), opened.reviewer()));
    }

    private void resolved(RequestResolved resolved, Output out) {
        ToolKind action = open.remove(key(out));
        if (action == null) {
            boolean service = isService(resolved.requestType());
            out.omit(service ? Omission.CLIENT_SERVICE : Omission.SAID_ALREADY);
            return;
        }
        boolean cancelled = Objects.equals(resolved.cancelled(), true);
        boolean approved = !cancelled
                && Objects.requireNonNullElse(
                        resolved.approved(), action == ToolKind.ASK && resolved.resolution() != null);
        out.emit(new PermissionResponse(approved, resolved.decision(), reason(resolved, approved, cancelled)));
    }

    private static @Nullable String reason(RequestResolved resolved, boolean approved, boolean cancelled) {
        if (resolved.reason() != null) {
            return resolved.reason();
        }
        if (cancelled) {
            return "cancelled";
        }
        if (approved || resolved.decision() != null) {
            return null;
        }
        String error = resolved.resolution() == null ? null : resolved.resolution().at("/error/message").textValue();
        if (error != null) {
            return error;
        }
        return resolved.approved() == null ? "no decision was told" : "refused";
    }

    private static @Nullable ToolKind actionOf(RequestOpened opened) {
        return switch (opened.requestType()) {
            case TOOL_USER_INPUT -> ToolKind.ASK;
            case COMMAND_EXECUTION_APPROVAL, EXEC_COMMAND_APPROVAL ->
                Objects.requireNonNullElse(opened.toolKind(), ToolKind.BASH);
            case FILE_CHANGE_APPROVAL, APPLY_PATCH_APPROVAL ->
                Objects.requireNonNullElse(opened.toolKind(), ToolKind.EDIT);
            case UNKNOWN -> Objects.requireNonNullElse(opened.toolKind(), ToolKind.UNKNOWN);
            case DYNAMIC_TOOL_CALL, AUTH_TOKENS_REFRESH -> null;
        };
    }

    private static boolean isService(RequestType type) {
        return type == RequestType.DYNAMIC_TOOL_CALL || type == RequestType.AUTH_TOKENS_REFRESH;
    }

    private static String key(Output out) {
        return String.valueOf(out.refs().request());
    }
}
