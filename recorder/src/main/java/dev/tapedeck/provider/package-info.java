/** What is known about each provider, read from manifests: how its wires are recognised and what its version is. */
@NullMarked
package dev.tapedeck.provider;

import org.jspecify.annotations.NullMarked;
