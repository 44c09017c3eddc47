/** The mapping hook: frames in, events, scratch and faults out (runtime-event-path, Batch mapping). */
@NullMarked
package dev.tapedeck.mapping;

import org.jspecify.annotations.NullMarked;
