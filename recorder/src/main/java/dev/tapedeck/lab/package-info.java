/** The lab: real providers, offline, played by scenario files and recorded. */
@NullMarked
package dev.tapedeck.lab;

import org.jspecify.annotations.NullMarked;
