/**
 * What {@code opencode serve} sends on {@code /api/event} and {@code /api/session/ID/event}: the events of
 * {@code opencodeevent} in an envelope of their own, which numbers those that the server keeps, and the names of
 * release 2.x, in which a turn has a beginning and an end of its own.
 *
 * <p>Threads, turns, items and scratch are those of {@code dev.tapedeck.wire.opencodeevent}.
 */
@NullMarked
package dev.tapedeck.wire.opencodeevent2;

import org.jspecify.annotations.NullMarked;
