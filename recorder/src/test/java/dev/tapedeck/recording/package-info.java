@NullMarked
package dev.tapedeck.recording;

import org.jspecify.annotations.NullMarked;
