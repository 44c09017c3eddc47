@NullMarked
package dev.tapedeck.redaction;

import org.jspecify.annotations.NullMarked;
