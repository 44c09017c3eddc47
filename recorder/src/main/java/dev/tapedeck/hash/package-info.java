/** The one hash of the project: SHA-256, of recordings, results, identities and contents. */
@NullMarked
package dev.tapedeck.hash;

import org.jspecify.annotations.NullMarked;
