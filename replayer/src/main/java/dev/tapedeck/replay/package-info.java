/** Replaying a recording through mapper and host, and what came of every frame. */
@NullMarked
package dev.tapedeck.replay;

import org.jspecify.annotations.NullMarked;
