/** Recording files: reading, writing, checking and repairing format version 1. */
@NullMarked
package dev.tapedeck.recording;

import org.jspecify.annotations.NullMarked;
