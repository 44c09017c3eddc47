/**
 * The files of {@code ~/.claude/projects}: one line for each entry of a conversation, typed by {@code type}.
 *
 * <p>Their messages are those of {@code claude.stream-json}, but the lines are not: ids are spelt otherwise, and there
 * are no deltas, no requests and no results of turns. So they are a wire of their own.
 *
 * <p>A thread is a session id; the lines of a sub-agent are a child thread, named by its agent id. Turns are numbered
 * from 1 in each thread: one begins with a prompt and ends with the message whose stop reason asks for no tool. A block
 * of a message is the item {@code MESSAGE:KIND:UUID-OF-ITS-LINE:INDEX}, a tool's use is its own id.
 *
 * <p>Scratch: that of {@code dev.tapedeck.rules.Transcript}, and {@code message}: id of the last message whose usage
 * was counted, since each of its lines repeats it.
 */
@NullMarked
package dev.tapedeck.wire.claudetranscript;

import org.jspecify.annotations.NullMarked;
