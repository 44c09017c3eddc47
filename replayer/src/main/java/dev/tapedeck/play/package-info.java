/**
 * A recording as a fake provider.
 *
 * <p>A {@link dev.tapedeck.play.Script} is what the recording comes to from the provider's side: cues in their order,
 * to await something of the client or to say something. A {@link dev.tapedeck.play.Player} goes through them; what
 * carries the bytes, and what time is, is given to it. Kinds, requests and ids are told apart by the wire's dialect.
 */
@NullMarked
package dev.tapedeck.play;

import org.jspecify.annotations.NullMarked;
