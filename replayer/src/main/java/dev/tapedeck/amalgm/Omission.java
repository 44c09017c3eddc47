package dev.tapedeck.amalgm;

/** Why a canonical event becomes no amalgm event; the first five are rows of the normalization matrix (16). */
public enum Omission {
    PLAN("a plan is no part of the answer; a window that shows plans reads the canonical one"),
    MODE("modes and states of session and thread change nothing that the answer shows"),
    COMMANDS("lists of commands, skills and apps belong to an input field, not to a conversation"),
    CONFIG("options of the provider's own; folder, model, tools and title are told by session_init"),
    INIT_ONCE("session_init fires once per session (matrix 13); a model or tool told later is the canonical event's"),
    USER_ECHO("the window shows what its user sent without being told"),
    TURN_START("done ends a turn, and what follows begins the next"),
    TURN_DIFF("the tools that changed files tell their own diffs"),
    SUB_AGENT("a sub-agent's set-up belongs to the tool call that started it"),
    TASK("the tool call that started a task tells what came of it"),
    HOOK("hooks are the user's own programs; what they forbid is told by the tool that they stop"),
    ACCOUNT("accounts and quotas belong to settings, not to a conversation"),
    MCP("whether a server runs is told by its tools"),
    CLIENT_SERVICE("answered by a program, not by the user; the tool call tells its result"),
    REALTIME("a voice call is a stream of its own"),
    REVIEW("a review's answer is text like any other"),
    HISTORY("a window that opens a conversation again shows what it has saved of it"),
    SAID_ALREADY("another event of the same turn says it"),
    NO_ROW("the matrix has no row for it");

    private final String reason;

    Omission(String reason) {
        this.reason = reason;
    }

    /** One sentence. */
    public String reason() {
        return reason;
    }
}
