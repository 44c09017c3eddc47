@NullMarked
package dev.tapedeck.wire.codexappserver;

import org.jspecify.annotations.NullMarked;
