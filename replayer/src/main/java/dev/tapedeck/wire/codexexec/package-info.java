/**
 * {@code codex exec --json}: one process, one thread, one turn; line-delimited JSON typed by {@code type}, of items
 * also by {@code item.type}. It is the wire of the TypeScript SDK, whose name the seed gives it.
 *
 * <p>Only the first frame names the thread, and no frame names the turn: the turn of the nth process of a recording is
 * {@code N}. The provider counts items anew in each process, so an item is {@code PROCESS:ITEM}. What the user asks is
 * no frame: it stands in the command, or comes as plain text over stdin.
 *
 * <p>Scratch of this rule book, so that another implementation can match it; the projection's own keys stand in
 * {@code dev.tapedeck.projection}:
 *
 * <pre>
 * thread          THREAD            the process's thread, once told
 * turn            [NUMBER, OPEN]    last turn and whether it runs
 * usage/THREAD    see TurnTokens    what the thread used, as told last
 * </pre>
 */
@NullMarked
package dev.tapedeck.wire.codexexec;

import org.jspecify.annotations.NullMarked;
