/** Rule books: what one wire does with each of its kinds, and how its frames are read. */
@NullMarked
package dev.tapedeck.rules;

import org.jspecify.annotations.NullMarked;
