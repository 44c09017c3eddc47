/**
 * The files of {@code ~/.pi/agent/sessions}: a header, then one line for each entry, typed by {@code type}.
 *
 * <p>Their messages are those of {@code pi.rpc}, but nothing of its protocol is there: no deltas, no requests, no
 * progress of tools, no starts and ends. So they are a wire of their own.
 *
 * <p>The thread is the session's id; turns are numbered from 1: one begins with a prompt and ends with the answer that
 * calls no tool. A block of an answer is the item {@code LINE:INDEX} by its place in the recording, a tool's call is
 * its own id. Branches of a session stand in its file one after the other and are read in that order.
 *
 * <p>Scratch: that of {@code dev.tapedeck.rules.Transcript}.
 */
@NullMarked
package dev.tapedeck.wire.pisession;

import org.jspecify.annotations.NullMarked;
