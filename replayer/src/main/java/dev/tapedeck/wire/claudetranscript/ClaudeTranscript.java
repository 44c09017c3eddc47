package dev.tapedeck.wire.claudetranscript;

import static dev.tapedeck.rules.RuleBook.Scope.SESSION;
import static dev.tapedeck.rules.RuleBook.Scope.THREAD;

import dev.tapedeck.frame.Wire;
import dev.tapedeck.rules.RuleBook;
import java.util.List;

/** The rule book of Claude Code's project files; what they hold and lack is written down in {@code package-info}. */
public final class ClaudeTranscript {
    public static final Wire WIRE = new Wire("claude.transcript");

    public static final RuleBook BOOK = RuleBook.typed(WIRE, "/type")
            .lacks("deltas", "requests and their answers", "results of turns", "hooks")
            .discriminate("system", "/subtype")
            .scope(SESSION, "/sessionId")
            .scope(THREAD, "/agentId", "/sessionId")
            .time("/timestamp")
            .resumes(TranscriptMessages::resume)
            .include(TranscriptMessages::rules)
            .include(TranscriptNotes::rules)
            .include(ClaudeTranscript::drops)
            .build();

    private ClaudeTranscript() {}

    private static void drops(RuleBook.Builder book) {
        book.drop("summary", "names the session that this one went on from")
                .drop("file-history-snapshot", "what the program keeps to undo its changes of files")
                .drop("file-history-delta", "what the program keeps to undo its changes of files")
                .drop("queue-operation", "the program's own queue of prompts, which come as messages")
                .drop("attachment", "what the program showed the model beside the prompt, in its own words")
                .drop("progress", "repeats, while a tool runs, what its result tells in the end");
        book.drop("api-request", "a fingerprint of what was sent to the model, whose answer follows")
                .drop("api-request-blob", "a part of what was sent to the model, kept once")
                .drop("api-request-shape", "a part of what was sent to the model, kept once")
                .drop("atis-latch", "a switch of the program's own, of no told meaning")
                .duplicate("tools-used", "the uses of tools in the messages");
        for (String kept : List.of(
                "last-prompt", "mode", "permission-mode", "worktree-state", "tag", "pr-link", "agent-setting",
                "agent-color", "content-replacement", "bridge-session")) {
            book.drop(kept, "what the program's own window needs when it opens the session again");
        }
    }
}
