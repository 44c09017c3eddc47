@NullMarked
package dev.tapedeck.projection.amalgm;

import org.jspecify.annotations.NullMarked;
