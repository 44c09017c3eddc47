@NullMarked
package dev.tapedeck.cli;

import org.jspecify.annotations.NullMarked;
