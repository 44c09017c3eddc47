@NullMarked
package dev.tapedeck.runtime;

import org.jspecify.annotations.NullMarked;
