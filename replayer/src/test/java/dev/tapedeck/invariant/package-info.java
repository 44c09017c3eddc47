@NullMarked
package dev.tapedeck.invariant;

import org.jspecify.annotations.NullMarked;
