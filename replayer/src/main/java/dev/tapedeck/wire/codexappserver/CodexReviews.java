package dev.tapedeck.wire.codexappserver;

import static dev.tapedeck.canonical.EventType.REQUEST_OPENED;
import static dev.tapedeck.canonical.EventType.REQUEST_RESOLVED;
import static dev.tapedeck.canonical.RequestType.COMMAND_EXECUTION_APPROVAL;
import static dev.tapedeck.canonical.RequestType.FILE_CHANGE_APPROVAL;
import static dev.tapedeck.canonical.RequestType.UNKNOWN;
import static dev.tapedeck.rules.Concept.PERMISSION;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.canonical.RequestPayload.RequestOpened;
import dev.tapedeck.canonical.RequestPayload.RequestResolved;
import dev.tapedeck.canonical.RequestRef;
import dev.tapedeck.canonical.RequestType;
import dev.tapedeck.canonical.ToolKind;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.RuleBook;
import org.jspecify.annotations.Nullable;

/**
 * The vendor's reviewer, an agent that decides in the user's place whether something may be done: an approval that is
 * opened and resolved about the item it is for, and that asks nobody.
 */
public final class CodexReviews {
    private static final String REVIEWER = "agent";

    private CodexReviews() {}

    static void rules(RuleBook.Builder book) {
        book.map("item/autoApprovalReview/started", PERMISSION, REQUEST_OPENED, CodexReviews::started)
                .map("item/autoApprovalReview/completed", PERMISSION, REQUEST_RESOLVED, CodexReviews::completed)
                .gap("the runtime row has the words of the verdict, but not the item that it is about");
    }

    private static void started(FrameView frame, Emitter out) {
        out.emit(about(frame, out), null, opened(frame.node("/params/action")));
    }

    private static void completed(FrameView frame, Emitter out) {
        String verdict = frame.text("/params/review/status");
        JsonNode review = frame.node("/params/review");
        out.emit(about(frame, out), null, resolved(frame.node("/params/action"), verdict, review));
    }

    private static Refs about(FrameView frame, Emitter out) {
        RequestRef review = new RequestRef(frame.text("/params/reviewId"), false);
        return out.refs().withItem(frame.optionalText("/params/targetItemId")).withRequest(review);
    }

    /** What the reviewer looks at. */
    public static RequestOpened opened(JsonNode action) {
        String kind = action.path("type").asText();
        String command = action.path("command").textValue();
        return new RequestOpened(type(kind), command == null ? kind : command, action, tool(kind), REVIEWER);
    }

    /** What it decided; a review that came to no verdict is withdrawn, and a word that nobody knows allows nothing. */
    public static RequestResolved resolved(JsonNode action, String verdict, JsonNode review) {
        boolean undecided =
                switch (verdict) {
                    case "aborted", "timedOut", "timed_out" -> true;
                    default -> false;
                };
        return new RequestResolved(
                type(action.path("type").asText()),
                verdict,
                review,
                undecided ? true : null,
                undecided ? null : verdict.equals("approved"),
                REVIEWER,
                review.path("rationale").textValue());
    }

    private static RequestType type(String action) {
        return switch (action) {
            case "command", "execve", "writeStdin", "write_stdin" -> COMMAND_EXECUTION_APPROVAL;
            case "applyPatch", "apply_patch" -> FILE_CHANGE_APPROVAL;
            default -> UNKNOWN;
        };
    }

    private static @Nullable ToolKind tool(String action) {
        return switch (action) {
            case "mcpToolCall", "mcp_tool_call" -> ToolKind.MCP;
            case "networkAccess", "network_access" -> ToolKind.FETCH;
            case "requestPermissions", "request_permissions" -> ToolKind.MODE;
            default -> null;
        };
    }
}
