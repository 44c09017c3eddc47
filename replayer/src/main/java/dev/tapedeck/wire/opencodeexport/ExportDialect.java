package dev.tapedeck.wire.opencodeexport;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.rules.Dialect;
import dev.tapedeck.rules.Kind;
import dev.tapedeck.rules.Message;
import dev.tapedeck.rules.Role;

/** A message says in its role what it is; what has neither role nor parts is the session. */
final class ExportDialect implements Dialect {
    @Override
    public Session open() {
        return ExportDialect::message;
    }

    private static Message message(Frame frame, JsonNode json) {
        JsonNode role = json.at("/info/role");
        boolean session = role.isMissingNode() && json.at("/info/directory").isTextual();
        String kind = session ? "session" : "message:" + (role.isTextual() ? role.textValue() : Kind.UNTOLD);
        return new Message(frame, json, new Kind(kind), Role.NOTIFICATION, null, null);
    }
}
