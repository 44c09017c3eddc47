@NullMarked
package dev.tapedeck.wire.acp;

import org.jspecify.annotations.NullMarked;
