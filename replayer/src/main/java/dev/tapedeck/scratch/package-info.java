/** What mapping remembers between two calls: opaque JSON to the host, small, and undone with the frame that faulted. */
@NullMarked
package dev.tapedeck.scratch;

import org.jspecify.annotations.NullMarked;
