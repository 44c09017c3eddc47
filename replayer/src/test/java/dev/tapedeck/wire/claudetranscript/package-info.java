@NullMarked
package dev.tapedeck.wire.claudetranscript;

import org.jspecify.annotations.NullMarked;
