/** What a recording is made of: its header, its lines (frames, log lines, host acts) and its end. */
@NullMarked
package dev.tapedeck.frame;

import org.jspecify.annotations.NullMarked;
