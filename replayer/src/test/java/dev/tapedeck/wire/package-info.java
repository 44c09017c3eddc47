@NullMarked
package dev.tapedeck.wire;

import org.jspecify.annotations.NullMarked;
