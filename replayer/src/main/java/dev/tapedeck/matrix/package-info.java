/**
 * The matrix: what rules claim beside what recordings prove, computed and never typed by hand.
 *
 * <p>{@link dev.tapedeck.matrix.Evidence} gathers what replays show, {@link dev.tapedeck.matrix.Matrix} lays it beside
 * the rule books.
 */
@NullMarked
package dev.tapedeck.matrix;

import org.jspecify.annotations.NullMarked;
