@NullMarked
package dev.tapedeck.canonical;

import org.jspecify.annotations.NullMarked;
