@NullMarked
package dev.tapedeck.wire.codexexec;

import org.jspecify.annotations.NullMarked;
