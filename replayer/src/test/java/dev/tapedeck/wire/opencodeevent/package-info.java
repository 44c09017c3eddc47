@NullMarked
package dev.tapedeck.wire.opencodeevent;

import org.jspecify.annotations.NullMarked;
