@NullMarked
package dev.tapedeck.events;

import org.jspecify.annotations.NullMarked;
