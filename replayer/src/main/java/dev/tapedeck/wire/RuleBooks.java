package dev.tapedeck.wire;

import dev.tapedeck.frame.Wire;
import dev.tapedeck.rules.RuleBook;
import dev.tapedeck.wire.acp.Acp;
import dev.tapedeck.wire.claudestreamjson.ClaudeStreamJson;
import dev.tapedeck.wire.claudetranscript.ClaudeTranscript;
import dev.tapedeck.wire.codexappserver.CodexAppServer;
import dev.tapedeck.wire.codexeventmsg.CodexEventMsg;
import dev.tapedeck.wire.codexexec.CodexExec;
import dev.tapedeck.wire.opencodeevent.OpenCodeEvent;
import dev.tapedeck.wire.opencodeevent2.OpenCodeEvent2;
import dev.tapedeck.wire.opencodeexport.OpenCodeExport;
import dev.tapedeck.wire.pirpc.PiRpc;
import dev.tapedeck.wire.pisession.PiSessionFile;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The rule books that ship with Tapedeck; a new wire is one more line here. */
public final class RuleBooks {
    private static final List<RuleBook> COLUMNS = List.of(
            CodexAppServer.BOOK,
            CodexExec.BOOK,
            CodexEventMsg.BOOK,
            ClaudeStreamJson.BOOK,
            OpenCodeEvent.BOOK,
            OpenCodeEvent2.BOOK,
            Acp.BOOK,
            PiRpc.BOOK);

    /** Files that programs keep or export: they can be replayed, and are no columns of the matrix. */
    private static final List<RuleBook> FILES =
            List.of(ClaudeTranscript.BOOK, PiSessionFile.BOOK, OpenCodeExport.BOOK);

    private RuleBooks() {}

    /** Books of what programs say, in the order of the matrix's columns. */
    public static List<RuleBook> columns() {
        return COLUMNS;
    }

    /** Books of files that programs keep or export, which are no columns of the matrix. */
    public static List<RuleBook> files() {
        return FILES;
    }

    /** Every book: the columns, then the files. */
    public static Stream<RuleBook> all() {
        return Stream.concat(COLUMNS.stream(), FILES.stream());
    }

    /** The book of a wire, or empty when nobody wrote one. */
    public static Optional<RuleBook> of(Wire wire) {
        return all().filter(book -> book.wire().equals(wire)).findFirst();
    }

    /** The wires that have a book, in one line. */
    public static String names() {
        return all().map(book -> book.wire().name()).collect(Collectors.joining(", "));
    }
}
