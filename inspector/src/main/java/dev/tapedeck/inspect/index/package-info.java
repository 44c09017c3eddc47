/** What the inspector knows of the recordings under its folder, and where in the files it stands. */
@NullMarked
package dev.tapedeck.inspect.index;

import org.jspecify.annotations.NullMarked;
