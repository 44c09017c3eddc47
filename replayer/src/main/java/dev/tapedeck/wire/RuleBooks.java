package dev.tapedeck.wire;

import dev.tapedeck.frame.Wire;
import dev.tapedeck.rules.RuleBook;
import dev.tapedeck.wire.acp.Acp;
import dev.tapedeck.wire.claudestreamjson.ClaudeStreamJson;
import dev.tapedeck.wire.codexappserver.CodexAppServer;
import dev.tapedeck.wire.codexeventmsg.CodexEventMsg;
import dev.tapedeck.wire.codexexec.CodexExec;
import dev.tapedeck.wire.opencodeevent.OpenCodeEvent;
import dev.tapedeck.wire.opencodeevent2.OpenCodeEvent2;
import dev.tapedeck.wire.pirpc.PiRpc;
import java.util.List;
import java.util.Optional;

/** The rule books that ship with Tapedeck; a new wire is one more line here. */
public final class RuleBooks {
    private static final List<RuleBook> ALL = List.of(
            CodexAppServer.BOOK,
            CodexExec.BOOK,
            CodexEventMsg.BOOK,
            ClaudeStreamJson.BOOK,
            OpenCodeEvent.BOOK,
            OpenCodeEvent2.BOOK,
            Acp.BOOK,
            PiRpc.BOOK);

    private RuleBooks() {}

    /** Every book, in the order of the matrix's columns. */
    public static List<RuleBook> all() {
        return ALL;
    }

    /** The book of a wire, or empty when nobody wrote one. */
    public static Optional<RuleBook> of(Wire wire) {
        return ALL.stream().filter(book -> book.wire().equals(wire)).findFirst();
    }
}
