@NullMarked
package dev.tapedeck.wire.pirpc;

import org.jspecify.annotations.NullMarked;
