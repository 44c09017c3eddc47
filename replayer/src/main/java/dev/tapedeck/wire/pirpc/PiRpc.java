package dev.tapedeck.wire.pirpc;

import static dev.tapedeck.canonical.EventType.RUNTIME_ERROR;
import static dev.tapedeck.frame.Direction.IN;
import static dev.tapedeck.frame.Direction.OUT;
import static dev.tapedeck.rules.Role.ERROR;
import static dev.tapedeck.rules.Role.NOTIFICATION;
import static dev.tapedeck.rules.Role.RESULT;

import dev.tapedeck.frame.Wire;
import dev.tapedeck.rules.Concept;
import dev.tapedeck.rules.RuleBook;

/**
 * The rule book of {@code pi --mode rpc} (normalization-matrix, Pi), versions 0.73 to 1.6.
 *
 * <p>An event, a dialog or an answer without a line of its own is unmapped; only the client's side and refusals have
 * fallbacks. Threads, turns, items and the scratch of this wire are written down in {@code package-info}.
 */
public final class PiRpc {
    public static final Wire WIRE = new Wire("pi.rpc");

    public static final RuleBook BOOK = RuleBook.typed(WIRE, "/type")
            .discriminate("message_start", "/message/role")
            .discriminate("message_update", "/assistantMessageEvent/type")
            .discriminate("message_end", "/message/role")
            .discriminate("entry_appended", "/entry/type")
            .discriminate("extension_ui_request", "/method")
            .answer("response", "/id", "/command", "/success", "false")
            .answer("extension_ui_response", "/id", "/cancelled", "true")
            .keeps(Resumption::keep)
            .resumes(Resumption::adopt)
            .include(PiSession::rules)
            .include(PiHistory::rules)
            .include(PiTurns::rules)
            .include(PiMessages::rules)
            .include(PiTools::rules)
            .include(PiCompaction::rules)
            .include(PiRequests::rules)
            .include(PiBash::rules)
            .include(PiCommands::rules)
            .dropOthers(IN, NOTIFICATION, "the client's own frame; the provider's answer tells what came of it")
            .dropOthers(IN, RESULT, "an answer to a dialog that is not in the recording")
            .dropOthers(IN, ERROR, "an answer to a dialog that is not in the recording")
            .mapOthers(OUT, ERROR, Concept.ERROR, Conversation.and(RUNTIME_ERROR), PiCommands::refused)
            .also(Concept.SESSION)
            .build();

    private PiRpc() {}
}
