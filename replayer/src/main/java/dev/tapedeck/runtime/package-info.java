/** The runtime vocabulary (runtime-event-path): ten upserts that a host folds into its maps. */
@NullMarked
package dev.tapedeck.runtime;

import org.jspecify.annotations.NullMarked;
