package dev.tapedeck.wire.codexexec;

import static dev.tapedeck.frame.Direction.IN;
import static dev.tapedeck.frame.Direction.OUT;
import static dev.tapedeck.rules.Role.NOTIFICATION;
import static dev.tapedeck.rules.RuleBook.Scope.ITEM;
import static dev.tapedeck.rules.RuleBook.Scope.THREAD;

import dev.tapedeck.frame.Wire;
import dev.tapedeck.rules.RuleBook;

/**
 * The rule book of {@code codex exec --json} (canonical-events 1.1, source {@code codex.sdk.thread-event}).
 *
 * <p>Threads, turns, items and the scratch of this wire are written down in {@code package-info}.
 */
public final class CodexExec {
    public static final Wire WIRE = new Wire("codex.exec");

    public static final RuleBook BOOK = RuleBook.typed(WIRE, "/type")
            .source(OUT, NOTIFICATION, "codex.sdk.thread-event")
            .scope(THREAD, "/thread_id")
            .scope(ITEM, "/item/id")
            .resumes(Process::resume)
            .include(ExecTurns::rules)
            .include(ExecItems::rules)
            .dropOthers(IN, NOTIFICATION, "the prompt, which happens to be JSON; the program reads it as text")
            .build();

    private CodexExec() {}
}
