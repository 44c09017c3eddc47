@NullMarked
package dev.tapedeck.wire.codexeventmsg;

import org.jspecify.annotations.NullMarked;
