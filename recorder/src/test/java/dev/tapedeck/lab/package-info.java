@NullMarked
package dev.tapedeck.lab;

import org.jspecify.annotations.NullMarked;
