@NullMarked
package dev.tapedeck.projection;

import org.jspecify.annotations.NullMarked;
