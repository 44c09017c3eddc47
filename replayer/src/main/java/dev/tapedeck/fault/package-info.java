/**
 * What can go wrong, one class each, and the plan that says when.
 *
 * <p>A fault of the stream stands between recording and queue and changes what arrives; a fault of the host strikes
 * once a frame has arrived. Both name frames by their number in the recording, so that a stored plan says by itself
 * what it does, and does the same in every version.
 */
@NullMarked
package dev.tapedeck.fault;

import org.jspecify.annotations.NullMarked;
