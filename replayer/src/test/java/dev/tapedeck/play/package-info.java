@org.jspecify.annotations.NullMarked
package dev.tapedeck.play;
