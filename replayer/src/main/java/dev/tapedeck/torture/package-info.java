/**
 * Draws fault plans, runs them, and shrinks those that break an invariant.
 *
 * <p>Lots come from outside through {@link java.util.random.RandomGenerator}; a plan that was drawn is complete, so it
 * repeats without them.
 */
@NullMarked
package dev.tapedeck.torture;

import org.jspecify.annotations.NullMarked;
