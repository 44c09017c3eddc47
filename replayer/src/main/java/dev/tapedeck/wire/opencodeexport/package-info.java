/**
 * What {@code opencode export} prints: one JSON document with the session and its messages, each with its parts. What
 * older versions kept as a file for each session, message and part holds the same, and is read as if it were exported.
 *
 * <p>It is read as frames: the document without its messages, then each message. Parts have the shapes that they have
 * in {@code opencode.event}, but whole and at rest: no deltas, no requests, no states between. So it is a wire of its
 * own.
 *
 * <p>The thread is the session's id; turns are numbered from 1: one begins with a prompt and ends with the answer that
 * finished for another reason than a tool. Items are parts, a tool's is its call's id.
 *
 * <p>Scratch: that of {@code dev.tapedeck.rules.Transcript}.
 */
@NullMarked
package dev.tapedeck.wire.opencodeexport;

import org.jspecify.annotations.NullMarked;
