/** The canonical V2 vocabulary (canonical-events): the hub that every rule book produces. */
@NullMarked
package dev.tapedeck.canonical;

import org.jspecify.annotations.NullMarked;
