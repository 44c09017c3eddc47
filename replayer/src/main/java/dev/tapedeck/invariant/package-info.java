/** What must hold after every step of every replay; checkers apart from what they check. */
@NullMarked
package dev.tapedeck.invariant;

import org.jspecify.annotations.NullMarked;
