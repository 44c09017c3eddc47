/** The local web inspector: what was recorded, what became of it, and is it still what was approved. */
@NullMarked
package dev.tapedeck.inspect;

import org.jspecify.annotations.NullMarked;
