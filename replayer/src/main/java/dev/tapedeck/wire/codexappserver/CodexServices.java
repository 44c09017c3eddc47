package dev.tapedeck.wire.codexappserver;

import dev.tapedeck.rules.RuleBook;

/** What the app-server does for its client beside running agents: no turn, item or thread depends on it. */
final class CodexServices {
    private CodexServices() {}

    static void rules(RuleBook.Builder book) {
        book.drop("command/exec/outputDelta", "output of a command that the client itself ran outside any turn")
                .drop("process/outputDelta", "output of a process that the client itself started outside any turn")
                .drop("process/exited", "end of a process that the client itself started outside any turn")
                .drop("fs/changed", "goes to the client's own watch on a folder")
                .drop("fuzzyFileSearch/sessionUpdated", "hits of a file search that the client itself typed")
                .drop("fuzzyFileSearch/sessionCompleted", "end of a file search that the client itself typed")
                .drop("thread/search/partial", "hits of a search over threads that the client itself typed")
                .drop("skills/changed", "says only that the list of skills changed; a client reads it when it shows it")
                .drop("project/changed", "the vendor's own grouping; a thread's project is told with it")
                .drop("externalAgentConfig/import/progress", "progress of an import of another agent's settings")
                .drop("externalAgentConfig/import/completed", "end of an import of another agent's settings")
                .drop("remoteControl/status/changed", "the vendor's remote-control window; no host needs it");
    }
}
