/**
 * The amalgm vocabulary as a view of canonical events.
 *
 * <p>Fed with events in their order, whatever the batches they came in. It remembers only what later events need: which
 * tools and requests are open, how much of a message was streamed, what a running turn used, which thread works for
 * which. All of that is bounded; the oldest is forgotten first.
 */
@NullMarked
package dev.tapedeck.projection.amalgm;

import org.jspecify.annotations.NullMarked;
