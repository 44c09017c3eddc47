@NullMarked
package dev.tapedeck.text;

import org.jspecify.annotations.NullMarked;
