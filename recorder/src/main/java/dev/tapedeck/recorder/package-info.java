/** Recording a running provider: its process, its streams, and the log beside them. */
@NullMarked
package dev.tapedeck.recorder;

import org.jspecify.annotations.NullMarked;
