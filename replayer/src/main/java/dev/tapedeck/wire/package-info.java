/** Every wire that Tapedeck has a rule book for. */
@NullMarked
package dev.tapedeck.wire;

import org.jspecify.annotations.NullMarked;
