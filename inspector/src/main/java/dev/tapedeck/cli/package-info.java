/** The {@code tapedeck} program: one class for each command. */
@NullMarked
package dev.tapedeck.cli;

import org.jspecify.annotations.NullMarked;
