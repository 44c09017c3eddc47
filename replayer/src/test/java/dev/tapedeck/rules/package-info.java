@NullMarked
package dev.tapedeck.rules;

import org.jspecify.annotations.NullMarked;
